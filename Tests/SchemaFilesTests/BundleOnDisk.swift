// A bundle's folder for one test.

import Foundation
import Glibc
import SettingsSchema
import Testing

@testable import SchemaFiles

/// A folder of its own, with a bundle in it and room beside the bundle; gone with the test.
final class BundleOnDisk {
    let outside: URL
    var folder: URL { outside.appending(path: "Settings.bundle") }

    init(_ texts: [String: String] = [:]) throws {
        outside = FileManager.default.temporaryDirectory.appending(
            path: "bundle-\(UUID().uuidString.prefix(13))"
        )
        try FileManager.default.createDirectory(
            at: outside.appending(path: "Settings.bundle"),
            withIntermediateDirectories: true
        )
        for (name, text) in texts { try write(name, text) }
    }

    deinit {
        _ = try? FileManager.default.removeItem(at: outside)  // in the temporary folder anyway
    }

    /// Writes a file of the bundle, with its folder; `../` leads beside the bundle.
    func write(_ name: String, _ text: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }

    /// Puts a link into the bundle.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: name).path,
            withDestinationPath: target
        )
    }

    /// Puts a pipe into the bundle, which has no writer.
    func makePipe(_ name: String) throws {
        try #require(mkfifo(folder.appending(path: name).path, 0o600) == 0)
    }

    /// The bundle as it's read.
    func schema(_ limits: SchemaLimits = .standard) throws -> Schema {
        try SchemaSource.bundle(folder.path)
            .schema(languages: ["de", "Base", "en"], idiom: .wide, limits: limits)
    }

    /// All that is wrong with the bundle.
    var problems: [String] {
        get throws {
            BundleCheck(try BundleFolder(path: folder.path).files).problems.map(\.description)
        }
    }
}

/// A pane as JSON with these rows.
func pane(_ rows: String...) -> String {
    "{\"PreferenceSpecifiers\": [\(rows.joined(separator: ","))]}"
}

/// A row that opens a pane.
func child(_ file: String) -> String {
    #"{"Type":"PSChildPaneSpecifier","Title":"T","File":"\#(file)"}"#
}
