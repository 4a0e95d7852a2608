// New keys that are taken out again: the file is as it was before them.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import TestSupport
import Testing

/// The bytes of a file after changes, one after the other.
private func text(_ before: String, _ keys: [(String, SettingValue?)]) throws -> String {
    var document: any Document = try toml(before)
    for (key, value) in keys {
        let change = DocumentChange(DocumentPath([.key(key)]), value)
        document = try document.revised(by: change).document
    }
    return String(decoding: document.bytes, as: UTF8.self)
}

@Suite struct `A new key that is taken out again` {
    @Test(arguments: Format.allCases.filter { $0 != .binaryPropertyList })
    func `leaves each file as it was`(format: Format) throws {
        let path = DocumentPath([.key("newkey")])
        for sample in format.samples {
            guard let old = try? format.parse(sample),
                let new = try? old.revised(by: DocumentChange(path, .string("1"))).document
            else { continue }

            let back = try new.revised(by: DocumentChange(path, nil)).document

            let before = String(decoding: old.bytes, as: UTF8.self)
            #expect(String(decoding: back.bytes, as: UTF8.self) == before, "\(format)")
        }
    }

    @Test(arguments: [
        "[t]\nx = 1\n", "\u{FEFF}[t]\nx = 1\n", "[t]\r\nx = 1\r\n", "\n[t]\nx = 1\n",
        "# t\n[t]\nx = 1\n", "# file\n\n[t]\nx = 1\n", "# file\n\n# t\n[t]\nx = 1\n",
        "# file\n\n\n[t]\n", "[t]", "[[t]]\nx = 1\n", "", "# file\n", "# file\n\n",
    ])
    func `leaves no blank line above a table`(before: String) throws {
        #expect(try text(before, [("k", .integer(1)), ("k", nil)]) == before)
        let two: [(String, SettingValue?)] = [
            ("k", .integer(1)), ("l", .integer(2)), ("k", nil), ("l", nil),
        ]
        #expect(try text(before, two) == before)
    }
}

@Suite struct `A blank line below the keys above the first table` {
    @Test(arguments: [
        // It sets nothing apart any more.
        ("k = 1\n\n[t]\n", "[t]\n"), ("k = 1 # one\n\n# t\n[t]\n", "# t\n[t]\n"),
        ("\u{FEFF}k = 1\r\n\r\n[t]\r\n", "\u{FEFF}[t]\r\n"), ("k.a = 1\nk.b = 2\n\n[t]\n", "[t]\n"),
        ("# file\n\nk = 1\n\n[t]\n", "# file\n\n[t]\n"), ("k = 1\n\n\n[t]\n", "\n[t]\n"),
        // It sets other lines apart.
        ("# k\nk = 1\n\n[t]\n", "# k\n\n[t]\n"), ("a = 0\nk = 1\n\n[t]\n", "a = 0\n\n[t]\n"),
        ("a = 0\n\nk = 1\n\n[t]\n", "a = 0\n\n\n[t]\n"),
        ("k = 1\n\na = 0\n\n[t]\n", "\na = 0\n\n[t]\n"),
        ("a = '''\n# no comment\n'''\n\nk = 1\n\n[t]\n", "a = '''\n# no comment\n'''\n\n\n[t]\n"),
        // There is none, or no table.
        ("k = 1\n[t]\n", "[t]\n"), ("k = 1\n# t\n\n[t]\n", "# t\n\n[t]\n"),
        ("k = 1\n\n# end\n", "\n# end\n"),
    ])
    func `goes with the last key that it set apart`(before: String, after: String) throws {
        #expect(try text(before, [("k", nil)]) == after)
    }

    @Test func `stays for a key that comes as another goes`() throws {
        let document = try toml("k = 1\n\n[t]\n")
        let revision = document.revised(by: [
            DocumentChange(DocumentPath([.key("k")]), nil),
            DocumentChange(DocumentPath([.key("l")]), .integer(2)),
        ])
        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == "l = 2\n\n[t]\n")
    }

    @Test func `goes with a table and its keys`() throws {
        #expect(try text("k = 1\n\n[t]\nx = 1\n", [("t", nil), ("k", nil)]) == "")
        #expect(try text("k = 1\n\n[t]\nx = 1\n", [("k", nil), ("t", nil)]) == "")
    }
}
