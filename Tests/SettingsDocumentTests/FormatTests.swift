// Formats told apart, and what each can hold.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A format` {
    @Test(arguments: [
        ("a.toml", "{", Format.toml), ("a.TOML", "", .toml), ("a.json5", "", .json5),
        ("a.jsonc", "", .jsonc), ("x.code-workspace", "", .jsonc),
        ("a.plist", "<plist>", .xmlPropertyList),
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
        (.yaml, .raw("1979-05-27"), nil),
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
        (.json, .raw("1979-05-27"), nil),
        (.toml, .array([.data([1]), .integer(1)]), .array([.string("AQ=="), .integer(1)])),
        (.toml, .array([.null]), nil),
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

    private static let restorable: [(Format, SettingValue, SettingValue?, SettingValue)] = [
        (.json, .string("2023-11-14T22:13:20Z"), .date(date), .date(date)),
        (.yaml, .string("2023-11-14T22:13:20Z"), .date(date), .date(date)),
        (.json, .string("tomorrow"), .date(date), .string("tomorrow")),
        (.toml, .string("2023-11-14T22:13:20Z"), .date(date), .string("2023-11-14T22:13:20Z")),
        (.toml, .string("AQ=="), .data([2]), .data([1])),
        (.toml, .string("AQ==\n"), .data([2]), .string("AQ==\n")),
        (.toml, .string("AQ=="), .string("x"), .string("AQ==")),
        (.toml, .integer(1), .data([2]), .integer(1)),
        (.toml, .string("AQ=="), nil, .string("AQ==")),
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
