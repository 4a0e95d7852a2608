// What JSON files say and where, and what keeps them from being read.

import SettingsDocument
import SettingsModel
import Testing

private let one = SettingValue.integer(1)

@Suite struct `A JSON value` {
    @Test(
        arguments: [
            ("1", one), ("-0", .integer(0)), ("1.0", .real(1)), ("-0.0", .real(-0.0)),
            ("1e400", .raw("1e400")),
            ("-1e400", .raw("-1e400")), ("1e-400", .raw("1e-400")), ("0e-400", .real(0)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .raw("9223372036854775808")), ("\"\\u0000\"", .string("\0")),
            ("\"\\ud83d\\ude00\"", .string("😀")), ("\"\\udc00\"", .raw("\"\\udc00\"")),
        ] as [(String, SettingValue)]
    )
    func `reads exactly`(text: String, value: SettingValue) throws {
        #expect(try Format.json.parse(Array(text.utf8)).root == value)
    }

    @Test(
        arguments: [
            (".5", .real(0.5)), ("5.", .real(5)), ("5.e1", .real(50)), ("-0x1F", .integer(-31)),
            ("+Infinity", .real(.infinity)), ("0xFFFFFFFFFFFFFFFFF", .raw("0xFFFFFFFFFFFFFFFFF")),
            (
                "{null: 1, \\u0061b: 2}",
                .dictionary([.init("null", .integer(1)), .init("ab", .integer(2))])
            ),
        ] as [(String, SettingValue)]
    )
    func `reads in JSON5`(text: String, value: SettingValue) throws {
        #expect(try Format.json5.parse(Array(text.utf8)).root == value)
    }
}

@Suite struct `A JSON error` {
    @Test(arguments: [
        (Format.json, "", DocumentError.Code.syntax, 0, "the file is empty, expected a value"),
        (.json, " \n", .syntax, 2, "the file is empty, expected a value"),
        (
            .json, "{\"a\": 1,}", .syntax, 7,
            "found a comma before '}', which a .json file can't have"
        ),
        (.jsonc, "{,}", .syntax, 1, "found ',', expected a key in double quotes"),
        (.jsonc, "[1,,2]", .syntax, 3, "found ',', expected a value"),
        (.json, "{\"a\" 1}", .syntax, 5, "found '1', expected ':'"),
        (.json, "{\"a\": 1 \"b\"}", .syntax, 8, "found '\"', expected ',' or '}'"),
        (.json, "{\"a\": abc}", .syntax, 6, "found 'abc', expected a value"),
        (.json, "{\"a\": [1}", .syntax, 8, "found '}', expected ',' or ']'"),
        (.json, "{\"a\": 1", .syntax, 0, "the dictionary that begins here has no '}'"),
        (.json, "[1, ", .syntax, 0, "the array that begins here has no ']'"),
        (.json, "{\"a\": \"x", .syntax, 6, "the string that begins here isn't closed"),
        (
            .json, "{\"a\": \"x\n\"}", .syntax, 6,
            "the string that begins here isn't closed on its line"
        ),
        (
            .json, "{\"a\": \"\u{1}\"}", .control, 7,
            "found the control character U+0001 in a string, expected an escape"
        ),
        (.json, "\"\\x41\"", .syntax, 1, "found an escape that stands for nothing"),
        (.json, "{} {}", .syntax, 3, "found '{' after the end of the value, expected nothing more"),
        (.json, "{} // c", .syntax, 3, "found a comment, which a strict .json file can't have"),
        (.jsonc, "{} /* c", .syntax, 3, "the comment that begins here has no end"),
        (
            .json, "{\"\\ud800\": 1}", .syntax, 1,
            "the key has half of a surrogate pair, which is no character"
        ),
        (.json5, "{1a: 1}", .syntax, 1, "found '1', expected a key"),
    ])
    func `says what and where`(
        format: Format,
        text: String,
        code: DocumentError.Code,
        offset: Int,
        problem: String
    ) {
        let error = #expect(throws: DocumentError.self) { try format.parse(Array(text.utf8)) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
        #expect(error?.problem == problem)
    }

    @Test func `names line and column`() {
        let text = "\u{FEFF}{\r\n  \"é\": 1,\r\n  \"é\" x\r\n}"
        let error = #expect(throws: DocumentError.self) { try Format.json.parse(Array(text.utf8)) }
        #expect(error?.place == SourcePlace(line: 3, column: 7))
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x7B, 0x00], DocumentError.Code.encoding),
            ([0x00, 0x7B, 0x00, 0x7D], .encoding),
            ([0x7B, 0x00, 0x7D, 0x00], .encoding), ([0x7B, 0x22, 0xC3, 0x28], .utf8),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], .utf8),
        ] as [([UInt8], DocumentError.Code)]
    )
    func `tells other encodings`(bytes: [UInt8], code: DocumentError.Code) {
        let error = #expect(throws: DocumentError.self) { try Format.jsonc.parse(bytes) }
        #expect(error?.code == code)
    }

    @Test func `comes one key past the limit`() throws {
        var limits = Limits.standard
        limits.keysPerDomain = 3
        let text = #"{"a": {"b": [1, 2, {"x": 1}], "c": {}}, "d": 4}"#
        #expect(try Format.json.parse(Array(text.utf8), limits: limits).entries.count == 3)
        limits.keysPerDomain = 2
        let error = #expect(throws: DocumentError.self) {
            try Format.json.parse(Array(text.utf8), limits: limits)
        }
        #expect(error?.code == .tooMany)
        #expect(error?.offset == 40)
    }
}

@Suite struct `The place of a key` {
    @Test(
        arguments: [
            (Format.json, "{\"\\u0061\": 1, \"b\": 2}", "a", 11),
            (.json, "{\"\\u0061\": 1}", "\\u0061", nil),
            (.json, "{\"e\u{301}\": 1}", "e\u{301}", 8),
            (.json, "{\"e\u{301}\": 1}", "\u{E9}", nil), (.json5, "{a: 1, 'b': 2}", "b", 12),
            (.json, "{\"a\": 1, \"a\": 2}", "a", 14), (.json, "{\"\": 1}", "", 5),
            (.json, "[1]", "a", nil),
            (.xmlPropertyList, "<dict><key>&#97;</key><true/></dict>", "a", 22),
            (.xmlPropertyList, "<dict><key>&#97;</key><true/></dict>", "&#97;", nil),
            (.xmlPropertyList, "<dict><key/><true/></dict>", "", 12),
            (
                .xmlPropertyList, "<dict><key><![CDATA[a]]></key><true/></dict>", "<![CDATA[a]]>",
                nil
            ),
        ] as [(Format, String, String, Int?)]
    )
    func `is found by what the key says`(
        format: Format,
        text: String,
        key: String,
        place: Int?
    ) throws {
        let document = try format.parse(Array(text.utf8))
        #expect(document.span(of: DocumentPath([.key(key)]))?.lowerBound == place)
    }

    @Test(arguments: [
        ("{\"a\": \"http://x\"}", false), ("{} // c", true), ("{/* c */}", true),
        ("{\"a\\\"//\": 1}", false),
        ("", false), ("/", false), ("{\"//\": 1} /", false),
        ("{\"a\": [1, 2], \"b\": \",}\"}", false), ("{\"a\": [1,\n] }", true),
        ("{\"a\": 1 ,}", true),
    ])
    func `is told from JSON with comments`(text: String, isWithComments: Bool) {
        #expect(JSONDocument.isWithComments(Array(text.utf8)) == isWithComments)
    }
}
