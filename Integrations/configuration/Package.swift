// swift-tools-version: 6.2
// The settings of a domain as a provider for swift-configuration.
// A package is known by its folder's name, so the folder can't have that of what it integrates.
import PackageDescription

/// As swift-configuration has it, whose handlers run where their caller does.
let settings: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let package = Package(
    name: "settings-configuration",
    products: [.library(name: "SettingsConfiguration", targets: ["SettingsConfiguration"])],
    dependencies: [
        .package(name: "settings-agent", path: "../.."),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    ],
    targets: [
        .target(
            name: "SettingsConfiguration",
            dependencies: [
                .product(name: "SettingsClient", package: "settings-agent"),
                .product(name: "Configuration", package: "swift-configuration"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SettingsConfigurationTests",
            dependencies: [
                "SettingsConfiguration",
                .product(name: "ConfigurationTesting", package: "swift-configuration"),
            ],
            swiftSettings: settings
        ),
    ]
)
