// Keys that Unicode calls equivalent are two keys in every format.

import SettingsDocument
import SettingsModel
import Testing

private let composed = "\u{E9}"
private let decomposed = "e\u{301}"
private let first = DocumentPath([.key(composed)])
private let second = DocumentPath([.key(decomposed)])

/// A text with both keys, and what it is when the second has been set to 3.
private let texts: [(format: Format, before: String, after: String)] = [
    (
        .toml,
        "\"\(composed)\" = 1\n\"\(decomposed)\" = 2\n",
        "\"\(composed)\" = 1\n\"\(decomposed)\" = 3\n"
    ),
    (
        .json,
        "{\"\(composed)\": 1, \"\(decomposed)\": 2}\n",
        "{\"\(composed)\": 1, \"\(decomposed)\": 3}\n"
    ),
    (.json, #"{"\u00e9": 1, "e\u0301": 2}"#, #"{"\u00e9": 1, "e\u0301": 3}"#),
    (
        .xmlPropertyList,
        """
        <plist version="1.0"><dict>
        <key>\(composed)</key><integer>1</integer>
        <key>\(decomposed)</key><integer>2</integer>
        </dict></plist>
        """,
        """
        <plist version="1.0"><dict>
        <key>\(composed)</key><integer>1</integer>
        <key>\(decomposed)</key><integer>3</integer>
        </dict></plist>
        """
    ),
]

@Suite struct `Equivalent keys` {
    @Test(arguments: texts)
    func `are two, and an edit of one leaves the other`(
        format: Format,
        before: String,
        after: String
    ) throws {
        let document = try format.parse(Array(before.utf8))
        #expect(document.entries.map(\.value) == [.integer(1), .integer(2)])
        #expect(Set(document.entries.map(\.keyPath)).count == 2)

        let revision = document.revised(by: [DocumentChange(second, .integer(3))])

        #expect(revision.refusals.isEmpty)
        #expect(revision.document.bytes == Array(after.utf8))
    }

    @Test(arguments: texts)
    func `come and go alone`(format: Format, before: String, after: String) throws {
        let document = try format.parse(Array(before.utf8))
        let removed = document.revised(by: [DocumentChange(first, nil)])
        #expect(removed.refusals.isEmpty)
        #expect(
            removed.document.root == .dictionary([.init(decomposed, .integer(2))])
        )
        let restored = removed.document.revised(by: [DocumentChange(first, .integer(1))])
        #expect(restored.refusals.isEmpty)
        #expect(restored.document.root == document.root)
    }

    @Test(arguments: [Format.toml, .json, .xmlPropertyList, .binaryPropertyList])
    func `are set together, in a table too`(format: Format) throws {
        let table = DocumentPath([.key("table")])
        let value = SettingValue.dictionary([
            .init(composed, .integer(1)), .init(decomposed, .integer(2)),
        ])
        let start = try format.parse(format.emptyFile)
        let revision = start.revised(by: [
            DocumentChange(first, .integer(1)), DocumentChange(second, .integer(2)),
            DocumentChange(table, value),
        ])
        #expect(revision.refusals.isEmpty)
        let again = try format.parse(revision.document.bytes)
        #expect(
            again.root
                == .dictionary([
                    .init(composed, .integer(1)), .init(decomposed, .integer(2)),
                    .init("table", value),
                ])
        )
    }

    @Test func `are two where there are more than a few`() throws {
        let others = (0..<20).map { "\"k\($0)\": 0" }.joined(separator: ", ")
        let text = "{\(others), \"\(composed)\": 1, \"\(decomposed)\": 2}\n"
        let document = try Format.json.parse(Array(text.utf8))
        #expect(document.entries.count == 22)
    }
}

@Suite struct `Equivalent values` {
    @Test(arguments: [Format.toml, .json, .xmlPropertyList])
    func `are told apart by an edit`(format: Format) throws {
        let path = DocumentPath([.key("name")])
        let start = try format.parse(format.emptyFile)
        let old = start.revised(by: [DocumentChange(path, .string(composed))]).document
        let new = old.revised(by: [DocumentChange(path, .string(decomposed))])
        #expect(new.document.bytes != old.bytes)
        #expect(new.document.root == .dictionary([.init("name", .string(decomposed))]))
    }
}
