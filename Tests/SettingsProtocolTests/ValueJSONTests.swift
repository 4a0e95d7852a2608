// The JSON of values: what is written, what is read, and that nothing is lost between.

import SettingsModel
import SettingsProtocol
import TestSupport
import Testing

@Suite struct `The JSON of a value` {
    @Test(
        arguments: [
            (.null, "null"),
            (.boolean(true), "true"),
            (.integer(1), "1"),
            (.integer(.min), "-9223372036854775808"),
            (.integer(.max), "9223372036854775807"),
            (.real(1), "1.0"),
            (.real(-0.0), "-0.0"),
            (.real(1e300), "1e+300"),
            (.real(.leastNonzeroMagnitude), "5e-324"),
            (.real(.infinity), #"{"$real":"inf"}"#),
            (.real(-.infinity), #"{"$real":"-inf"}"#),
            (.real(.nan), #"{"$real":"nan"}"#),
            (.string("a\"b\\c\n\t\r/"), #""a\"b\\c\n\t\r/""#),
            (.string("\u{0}\u{1B}\u{7F}\u{9B}é"), #""\u0000\u001b\u007f\u009bé""#),
            (.string("\u{202E}\u{2066}\u{2030}"), "\"\\u202e\\u2066\u{2030}\""),
            (.string("\u{61C}\u{61D}\u{FEFF}\u{200D}"), "\"\\u061c\u{61D}\\ufeff\u{200D}\""),
            (.data([]), #"{"$bytes":""}"#),
            (.data([1, 2, 255]), #"{"$bytes":"AQL/"}"#),
            (.date(SettingDate(seconds: 0)), #"{"$date":"1970-01-01T00:00:00Z"}"#),
            (.raw("1979-05-27"), #"{"$raw":"1979-05-27"}"#),
            (.raw("12345678901234567890"), "12345678901234567890"),
            (.raw("1e999"), "1e999"),
            (.raw("1e-999"), "1e-999"),
            (.raw("12"), #"{"$raw":"12"}"#),
            (.raw("true"), #"{"$raw":"true"}"#),
            (.array([.integer(1), .array([])]), "[1,[]]"),
            (.dictionary([]), "{}"),
            (.dictionary([.init("b", .integer(1)), .init("", .null)]), #"{"b":1,"":null}"#),
            (
                .dictionary([.init("\u{E9}", .integer(1)), .init("e\u{301}", .integer(2))]),
                "{\"\u{E9}\":1,\"e\u{301}\":2}"
            ),
            (.dictionary([.init("$schema", .string("x"))]), #"{"$schema":"x"}"#),
            (
                .dictionary([.init("$date", .string("x")), .init("a", .integer(1))]),
                #"{"$object":[["$date","x"],["a",1]]}"#
            ),
            (
                .dictionary([.init("$object", .dictionary([.init("$raw", .null)]))]),
                #"{"$object":[["$object",{"$object":[["$raw",null]]}]]}"#
            ),
        ] as [(SettingValue, String)]
    )
    func `is exact, and reads back as the same value`(value: SettingValue, json: String) throws {
        #expect(value.json == json)
        #expect(try SettingValue(json: json) == value)
    }

    @Test func `has an escape for each character that a terminal acts on or draws as nothing`()
        throws
    {
        let scalars = (0...0x1_0FFF).compactMap(Unicode.Scalar.init)
        let wrong = scalars.filter { scalar in
            let isEscaped = SettingValue.string(String(scalar)).json.hasPrefix("\"\\")
            return isEscaped != (scalar.isControl || scalar == "\"" || scalar == "\\")
        }
        #expect(wrong.isEmpty)
    }

    @Test(
        arguments: [
            (" [ 1 , 2 ]\r\n", .array([.integer(1), .integer(2)])),
            ("1.50", .real(1.5)),
            ("1E2", .real(100)),
            ("-0", .integer(0)),
            ("0e5", .real(0)),
            ("0.1", .real(0.1)),
            ("-9223372036854775809", .raw("-9223372036854775809")),
            (#""\u00e9\ud83d\ude00\/\b\f""#, .string("é😀/\u{8}\u{C}")),
            (#"{"a":{"$bytes":" AQ== "}}"#, .dictionary([.init("a", .data([1]))])),
            (#"{"$object":[]}"#, .dictionary([])),
        ] as [(String, SettingValue)]
    )
    func `may be written in other ways`(json: String, value: SettingValue) throws {
        #expect(try SettingValue(json: json) == value)
    }

    @Test(
        arguments: [
            ("", .syntax, 0, "expected a value, found the end"),
            ("[1 2]", .syntax, 3, "expected ']' or ',' after an element, found '2'"),
            ("{\"a\" 1}", .syntax, 5, "expected ':' after the key, found '1'"),
            ("{a:1}", .syntax, 1, "expected a key in double quotes, found 'a'"),
            ("1 2", .syntax, 2, "expected nothing after the value, found '2'"),
            ("01", .syntax, 0, "a number begins with 0, expected its first digit"),
            ("\"a\nb\"", .syntax, 2, "a string has the control character 10, expected an escape"),
            ("\"abc", .syntax, 4, "expected '\"' at the end of a string, found the end"),
            (#""\x""#, .syntax, 2, "expected one of \"\\/bfnrtu after a backslash, found 'x'"),
            (#""\ud800""#, .utf8, 1, "a string has half a surrogate pair"),
            (#""\udc00\ud800""#, .utf8, 1, "a string has half a surrogate pair"),
            (#"{"a":1,"a":2}"#, .duplicate, 7, "duplicate key 'a' in one object"),
            (
                #"{"$object":[["a",1],["a",2]]}"#, .duplicate, 21,
                "duplicate key 'a' in one object"
            ),
            (#"{"$date":1}"#, .wrongType, 9, "'$date' holds something else than a string"),
            (
                #"{"$date":"today"}"#, .wrongType, 9,
                "'today' is not a date and time with an offset"
            ),
            (#"{"$bytes":"*"}"#, .wrongType, 10, "the data is not base64"),
            (#"{"$real":"1"}"#, .wrongType, 9, "'$real' is not nan, inf or -inf"),
            (
                #"{"$raw":"1","a":2}"#, .wrongType, 1,
                "'$raw' has other keys beside it, expected {\"$object\":[[key,value],…]}"
            ),
            (
                #"{"a":2,"$raw":"1"}"#, .wrongType, 7,
                "'$raw' has other keys beside it, expected {\"$object\":[[key,value],…]}"
            ),
        ] as [(String, JSONError.Code, Int, String)]
    )
    func `says where it is wrong`(
        json: String,
        code: JSONError.Code,
        offset: Int,
        problem: String
    ) {
        #expect(throws: JSONError(code: code, offset: offset, problem: problem)) {
            try SettingValue(json: json)
        }
    }

    @Test func `is refused when it isn't UTF-8`() {
        let bytes = [0x22, 0x61, 0xFF, 0x22] as [UInt8]
        let error = JSONError(code: .utf8, offset: 2, problem: "a string is not valid UTF-8")
        #expect(throws: error) { try SettingValue(json: bytes) }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `reads back as the same value, whatever the value`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let value = SettingValue.random(depth: 4, using: &random)
            let read = try SettingValue(json: value.json)
            #expect(read == value)
            #expect(read.json == value.json)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `is refused or read, never a crash, whatever the bytes`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<5_000 {
            var bytes = Array(SettingValue.random(depth: 3, using: &random).json.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] = hostileBytes.randomElement(using: &random) ?? 0
            }
            guard let value = try? SettingValue(json: bytes) else { continue }
            #expect((try? SettingValue(json: value.json)) == value)
        }
    }

    @Test func `nests as deep as a file, and one more is refused`() throws {
        let limit = Limits.standard.nesting
        let deepest =
            Array(repeating: UInt8(ascii: "["), count: limit)
            + Array(repeating: UInt8(ascii: "]"), count: limit)
        #expect(try SettingValue(json: deepest).json.utf8.elementsEqual(deepest))

        let error = JSONError(
            code: .tooDeep,
            offset: limit,
            problem: "the value is nested too deep"
        )
        #expect(throws: error) {
            try SettingValue(json: [UInt8(ascii: "[")] + deepest + [UInt8(ascii: "]")])
        }
    }

    @Test func `has a thousand keys as quickly as ten`() throws {
        let value = SettingValue.dictionary((0..<1_000).map { .init("key\($0)", .integer($0)) })
        #expect(try SettingValue(json: value.json) == value)
        let twice = value.json.dropLast() + #","key3":0}"#
        #expect(throws: JSONError.self) { try SettingValue(json: String(twice)) }
    }
}

private let hostileBytes: [UInt8] = [
    0, 0x0A, 0x1F, 0x22, 0x24, 0x2C, 0x2D, 0x2E, 0x30, 0x39, 0x3A, 0x5B, 0x5C, 0x5D, 0x65, 0x75,
    0x7B, 0x7D, 0x80, 0xC2, 0xE2, 0xED, 0xF4, 0xFF,
]

extension SettingValue {
    /// Some value, with every kind and the keys that the codec treats apart.
    static func random(depth: Int, using random: inout SeededRandom) -> SettingValue {
        let kinds = depth > 0 ? 10 : 8
        switch Int.random(in: 0..<kinds, using: &random) {
        case 0: return .null
        case 1: return .boolean(.random(using: &random))
        case 2: return .integer(Int64(truncatingIfNeeded: random.next()) >> (random.next() % 64))
        case 3: return .real(Double(bitPattern: random.next()))
        case 4: return .string(.random(using: &random))
        case 5:
            let seconds = Int64.random(in: -10_000_000_000...100_000_000_000, using: &random)
            return .date(SettingDate(seconds: seconds, nanoseconds: 123_000))
        case 6: return .data((0..<Int.random(in: 0..<9, using: &random)).map { UInt8($0) })
        case 7:
            let literals = ["1979-05-27", "99999999999999999999", "1e999", "12", "{}", "07:32:00"]
            return .raw(literals.randomElement(using: &random) ?? "")
        case 8:
            let count = Int.random(in: 0..<4, using: &random)
            return .array((0..<count).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            let keys = ["$bytes", "$date", "$raw", "$real", "$object", "$x", "a", "", "é\n"]
            let chosen = keys.shuffled(using: &random).prefix(Int.random(in: 0..<4, using: &random))
            return .dictionary(chosen.map { .init($0, .random(depth: depth - 1, using: &random)) })
        }
    }
}

extension String {
    fileprivate static func random(using random: inout SeededRandom) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "\"", "\\", "\n", "\u{0}", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}", "é", "\u{202A}",
            "\u{202F}", "\u{2069}", "\u{206A}", "\u{FFFF}", "😀", "\u{10FFFF}",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            text.unicodeScalars.append(scalars.randomElement(using: &random) ?? "a")
        }
        return text
    }
}
