// Panes that lists open for their elements, and panes for other screens: what they say is in force.

import SettingsModel
import SettingsSchema
import TestSupport
import Testing

private func pane(_ rows: String...) -> String {
    #"{"PreferenceSpecifiers":[\#(rows.joined(separator: ","))]}"#
}

private func child(_ file: String) -> String {
    #"{"Type":"PSChildPaneSpecifier","Title":"T","File":"\#(file)"}"#
}

private func list(_ key: String, _ file: String) -> String {
    #"{"Type":"IASKListGroupSpecifier","Key":"\#(key)","ItemSpecifier":\#(child(file))}"#
}

private func text(_ key: String, _ more: String = "") -> String {
    #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"\#(key)"\#(more)}"#
}

extension SettingValue {
    fileprivate func member(_ key: String) -> SettingValue? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }
}

private func elements(_ entries: SettingValue.Entry...) -> SettingValue {
    .array([.dictionary(entries)])
}

@Suite struct `The pane of a list's elements` {
    private let schema = Schema(
        bundle([
            "Root.json": pane(list("hosts", "Host")),
            "Host.json": pane(
                text("port", #","SAFormat":"port""#),
                child("More"),
                list("in", "Host")
            ),
            "More.json": pane(text("name", #","SAMinimumLength":2"#)),
        ])
    )

    private func problem(_ value: SettingValue) -> String? {
        let key = SettingKeyPath(segments: ["hosts"])
        return schema.refusal(of: value, at: key)?.problem(at: key)
    }

    @Test func `has its rules in force in each element`() {
        #expect(problem(elements(.init("port", .string("80")))) == nil)
        #expect(
            problem(elements(.init("port", .string("0"))))
                == "'hosts[0].port' is \"0\", expected a port from 1 to 65535"
        )
        #expect(
            problem(elements(.init("name", .string("x"))))
                == "'hosts[0].name' is \"x\" with 1, expected at least 2 characters"
        )
        #expect(problem(.array([.integer(1)])) == "'hosts[0]' is 1, expected a dictionary")
    }

    @Test func `that opens itself takes any dictionary there`() {
        #expect(problem(elements(.init("in", elements(.init("port", .string("0")))))) == nil)
        #expect(
            problem(elements(.init("in", .array([.integer(1)]))))
                == "'hosts[0].in[0]' is 1, expected a dictionary"
        )
    }

    @Test func `is exported`() throws {
        let exported = try #require(schema.jsonSchema())
        let port = ["properties", "hosts", "items", "properties", "port", "x-sa-format"]
        #expect(port.reduce(Optional(exported)) { $0?.member($1) } == .string("port"))
    }

    @Test func `is exported with titles, help and what is a secret`() throws {
        let secure = #"{"Type":"PSTextFieldSpecifier","IsSecure":true}"#
        let schema = Schema(
            bundle([
                "Root.json": pane(
                    list("hosts", "Host"),
                    #"{"Type":"IASKListGroupSpecifier","Key":"keys","ItemSpecifier":\#(secure)}"#
                ),
                "Host.json": pane(text("token", #","IsSecure":true,"SAHelp":"H""#), child("More")),
                "More.json": pane(text("name")),
            ])
        )
        let exported = try #require(schema.jsonSchema())
        func member(_ path: String) -> SettingValue? {
            path.split(separator: ".").reduce(Optional(exported)) { $0?.member(String($1)) }
        }
        let host = "properties.hosts.items.properties"
        #expect(member("\(host).token.writeOnly") == .boolean(true))
        #expect(member("\(host).token.title") == .string("T"))
        #expect(member("\(host).token.description") == .string("H"))
        #expect(member("\(host).name.title") == .string("T"))
        #expect(member("\(host).name.writeOnly") == nil)
        #expect(member("properties.keys.items.writeOnly") == .boolean(true))
    }

    @Test(
        arguments: [
            (#"[{"port":"80"}]"#, []),
            (
                #"[{"port":"80"},{"port":"0"}]"#,
                ["in the default, '[1].port' is \"0\", expected a port from 1 to 65535"]
            ),
            (#"[1]"#, ["in the default, '[0]' is 1, expected a dictionary"]),
            ("5", ["the default is 5, expected an array"]),
        ] as [(String, [String])]
    )
    func `has its rules in force in the list's default`(value: String, problems: [String]) {
        let rows =
            #"{"Type":"IASKListGroupSpecifier","Key":"hosts","DefaultValue":\#(value),"ItemSpecifier":\#(child("Host"))}"#
        let files = bundle([
            "Root.json": pane(rows), "Host.json": pane(text("port", #","SAFormat":"port""#)),
        ])
        let found = Schema(files).problems
        #expect(found.map(\.problem) == problems)
        #expect(found.allSatisfy { $0.place.position?.line == 1 && $0.code == .badDefault })
        #expect(BundleCheck(files).problems.map(\.problem) == problems)
    }

    @Test func `that opens many others for elements ends`() {
        var texts = ["Root.json": pane(list("a", "P0"), list("b", "P1"))]
        for index in 0..<40 {
            let rows = (0..<40).map { list("k\($0)", "P\(($0 + index) % 40)") }
            texts["P\(index).json"] = pane(rows.joined(separator: ","))
        }
        let schema = Schema(bundle(texts))
        let value = elements(.init("k3", .integer(1)))
        #expect(schema.refusal(of: value, at: SettingKeyPath(segments: ["a"]))?.code == .type)
    }

    @Test func `that opens many others for elements is soon compared with another screen's`() {
        let root = pane(list("a", "P0"))
        var texts = ["Root~wide.json": root, "Root~narrow.json": root]
        for index in 0..<20 {
            let rows = (0..<8).map { list("k\($0)", "P\(index + 1)") }
            texts["P\(index).json"] = pane(rows.joined(separator: ","))
        }
        texts["P20.json"] = pane(text("last"))
        let seconds = processorSeconds {
            let schema = Schema(bundle: bundle(texts), languages: [], idiom: .wide)
            #expect(schema.problems.isEmpty)
            let value = elements(.init("k3", .integer(1)))
            #expect(schema.refusal(of: value, at: SettingKeyPath(segments: ["a"]))?.code == .type)
        }
        #expect(seconds < 300)
    }

    @Test(arguments: [
        [list("hosts", "Host"), child("Host")], [child("Host"), list("hosts", "Host")],
    ])
    func `that is also opened by itself is the domain's own, too`(rows: [String]) {
        let secret = #","DefaultValue":"80","SAFormat":"port","IsSecure":true"#
        let schema = Schema(
            bundle([
                "Root.json": pane(rows.joined(separator: ",")),
                "Host.json": pane(text("port", secret)),
            ])
        )
        let key = SettingKeyPath(segments: ["port"])
        #expect(schema.refusal(of: .string("0"), at: key)?.code == .format)
        #expect(schema.defaults.map(\.keyPath) == [key])
        #expect(schema.secrecy(of: key) == .secret)
        #expect(schema.secrecy(of: SettingKeyPath(segments: ["hosts"])) == .secret)
    }
}

@Suite struct `What a pane for another screen says` {
    private let files = bundle([
        "Root~wide.json": pane(text("a", #","SAMinimumLength":2"#)),
        "Root~narrow.json": pane(
            text("a"),
            text("b", #","SAMinimumLength":2,"DefaultValue":"xx""#),
            text("d", #","IsSecure":true"#)
        ),
    ])

    @Test(arguments: Idiom.allCases)
    func `is in force, and isn't drawn`(idiom: Idiom) {
        let schema = Schema(bundle: files, languages: [], idiom: idiom)
        let key = SettingKeyPath(segments: ["b"])
        #expect(schema.panes.map(\.name) == ["Root"])
        #expect(schema.panes[0].rows.count == (idiom == .wide ? 1 : 3))
        #expect(schema.refusal(of: .string("x"), at: key)?.code == .length)
        #expect(schema.specifier(at: key)?.defaultValue == .string("xx"))
        #expect(schema.defaults.map(\.keyPath) == [key])
        #expect(schema.secrecy(of: SettingKeyPath(segments: ["d"])) == .secret)
    }

    @Test(
        arguments: [("wide", .wide), ("ipad", .wide), ("narrow", .narrow), ("iphone", .narrow)]
            as [(String, Idiom)]
    )
    func `is in force where only this screen has a pane of its own`(mark: String, idiom: Idiom) {
        let password = text("p", #","IsSecure":true,"SAMaximumLength":3,"DefaultValue":"x""#)
        let files = bundle(["Root.json": pane(password), "Root~\(mark).json": pane(text("a"))])
        let schema = Schema(bundle: files, languages: [], idiom: idiom)
        let key = SettingKeyPath(segments: ["p"])
        #expect(schema.panes.flatMap(\.rows).map(\.keyPath?.description) == ["a"])
        #expect(schema.secrecy(of: key) == .secret)
        #expect(schema.refusal(of: .string("long"), at: key)?.code == .length)
        #expect(schema.defaults.map(\.keyPath) == [key])
        #expect(schema.problems == [])
    }

    @Test func `makes a secret of a row on this one`() {
        let files = bundle([
            "Root~wide.json": pane(text("a")),
            "Root~iphone.json": pane(text("a", #","IsSecure":true"#)),
        ])
        let schema = Schema(bundle: files, languages: [], idiom: .wide)
        #expect(schema.panes[0].rows.map(\.isSecret) == [true])
    }

    @Test func `is told where the other hasn't got it`() {
        let problems = BundleCheck(files).problems.filter { $0.code == .missingKey }
        #expect(
            problems.map { "\($0.place.file): \($0.problem)" } == [
                "Root~narrow.json: 'b' has no row on the other kind of screen",
                "Root~narrow.json: 'd' has no row on the other kind of screen",
            ]
        )
    }
}
