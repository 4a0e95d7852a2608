// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
]

/// Lets a test stop or kill a debug build of the agent at named points; a release has none of it.
let failPoints = SwiftSetting.define("FAIL_POINTS", .when(configuration: .debug))

extension Target.Dependency {
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
}

let package = Package(
    name: "settings-agent",
    products: [
        .executable(name: "settings-agent", targets: ["settings-agent"]),
        .executable(name: "settingsctl", targets: ["settingsctl"]),
        .library(name: "SettingsClient", targets: ["SettingsClient"]),
        .library(name: "SettingsClientFoundation", targets: ["SettingsClientFoundation"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // System libraries, and the few C names that Swift can't see.
        .systemLibrary(name: "CInotify", providers: [.apt(["libinotifytools0-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CYaml", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
        .target(name: "CLinux"),
        .target(name: "Programs", dependencies: ["CLinux"]),
        .target(name: "FileReplacing", dependencies: ["CLinux"]),

        // Pure: values in, values out.
        .target(name: "SettingsModel"),
        .target(name: "SettingsDocument", dependencies: ["CYaml", "SettingsModel"]),
        .target(name: "SettingsMapping", dependencies: ["SettingsModel"]),
        .target(name: "SettingsSchema", dependencies: ["SettingsDocument", "SettingsModel"]),
        .target(
            name: "SyncEngine",
            dependencies: [
                "SettingsDocument", "SettingsMapping", "SettingsModel", "SettingsSchema",
            ]
        ),
        .target(
            name: "SettingsCatalogue",
            dependencies: ["SettingsDocument", "SettingsMapping", "SettingsModel"]
        ),
        .target(name: "SettingsProtocol", dependencies: ["SettingsModel"]),

        // The edges: the kernel, the disk, the socket.
        .target(
            name: "SyncPlatform",
            dependencies: [
                "CInotify", "CLinux", "FileReplacing", "Programs", "SettingsModel", "SyncEngine",
            ]
        ),
        .target(
            name: "SyncStore",
            dependencies: ["CSQLite", "SettingsModel", "SettingsProtocol", "SyncEngine"]
        ),
        .target(
            name: "SchemaFiles",
            dependencies: ["SettingsDocument", "SettingsModel", "SettingsSchema"]
        ),
        .target(
            name: "SettingsClient",
            dependencies: ["CLinux", "SettingsModel", "SettingsProtocol"]
        ),
        // Foundation's UserDefaults, for programs that have it; nothing else of ours does.
        .target(name: "SettingsClientFoundation", dependencies: ["SettingsClient"]),
        .target(
            name: "SettingsUI",
            dependencies: [
                "CLinux", "CNcurses", "Programs", "SchemaFiles", "SettingsClient",
                "SettingsDocument", "SettingsModel", "SettingsProtocol", "SettingsSchema",
            ]
        ),

        // Put together.
        .target(
            name: "SyncAgent",
            dependencies: [
                "SchemaFiles", "SettingsDocument", "SettingsMapping", "SettingsModel",
                "SettingsProtocol", "SettingsSchema", "SyncEngine", "SyncPlatform", "SyncStore",
            ]
        ),
        .executableTarget(name: "settings-agent", dependencies: ["SyncAgent"]),
        .executableTarget(
            name: "settingsctl",
            dependencies: [
                "CLinux", "FileReplacing", "SchemaFiles", "SettingsCatalogue", "SettingsClient",
                "SettingsDocument", "SettingsModel", "SettingsProtocol", "SettingsSchema",
                "SettingsUI",
                .argumentParser,
            ]
        ),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["SettingsModel", "SyncEngine"],
            path: "Tests/TestSupport"
        ),
        .target(
            name: "Simulation",
            dependencies: [
                "SettingsDocument", "SettingsMapping", "SettingsModel", "SettingsSchema",
                "SyncEngine", "TestSupport",
            ],
            path: "Tests/Simulation"
        ),
        .executableTarget(name: "simulate", dependencies: ["Simulation"], path: "Tests/simulate"),
        .target(
            name: "DocumentFuzz",
            dependencies: ["SettingsDocument", "SettingsModel", "TestSupport"],
            path: "Tests/DocumentFuzz"
        ),
        .executableTarget(
            name: "fuzz",
            dependencies: ["DocumentFuzz", "SettingsDocument"],
            path: "Tests/fuzz"
        ),
        .executableTarget(
            name: "format-cost",
            dependencies: ["SettingsDocument", "SettingsModel"],
            path: "Benchmarks/format-cost"
        ),
        .testTarget(name: "SettingsModelTests", dependencies: ["SettingsModel", "TestSupport"]),
        .testTarget(
            name: "SettingsDocumentTests",
            dependencies: ["DocumentFuzz", "SettingsDocument", "SettingsModel", "TestSupport"],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "SettingsMappingTests",
            dependencies: ["SettingsMapping", "SettingsModel", "TestSupport"]
        ),
        .testTarget(
            name: "SettingsCatalogueTests",
            dependencies: [
                "SchemaFiles", "SettingsCatalogue", "SettingsDocument", "SettingsMapping",
                "SettingsModel", "SettingsSchema",
            ]
        ),
        .testTarget(
            name: "SettingsSchemaTests",
            dependencies: ["SettingsDocument", "SettingsModel", "SettingsSchema", "TestSupport"],
            exclude: ["Golden", "Schemas"]
        ),
        .testTarget(
            name: "SchemaFilesTests",
            dependencies: ["SchemaFiles", "SettingsDocument", "SettingsModel", "SettingsSchema"]
        ),
        .testTarget(
            name: "SyncEngineTests",
            dependencies: [
                "DocumentFuzz", "SettingsDocument", "SettingsMapping", "SettingsModel",
                "SettingsProtocol", "SettingsSchema", "Simulation", "SyncEngine", "TestSupport",
            ]
        ),
        .testTarget(
            name: "SettingsProtocolTests",
            dependencies: [
                "DocumentFuzz", "SettingsDocument", "SettingsModel", "SettingsProtocol",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "SyncPlatformTests",
            dependencies: [
                "CLinux", "FileReplacing", "Programs", "SettingsModel", "SyncEngine",
                "SyncPlatform", "TestSupport",
            ]
        ),
        .testTarget(
            name: "SyncStoreTests",
            dependencies: [
                "CSQLite", "SettingsModel", "SettingsProtocol", "SyncEngine", "SyncStore",
                "TestSupport",
            ],
            exclude: ["Journals"]
        ),
        .testTarget(
            name: "SyncAgentTests",
            dependencies: [
                "Programs", "SchemaFiles", "SettingsClient", "SettingsDocument", "SettingsMapping",
                "SettingsModel", "SettingsProtocol", "SyncAgent", "SyncEngine", "SyncPlatform",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "SettingsClientTests",
            dependencies: ["SettingsClient", "SettingsModel", "SettingsProtocol"]
        ),
        .testTarget(
            name: "SettingsUITests",
            dependencies: [
                "CNcurses", "SettingsModel", "SettingsProtocol", "SettingsSchema", "SettingsUI",
                "TestSupport",
            ],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "SettingsCommandTests",
            dependencies: ["CLinux", "SettingsModel", "SettingsProtocol", "settingsctl"]
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "SettingsClient", "SettingsDocument", "SettingsModel", "SettingsProtocol",
                "TestSupport", "settings-agent", "settingsctl",
            ]
        ),
        .testTarget(name: "TidyTests"),
    ]
)

let systemLibraries: Set = ["CInotify", "CNcurses", "CSQLite", "CYaml", "CLinux"]
for target in package.targets where !systemLibraries.contains(target.name) {
    target.swiftSettings = strict + [failPoints]
}
