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

/// The orders in which UTF-16 has the bytes of a unit.
enum ByteOrder: CaseIterable {
    case bigEndian
    case littleEndian
}

/// A text in UTF-16, with one byte order mark.
func utf16(_ text: String, _ order: ByteOrder) -> [UInt8] {
    let hasMark = text.unicodeScalars.first == "\u{FEFF}"
    return ((hasMark ? "" : "\u{FEFF}") + text).utf16.flatMap { unit in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return order == .bigEndian ? [high, low] : [low, high]
    }
}

func set(_ path: DocumentPath, _ value: SettingValue) -> DocumentChange {
    DocumentChange(path, value)
}
func remove(_ path: DocumentPath) -> DocumentChange { DocumentChange(path, nil) }
