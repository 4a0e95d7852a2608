// The suites and the recorded edits beside the repository, for tests that need them.

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

/// Material beside the repository that tests read when it is there.
enum SharedFolder {
    /// The folder `shared` beside the repository, or beside a folder that it is in; nil without one.
    static let url: URL? = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let shared = folder.appending(path: "shared")
            let suites = shared.appending(path: "suites").path
            if FileManager.default.fileExists(atPath: suites) { return shared }
        }
        return nil
    }()

    /// Says loudly that tests were skipped.
    static let isMissing: Comment = "SKIPPED: no folder shared/suites beside the repository"

    static let toml = suite("toml")
    static let yaml = suite("yaml")
    static let json = suite("json").filter { $0.name.contains("test_parsing/") }
    static let json5 = suite("json5").filter { file in
        [".json", ".json5", ".js", ".txt"].contains { file.name.hasSuffix($0) }
    }

    /// The files of a suite, unpacked into a temporary folder and read; empty without the suite.
    private static func suite(_ name: String) -> [SuiteFile] {
        guard let archive = url?.appending(path: "suites/\(name).tar.xz") else { return [] }
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
}

/// One recorded edit of `documents/cases.json` with its exact result.
struct RecordedCase: Sendable, CustomTestStringConvertible {
    var format: Format
    var name: String
    var change: DocumentChange
    var before: String
    var after: String

    var testDescription: String { "\(format.rawValue): \(name)" }

    /// All cases; empty without the shared folder.
    static let all: [RecordedCase] = {
        guard let file = SharedFolder.url?.appending(path: "documents/cases.json"),
            let bytes = try? Foundation.Data(contentsOf: file),
            let document = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any],
            let trees = document["tree"] as? [[String: Any]],
            let lines = document["lines"] as? [[String: Any]]
        else { return [] }
        return trees.compactMap(RecordedCase.init(tree:))
            + lines.compactMap(RecordedCase.init(line:))
    }()

    private static let formats: [String: Format] = [
        "xml": .xmlPropertyList, "git": .gitConfig, "desktop": .desktopEntry,
    ]

    private init?(_ item: [String: Any], _ kind: String, _ path: [Any], _ value: SettingValue?) {
        guard let word = item[kind] as? String,
            let format = Self.formats[word] ?? Format(rawValue: word),
            let before = item["before"] as? String, let after = item["after"] as? String
        else { return nil }
        let elements = path.map { step in
            (step as? String).map(PathElement.key) ?? PathElement.index(step as? Int ?? 0)
        }
        self.format = format
        self.before = before
        self.after = after
        name = item["name"] as? String ?? ""
        change = DocumentChange(DocumentPath(elements), value)
    }

    /// A case of a format of trees; its value is in JSON.
    private init?(tree item: [String: Any]) {
        let value = (item["val"] as? String).flatMap { try? read($0, .json) }
        self.init(item, "fmt", item["path"] as? [Any] ?? [], value)
    }

    /// A case of a format of lines.
    private init?(line item: [String: Any]) {
        let keys = [item["section"], item["key"]].compactMap { $0 as? String }
        let value = (item["val"] as? String).map(SettingValue.string)
        self.init(item, "dialect", keys.filter { !$0.isEmpty }, value)
    }
}

@Suite(.enabled(if: SharedFolder.url != nil, SharedFolder.isMissing))
struct `A recorded edit` {
    @Test(arguments: RecordedCase.all)
    func `comes out byte for byte`(recorded: RecordedCase) throws {
        let document = try recorded.format.parse(Array(recorded.before.utf8))
        // The cases name keys as a person would; settingsctl file asks for the file's spelling, too.
        let path = document.spelled(recorded.change.path)
        let revision = try document.revised(by: DocumentChange(path, recorded.change.value))
        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == recorded.after)
    }

    @Test func `is one of those that we know`() { #expect(RecordedCase.all.count == 110) }
}
