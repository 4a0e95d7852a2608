// What is wrong with a TOML file, and where.

import SettingsDocument
import SettingsModel
import Testing

/// A text that can't be read, with the first thing that's wrong.
struct TOMLBrokenText: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var code: DocumentError.Code
    var line: Int
    var column: Int

    init(_ name: String, _ bytes: [UInt8], _ code: DocumentError.Code, _ line: Int, _ column: Int) {
        self.name = name
        self.bytes = bytes
        self.code = code
        self.line = line
        self.column = column
    }

    init(_ text: String, _ code: DocumentError.Code, _ line: Int, _ column: Int) {
        self.init(text, Array(text.utf8), code, line, column)
    }

    var testDescription: String { name }
}

@Suite struct `A broken TOML file` {
    static let texts: [TOMLBrokenText] = [
        .init("a = 1\noops =\n", .syntax, 2, 7),
        .init("oops =", .syntax, 1, 7),
        .init("oops\n", .syntax, 1, 5),
        .init("= 1\n", .syntax, 1, 1),
        .init("a = yes\n", .syntax, 1, 5),
        .init("a = \"x\n", .syntax, 1, 5),
        .init("a = \"\\q\"\n", .syntax, 1, 6),
        .init("é = 1\n", .syntax, 1, 1),
        .init("a = \"日本\" x\n", .syntax, 1, 10),
        .init("a = 1\na = 2\n", .duplicate, 2, 1),
        .init("a.b = 1\n  a.b = 2\n", .duplicate, 2, 3),
        .init("[t]\n[t]\n", .duplicate, 2, 2),
        .init("a = { b = 1, b = 2 }\n", .duplicate, 1, 14),
        .init("a = \"x\"\na.deeper = 5\n", .conflict, 2, 1),
        .init("a.deeper = 5\na = \"x\"\n", .conflict, 2, 1),
        .init("a = 1\n[a]\n", .conflict, 2, 2),
        .init("a = 1\n[[a]]\n", .conflict, 2, 3),
        .init("NUL", Array("a = 1\nb = \"".utf8) + [0, 0x22], .control, 2, 6),
        .init("ESC", Array("# \u{1B}[31m\n".utf8), .control, 1, 3),
        .init("lone CR", Array("a = 1\rb = 2\n".utf8), .control, 1, 6),
        .init("Latin-1", Array("a = 1\nb = \"".utf8) + [0xE9, 0x22], .utf8, 2, 6),
        .init("surrogate", Array("a = \"".utf8) + [0xED, 0xA0, 0x80, 0x22], .utf8, 1, 6),
        .init("cut off", Array("a = \"".utf8) + [0xE2, 0x82], .utf8, 1, 6),
        .init("a = 9223372036854775808\n", .range, 1, 5),
        .init("a = -9223372036854775809\n", .range, 1, 5),
        .init("a = 0x8000000000000000\n", .range, 1, 5),
        .init("[", .syntax, 1, 2),
        .init("[[", .syntax, 1, 3),
        .init("[.]", .syntax, 1, 2),
        .init("[..]", .syntax, 1, 2),
        .init("a = [1,,2]\n", .syntax, 1, 8),
        .init("a = [1 2]\n", .syntax, 1, 8),
        .init("a = { b = 1\n", .syntax, 2, 1),
        .init("\u{FEFF}a = \n", .syntax, 1, 5),
    ]

    @Test(arguments: texts)
    func `says what is wrong and where`(_ text: TOMLBrokenText) {
        let error = #expect(throws: DocumentError.self) {
            try TOMLDocument(text.bytes, as: .toml, limits: .standard)
        }
        #expect(error?.code == text.code)
        #expect(error?.place == SourcePlace(line: text.line, column: text.column))
    }

    @Test(arguments: [
        (
            "a = 1\noops =\n", "found the end of the line, expected a value",
            "Write a value after the '=', text in double quotes"
        ),
        ("a.b = 1\na.b = 2\n", "'a.b' is already set on line 1", "Remove one of the two"),
        (
            "a = 1\na.b = 2\n", "'a' is already a value on line 1",
            "Give one of the two another name, or move the key to that table"
        ),
        ("a = yes\n", "'yes' is not a value", "Put text in double quotes"),
        ("a 1\n", "found '1' after the key, expected '='", "Write the setting as key = value"),
        (
            "[t]\n[t]\n", "the table 't' is already defined on line 1",
            "Put the keys of both under one header"
        ),
    ])
    func `is told to its reader in these words`(text: String, problem: String, advice: String) {
        let error = #expect(throws: DocumentError.self) { try toml(text) }
        #expect(error?.problem == problem)
        #expect(error?.advice == advice)
    }
}

@Suite struct `The limits of a TOML file` {
    private func read(_ text: String, _ limits: Limits) throws(DocumentError) -> TOMLDocument {
        try TOMLDocument(Array(text.utf8), as: .toml, limits: limits)
    }

    @Test func `hold for nested tables`() {
        let text = String(repeating: "{a=", count: 100_000) + String(repeating: "}", count: 100_000)
        #expect(throws: DocumentError.self) { try read("a = " + text, .standard) }
    }

    @Test func `hold for dotted keys and headers`() throws {
        let limits = Limits.standard
        let dots = String(repeating: "a.", count: limits.nesting)
        #expect(try read(dots + "a = 1", limits).edits(for: [], style: .natural).isEmpty)
        #expect(throws: DocumentError.self) { try read("a." + dots + "a = 1", limits) }
        #expect(throws: DocumentError.self) { try read("[\(dots)a]", limits) }
        #expect(throws: DocumentError.self) { try read("[\(dots)a.a.a]", limits) }
    }

    @Test func `hold for the number of keys`() throws {
        var limits = Limits.standard
        limits.keysPerDomain = 3
        for text in [
            "a = 1\nb = 2\nc = 3\n", "[a]\n[b]\n[c]\nd = [1, 2, 3, {x = 1}]\n",
            "a = {x = 1, y = 2, z = {}}\n",
        ] {
            #expect(try read(text, limits).entries.count <= 3)
        }
        for text in [
            "a = 1\nb = 2\nc = 3\nd = 4", "[a]\n[b]\n[c]\n[d]\n", "a = 1\n[[b]]\n[c]\n[d]\n",
        ] {
            let error = #expect(throws: DocumentError.self) { try read(text, limits) }
            #expect(error?.code == .tooMany)
        }
    }
}
