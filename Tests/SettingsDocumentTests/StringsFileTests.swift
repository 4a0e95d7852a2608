// The texts of .strings files, as translators and their tools write them.

import SettingsDocument
import SettingsModel
import TestSupport
import Testing

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

@Suite struct `A .strings file` {
    @Test(
        arguments: [
            ("", [:]), ("// only this", [:]), ("/* nothing\n yet */ // here", [:]),
            (
                "/* Title */\n\"title\" = \"Settings\"; // two\n\"last\" = \"\";\n",
                ["title": "Settings", "last": ""]
            ),
            ("\u{FEFF}\"a\" = \"1\";\r\n\r\n  \"b\" = \"2\";\r\n/* end */", ["a": "1", "b": "2"]),
            ("\"a\";\n\"b c\" ;\nd;", ["a": "a", "b c": "b c", "d": "d"]),
            ("a = 1; \"b\"=\"2\";c /*k*/=/*v*/x/y:z.w;", ["a": "1", "b": "2", "c": "x/y:z.w"]),
            ("a = 'b\"c'; d = \"it's\";", ["a": "b\"c", "d": "it's"]),
            ("a = 1; a = 2;", ["a": "2"]),
            ("a = \"x\ny\";", ["a": "x\ny"]),
            (#""%d \"items\"" = "%d\t\"items\"\n\\";"#, ["%d \"items\"": "%d\t\"items\"\n\\"]),
            (
                #"a = "\U00e9\u00e9\Ud83d\Ude00"; b = "\101\0005"; c = "\d\é";"#,
                ["a": "éé😀", "b": "A\05", "c": "dé"]
            ),
            (#"a = "\Ud83d";"#, ["a": "\u{FFFD}"]),
        ] as [(String, [String: String])]
    )
    func `has texts by their keys, in each encoding`(text: String, texts: [String: String]) throws {
        #expect(try StringsFile(Array(text.utf8)).texts == texts)
        for order in ByteOrder.allCases {
            #expect(try StringsFile(utf16(text, order)).texts == texts)
            let unmarked = Array(utf16(text, order).dropFirst(2))
            #expect(try StringsFile(unmarked).texts == texts, "without a mark")
        }
    }

    @Test(
        arguments: [
            (
                "\"a\" = \"b\"\n\"c\" = \"d\";\n",
                "2:1: found '\"', expected ';'. End the entry with ';'"
            ),
            (
                "\"é\" \"b\";\n",
                "1:5: found '\"', expected '=' after the key. Write it as key = value;"
            ),
            ("a = ;", "1:5: found ';', expected a value. Put text in double quotes"),
            ("a = ", "1:5: found the end of the file, expected a value. Put text in double quotes"),
            ("a = (1, 2);", "1:5: found '(', expected a value. Put text in double quotes"),
            ("{ a = 1; }", "1:1: found '{', expected a key. Put text in double quotes"),
            ("a = 1; é = 2;", "1:8: found 'é', expected a key. Put text in double quotes"),
            ("a = \"x;\n", "1:5: the string that begins here isn't closed. Close the quote"),
            (
                "/* a\n\"b\" = \"c\";\n",
                "1:1: the comment that begins here has no end. Close it with */"
            ),
            (
                #"a = "\U";"#,
                "1:6: found an escape that stands for nothing. Write a backslash as \\\\"
            ),
            (
                #"a = "\377";"#,
                "1:6: found an escape that stands for nothing. Write a backslash as \\\\"
            ),
        ] as [(String, String)]
    )
    func `is refused with its place, in each encoding`(text: String, message: String) {
        for bytes in [Array(text.utf8), utf16(text, .bigEndian), utf16(text, .littleEndian)] {
            let error = #expect(throws: DocumentError.self) { try StringsFile(bytes) }
            #expect(error?.code == .syntax)
            let place = error.map { "\($0.place.line):\($0.place.column)" } ?? ""
            #expect("\(place): \(error?.problem ?? ""). \(error?.advice ?? "")" == message)
        }
    }

    @Test func `in UTF-16 is shown with the line that can't be read`() {
        let bytes = utf16("\"a\" = \"é\";\n\"b\" \"c\";\n", .littleEndian)
        #expect(
            excerpt(at: SourcePlace(line: 2, column: 5), in: bytes)
                == "  2 | \"b\" \"c\";\n    |     ^"
        )
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x61], .encoding, 1),
            ([0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00], .encoding, 1),
            ([0xFE, 0xFF, 0x65, 0xE5, 0x67, 0x2C, 0xDC, 0x00], .encoding, 3),
            ([0x61, 0x00, 0x3B], .encoding, 2), ([0x61, 0xC3, 0x3B], .utf8, 2),
        ] as [([UInt8], DocumentError.Code, Int)]
    )
    func `is refused when it has half a character, with a mark of its encoding or without`(
        bytes: [UInt8],
        code: DocumentError.Code,
        column: Int
    ) {
        let error = #expect(throws: DocumentError.self) { try StringsFile(bytes) }
        #expect(error?.code == code)
        #expect(error?.place == SourcePlace(line: 1, column: column))
    }

    @Test func `of any bytes is read, or refused`() {
        var random = SeededRandom(seed: 1)
        let signs = Array("\"'\\=;/*{}(<aU0\n é".utf8)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0..<24, using: &random)
            let bytes = (0..<count).map { _ in signs.randomElement(using: &random) ?? 0 }
            // What isn't read throws; neither of the two may trap.
            let texts = try? StringsFile(bytes).texts
            #expect((texts?.count ?? 0) <= bytes.count)
            _ = UnknownFormat(path: "a.strings", bytes: bytes)
        }
    }
}
