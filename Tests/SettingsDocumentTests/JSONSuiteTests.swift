// JSON against the public suites, and against the recorded cases byte for byte.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

/// A file of a suite.
struct SuiteFile: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]

    var testDescription: String { name }
}

extension JSONSuites {
    /// The files of a suite, unpacked into a temporary folder and read; empty without the suite.
    static func suite(_ name: String) -> [SuiteFile] {
        guard let archive = folder?.appending(path: "suites/\(name).tar.xz") else { return [] }
        let manager = FileManager.default
        let place = manager.temporaryDirectory.appending(path: "suite-\(UUID().uuidString)")
        defer { try? manager.removeItem(at: place) }  // a folder left behind does no harm
        do {
            try manager.createDirectory(at: place, withIntermediateDirectories: true)
            let tar = Process()
            tar.executableURL = URL(filePath: "/usr/bin/env")
            tar.arguments = ["tar", "-xJf", archive.path, "-C", place.path]
            try tar.run()
            tar.waitUntilExit()
            guard tar.terminationStatus == 0 else { return [] }
            let paths = try manager.subpathsOfDirectory(atPath: place.path).sorted()
            return try paths.compactMap { path in
                let file = place.appending(path: path)
                guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
                else { return nil }
                return SuiteFile(name: path, bytes: try [UInt8](Foundation.Data(contentsOf: file)))
            }
        } catch {
            return []
        }
    }

    static let jsonSuite = suite("json").filter { $0.name.contains("test_parsing/") }
    static let json5Suite = suite("json5").filter { file in
        [".json", ".json5", ".js", ".txt"].contains { file.name.hasSuffix($0) }
    }
}

/// Says loudly that tests were skipped.
let missingSuites: Comment = "SKIPPED: no folder shared/suites beside the repository"

@Suite struct `The JSON suites` {
    @Test(.enabled(if: !JSONSuites.jsonSuite.isEmpty, missingSuites))
    func `have the files that we know`() {
        let names = JSONSuites.jsonSuite.map { $0.name.split(separator: "/").last ?? "" }
        #expect(names.count { $0.hasPrefix("y_") } == 95)
        #expect(names.count { $0.hasPrefix("n_") } == 188)
        #expect(JSONSuites.json5Suite.count == 113)
    }

    @Test(
        .enabled(if: !JSONSuites.jsonSuite.isEmpty, missingSuites),
        arguments: JSONSuites.jsonSuite
    )
    func `are read or refused as JSONTestSuite says`(file: SuiteFile) throws {
        let name = file.name.split(separator: "/").last ?? ""
        let document = try? JSONDocument(file.bytes, as: .json, limits: .standard)
        if name.hasPrefix("y_") { #expect(document != nil) }
        if name.hasPrefix("n_") { #expect(document == nil) }
        if let document { #expect(document.bytes == file.bytes) }
    }

    @Test(
        .enabled(if: !JSONSuites.json5Suite.isEmpty, missingSuites),
        arguments: JSONSuites.json5Suite
    )
    func `are read or refused as json5-tests says`(file: SuiteFile) throws {
        let isValid = file.name.hasSuffix(".json") || file.name.hasSuffix(".json5")
        // An empty or comments-only settings file has no settings yet; the suite wants a value.
        let isBlank = [
            "misc/empty.txt", "top-level-block-comment.txt", "top-level-inline-comment.txt",
        ]
        .contains { file.name.hasSuffix($0) }
        let document = try? JSONDocument(file.bytes, as: .json5, limits: .standard)
        #expect((document != nil) == (isValid || isBlank))
    }
}

/// One recorded edit with its exact result.
struct RecordedCase: Sendable, CustomTestStringConvertible {
    var format: Format
    var name: String
    var change: DocumentChange
    var before: String
    var after: String

    var testDescription: String { "\(format.rawValue): \(name)" }

    /// The cases of some formats; empty without the shared folder.
    static func load(_ formats: [String: Format]) -> [RecordedCase] {
        guard let file = JSONSuites.folder?.appending(path: "documents/cases.json"),
            let bytes = try? Foundation.Data(contentsOf: file),
            let document = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any],
            let cases = document["tree"] as? [[String: Any]]
        else { return [] }
        return cases.compactMap { item in
            guard let format = formats[item["fmt"] as? String ?? ""],
                let path = item["path"] as? [Any], let before = item["before"] as? String,
                let after = item["after"] as? String
            else { return nil }
            let elements = path.map { step in
                (step as? String).map(PathElement.key) ?? PathElement.index(step as? Int ?? 0)
            }
            let value = (item["val"] as? String).flatMap { text in
                try? JSONDocument(Array(text.utf8), as: .json, limits: .standard).root
            }
            return RecordedCase(
                format: format,
                name: item["name"] as? String ?? "",
                change: DocumentChange(DocumentPath(elements), value),
                before: before,
                after: after
            )
        }
    }
}

@Suite struct `A recorded JSON case` {
    static let cases = RecordedCase.load(["json": .json, "jsonc": .jsonc, "json5": .json5])

    @Test(.enabled(if: !cases.isEmpty, missingSuites), arguments: cases)
    func `is edited byte for byte`(recorded: RecordedCase) throws {
        let document = try recorded.format.parse(Array(recorded.before.utf8))
        let revision = try document.revised(by: recorded.change)
        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == recorded.after)
    }
}
