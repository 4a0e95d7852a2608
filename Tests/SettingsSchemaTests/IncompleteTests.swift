// Schemas that lack a part: what isn't known of may be a secret.

import SettingsModel
import SettingsSchema
import Testing

private func pane(_ row: String) -> String { "{\"PreferenceSpecifiers\": [\(row)]}" }

private let text = #""Type":"PSTextFieldSpecifier","Title":"T""#
private let list = #""Type":"IASKListGroupSpecifier","Title":"T","Key":"k""#

@Suite struct `A schema with a part missing` {
    @Test(arguments: [
        "[]", "{}", #"{"PreferenceSpecifiers":{"0":{"Key":"p","SASecret":true}}}"#, pane("7"),
        pane(#"{\#(text),"Key":7}"#), pane(#"{\#(text),"Key":""}"#),
        pane(#"{\#(text),"Key":"k","SADomain":"no domain"}"#),
        pane(#"{\#(text),"Key":"k","SADomain":7}"#),
        pane(#"{"Type":"PSChildPaneSpecifier","Title":"T"}"#),
        pane(#"{"Type":"PSChildPaneSpecifier","Title":"T","File":7}"#),
        pane(#"{"Type":"PSChildPaneSpecifier","Title":"T","File":"Gone"}"#),
        pane("{\(list)}"), pane(#"{\#(list),"ItemSpecifier":7}"#),
        pane(#"{\#(list),"ItemSpecifier":{\#(text)},"AddSpecifier":7}"#),
        #"{"SATabs":7,"PreferenceSpecifiers":[]}"#, #"{"SATabs":[7],"PreferenceSpecifiers":[]}"#,
        #"{"SATabs":[{"Title":"T"}],"PreferenceSpecifiers":[]}"#,
        #"{"SADomain":"no domain","PreferenceSpecifiers":[]}"#,
        #"{"SAKeyPaths":"perhaps","PreferenceSpecifiers":[]}"#,
    ])
    func `is incomplete, as a bundle`(root: String) {
        let schema = Schema(bundle(["Root.json": root]))
        #expect(schema.isIncomplete)
        #expect(schema.problems.contains { $0.severity == .error })
    }

    @Test func `is incomplete if it's a pane that another opens`() {
        let child = #"{"Type":"PSChildPaneSpecifier","Title":"T","File":"A"}"#
        let schema = Schema(
            bundle([
                "Root.json": pane(child), "A.json": #"{"PreferenceSpecifiers":{"0":{"Key":"p"}}}"#,
            ])
        )
        #expect(schema.isIncomplete)
    }

    @Test(arguments: [
        #"{"Type":"PSSliderSpecifier","Key":"k","DefaultValue":1,"MinimumValue":"low","MaximumValue":2}"#,
        #"{\#(text),"Key":"k","SAPattern":"("}"#, #"{\#(text),"Key":"k","SALines":"two"}"#,
        #"{"Type":"PSWheelSpecifier","Key":"k"}"#, #"{\#(text),"Key":"k"}"#,
    ])
    func `isn't one whose rules are wrong`(row: String) {
        #expect(!Schema(bundle(rows: row)).isIncomplete)
    }

    @Test(arguments: [
        "[]", "3", #"{"properties":3}"#, #"{"properties":{"a":3}}"#, #"{"allOf":3}"#,
        #"{"$ref":"other.json"}"#, ##"{"$ref":"#/$defs/gone"}"##, #"{"$ref":7}"#,
        #"{"properties":{"a":{"$ref":"other.json#/a"}}}"#,
        #"{"properties":{"a":{"type":"array","items":3}}}"#,
    ])
    func `is incomplete, as a JSON Schema`(text: String) throws {
        let schema = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        #expect(schema.isIncomplete)
    }

    @Test(arguments: [
        "true", #"{"properties":{"a":{"minimum":"6"}}}"#, #"{"properties":{"a":{"type":"strin"}}}"#,
        #"{"properties":{"a":{"contains":{"type":"string"}}}}"#,
    ])
    func `isn't one whose rules are wrong, as a JSON Schema`(text: String) throws {
        let schema = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        #expect(!schema.isIncomplete)
    }
}

@Suite struct `A schema of many levels` {
    /// A schema in which a secret is so many tables deep.
    private func nested(_ depth: Int) throws -> Schema {
        let text =
            String(repeating: #"{"properties":{"k":"#, count: depth)
            + #"{"properties":{"p":{"type":"string","writeOnly":true}}}"#
            + String(repeating: "}}", count: depth)
        return Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
    }

    @Test(arguments: [1, 31, 32, 33, 60, 100])
    func `has its secrets however deep they are`(depth: Int) throws {
        let schema = try nested(depth)
        let keys = Array(repeating: "k", count: depth)
        #expect(schema.secrecy(of: SettingKeyPath(segments: keys + ["p"])) == .secret)
    }

    @Test(arguments: [(20, 0), (100, 1)])
    func `says where what it asks for isn't checked any more`(depth: Int, count: Int) throws {
        #expect(try nested(depth).problems.map(\.code) == Array(repeating: .limit, count: count))
    }
}
