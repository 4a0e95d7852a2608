// JSONTestSuite against the reader of the wire.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

/// Nicolas Seriot's collection of valid and invalid JSON texts.
///
/// Source: https://github.com/nst/JSONTestSuite
enum JSONTestSuite {
    /// The suite's archive, in `shared` beside the repository or further up.
    static let archive: URL? = {
        var folder = URL(filePath: #filePath)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let archive = folder.appending(path: "shared/suites/json.tar.xz")
            if FileManager.default.fileExists(atPath: archive.path) { return archive }
        }
        return nil
    }()

    /// The suite's texts by name, read straight out of the archive.
    static func texts() throws -> [(name: String, bytes: [UInt8])] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "json-suite-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tar = Process()
        tar.executableURL = URL(filePath: "/usr/bin/env")
        tar.arguments = ["tar", "-C", folder.path, "-xf", try #require(archive).path]
        try tar.run()
        tar.waitUntilExit()
        let texts = folder.appending(path: "json/test_parsing")
        return try FileManager.default.contentsOfDirectory(atPath: texts.path).sorted().map {
            ($0, Array(try Data(contentsOf: texts.appending(path: $0))))
        }
    }
}

@Suite(.enabled(if: JSONTestSuite.archive != nil, "SKIPPED: no ../shared/suites/json.tar.xz"))
struct `The wire's JSON reader` {
    /// Texts that the suite calls valid and we refuse: a key twice, which RFC 7493 forbids.
    private let refused: Set = [
        "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
    ]

    @Test func `takes every valid text of the suite and refuses every invalid one`() throws {
        let texts = try JSONTestSuite.texts()
        for (name, bytes) in texts {
            // The suite's deepest valid text has a handful of levels.
            let isLine = (try? JSONText(bytes, nesting: 64)) != nil
            let isValue = (try? SettingValue(json: bytes)) != nil
            switch name.first {
            case "y":
                #expect(isLine, "\(name)")
                #expect(isValue == !refused.contains(name), "\(name)")
            case "n":
                #expect(!isLine, "\(name)")
                #expect(!isValue, "\(name)")
            default: break  // "i": either is right, as long as it doesn't crash
            }
        }
        #expect(texts.count { $0.name.hasPrefix("y") } == 95)
        #expect(texts.count { $0.name.hasPrefix("n") } == 188)
    }
}
