// Each rule at its limits and one past.

import SettingsModel
import SettingsSchema
import Testing

/// A row as JSON, a value, and what is said of it; nil for a value that is taken.
typealias RuleCase = (row: String, value: SettingValue, expected: String?)

private func message(_ row: String, _ value: SettingValue) throws -> String? {
    let schema = Schema(bundle(rows: row))
    let problems = schema.problems.filter { $0.code != .missingKey }
    try #require(problems == [], "\(problems)")
    let keyPath = SettingKeyPath(segments: ["k"])
    return schema.refusal(of: value, at: keyPath)?.problem(at: keyPath)
}

private let slider = #"{"Type":"PSSliderSpecifier","Key":"k","MinimumValue":0,"MaximumValue":10}"#
private let stepped =
    #"{"Type":"PSSliderSpecifier","Key":"k","MinimumValue":1,"MaximumValue":2,"SAStep":0.1}"#
private let stepper = """
    {"Type":"PSSliderSpecifier","Key":"k","MinimumValue":1,"MaximumValue":9,"SAStep":2,\
    "SAStyle":"Stepper","SAValueType":"Integer"}
    """

private func field(_ keys: String) -> String {
    #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"k",\#(keys)}"#
}

private func several(_ keys: String) -> String {
    """
    {"Type":"PSMultiValueSpecifier","Title":"T","Key":"k","Values":["a","b","c"],\
    "Titles":["A","B","C"],"SAAllowsMultiple":true\(keys)}
    """
}

private func texts(_ values: String...) -> SettingValue { .array(values.map(SettingValue.string)) }

private func day(_ text: String) -> SettingValue {
    (try? SettingDate(rfc3339: text)).map(SettingValue.date) ?? .null
}

@Suite struct `A number's rule` {
    @Test(
        arguments: [
            (slider, .integer(0), nil), (slider, .real(10), nil),
            (slider, .integer(-1), "'k' is -1, expected a number from 0 to 10"),
            (slider, .real(10.000_1), "'k' is 10.0001, expected a number from 0 to 10"),
            (slider, .real(.nan), "'k' is nan, expected a number from 0 to 10"),
            (slider, .string("big"), "'k' is \"big\", expected a number from 0 to 10"),
            (slider, .boolean(true), "'k' is true, expected a number from 0 to 10"),
            (
                slider, .raw("99999999999999999999"),
                "'k' is 99999999999999999999, expected a number from 0 to 10"
            ),
            // Steps are the screen's.
            (stepped, .real(1.3), nil), (stepped, .real(1.35), nil), (stepped, .integer(2), nil),
            (stepped, .real(2.1), "'k' is 2.1, expected a number from 1 to 2"),
            (stepper, .integer(1), nil), (stepper, .integer(9), nil), (stepper, .integer(2), nil),
            (stepper, .integer(11), "'k' is 11, expected a whole number from 1 to 9"),
            (stepper, .real(3), "'k' is 3.0, expected a whole number from 1 to 9"),
            (field(#""SAValueType":"Integer","SAMinimum":0"#), .integer(0), nil),
            (
                field(#""SAValueType":"Integer","SAMinimum":0"#), .integer(-1),
                "'k' is -1, expected a whole number of at least 0"
            ),
            (
                field(#""SAValueType":"Integer""#), .string("1"),
                "'k' is \"1\", expected a whole number"
            ),
            (
                field(#""SAValueType":"Integer""#), .raw("1979-05-27"),
                "'k' is 1979-05-27, expected a whole number"
            ),
            (
                field(#""SAValueType":"Integer""#), .raw("1-2"),
                "'k' is 1-2, expected a whole number"
            ),
            (field(#""SAValueType":"Integer""#), .raw("-99999999999999999999"), nil),
            (field(#""SAValueType":"Real","SAMaximum":0.5"#), .real(0.5), nil),
            (
                field(#""SAValueType":"Real","SAMaximum":0.5"#), .integer(1),
                "'k' is 1, expected a number of at most 0.5"
            ),
            (field(#""SAValueType":"Integer","SAFormat":"port""#), .integer(65_535), nil),
            (
                field(#""SAValueType":"Integer","SAFormat":"port""#), .integer(65_536),
                "'k' is 65536, expected a port from 1 to 65535"
            ),
            (
                field(#""SAValueType":"Integer","SAFormat":"port""#), .integer(0),
                "'k' is 0, expected a port from 1 to 65535"
            ),
        ] as [RuleCase]
    )
    func `holds at its limits and no further`(
        row: String,
        value: SettingValue,
        expected: String?
    ) throws {
        #expect(try message(row, value) == expected)
    }
}

@Suite struct `A switch's default` {
    @Test(arguments: [("YES", true), ("NO", false), ("true", true)])
    func `may be a text, with a warning`(text: String, flag: Bool) throws {
        let row =
            #"{"Type":"PSToggleSwitchSpecifier","Title":"T","Key":"k","DefaultValue":"\#(text)"}"#
        let schema = Schema(bundle(rows: row))
        #expect(schema.panes.first?.rows.first?.defaultValue == .boolean(flag))
        #expect(schema.problems.map(\.severity) == [.warning])
        #expect(
            schema.problems.first?.problem
                == "'DefaultValue' is \"\(text)\", expected \(flag) or \(!flag)"
        )
    }

    @Test(arguments: [
        ("true", "7", "3", SettingValue.integer(7)), ("false", "7", "3", .integer(3)),
        ("1", "true", "false", .boolean(true)),
        (#""Yes""#, #""dark""#, #""light""#, .string("dark")),
    ])
    func `counts as the value that it means`(
        text: String,
        on: String,
        off: String,
        meant: SettingValue
    ) throws {
        let row =
            #"{"Type":"PSToggleSwitchSpecifier","Title":"T","Key":"k","TrueValue":\#(on),"#
            + #""FalseValue":\#(off),"DefaultValue":\#(text)}"#
        let schema = Schema(bundle(rows: row))
        #expect(schema.panes.first?.rows.first?.defaultValue == meant)
        #expect(schema.problems.map(\.severity) == [.warning])
    }

    @Test func `is no other text`() throws {
        let row =
            #"{"Type":"PSToggleSwitchSpecifier","Title":"T","Key":"k","DefaultValue":"often"}"#
        let schema = Schema(bundle(rows: row))
        #expect(schema.panes.first?.rows.first?.defaultValue == .string("often"))
        #expect(schema.problems.count == 1)
    }
}

@Suite struct `A choice's rule` {
    private static let one =
        #"{"Type":"PSMultiValueSpecifier","Title":"T","Key":"k","Values":["easy",1],"Titles":["A","B"]}"#
    private static let plainSwitch = #"{"Type":"PSToggleSwitchSpecifier","Title":"T","Key":"k"}"#
    private static let wordSwitch = """
        {"Type":"PSToggleSwitchSpecifier","Title":"T","Key":"k","TrueValue":"dark","FalseValue":"light"}
        """
    private static let tables = """
        {"Type":"PSMultiValueSpecifier","Title":"T","Key":"k",
         "Values":[{"a":1},{"a":3,"b":"c"},"x"],"Titles":["A","B","C"]}
        """
    private static let counted = several(#","SAMinimumCount":1,"SAMaximumCount":2"#)
    private static let picker = """
        {"Type":"SAPickerSpecifier","Key":"k","Columns":[{"Values":["a","b"]},{"Values":[1,2]}]}
        """

    @Test(
        arguments: [
            (one, .string("easy"), nil), (one, .integer(1), nil), (one, .real(1), nil),
            (one, .string("Easy"), "'k' is \"Easy\", expected \"easy\" or 1"),
            (one, .boolean(true), "'k' is true, expected \"easy\" or 1"),
            (plainSwitch, .boolean(false), nil),
            (plainSwitch, .integer(1), "'k' is 1, expected true or false"),
            (wordSwitch, .string("light"), nil),
            (wordSwitch, .boolean(true), "'k' is true, expected \"dark\" or \"light\""),
            (counted, texts("a"), nil), (counted, texts("a", "c"), nil),
            (counted, .array([]), "'k' is an array of 0, expected 1 to 2 values"),
            (counted, texts("a", "b", "c"), "'k' is an array of 3, expected 1 to 2 values"),
            (counted, texts("a", "x"), "'k[1]' is \"x\", expected \"a\", \"b\" or \"c\""),
            (counted, texts("a", "a"), "'k[1]' is \"a\", expected a value that isn't there yet"),
            (counted, .string("a"), "'k' is \"a\", expected an array of 1 to 2 values"),
            (several(""), .array([]), nil),
            (tables, .dictionary([SettingValue.Entry("a", .integer(1))]), nil),
            (
                tables, .dictionary([SettingValue.Entry("a", .integer(2))]),
                "'k' is a dictionary of 1, expected a dictionary of 1, a dictionary of 2 or \"x\""
            ),
            (picker, .array([.string("a"), .integer(2)]), nil),
            (picker, .array([.string("a"), .integer(3)]), "'k[1]' is 3, expected 1 or 2"),
            (picker, .array([.string("a")]), "'k' is an array of 1, expected 2 values"),
        ] as [RuleCase]
    )
    func `takes its values and no others`(
        row: String,
        value: SettingValue,
        expected: String?
    ) throws {
        #expect(try message(row, value) == expected)
    }
}

@Suite struct `A choice of tables` {
    @Test(
        arguments: [
            ("k.a", .integer(1), true), ("k.a", .integer(3), true), ("k.a", .integer(2), false),
            ("k.b", .string("c"), true), ("k.b", .integer(1), false), ("k.c", .integer(1), false),
        ] as [(String, SettingValue, Bool)]
    )
    func `is set member by member`(path: String, value: SettingValue, isTaken: Bool) throws {
        let row = """
            {"Type":"PSMultiValueSpecifier","Title":"T","Key":"k",
             "Values":[{"a":1},{"a":3,"b":"c"},"x"],"Titles":["A","B","C"]}
            """
        let schema = Schema(bundle(rows: row))
        let refusal = schema.refusal(of: value, at: try SettingKeyPath(parsing: path))
        #expect((refusal == nil) == isTaken)
    }
}

@Suite struct `A text's rule` {
    private static let short = field(#""SAMinimumLength":2,"SAMaximumLength":4"#)
    private static let coded = field(#""SAPattern":"^[A-Z]{2}\\d$""#)

    @Test(
        arguments: [
            (short, .string("ab"), nil), (short, .string("äöüß"), nil), (short, .string("🇩🇪"), nil),
            (short, .string("a"), "'k' is \"a\" with 1, expected 2 to 4 characters"),
            (short, .string("abcde"), "'k' is \"abcde\" with 5, expected 2 to 4 characters"),
            (short, .integer(12), "'k' is 12, expected text of 2 to 4 characters"),
            (coded, .string("AB1"), nil),
            (coded, .string("AB12"), "'k' is \"AB12\", expected text that matches ^[A-Z]{2}\\d$"),
            (coded, .string("ab1"), "'k' is \"ab1\", expected text that matches ^[A-Z]{2}\\d$"),
            (field(#""SAFormat":"color""#), .string("#f80"), nil),
            (
                field(#""SAFormat":"color""#), .string("#f8"),
                "'k' is \"#f8\", expected a color such as #ff8800 or orange"
            ),
            (field(#""SAValueType":"Data""#), .data([1]), nil),
            (field(#""SAValueType":"Data""#), .string("AQ=="), nil),
            (field(#""SAValueType":"Data""#), .string("?"), "'k' is \"?\", expected data"),
        ] as [RuleCase]
    )
    func `holds at its limits and no further`(
        row: String,
        value: SettingValue,
        expected: String?
    ) throws {
        #expect(try message(row, value) == expected)
    }
}

@Suite struct `A date's rule` {
    private static let picker = """
        {"Type":"IASKDatePickerSpecifier","Key":"k","MinimumDate":"2026-01-01T00:00:00Z",\
        "MaximumDate":"2026-12-31T00:00:00Z"}
        """
    private static let past = "expected a date from 2026-01-01T00:00:00Z to 2026-12-31T00:00:00Z"
    private static let since = field(
        #""SAValueType":"Date","SAMinimum":"2026-01-01T00:00:00Z""#
    )
    private static let timer =
        #"{"Type":"IASKDatePickerSpecifier","Key":"k","DatePickerMode":"CountDownTimer"}"#

    @Test(
        arguments: [
            (picker, day("2026-01-01T00:00:00Z"), nil), (picker, day("2026-12-31T00:00:00Z"), nil),
            (picker, .string("2026-06-01T00:00:00+02:00"), nil), (picker, .raw("2026-06-01"), nil),
            (picker, .raw("2026-06-01T12:00:00"), nil),
            (picker, day("2025-12-31T23:59:59Z"), "'k' is 2025-12-31T23:59:59Z, \(past)"),
            (picker, day("2026-12-31T00:00:01Z"), "'k' is 2026-12-31T00:00:01Z, \(past)"),
            (picker, .raw("2027-01-01"), "'k' is 2027-01-01, \(past)"),
            (picker, .string("tomorrow"), "'k' is \"tomorrow\", \(past)"),
            (since, day("2026-01-01T00:00:00Z"), nil),
            (
                since, day("2025-12-31T23:59:59Z"),
                "'k' is 2025-12-31T23:59:59Z, expected a date from 2026-01-01T00:00:00Z on"
            ),
            (timer, .integer(60), nil), (timer, .integer(86_340), nil),
            (timer, .integer(59), "'k' is 59, expected a whole number from 60 to 86340"),
            (timer, .integer(86_341), "'k' is 86341, expected a whole number from 60 to 86340"),
        ] as [RuleCase]
    )
    func `holds at its limits and no further`(
        row: String,
        value: SettingValue,
        expected: String?
    ) throws {
        #expect(try message(row, value) == expected)
    }
}

@Suite struct `A refusal` {
    private let schema = Schema(
        bundle(
            rows: """
                {"Type":"PSSliderSpecifier","Key":"size","DefaultValue":12,"MinimumValue":6,"MaximumValue":72},
                {"Type":"PSTextFieldSpecifier","Title":"T","Key":"pin","IsSecure":true,"SAMinimumLength":4}
                """
        )
    )
    private let size = SettingKeyPath(segments: ["size"])
    private let pin = SettingKeyPath(segments: ["pin"])

    private func message(
        refusing value: SettingValue,
        at keyPath: SettingKeyPath,
        inForce: SettingValue?
    ) -> String? {
        schema.refusal(of: value, at: keyPath)?.message(
            at: keyPath,
            inForce: inForce ?? schema.specifier(at: keyPath)?.defaultValue,
            secrecy: schema.secrecy(of: keyPath)
        )
    }

    @Test func `says what was found, what was expected and what is in force`() {
        let text = message(refusing: .string("big"), at: size, inForce: .integer(14))
        #expect(
            text == "'size' is \"big\", expected a number from 6 to 72. The value in force is 14."
        )
    }

    @Test func `names the default where nothing is stored`() {
        let text = message(refusing: .integer(99), at: size, inForce: nil)
        #expect(text == "'size' is 99, expected a number from 6 to 72. The value in force is 12.")
    }

    @Test func `never shows a secret`() {
        let text = message(refusing: .string("123"), at: pin, inForce: .string("hunter2"))
        #expect(
            text == "'pin' is a hidden value, expected at least 4 characters. "
                + "The value in force is unchanged."
        )
    }

    @Test func `shows nothing that a terminal would obey`() {
        let text = message(refusing: .string("\u{1B}[2J"), at: size, inForce: nil)
        #expect(text?.unicodeScalars.contains(where: \.isControl) == false)
    }
}

@Suite struct `Keys that differ in bytes alone` {
    private let composed = "caf\u{E9}"
    private let decomposed = "cafe\u{301}"

    private func check(_ schema: Schema) {
        let keys = [composed, decomposed].map { SettingKeyPath(segments: [$0]) }
        let refused = keys.map { schema.refusal(of: .string("x"), at: $0) != nil }
        #expect(refused == [true, false])
        #expect(keys.map { schema.secrecy(of: $0) } == [.open, .secret])
        #expect(Set(schema.defaults.map(\.keyPath)).isSubset(of: keys))
    }

    @Test func `have rules of their own in a JSON Schema`() throws {
        let text = """
            {"properties":{"\(composed)":{"type":"integer"},
              "\(decomposed)":{"type":"string","writeOnly":true}},"required":["\(decomposed)"]}
            """
        let schema = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        check(schema)
        let settings = SettingValue.dictionary([.init(composed, .integer(1))])
        #expect(schema.refusals(in: settings).map(\.code) == [.missingKey])
    }

    @Test func `have rules of their own in a bundle`() {
        let rows = [
            #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"\#(composed)","SAValueType":"Integer","DefaultValue":1}"#,
            #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"\#(decomposed)","IsSecure":true,"DefaultValue":""}"#,
        ]
        let schema = Schema(bundle(rows: rows.joined(separator: ",")))
        check(schema)
        #expect(schema.defaults.count == 2)
    }
}
