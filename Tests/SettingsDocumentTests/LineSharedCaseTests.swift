// The shared cases of line-based files, byte for byte.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

/// One case of `documents/cases.json`.
private struct SharedCase: Decodable, Sendable, CustomTestStringConvertible {
    var dialect: String
    var name: String
    var section: String
    var key: String
    var val: String
    var before: String
    var after: String

    var testDescription: String { "\(dialect): \(name)" }

    var format: Format? {
        switch dialect {
        case "git": .gitConfig
        case "desktop": .desktopEntry
        default: Format(rawValue: dialect)
        }
    }

    private struct Cases: Decodable { var lines: [SharedCase] }

    /// All cases, or none where the folder isn't there.
    static let all: [SharedCase] = {
        guard let folder = JSONSuites.folder,
            let text = try? Foundation.Data(
                contentsOf: folder.appending(path: "documents/cases.json")
            ),
            let cases = try? JSONDecoder().decode(Cases.self, from: text)
        else { return [] }
        return cases.lines
    }()
}

@Suite struct `A shared case of lines` {
    @Test(.enabled(if: !SharedCase.all.isEmpty, missingSuites), arguments: SharedCase.all)
    fileprivate func `comes out byte for byte`(example: SharedCase) throws {
        let format = try #require(example.format)
        let document = try format.parse(Array(example.before.utf8))
        let keys = example.section.isEmpty ? [example.key] : [example.section, example.key]
        // The cases name keys as a person would; settingsctl file asks for the file's spelling, too.
        let path = document.spelled(DocumentPath(keys.map(PathElement.key)))
        let revision = try document.revised(by: DocumentChange(path, .string(example.val)))
        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == example.after)
    }
}
