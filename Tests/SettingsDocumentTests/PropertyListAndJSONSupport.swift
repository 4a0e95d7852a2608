// What the tests of JSON and property lists share: exact edits, and where the suites are.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

/// Material beside the repository that tests read when it is there.
enum JSONSuites {
    /// The folder `shared` beside the repository, or beside a folder that it is in; nil without one.
    static let folder: URL? = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let shared = folder.appending(path: "shared")
            let suites = shared.appending(path: "suites").path
            if FileManager.default.fileExists(atPath: suites) { return shared }
        }
        return nil
    }()
}

/// One edit and its exact result.
struct ByteCase: Sendable, CustomTestStringConvertible {
    var name: String
    var format: Format
    var before: String
    var changes: [DocumentChange]
    var after: String

    init(
        _ name: String,
        _ format: Format,
        _ before: String,
        _ changes: [DocumentChange],
        _ after: String
    ) {
        self.name = name
        self.format = format
        self.before = before
        self.changes = changes
        self.after = after
    }

    var testDescription: String { name }

    /// Makes the edit and compares the bytes.
    func check() throws {
        let revision = try format.parse(Array(before.utf8)).revised(by: changes)
        #expect(revision.refusals.isEmpty)
        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == after)
    }
}

func set(_ path: DocumentPath, _ value: SettingValue) -> DocumentChange {
    DocumentChange(path, value)
}
func remove(_ path: DocumentPath) -> DocumentChange { DocumentChange(path, nil) }
