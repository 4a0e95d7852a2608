// Rules that are wrong in themselves: told, and not in force.

import SettingsModel
import SettingsSchema
import Testing

private let key = SettingKeyPath(segments: ["k"])

private func row(_ type: String, _ keys: String) -> String {
    #"{"Type":"\#(type)","Title":"T","Key":"k","DefaultValue":0,\#(keys)}"#
}

private func text(_ keys: String) -> String { row("PSTextFieldSpecifier", keys) }

private func choice(_ keys: String) -> String { row("PSMultiValueSpecifier", keys) }

private let rows: [(row: String, problem: String, value: SettingValue)] = [
    (choice(#""Titles":[]"#), "the row has no 'Values'", .string("a")),
    (choice(#""Titles":[],"Values":[]"#), "'Values' is empty", .string("a")),
    (choice(#""Titles":[],"Values":"a""#), "expected an array", .string("a")),
    (
        row("PSRadioGroupSpecifier", #""Titles":[],"Values":[]"#), "'Values' is empty", .string("a")
    ),
    (
        choice(#""Titles":["A"],"Values":["a"],"SAAllowsMultiple":"oui""#),
        "expected true or false",
        .array([.string("a")])
    ),
    (
        choice(#""Titles":["A"],"Values":["a"],"SAAllowsMultiple":true,"SAMinimumCount":2"#),
        "'SAMinimumCount' is 2, but there are 1 values", .array([.string("a")])
    ),
    (
        choice(
            #""Titles":["A"],"Values":["a"],"SAAllowsMultiple":true,"SAMinimumCount":1,"SAMaximumCount":0"#
        ),
        "'SAMaximumCount' 0 is below 'SAMinimumCount' 1", .array([.string("a")])
    ),
    (
        row("PSSliderSpecifier", #""MinimumValue":10,"MaximumValue":0"#),
        "'MaximumValue' 0 is below 'MinimumValue' 10", .integer(99)
    ),
    (
        row("PSSliderSpecifier", #""MinimumValue":"low","MaximumValue":10"#), "expected a number",
        .integer(-5)
    ),
    (
        row("PSSliderSpecifier", #""MinimumValue":6"#), "the row has no 'MaximumValue'",
        .integer(40)
    ),
    (
        row(
            "PSSliderSpecifier",
            #""MinimumValue":0.5,"MaximumValue":9,"SAStep":1,"SAValueType":"Integer""#
        ),
        "'MinimumValue' is 0.5, expected a whole number for whole steps", .integer(2)
    ),
    (
        text(#""SAValueType":"Integer","SAMinimum":9,"SAMaximum":1"#),
        "'SAMaximum' 1 is below 'SAMinimum' 9", .integer(5)
    ),
    (text(#""SAValueType":"Int""#), "'SAValueType' is \"Int\"", .integer(5)),
    (
        text(#""SAMinimumLength":9,"SAMaximumLength":1"#),
        "'SAMaximumLength' 1 is below 'SAMinimumLength' 9", .string("abc")
    ),
    (
        text(
            #""SAValueType":"Date","SAMinimum":"2026-02-01T00:00:00Z","SAMaximum":"2026-01-01T00:00:00Z""#
        ),
        "'SAMaximum' is before 'SAMinimum'", .string("2027-01-01T00:00:00Z")
    ),
    (
        row(
            "IASKDatePickerSpecifier",
            #""MinimumDate":"2026-02-01T00:00:00Z","MaximumDate":"2026-01-01T00:00:00Z""#
        ),
        "'MaximumDate' is before 'MinimumDate'", .string("2027-01-01T00:00:00Z")
    ),
    (
        row("IASKDatePickerSpecifier", #""DatePickerMode":"Countdown""#),
        "'DatePickerMode' is \"Countdown\"", .integer(240)
    ),
    (
        row("PSToggleSwitchSpecifier", #""TrueValue":["a"],"FalseValue":"b""#),
        "expected one value",
        .string("a")
    ),
    (
        row("PSToggleSwitchSpecifier", #""TrueValue":1,"FalseValue":1"#),
        "'TrueValue' and 'FalseValue' are the same", .integer(0)
    ),
    (row("SAPickerSpecifier", #""Columns":[]"#), "'Columns' is empty", .array([.integer(1)])),
    (
        row("SAPickerSpecifier", #""Columns":[3,{"Values":[1]}]"#), "the column isn't a dictionary",
        .array([.integer(5), .integer(1)])
    ),
    (
        row("SAPickerSpecifier", #""Columns":[{"Values":[]},{"Values":[1]}]"#), "'Values' is empty",
        .array([.integer(5), .integer(1)])
    ),
    (
        row(
            "IASKListGroupSpecifier",
            #""ItemSpecifier":{"Type":"PSTextFieldSpecifier","Title":"T","Key":3}"#
        ),
        "expected text", .array([.dictionary([SettingValue.Entry("a", .string("b"))])])
    ),
]

private let schemas: [(schema: String, problem: String, value: SettingValue)] = [
    (#"{"minimum":9,"maximum":1}"#, "nothing is a number from 9 to 1", .integer(5)),
    (
        #"{"minimum":9,"exclusiveMaximum":9}"#, "nothing is a number of at least 9 and below 9",
        .integer(9)
    ),
    (#"{"minimum":"6"}"#, "'minimum' is \"6\", expected a number", .integer(5)),
    (#"{"minLength":3,"maxLength":1}"#, "nothing is of 3 to 1 character", .string("ab")),
    (#"{"maxItems":-1}"#, "'maxItems' is -1, expected a whole number", .array([.null])),
    (#"{"multipleOf":0}"#, "'multipleOf' is 0, expected a number above 0", .integer(5)),
    (#"{"enum":[]}"#, "'enum' is [], expected an array of values", .integer(5)),
    (#"{"enum":"a"}"#, "'enum' is \"a\", expected an array of values", .string("b")),
    (#"{"type":["string","moon"]}"#, "the type 'moon' is not one of JSON Schema", .integer(5)),
    (#"{"type":["string",3]}"#, "'type' is 3, expected a name", .integer(5)),
    (#"{"anyOf":{}}"#, "'anyOf' is a dictionary of 0, expected an array of schemas", .integer(5)),
    (#"{"oneOf":[]}"#, "'oneOf' is [], expected an array of schemas", .integer(5)),
    (#"{"required":"a"}"#, "'required' is \"a\", expected an array of keys", .dictionary([])),
    (#"{"pattern":3}"#, "'pattern' is 3, expected a regular expression", .string("a")),
    (#"{"not":3}"#, "the schema is 3, expected a dictionary", .integer(5)),
    (#"{"not":{"pattern":"(?<=a)b"}}"#, "lookbehind", .string("x")),
    (#"{"not":{"contains":{"const":1}}}"#, "'contains' is not checked", .array([])),
    (
        #"{"oneOf":[{"pattern":"(?<=a)b"},{"pattern":"x"}]}"#, "lookbehind", .string("x")
    ),
    (
        #"{"if":{"pattern":"(?<=a)b"},"then":{"maxLength":1}}"#, "lookbehind", .string("xyz")
    ),
    (
        #"{"properties":3,"additionalProperties":false}"#, "'properties' is 3, expected schemas",
        .dictionary([SettingValue.Entry("a", .null)])
    ),
    (
        #"{"patternProperties":{"(?<=a)b":{}},"additionalProperties":false}"#, "lookbehind",
        .dictionary([SettingValue.Entry("ab", .null)])
    ),
    (
        ##"{"not":{"$ref":"#/$defs/gone"}}"##, "'#/$defs/gone' is nowhere in the schema",
        .integer(5)
    ),
]

@Suite struct `A rule that is wrong in itself` {
    @Test(arguments: rows)
    func `is told of a row, and takes anything`(row: String, problem: String, value: SettingValue) {
        let schema = Schema(bundle(rows: row))
        let problems = schema.problems.filter { $0.severity == .error }.map(\.problem)
        #expect(problems.count == 1 && problems.first?.contains(problem) == true, "\(problems)")
        #expect(schema.refusal(of: value, at: key) == nil)
    }

    @Test(arguments: schemas)
    func `is told of a JSON Schema, and takes anything`(
        schema: String,
        problem: String,
        value: SettingValue
    ) throws {
        let file = try document("{\"properties\":{\"k\":\(schema)}}", named: "s.json")
        let read = Schema(jsonSchema: file, file: "s.json")
        let problems = read.problems.map(\.problem)
        #expect(problems.count == 1 && problems.first?.contains(problem) == true, "\(problems)")
        #expect(read.refusal(of: value, at: key) == nil)
    }

    @Test func `leaves the parts in force that are right`() {
        let schema = Schema(
            bundle(rows: text(#""SAValueType":"Integer","SAMinimum":"low","SAMaximum":9"#))
        )
        #expect(schema.refusal(of: .integer(10), at: key)?.code == .range)
        #expect(schema.refusal(of: .string("a"), at: key)?.code == .type)
    }

    @Test func `of more values than there may be takes the others`() {
        var limits = SchemaLimits()
        limits.options = 2
        let files = bundle(rows: choice(#""Titles":["A","B","C"],"Values":["a","b","c"]"#))
        let schema = Schema(bundle: files, languages: [], idiom: .wide, limits: limits)
        #expect(schema.problems.first?.code == .limit)
        #expect(schema.refusal(of: .string("c"), at: key) == nil)
    }

    @Test(arguments: ["SASecret", "IsSecure"])
    func `makes a row a secret that may be meant to be one`(name: String) {
        let schema = Schema(bundle(rows: text(#""\#(name)":"oui""#)))
        #expect(schema.secrecy(of: key) == .secret)
    }
}
