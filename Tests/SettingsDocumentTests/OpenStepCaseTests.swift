// The nasty cases of OpenStep property lists and .strings files, one by one.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

private let x = SettingValue.string("x")
private let two = SettingValue.string("2")

private func openStep(
    _ name: String,
    _ before: String,
    _ changes: [DocumentChange],
    _ after: String
) -> ByteCase {
    ByteCase(name, .openStepPropertyList, before, changes, after)
}

private func strings(
    _ name: String,
    _ before: String,
    _ changes: [DocumentChange],
    _ after: String
) -> ByteCase {
    ByteCase(name, .strings, before, changes, after)
}

@Suite struct `A nasty OpenStep case` {
    static let cases: [ByteCase] = [
        openStep("48 plain", "{ a = 1; }\n", [set("a", two)], "{ a = 2; }\n"),
        openStep("48 new key", "{ a = 1; }\n", [set("b", x)], "{ a = 1; b = x; }\n"),
        openStep(
            "48 opened",
            "{\n    a = {};\n}\n",
            [set("a/b", x)],
            "{\n    a = {\n        b = x;\n    };\n}\n"
        ),
        openStep("48 filled", "{\n}\n", [set("a", x)], "{\n    a = x;\n}\n"),
        openStep(
            "49 missing last semicolon",
            "{ a = 1; b = 2 }",
            [set("c", x)],
            "{ a = 1; b = 2; c = x }"
        ),
        openStep("49 last one removed", "{ a = 1; b = 2 }", [remove("b")], "{ a = 1 }"),
        strings(
            "50 without braces",
            "\"a\" = \"1\";\n\"b\" = \"2\";\n",
            [set("a", x), set("c", x), remove("b")],
            "\"a\" = \"x\";\n\"c\" = \"x\";\n"
        ),
        strings("50 new file", "", [set("a b", x)], "\"a b\" = \"x\";\n"),
        strings(
            "50 after the last comment",
            "/* None. */\n",
            [set("a", x)],
            "/* None. */\n\"a\" = \"x\";\n"
        ),
        strings(
            "50 all replaced",
            "\"a\" = \"1\"; // a\n",
            [remove("a"), set("b", x)],
            "\"b\" = \"x\";\n"
        ),
        strings(
            "50 key is its value",
            "\"a\";\n\"b\";\n",
            [set("a", x)],
            "\"a\" = \"x\";\n\"b\";\n"
        ),
        openStep(
            "51 comments kept",
            "// top\n{\n  /* a's */\n  a = 1; // one\n  // b = 2;\n  c /* k */ = /* v */ 3; /* w */\n  /* tail */\n}\n// end\n",
            [set("a", two), set("c", x), set("d", x)],
            "// top\n{\n  /* a's */\n  a = 2; // one\n  // b = 2;\n  c /* k */ = /* v */ x; /* w */\n  d = x;\n  /* tail */\n}\n// end\n"
        ),
        openStep(
            "51 comment that a line separator ends",
            "{ a = 1; // one\u{2028}}",
            [set("b", x)],
            "{ a = 1; // one\u{2028} b = x;}"
        ),
        openStep(
            "51 comment that a line separator ends, no semicolon",
            "(1 // one\u{2029} )",
            [set("1", x)],
            "(1, // one\u{2029} x )"
        ),
        openStep(
            "51 removed with a comment that a line separator ends",
            "{ a = 1; // one\u{2028} b = 2; }",
            [remove("a")],
            "{\u{2028} b = 2; }"
        ),
        openStep(
            "51 comments around the last entry",
            "{\n  /* a */ a = 1; // one\n}",
            [set("b", x)],
            "{\n  /* a */ a = 1; // one\n  b = x;\n}"
        ),
        openStep(
            "51 removed with its comment",
            "{\n  // why\n  a = 1; // one\n  b = 2;\n}\n",
            [remove("a")],
            "{\n  // why\n  b = 2;\n}\n"
        ),
        openStep(
            "52 unquoted characters",
            "{ a_$/:.-b = /x/y:z; }",
            [set("a_$", x)],
            "{ a_$/:.-b = /x/y:z; \"a_$\" = x; }"
        ),
        openStep(
            "52 quoted where it must be",
            "{ a = b; }",
            [set("a", .string("b c"))],
            "{ a = \"b c\"; }"
        ),
        openStep("52 empty string", "{ a = b; }", [set("a", .string(""))], "{ a = \"\"; }"),
        openStep(
            "52 quotes kept",
            "{ a = \"b\"; c = 'd'; }",
            [set("a", x), set("c", .string("it's"))],
            "{ a = \"x\"; c = 'it\\'s'; }"
        ),
        openStep(
            "53 escapes kept when equal",
            "{ a = \"\\U00e9\\351\\n\"; }",
            [set("a", .string("éØ\n"))],
            "{ a = \"\\U00e9\\351\\n\"; }"
        ),
        openStep(
            "53 new escapes",
            "{ a = b; }",
            [set("a", .string("\"\\\n\u{1}5\u{7F}"))],
            "{ a = \"\\\"\\\\\\n\\0015\\177\"; }"
        ),
        openStep(
            "54 equal data kept",
            "{ a = <0fbd 77>; }",
            [set("a", .data([0x0F, 0xBD, 0x77]))],
            "{ a = <0fbd 77>; }"
        ),
        openStep(
            "54 data",
            "{ a = <0fbd 77>; }",
            [set("a", .data([1, 2, 3, 4, 0xFF]))],
            "{ a = <01020304 ff>; }"
        ),
        openStep(
            "55 GNUstep types",
            "{ a = <*I5>; b = <*BY>; c = <*R1.5>; d = <*D2001-01-01 00:00:00 +0000>; }",
            [
                set("a", .integer(6)), set("b", .boolean(false)), set("c", .real(2)),
                set("d", .date(SettingDate(seconds: 0))), set("e", .integer(1)),
            ],
            "{ a = <*I6>; b = <*BN>; c = <*R2.0>; d = <*D1970-01-01 00:00:00 +0000>; e = <*I1>; }"
        ),
        openStep(
            "56 trailing comma",
            "{ l = ( a, b, ); }",
            [set("l/2", x)],
            "{ l = ( a, b, x, ); }"
        ),
        openStep("56 no trailing comma", "{ l = (a, b); }", [remove("l/1")], "{ l = (a); }"),
        openStep(
            "56 tall array",
            "(\n    a, // A\n    b  // B\n)\n",
            [set("2", x)],
            "(\n    a, // A\n    b,  // B\n    x\n)\n"
        ),
        openStep(
            "57 newline in quotes",
            "{ a = \"1\n2\"; b = 1; }",
            [set("b", two)],
            "{ a = \"1\n2\"; b = 2; }"
        ),
        openStep("58 order", "{ z = 1; a = 2; }", [set("m", x)], "{ z = 1; a = 2; m = x; }"),
        openStep(
            "59 no boolean",
            "{ a = YES; b = 1; }",
            [set("a", .boolean(false)), set("c", .integer(7))],
            "{ a = NO; b = 1; c = 7; }"
        ),
        openStep(
            "duplicates: the last one",
            "{ a = 1; a = 2; }",
            [set("a", x)],
            "{ a = 1; a = x; }"
        ),
        openStep(
            "tabs and CRLF",
            "{\r\n\ta = 1;\r\n\tb = {\r\n\t};\r\n}\r\n",
            [set("b/c", x)],
            "{\r\n\ta = 1;\r\n\tb = {\r\n\t\tc = x;\r\n\t};\r\n}\r\n"
        ),
        openStep(
            "an Xcode project",
            "// !$*UTF8*$!\n{\n\tobjects = {\n\t\tA1 /* x.c */ = {isa = PBXFile; path = x.c; };\n\t\tB2 = {\n\t\t\tfiles = (\n\t\t\t\tA1 /* x.c */,\n\t\t\t);\n\t\t};\n\t};\n}\n",
            [set("objects/A1/path", .string("y z.c")), set("objects/B2/files/1", .string("C3"))],
            "// !$*UTF8*$!\n{\n\tobjects = {\n\t\tA1 /* x.c */ = {isa = PBXFile; path = \"y z.c\"; };\n\t\tB2 = {\n\t\t\tfiles = (\n\t\t\t\tA1 /* x.c */,\n\t\t\t\tC3,\n\t\t\t);\n\t\t};\n\t};\n}\n"
        ),
    ]

    @Test(arguments: cases)
    func `gives exactly these bytes`(edit: ByteCase) throws { try edit.check() }

    @Test(
        arguments: [
            ("hello", .string("hello")), ("http://x/y", .string("http://x/y")),
            ("\"\\351\\d\\a\\0005\"", .string("Ød\u{7}\05")),
            ("\"\\U00e9\\u00e9\\Ud83d\\Ude00\"", .string("éé😀")), ("'a\"b'", .string("a\"b")),
            ("\"x\\\ny\"", .string("x\ny")), ("<>", .data([])), ("<[AQID]>", .data([1, 2, 3])),
            ("\"\\Ud83d\"", .raw("\"\\Ud83d\"")), ("<*BN>", .boolean(false)),
            ("<*I18446744073709551615>", .raw("18446744073709551615")),
            ("<*D2001-12-31 23:00:00 -0100>", .date(SettingDate(seconds: 1_009_843_200))),
            ("// only this", .dictionary([])), ("", .dictionary([])),
            ("{\u{2028}a=b;}", .dictionary([.init("a", .string("b"))])),
            ("a;", .dictionary([.init("a", .string("a"))])),
        ] as [(String, SettingValue)]
    )
    func `reads exactly`(text: String, value: SettingValue) throws {
        #expect(try Format.openStepPropertyList.parse(Array(text.utf8)).root == value)
    }

    @Test(arguments: [
        ("{ a = 1; b = 2 c = 3; }", 15), ("{ a = ; }", 6), ("{ = 1; }", 2), ("{ a 1; }", 4),
        ("{ a = 1; ", 0), ("(a b)", 3), ("(a,, b)", 3), ("{ (a) = b; }", 2), ("\"x", 0),
        ("<0f b>", 0), ("<0f", 0), ("<*I5.5>", 0), ("<*X5>", 0), ("<*BM>", 0), ("a b", 2),
        ("{a=b;} x", 7), ("a = 1", 5), ("/* x", 0), ("\"\\U\"", 1), ("\"\\377\"", 1),
        ("{a=+1;}", 3),
        ("a = 1; {", 7), ("é", 0), ("{a=b;;}", 5),
    ])
    func `is refused with its place`(text: String, offset: Int) {
        let error = #expect(throws: DocumentError.self) {
            try Format.openStepPropertyList.parse(Array(text.utf8))
        }
        #expect(error?.code == .syntax)
        #expect(error?.offset == offset)
    }

    @Test(arguments: [512, 513, 100_000])
    func `may nest to the limit`(depth: Int) throws {
        let text = String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
        guard depth > Limits.standard.nesting else {
            _ = try Format.openStepPropertyList.parse(Array(text.utf8))
            return
        }
        let error = #expect(throws: DocumentError.self) {
            try Format.openStepPropertyList.parse(Array(text.utf8))
        }
        #expect(error?.code == .tooDeep)
    }

    @Test(arguments: [SettingValue.null, .raw("x"), .array([.null])])
    func `can't hold everything`(value: SettingValue) throws {
        let document = try Format.openStepPropertyList.parse(Array("{ a = 1; }".utf8))
        let error = #expect(throws: EditError.self) {
            try document.revised(by: DocumentChange("a", value)) as Revision
        }
        #expect(error?.code == .unrepresentable)
    }
}

@Suite struct `A .strings file in UTF-16` {
    private static let text = "/* é */\r\n\"a\" = \"😀\";\r\n\"b\" = \"2\"; // b\r\n"

    private func encoded(_ text: String, _ encoding: String.Encoding) -> [UInt8] {
        let mark: [UInt8] = encoding == .utf16BigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
        return mark + (text.data(using: encoding).map { [UInt8]($0) } ?? [])
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func `is edited as one in UTF-8`(encoding: String.Encoding) throws {
        let narrow = try Format.strings.parse(Array(Self.text.utf8))
        let wide = try Format.strings.parse(encoded(Self.text, encoding))
        #expect(wide.root == narrow.root)
        #expect(wide.lines.flatMap { Array(wide.bytes[$0.range]) } == wide.bytes)
        let changes: [DocumentChange] = [
            set("a", .string("é\u{1F601}")), set("c", .string("x")), remove("b"),
            set("b", .string("x")),
        ]
        for change in changes {
            let (one, other) = (try narrow.revised(by: change), try wide.revised(by: change))
            let text = String(decoding: one.document.bytes, as: UTF8.self)
            #expect(other.document.bytes == encoded(text, encoding))
            #expect(other.edits.count == one.edits.count)
        }
        let entry = try #require(wide.entries.last)
        #expect(SourcePlaces(wide.bytes).place(entry.offset) == SourcePlace(line: 3, column: 1))
    }

    @Test func `is refused with its place`() throws {
        let bytes = encoded("\"a\" = \"é\";\n\"b\" \"c\";\n", .utf16LittleEndian)
        let error = #expect(throws: DocumentError.self) { try Format.strings.parse(bytes) }
        #expect(error?.place == SourcePlace(line: 2, column: 5))
        #expect(error?.offset == 2 + 2 * 15)
        #expect(
            excerpt(at: SourcePlace(line: 2, column: 5), in: bytes)
                == "  2 | \"b\" \"c\";\n    |     ^"
        )
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x61], 2), ([0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00], 2),
            // Three bytes of UTF-8 for two of UTF-16: the place is the file's.
            ([0xFE, 0xFF, 0x65, 0xE5, 0x67, 0x2C, 0xDC, 0x00], 6),
        ] as [([UInt8], Int)]
    )
    func `is refused when it has half a character`(bytes: [UInt8], offset: Int) {
        let error = #expect(throws: DocumentError.self) { try Format.strings.parse(bytes) }
        #expect(error?.code == .encoding)
        #expect(error?.offset == offset)
    }
}
