// Which settings hold a secret.

import SettingsModel
import SettingsSchema
import Testing

private let secure =
    #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"account.token","IsSecure":true}"#
private let open = #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"account.name"}"#

private func list(_ item: String) -> String {
    #"{"Type":"IASKListGroupSpecifier","Key":"servers","ItemSpecifier":\#(item)}"#
}

private func bundle(_ rows: String...) -> Schema {
    Schema(
        bundle([
            "Root.json":
                #"{"SAKeyPaths":true,"PreferenceSpecifiers":[\#(rows.joined(separator: ","))]}"#,
            "Server.json":
                #"{"PreferenceSpecifiers":[{"Type":"PSTextFieldSpecifier","Title":"P","Key":"p","SASecret":true}]}"#,
            "Host.json":
                #"{"PreferenceSpecifiers":[{"Type":"PSTextFieldSpecifier","Title":"H","Key":"h"}]}"#,
        ])
    )
}

private let opensServer =
    #"{"Type":"PSChildPaneSpecifier","Title":"S","File":"Server"}"#
private let opensHost = #"{"Type":"PSChildPaneSpecifier","Title":"S","File":"Host"}"#

@Suite struct `A secret` {
    @Test(
        arguments: [
            ("account.token", .secret), ("account.name", .open), ("account", .secret),
            ("account.token.part", .secret), ("other", .open), ("account.other", .open),
        ] as [(String, Secrecy)]
    )
    func `is hidden with its parts and what holds it`(path: String, secrecy: Secrecy) throws {
        let schema = bundle(secure, open)
        #expect(schema.secrecy(of: try SettingKeyPath(parsing: path)) == secrecy)
        #expect(schema.hasSecrets())
    }

    @Test(
        arguments: [
            (list(#"{"Type":"PSTextFieldSpecifier","Title":"T","IsSecure":true}"#), .secret),
            (list(#"{"Type":"PSTextFieldSpecifier","Title":"T"}"#), .open),
            (list(opensServer), .secret), (list(opensHost), .open),
        ] as [(String, Secrecy)]
    )
    func `in a list's elements makes one of the list`(row: String, secrecy: Secrecy) {
        let schema = bundle(row)
        #expect(schema.secrecy(of: SettingKeyPath(segments: ["servers"])) == secrecy)
        #expect(schema.hasSecrets() == (secrecy == .secret))
    }

    @Test(
        arguments: [
            (#"{"type":"string","writeOnly":true}"#, .secret), (#"{"type":"string"}"#, .open),
            (#"{"type":"array","items":{"type":"string","format":"password"}}"#, .secret),
            (#"{"type":"array","items":{"enum":["a","b"],"writeOnly":true}}"#, .secret),
            (#"{"type":"array","items":{"properties":{"p":{"writeOnly":true}}}}"#, .secret),
            (#"{"additionalProperties":{"properties":{"p":{"writeOnly":true}}}}"#, .secret),
            (#"{"patternProperties":{"^a":{"writeOnly":true}}}"#, .secret),
            (#"{"oneOf":[{"type":"boolean"},{"properties":{"p":{"writeOnly":true}}}]}"#, .secret),
            (##"{"additionalProperties":{"$ref":"#/$defs/secret"}}"##, .secret),
            (#"{"unevaluatedProperties":{"writeOnly":true}}"#, .secret),
            (#"{"contains":{"writeOnly":true}}"#, .secret),
            (##"{"additionalProperties":{"$ref":"#"}}"##, .secret),
            (#"{"additionalProperties":{"type":"string"}}"#, .open),
            (##"{"additionalProperties":{"$ref":"#/$defs/loop"}}"##, .open),
            (#"{"type":"string","anyOf":[{"format":"password"},{"maxLength":3}]}"#, .secret),
            (#"{"type":"string","if":{"maxLength":3},"then":{"writeOnly":true}}"#, .secret),
            (#"{"type":"boolean","else":{"writeOnly":true}}"#, .secret),
            (#"{"type":"integer","oneOf":[{"writeOnly":true},{"minimum":3}]}"#, .secret),
            (#"{"type":"string","anyOf":[{"minLength":1},{"maxLength":3}]}"#, .open),
            (
                #"{"type":"array","items":{"type":"string"},"prefixItems":[{"writeOnly":true}]}"#,
                .secret
            ),
            (#"{"type":"array","items":{"type":"string"},"contains":{"writeOnly":true}}"#, .secret),
            (
                #"{"type":"array","items":{"type":"string","anyOf":[{"writeOnly":true},{"maxLength":3}]}}"#,
                .secret
            ),
            (#"{"properties":{"a":{"type":"string"}},"writeOnly":true}"#, .secret),
            (
                #"{"properties":{"a":{"type":"string"}},"anyOf":[{"format":"password"},{"type":"object"}]}"#,
                .secret
            ),
        ] as [(String, Secrecy)]
    )
    func `of a JSON Schema is one wherever it's in a value`(
        schema: String,
        secrecy: Secrecy
    ) throws {
        let text = ##"""
            {"properties":{"k":\##(schema),"own":{"$ref":"#/$defs/secret"}},
             "$defs":{"secret":{"type":"string","writeOnly":true},"loop":{"items":{"$ref":"#/$defs/loop"}}}}
            """##
        let read = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        #expect(read.secrecy(of: SettingKeyPath(segments: ["k"])) == secrecy)
        #expect(read.secrecy(of: SettingKeyPath(segments: ["k", "a"])) == secrecy)
    }

    @Test(
        arguments: [
            (#""additionalProperties":{"writeOnly":true}"#, .open, .secret),
            (#""patternProperties":{"^n":{"format":"password"}}"#, .open, .secret),
            (#""unevaluatedProperties":{"writeOnly":true}"#, .open, .secret),
            (##""dependentSchemas":{"a":{"$ref":"#/$defs/other"}}"##, .secret, .secret),
            (##""dependencies":{"a":{"$ref":"#/$defs/other"},"b":["a"]}"##, .secret, .secret),
            (##""if":{"$ref":"#/$defs/other"}"##, .secret, .secret),
            (#""patternProperties":{"^[kn]":{"format":"password"}}"#, .secret, .secret),
            (#""patternProperties":{"(":{"format":"password"}}"#, .secret, .secret),
            (#""patternProperties":{"^n":{"type":"string"}}"#, .open, .open),
            (#""oneOf":[{"properties":{"n":{"writeOnly":true}}},{}]"#, .open, .secret),
            (#""allOf":[{"properties":{"k":{"writeOnly":true}}}]"#, .secret, .open),
            (##""then":{"$ref":"#/$defs/other"}"##, .secret, .secret),
        ] as [(String, Secrecy, Secrecy)]
    )
    func `of a JSON Schema is one with another row or none`(
        rest: String,
        named: Secrecy,
        other: Secrecy
    ) throws {
        let table = #"{"properties":{"k":{"type":"string"}},\#(rest)}"#
        let definitions =
            #""$defs":{"other":{"properties":{"k":{"writeOnly":true},"n":{"writeOnly":true}}}}"#
        let whole = #"{"properties":{"k":{"type":"string"}},\#(rest),\#(definitions)}"#
        let inner = #"{"properties":{"t":\#(table)},\#(definitions)}"#
        let list = #"{"properties":{"l":{"type":"array","items":\#(table)}},\#(definitions)}"#
        for (text, place) in [(whole, []), (inner, ["t"])] {
            let read = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
            #expect(read.secrecy(of: SettingKeyPath(segments: place + ["k"])) == named)
            #expect(read.secrecy(of: SettingKeyPath(segments: place + ["k", "a"])) == named)
            #expect(read.secrecy(of: SettingKeyPath(segments: place + ["n"])) == other)
            #expect(read.secrecy(of: SettingKeyPath(segments: place + ["n", "a"])) == other)
        }
        // A table and a list with a secret in them are hidden.
        let holds: Secrecy = named == .secret || other == .secret ? .secret : .open
        for (text, key) in [(inner, "t"), (list, "l")] {
            let read = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
            #expect(read.secrecy(of: SettingKeyPath(segments: [key])) == holds)
        }
    }

    @Test func `of an element's alternative is one in the element's pane, beside what is open`()
        throws
    {
        let text = """
            {"properties":{"l":{"type":"array","items":{
              "properties":{"k":{"type":"string"},"open":{"type":"string"}},
              "anyOf":[{"properties":{"k":{"format":"password"}}},{"required":["open"]}]}}}}
            """
        let read = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        let pane = try #require(read.panes.first { $0.isOfElements })
        #expect(pane.rows.map(\.isSecret) == [true, false])
        #expect(read.panes[0].rows.map(\.isSecret) == [false])
        #expect(read.secrecy(of: SettingKeyPath(segments: ["l"])) == .secret)
    }
}
