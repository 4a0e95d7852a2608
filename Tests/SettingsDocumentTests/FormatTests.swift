// Formats told apart, and what each can hold.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A format` {
    @Test(arguments: [
        ("a.toml", "{", Format.toml), ("a.TOML", "", .toml), ("a.json5", "", .json5),
        ("a.jsonc", "", .jsonc), ("x.code-workspace", "", .jsonc),
        ("a.plist", "<plist>", .xmlPropertyList),
        ("a.plist", "", .xmlPropertyList), ("a.plist", "<!-- c --><dict/>", .xmlPropertyList),
        ("a.plist", "<dict/>", .xmlPropertyList), ("a.plist", "{\"a\": 1}", .xmlPropertyList),
        ("a.strings", "<?xml version", .xmlPropertyList),
        ("a.strings", "bplist00", .binaryPropertyList),
        ("a.plist", "bplist00", .binaryPropertyList), ("noending", "bplist00", .binaryPropertyList),
        ("noending", "\u{FEFF}\n <?xml version", .xmlPropertyList),
        ("noending", " <plist>", .xmlPropertyList),
        ("a.yaml", "{}", .yaml), ("a.YML", "", .yaml), ("noending", "---\na: 1\n", .yaml),
        ("noending", "%YAML 1.2\n---\n", .yaml),
        ("noending", "a = 1", nil), ("noending", "", nil), ("a.txt", "hello", nil),
    ])
    func `is detected by name, then by content`(name: String, text: String, format: Format?) {
        #expect(Format.detect(name: name, bytes: Array(text.utf8)) == format)
    }

    @Test(
        arguments: [
            ("a.plist", "\u{FEFF}\n{ a = 1; }"), ("a.plist", "// c\n(a)"),
            ("a.plist", "{\n\"a\" /* c */ = <0fbd>;\n"), ("a.plist", "a = 1; b = 2;"),
            ("/a b/en.strings", "\"a\" = \"b\";"), ("en.strings", "\"a\";"),
            ("project.pbxproj", "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n}\n"),
        ] as [(String, String)]
    )
    func `isn't guessed for OpenStep's property lists`(path: String, text: String) {
        for bytes in [Array(text.utf8), utf16(text, .bigEndian), utf16(text, .littleEndian)] {
            #expect(Format.detect(name: path, bytes: bytes) == nil)
            let unknown = UnknownFormat(path: path, bytes: bytes)
            #expect(
                unknown.reason
                    == "this is a property list in OpenStep's text form, which isn't read"
            )
            let word = path.contains(" ") ? "'\(path)'" : path
            #expect(unknown.remedy == "Convert it to XML: plutil -convert xml1 \(word)")
        }
    }

    @Test(
        arguments: [
            ("a.plist", "<plist><dict/></plist>"), ("a.plist", "{\"a\": 1}"), ("a.plist", "a = 1"),
            ("a.plist", "{}"), ("a.plist", ""),
        ] as [(String, String)]
    )
    func `is not taken for OpenStep's where it isn't`(path: String, text: String) {
        #expect(UnknownFormat(path: path, bytes: Array(text.utf8)).reason == nil)
    }

    @Test func `refuses a file over the limit before it reads it`() throws {
        var limits = Limits.standard
        limits.fileBytes = 6
        #expect(throws: Never.self) { try Format.toml.parse(Array("a = 1\n".utf8), limits: limits) }
        let error = #expect(throws: DocumentError.self) {
            try Format.toml.parse(Array("a = 1 \n".utf8), limits: limits)
        }
        #expect(error?.code == .tooLarge)
        #expect(error?.problem == "the file has 7 bytes, at most 6")
    }

    @Test(
        arguments: [
            (.toml, "", " = 1\n", ""), (.yaml, "", ": 1\n", ""), (.ini, "", " = 1\n", ""),
            (.json, "{\"\": 0", "\": 1", "}"),
            (.xmlPropertyList, "<plist><dict>", "</key><true/>", "</dict></plist>"),
        ] as [(Format, String, String, String)]
    )
    func `reads 50,000 keys, and refuses one more`(
        format: Format,
        head: String,
        value: String,
        end: String
    ) throws {
        let mark = [Format.json: ",\"", .xmlPropertyList: "<key>"][format] ?? ""
        func text(_ count: Int) -> [UInt8] {
            // In JSON, the head has a key already.
            let keys = (format == .json ? 1 : 0)..<count
            return Array((head + keys.map { "\(mark)k\($0)\(value)" }.joined() + end).utf8)
        }
        #expect(try format.parse(text(50_000)).entries.count == 50_000)
        let error = #expect(throws: DocumentError.self) { try format.parse(text(50_001)) }
        #expect(error?.code == .tooMany)
        #expect(error?.problem.hasPrefix("the file has more than 50000 ") == true)
    }

    @Test(
        arguments: [
            (.json, "", "[", "]"), (.json5, "", "[", "]"), (.toml, "a = ", "[", "]"),
            (.xmlPropertyList, "", "<array>", "</array>"), (.yaml, "", "[", "]"),
            (.yaml, "", "- ", ""),
        ] as [(Format, String, String, String)]
    )
    func `reads values nested 512 deep, and refuses one level more`(
        format: Format,
        head: String,
        open: String,
        close: String
    ) throws {
        func nested(_ depth: Int) -> [UInt8] {
            let text = String(repeating: open, count: depth) + (close.isEmpty ? "a\n" : "")
            return Array((head + text + String(repeating: close, count: depth)).utf8)
        }
        #expect(try format.parse(nested(512)).bytes == nested(512))
        // libyaml has a limit of its own a little above ours.
        for depth in format == .yaml ? [513] : [513, 100_000] {
            let error = #expect(throws: DocumentError.self) { try format.parse(nested(depth)) }
            #expect(error?.code == .tooDeep)
            if format == .json || format == .json5 { #expect(error?.offset == 512) }
        }
    }

    @Test(arguments: Format.allCases.filter { $0 != .binaryPropertyList }, ["\n", "\r\n"])
    func `refuses a file in the midst of a merge`(format: Format, end: String) throws {
        let side = try #require(format.samples.first)
        func mark(_ text: String) -> [UInt8] { Array((text + end).utf8) }
        let conflict = mark("<<<<<<< HEAD") + side + mark("=======") + side + mark(">>>>>>> laptop")

        let error = #expect(throws: DocumentError.self) {
            try format.parse(side + mark("") + conflict)
        }

        #expect(error?.code != .tooLarge)
        #expect(throws: DocumentError.self) { try format.parse(conflict) }
    }

    @Test(arguments: [
        "<<<<<<< HEAD\na=1\n", ">>>>>>> a\na=1\n<<<<<<< b\n", " <<<<<<< a\nb=1\n >>>>>>> a\n",
        "a=<<<<<<< \nb=>>>>>>> \n",
    ])
    func `takes half of a conflict for lines like others`(text: String) throws {
        _ = try Format.properties.parse(Array(text.utf8))
    }

    @Test func `refuses one byte more than 4 MiB`() throws {
        let text = [UInt8](repeating: 0x0A, count: 4 << 20)
        #expect(try Format.toml.parse(text).entries.isEmpty)
        let error = #expect(throws: DocumentError.self) { try Format.toml.parse(text + [0x0A]) }
        #expect(error?.problem == "the file has 4194305 bytes, at most 4194304")
    }

    @Test func `begins a TOML file empty`() throws {
        #expect(try Format.toml.parse(Format.toml.emptyFile).root == .dictionary([]))
    }

    private static let date = SettingDate(seconds: 1_700_000_000)

    private static let storable: [(Format, SettingValue, SettingValue?)] = [
        (.toml, .null, nil),
        (.json, .null, .null),
        (.xmlPropertyList, .null, nil),
        (.yaml, .null, .null),
        (.yaml, .real(.nan), .real(.nan)),
        (.yaml, .date(date), .string("2023-11-14T22:13:20Z")),
        (.yaml, .data([1]), .data([1])),
        (.yaml, .raw("0644"), .raw("0644")),
        (.yaml, .raw("!secret x"), .raw("!secret x")),
        (.toml, .real(.infinity), .real(.infinity)),
        (.json, .real(.nan), nil),
        (.json5, .real(.infinity), .real(.infinity)),
        (.toml, .date(date), .date(date)),
        (.json, .date(date), .string("2023-11-14T22:13:20Z")),
        (.binaryPropertyList, .data([1]), .data([1])),
        (.toml, .data([1]), .string("AQ==")),
        (.toml, .raw("07:32:00"), .raw("07:32:00")),
        (.toml, .raw("07:32"), .raw("07:32")),
        (.toml, .raw("1979-05-27"), .raw("1979-05-27")),
        (.toml, .raw("123456789012345678901"), nil),
        (.json, .raw("123456789012345678901"), .raw("123456789012345678901")),
        (.json, .raw("1e-400"), .raw("1e-400")), (.toml, .raw("1e-400"), nil),
        (.json, .raw("0644"), nil), (.json, .raw("0xFFFFFFFFFFFFFFFFF"), nil),
        (.json5, .raw("0xFFFFFFFFFFFFFFFFF"), .raw("0xFFFFFFFFFFFFFFFFF")),
        (.toml, .raw("07:32:00\nb = 1"), nil), (.yaml, .raw("1-2:3"), nil),
        (.json, .raw("2026-05-05"), .string("2026-05-05")),
        (.yaml, .raw("2026-05-05T07:32:00"), .string("2026-05-05T07:32:00")),
        (.xmlPropertyList, .raw("07:32:00"), .string("07:32:00")),
        (.binaryPropertyList, .array([.raw("2026-05-05")]), .array([.string("2026-05-05")])),
        (.json, .raw("2026-13-05"), nil),
        (.xmlPropertyList, .raw("18446744073709551615"), .raw("18446744073709551615")),
        (.xmlPropertyList, .raw("18446744073709551616"), nil),
        (.xmlPropertyList, .raw("UID(1)"), nil),
        (.binaryPropertyList, .raw("UID(1)"), .raw("UID(1)")),
        (.binaryPropertyList, .raw("-18446744073709551616"), .raw("-18446744073709551616")),
        (.binaryPropertyList, .raw("1e400"), nil),
        (.toml, .array([.data([1]), .integer(1)]), .array([.string("AQ=="), .integer(1)])),
        (.toml, .array([.null]), nil),
        (.ini, .integer(14), .string("14")), (.ini, .real(1e20), .string("1e+20")),
        (.ini, .real(.nan), nil), (.ini, .null, nil),
        (.ini, .date(date), .string("2023-11-14T22:13:20Z")),
        (.ini, .data([1]), .string("AQ==")), (.ini, .raw("07:32:00"), .string("07:32:00")),
        (.ini, .raw("\\xc3"), nil), (.ini, .string("a\nb"), nil),
        (.ini, .array([.integer(1)]), nil),
        (.ini, .dictionary([]), nil), (.gitConfig, .array([.integer(1)]), .string("1")),
        (
            .gitConfig, .array([.integer(1), .boolean(true)]),
            .array([.string("1"), .string("true")])
        ),
        (.gitConfig, .array([]), nil), (.systemd, .array([]), .string("")),
        (.systemd, .array([.string("")]), nil), (.systemd, .boolean(true), .string("yes")),
        (.desktopEntry, .array([.string("a;b"), .integer(1)]), .string("a\\;b;1;")),
        (.kconfig, .array([.string("a,b"), .string("")]), .string("a\\,b,")),
        (.kconfig, .array([.string("")]), .string("\\0")),
        (.kitty, .array([.string("f1 x")]), .array([.string("f1 x")])),
        (.kitty, .string(""), nil), (.kitty, .array([.array([])]), nil),
        (
            .json, .dictionary([.init("k", .date(date))]),
            .dictionary([.init("k", .string("2023-11-14T22:13:20Z"))])
        ),
    ]

    @Test(arguments: storable)
    func `gives a value back as it can write it`(
        format: Format,
        value: SettingValue,
        stored: SettingValue?
    ) {
        #expect(format.stored(value) == stored)
    }

    private static let spelledOver: [(Format, SettingValue, SettingValue?, SettingValue?)] = [
        (.ini, .boolean(true), .string("on"), .string("on")),
        (.ini, .boolean(false), .string("on"), .string("off")),
        (.ini, .boolean(false), .string("True"), .string("False")),
        (.ini, .boolean(false), .string("YES"), .string("NO")),
        (.ini, .boolean(false), .string("perhaps"), .string("false")),
        (.systemd, .boolean(false), nil, .string("no")),
        (.kitty, .boolean(true), .string("n"), .string("y")),
        (.ini, .real(14), .string("14"), .string("14")),
        (.ini, .real(14), .string("13"), .string("14.0")),
        (.toml, .boolean(false), .string("on"), .boolean(false)),
        (.gpg, .integer(600), .string("21600 # 6 hours"), .string("600 # 6 hours")),
        (.gpg, .integer(21600), .string("21600 # 6 hours"), .string("21600 # 6 hours")),
        (.gpg, .integer(600), .string("soon # 6 hours"), .string("600")),
        (.ranger, .integer(6), .string("8 # lines"), .string("6")),
        (.i3, .boolean(false), .string("enable"), .string("disable")),
    ]

    @Test(arguments: spelledOver)
    func `writes a value in the words that stand there`(
        format: Format,
        value: SettingValue,
        present: SettingValue?,
        stored: SettingValue?
    ) {
        #expect(format.stored(value, over: present) == stored)
    }

    private static let restorable: [(Format, SettingValue, SettingValue?, SettingValue)] = [
        (.json, .string("2023-11-14T22:13:20Z"), .date(date), .date(date)),
        (.yaml, .string("2023-11-14T22:13:20Z"), .date(date), .date(date)),
        (.json, .string("tomorrow"), .date(date), .string("tomorrow")),
        (.toml, .string("2023-11-14T22:13:20Z"), .date(date), .string("2023-11-14T22:13:20Z")),
        (.json, .string("2026-05-06"), .raw("2026-05-05"), .raw("2026-05-06")),
        (.json, .string("07:32:00"), .raw("2026-05-05"), .raw("07:32:00")),
        (.json, .string("soon"), .raw("2026-05-05"), .string("soon")),
        (.toml, .string("2026-05-06"), .raw("2026-05-05"), .string("2026-05-06")),
        (
            .json, .string("12345678901234567891"), .raw("12345678901234567890"),
            .string("12345678901234567891")
        ),
        (.toml, .string("AQ=="), .data([2]), .data([1])),
        (.toml, .string("AQ==\n"), .data([2]), .string("AQ==\n")),
        (.toml, .string("AQ=="), .string("x"), .string("AQ==")),
        (.toml, .integer(1), .data([2]), .integer(1)),
        (.toml, .string("AQ=="), nil, .string("AQ==")),
        (.ini, .string("14"), .integer(3), .integer(14)),
        (.ini, .string("+5"), .integer(4), .integer(5)),
        (.ini, .string("-0"), .integer(4), .integer(0)),
        (.ini, .string("014"), .integer(3), .string("014")),
        (.ini, .string("12345678901234567890"), .integer(3), .string("12345678901234567890")),
        (.ini, .string("14.5"), .integer(3), .real(14.5)),
        (.ini, .string("14"), .real(3), .real(14)),
        (.ini, .string("x"), .integer(3), .string("x")), (.ini, .string("14"), nil, .string("14")),
        (.ini, .string("Yes"), .boolean(false), .boolean(true)),
        (.ini, .string("07:33:00"), .raw("07:32:00"), .raw("07:33:00")),
        (.ini, .string("x"), .raw("07:32:00"), .string("x")),
        (.ini, .string("2023-11-14T22:13:20Z"), .date(date), .date(date)),
        (.ini, .string("AQ=="), .data([2]), .data([1])),
        (.ini, .string("a;b"), .array([]), .string("a;b")),
        (.gitConfig, .string("1"), .array([.integer(7)]), .array([.integer(1)])),
        (.systemd, .string(""), .array([.string("x")]), .array([])),
        (
            .desktopEntry, .string("a\\;b;1;"), .array([.string("x")]),
            .array([.string("a;b"), .string("1")])
        ),
        (.desktopEntry, .string("1;2"), .array([.integer(0)]), .array([.integer(1), .integer(2)])),
        (
            .kconfig, .string("a\\,b,"), .array([.string("x")]),
            .array([.string("a,b"), .string("")])
        ),
        (.kconfig, .string("\\0"), .array([.string("x")]), .array([.string("")])),
        (.json, .string("YES"), .boolean(true), .string("YES")),
        (
            .json, .array([.string("2023-11-14T22:13:20Z")]), .array([.date(date)]),
            .array([.date(date)])
        ),
        (
            .json, .array([.dictionary([.init("n", "b"), .init("d", "2023-11-14T22:13:20Z")])]),
            .array([.dictionary([.init("d", .date(date)), .init("n", "a")])]),
            .array([.dictionary([.init("n", "b"), .init("d", .date(date))])])
        ),
    ]

    @Test(arguments: restorable)
    func `restores the type a value is known to have`(
        format: Format,
        value: SettingValue,
        known: SettingValue?,
        restored: SettingValue
    ) {
        #expect(format.restored(value, like: known) == restored)
    }
}
