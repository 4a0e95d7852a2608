// When rows are shown, and settings that were renamed.

import SettingsModel
import SettingsSchema
import Testing

private let keyA = SettingKeyPath(segments: ["a"])

private func condition(_ text: String) throws -> Condition {
    let row = #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"k","SAVisibleWhen":\#(text)}"#
    let schema = Schema(bundle(rows: row))
    #expect(schema.problems == [])
    return try #require(schema.panes.first?.rows.first).visibleWhen
}

@Suite struct `A condition` {
    @Test(arguments: [
        (#"{"Key":"a","Equals":1}"#, SettingValue.integer(1), true),
        (#"{"Key":"a","Equals":1}"#, .real(1), true),
        (#"{"Key":"a","Equals":1}"#, .boolean(true), false),
        (#"{"Key":"a","Equals":1}"#, nil, false),
        (#"{"Key":"a","Equals":[1,2]}"#, .array([.integer(1), .integer(2)]), true),
        (#"{"Key":"a","In":["x","y"]}"#, .string("y"), true),
        (#"{"Key":"a","In":["x","y"]}"#, .string("z"), false),
        (#"{"Key":"a","In":[]}"#, .string("z"), false),
        (#"{"Not":{"Key":"a","Equals":1}}"#, .integer(1), false),
        (#"{"Not":{"Key":"a","Equals":1}}"#, nil, true),
        (#"{"All":[{"Key":"a","In":[1,2]},{"Not":{"Key":"a","Equals":2}}]}"#, .integer(1), true),
        (#"{"All":[{"Key":"a","In":[1,2]},{"Not":{"Key":"a","Equals":2}}]}"#, .integer(2), false),
        (#"{"Any":[{"Key":"a","Equals":1},{"Key":"a","Equals":2}]}"#, .integer(2), true),
        (#"{"All":[]}"#, nil, true), (#"{"Any":[]}"#, nil, false),
    ])
    func `holds by the values in force`(text: String, value: SettingValue?, holds: Bool) throws {
        let condition = try condition(text)
        #expect(condition.holds { $0 == keyA ? value : nil } == holds)
        #expect(condition.claims.allSatisfy { $0.keyPath == keyA })
    }

    @Test(arguments: [
        "1", "{}", #"{"Key":"a"}"#, #"{"Equals":1}"#, #"{"Key":"a","Equals":1,"In":[1]}"#,
        #"{"Not":{"Key":"a"}}"#, #"{"All":{}}"#, #"{"Any":[3]}"#, #"{"Key":"a","In":1}"#,
    ])
    func `that can't be read shows the row and says so`(text: String) {
        let row = #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"k","SAEnabledWhen":\#(text)}"#
        let schema = Schema(bundle(rows: row))
        #expect(schema.problems.count == 1)
        #expect(schema.panes.first?.rows.first?.enabledWhen == .always)
    }
}

@Suite struct `A group that is one row's own` {
    private static let list = """
        {"Type":"IASKListGroupSpecifier","Key":"k","ItemSpecifier":{"Type":"PSTextFieldSpecifier"},
        """
    private static let radio = """
        {"Type":"PSRadioGroupSpecifier","Title":"R","Key":"k","DefaultValue":1,"Values":[1],"Titles":["1"],
        """
    private static let text = #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"a"}"#

    @Test(arguments: [list, radio])
    func `is there where the row is`(row: String) {
        let condition = #""SAVisibleWhen":{"Key":"a","Equals":1},"#
        let keys = condition + #""SupportedUserInterfaceIdioms":["Pad"]}"#
        let schema = Schema(bundle(rows: Self.text + "," + row + keys))
        #expect(schema.problems == [])
        let section = schema.panes.first?.sections.last
        #expect(section?.visibleWhen == .isIn(keyA, [.integer(1)]))
        #expect(section?.idioms == [.wide])
    }

    @Test func `stays where others follow the row`() {
        let row = Self.radio + #""SAVisibleWhen":{"Key":"a","Equals":1}},"#
        let schema = Schema(bundle(rows: row + Self.text))
        #expect(schema.panes.first?.sections.map(\.visibleWhen) == [.always])
    }

    /// Rows of each kind that can be asked for.
    private static let asked = """
        {"Type":"PSMultiValueSpecifier","Title":"M","Key":"mode","DefaultValue":"a",
         "Values":["a","b"],"Titles":["A","B"]},
        {"Type":"PSToggleSwitchSpecifier","Title":"S","Key":"on","DefaultValue":false},
        {"Type":"PSToggleSwitchSpecifier","Title":"W","Key":"word","DefaultValue":"no",
         "TrueValue":"yes","FalseValue":"no"},
        {"Type":"PSSliderSpecifier","Key":"size","DefaultValue":1,"MinimumValue":0,"MaximumValue":9},
        """

    @Test(arguments: [
        (#"{"Key":"mode","Equals":"c"}"#, true), (#"{"Key":"mode","In":["a","c"]}"#, true),
        (#"{"Key":"on","Equals":"YES"}"#, true), (#"{"Key":"word","Equals":"maybe"}"#, true),
        (#"{"Key":"size","Equals":10}"#, true), (#"{"Not":{"Key":"mode","Equals":"c"}}"#, true),
        (#"{"Key":"mode","In":["a","b"]}"#, false), (#"{"Key":"on","Equals":true}"#, false),
        (#"{"Key":"word","Equals":"yes"}"#, false), (#"{"Key":"size","Equals":9.0}"#, false),
    ])
    func `is reported where it asks for a value that can't be`(condition: String, isReported: Bool)
    {
        let row = #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"t","SAEnabledWhen":"#
        let check = BundleCheck(bundle(rows: Self.asked + row + condition + "}"))
        #expect(check.problems.map(\.code) == (isReported ? [.condition] : []))
        #expect(check.problems.allSatisfy { $0.severity == .warning })
    }

    @Test(
        arguments: [
            (.isIn("a", [.boolean(true)]), "'a' is true"),
            (.isIn("a.b", [.string("x"), .integer(2)]), "'a.b' is \"x\" or 2"),
            (.not(.isIn("a", [.integer(1)])), "'a' isn't 1"),
            (
                .all([.isIn("a", [.integer(1)]), .any([.isIn("b", [.null]), .not(.all([]))])]),
                "'a' is 1 and ('b' is null or not ())"
            ),
        ] as [(Condition, String)]
    )
    func `has its condition in words`(condition: Condition, words: String) {
        #expect(condition.phrase == words)
    }

    @Test func `has its condition checked once`() {
        let row = Self.radio + #""SAVisibleWhen":{"Key":"gone","Equals":1}}"#
        #expect(BundleCheck(bundle(rows: row)).problems.map(\.code) == [.condition])
    }
}

@Suite struct `A row` {
    @Test func `of another domain has its rule there and not here`() throws {
        let row = """
            {"Type":"PSSliderSpecifier","Key":"k","DefaultValue":1,"MinimumValue":0,"MaximumValue":2,
             "SADomain":"org.example.other"}
            """
        let schema = Schema(bundle(rows: row))
        let other = try Domain("org.example.other")
        let key = SettingKeyPath(segments: ["k"])
        #expect(schema.refusal(of: .integer(3), at: key, in: other)?.code == .range)
        #expect(schema.refusal(of: .integer(3), at: key) == nil)
        #expect(schema.defaults.map(\.domain) == [other])
    }

    @Test func `whose key is another's table is left out with a problem`() {
        let files = bundle([
            "Root.json": """
            {"SAKeyPaths":true,"PreferenceSpecifiers":[
              {"Type":"PSTextFieldSpecifier","Title":"T","Key":"font"},
              {"Type":"PSTextFieldSpecifier","Title":"T","Key":"font.size"}]}
            """
        ])
        let schema = Schema(files)
        #expect(schema.problems.map(\.code) == [.duplicateKey])
        #expect(schema.specifier(at: SettingKeyPath(segments: ["font", "size"])) == nil)
    }

    @Test func `that is secure or secret is never shown`() {
        let files = bundle(
            rows: """
                {"Type":"PSTextFieldSpecifier","Title":"T","Key":"a","IsSecure":true},
                {"Type":"PSTextFieldSpecifier","Title":"T","Key":"b","SASecret":true},
                {"Type":"PSTextFieldSpecifier","Title":"T","Key":"c"}
                """
        )
        let schema = Schema(files)
        let shown = ["a", "b", "c"].filter {
            schema.secrecy(of: SettingKeyPath(segments: [$0])) == .open
        }
        #expect(shown == ["c"])
    }

    @Test func `of a list has its elements' rule`() {
        let files = bundle(
            rows: """
                {"Type":"IASKListGroupSpecifier","Key":"hosts",
                 "ItemSpecifier":{"Type":"PSTextFieldSpecifier","SAPattern":"^[a-z.]+$"}},
                {"Type":"IASKListGroupSpecifier","Key":"people",
                 "ItemSpecifier":{"Type":"PSTextFieldSpecifier","Title":"T","Key":"name","SAMinimumLength":2}}
                """
        )
        let schema = Schema(files)
        func problem(_ value: SettingValue, _ key: String) -> String? {
            let keyPath = SettingKeyPath(segments: [key])
            return schema.refusal(of: value, at: keyPath)?.problem(at: keyPath)
        }
        let person = SettingValue.dictionary([SettingValue.Entry("name", .string("Z"))])
        #expect(problem(.array([.string("a.org")]), "hosts") == nil)
        #expect(
            problem(.array([.string("a.org"), .string("a b")]), "hosts")
                == "'hosts[1]' is \"a b\", expected text that matches ^[a-z.]+$"
        )
        #expect(
            problem(.array([person]), "people")
                == "'people[0].name' is \"Z\" with 1, expected at least 2 characters"
        )
    }
}

@Suite struct `A check of a bundle` {
    @Test func `finds what a reader passes over`() throws {
        let files = bundle([
            "Root.json": """
            {"StringsTable":"Root","PreferenceSpecifiers":[
              {"Type":"PSTextFieldSpecifier","Title":"Name","Key":"app.name","SARenamedFrom":["nick"]},
              {"Type":"PSTextFieldSpecifier","Title":"Nick","Key":"nick","SAVisibleWhen":{"Key":"gone","Equals":1}}
            ]}
            """,
            "Unused.json": "{\"PreferenceSpecifiers\":[]}",
            "Root~narrow.json": "{\"PreferenceSpecifiers\":3}",
            "de.lproj/Root.strings": "Name = Name; Nick = Spitzname;",
            "fr.lproj/Root.strings": "Name = Nom;", "it.lproj/Root.strings": "Name = ",
            "pic.png": "",
        ])
        let problems = BundleCheck(files).problems
        try expectGolden(
            problems.map { "\($0.severity) \($0.code.rawValue) \($0)\n" }.joined(),
            "check"
        )
    }

    @Test func `says that keys aren't renamed by a bundle, as its reader does`() {
        let row = #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"k","SARenamedFrom":["a"]}"#
        let files = bundle(rows: row)
        for problems in [BundleCheck(files).problems, Schema(files).problems] {
            #expect(problems.map(\.severity) == [.warning])
            #expect(problems.map(\.problem) == ["'SARenamedFrom' isn't supported"])
        }
    }

    @Test func `says which key was meant`() {
        let row = #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"k","SAPatern":"x","Extra":1}"#
        let problems = BundleCheck(bundle(rows: row)).problems
        #expect(problems.map(\.advice) == ["Write 'SAPattern' if that was meant"])
    }
}
