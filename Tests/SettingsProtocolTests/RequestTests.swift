// Requests: what is understood, and how the rest is refused.

import SettingsModel
import SettingsProtocol
import Testing

private func domain(_ name: String) -> Domain {
    guard let domain = try? Domain(name) else { preconditionFailure("'\(name)' is no domain") }
    return domain
}

private let domainA = domain("a")

private func call(_ line: String) throws -> Call {
    try Request(Array(line.utf8), limits: .standard).call()
}

private func path(_ segments: String...) -> SettingKeyPath { SettingKeyPath(segments: segments) }

@Suite struct `A request` {
    @Test(arguments: [
        #"{"id":1,"method":"get","params":["org.example.editor","font.size"]}"#,
        #"{"id":1,"method":"get","params":{"domain":"org.example.editor","key":"font.size"}}"#,
        #"{"method":"get","params":{"key":["font","size"],"domain":"org.example.editor"},"id":1}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"get","params":["org.example.editor","font.size",null]}"#,
        #" { "id" : 1 , "method" : "\u0067et" , "params" : [ "org.example.editor", "font.size" ] } "#,
    ])
    func `has its parameters by name or position`(line: String) throws {
        #expect(
            try call(line)
                == .get(domain: domain("org.example.editor"), key: path("font", "size"), layer: nil)
        )
    }

    @Test(
        arguments: [
            (#""value":14"#, .integer(14)),
            (#""value":14.0"#, .real(14)),
            (#""value":null"#, .null),
            (#""value":9223372036854775807"#, .integer(.max)),
            (#""value":{"$bytes":"AQ=="}"#, .data([1])),
        ] as [(String, SettingValue)]
    )
    func `carries values exactly`(member: String, value: SettingValue) throws {
        let line = #"{"method":"set","params":{"domain":"a","key":"k",\#(member)}}"#
        guard case .set(let set) = try call(line) else { throw Unexpected() }
        #expect(set.value == value)
        #expect(set.durability == .committed)
    }

    @Test func `to set may have a text and a place`() throws {
        let params = #"{"domain":"a","key":"k","text":"14","at":"[0]","force":true}"#
        guard case .set(let set) = try call(#"{"method":"set","params":\#(params)}"#) else {
            throw Unexpected()
        }
        #expect(set.content == .text(TypedText("14", plain: .integer(14)), isForced: true))
        #expect(set.place == "[0]")
    }

    @Test(arguments: [
        (#""value":1,"text":"1""#, "text"), (#""at":"[0]""#, "value"),
        (#""value":null,"text":"1""#, "text"),
    ])
    func `to set has a value or a text`(members: String, parameter: String) throws {
        let line = #"{"method":"set","params":{"domain":"a","key":"k",\#(members)}}"#
        let error = #expect(throws: RPCError.self) { try call(line) }
        #expect(error?.code == .invalidParams)
        #expect(error?.details.parameter == parameter)
    }

    @Test func `to set has its options`() throws {
        let params = #"["a","k",1,7,"me",false]"#
        guard case .set(let set) = try call(#"{"method":"set","params":\#(params)}"#) else {
            throw Unexpected()
        }
        #expect(set.ifRev == 7)
        #expect(set.origin == "me")
        #expect(set.durability == .accepted)
    }

    @Test(
        arguments: [
            (#"{"method":"undo","params":[12]}"#, .undo(.seq(12))),
            (#"{"method":"undo","params":{"id":3}}"#, .undo(.entry(id: 3))),
            (
                #"{"method":"undo","params":{"domain":"a","key":"k"}}"#,
                .undo(.key(domainA, path("k")))
            ),
            (#"{"method":"undo","params":{"domain":"a","since":5}}"#, .undo(.since(domainA, 5))),
            (#"{"method":"undo","params":{"since":5}}"#, .undo(.since(nil, 5))),
            (#"{"method":"undo","params":{"steps":[3,4]}}"#, .undo(.steps([3, 4]))),
            (#"{"method":"undo","params":{"domain":"a"}}"#, .undo(.newest(domainA))),
            (#"{"method":"undo"}"#, .undo(.newest(nil))),
            (#"{"method":"redo"}"#, .redo(domain: nil, key: nil)),
            (#"{"method":"redo","params":["a","k"]}"#, .redo(domain: domainA, key: path("k"))),
            (#"{"method":"rescan"}"#, .rescan(domain: nil)),
            (
                #"{"method":"settle","params":["a.b",200]}"#,
                .settle(domain: domain("a.b"), timeoutMilliseconds: 200, keys: [])
            ),
            (#"{"method":"accept","params":{"file":"/f"}}"#, .accept(domain: nil, file: "/f")),
            (#"{"method":"versions","params":["/f"]}"#, .versions(file: "/f")),
            (
                #"{"method":"version","params":{"file":"/f","version":3,"restore":true}}"#,
                .version(Call.Version(file: "/f", choice: .number(3), isRestored: true))
            ),
            (
                #"{"method":"version","params":{"file":"/f","at":5}}"#,
                .version(Call.Version(file: "/f", choice: .time(5), isRestored: false))
            ),
            (#"{"method":"cancel","params":["x"]}"#, .cancel(RequestID(json: Array(#""x""#.utf8)))),
            (
                #"{"method":"apply","params":["a",[{"key":"k","value":1},{"key":"l","unset":true}]]}"#,
                .apply(
                    Call.Apply(
                        domain: domainA,
                        changes: [.init(path("k"), .integer(1)), .init(path("l"), nil)]
                    )
                )
            ),
            (
                #"{"method":"apply","params":{"domain":"a","changes":[],"create":false}}"#,
                .apply(Call.Apply(domain: domainA, changes: [], mayCreate: false))
            ),
            (
                #"{"method":"getMany","params":{"domain":"a","prefix":"font"}}"#,
                .getMany(domain: domainA, .prefix(path("font")))
            ),
            (
                #"{"method":"getMany","params":{"domain":"a","keys":["b",["c.d"]]}}"#,
                .getMany(domain: domainA, .keys([path("b"), path("c.d")]))
            ),
            (
                #"{"method":"unlink","params":["a","/f"]}"#,
                .unlink(Call.Unlink(domain: domainA, file: "/f"))
            ),
        ] as [(String, Call)]
    )
    func `is read as it is meant`(line: String, expected: Call) throws {
        #expect(try call(line) == expected)
    }

    @Test func `to subscribe has patterns and a cursor`() throws {
        let params =
            #"{"domains":["a"],"keys":["x","y.*","*",["z"]],"epoch":"e","seq":5,"onGap":"fail"}"#
        guard case .subscribe(let call) = try call(#"{"method":"subscribe","params":\#(params)}"#)
        else { throw Unexpected() }
        #expect(call.domains == [domainA])
        #expect(call.keys == [.exactly(path("x")), .below(path("y")), .all, .exactly(path("z"))])
        #expect(call.cursor == Call.Cursor(epoch: "e", seq: 5))
        #expect(call.start == .changes)
        #expect(call.onGap == .fail)
    }

    @Test(arguments: Method.allCases)
    func `of every method is decoded`(method: Method) throws {
        var names = method.parameters.filter { !$0.isOptional }.map(\.name)
        // One of several optional parameters is needed.
        if method == .undo { names.append("seq") }
        if method == .set { names.append("value") }
        let members = names.map { "\"\($0)\":\(method.sample(of: $0))" }.joined(separator: ",")
        _ = try call(#"{"method":"\#(method.rawValue)","params":{\#(members)}}"#)
    }

    @Test(arguments: Method.allCases)
    func `may have every parameter of its method`(method: Method) throws {
        let required = method.parameters.filter { !$0.isOptional }.map(\.name)
        for name in method.parameters.map(\.name) {
            var members = (required + [name]).reduce(into: [String: String]()) {
                $0[$1] = method.sample(of: $1)
            }
            if method == .undo, name == "domain" { members["key"] = #""k""# }
            if [.undo, .redo].contains(method), ["key", "since"].contains(name) {
                members["domain"] = #""a""#
            }
            if method == .set, name != "text" { members["value"] = "1" }
            if name == "epoch" { members["seq"] = "1" }
            let text = members.map { "\"\($0)\":\($1)" }.joined(separator: ",")
            _ = try call(#"{"method":"\#(method.rawValue)","params":{\#(text)}}"#)
        }
    }
}

private struct Unexpected: Error {}

extension Method {
    /// Some value of a parameter, as JSON.
    fileprivate func sample(of name: String) -> String {
        switch name {
        case "domain": #""org.example""#
        case "domains": #"["org.example"]"#
        case "key", "prefix": #""font.size""#
        case "keys": #"["font.size"]"#
        case "map": #"["size={font.size|number}"]"#
        case "changes": #"[{"key":"k","value":1}]"#
        case "value": "{}"
        case "layer": #""user""#
        case "adopt": #""all""#
        case "prefer": #""newer""#
        case "onGap": #""fail""#
        case "protocols", "steps": "[1]"
        case "snapshot", "durable", "force", "borrowed", "revert", "restore", "create", "asIs":
            "true"
        case "at": self == .version ? "1" : #""[0]""#
        case "client", "text", "origin", "epoch", "after", "file", "bundle", "schema", "format",
            "plan":
            #""/text""#
        default: "1"
        }
    }
}
