// swift-tools-version: 6.2
// Programs that use the client library, as a package of their own would.
import PackageDescription

let package = Package(
    name: "clients",
    dependencies: [.package(name: "settings-agent", path: "../../..")],
    targets: [
        .executableTarget(
            name: "follow",
            dependencies: [.product(name: "SettingsClient", package: "settings-agent")]
        ),
        .executableTarget(
            name: "user-defaults",
            dependencies: [.product(name: "SettingsClientFoundation", package: "settings-agent")]
        ),
    ]
)
