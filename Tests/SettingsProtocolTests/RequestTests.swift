// Requests: what is understood, and how the rest is refused.

import SettingsModel
import SettingsProtocol
import Testing

private func domain(_ name: String) -> Domain {
    guard let domain = try? Domain(name) else { preconditionFailure("'\(name)' is no domain") }
    return domain
}

private let domainA = domain("a")

private func call(_ line: String, wire: Wire = .jsonRPC) throws -> Call {
    try Request(Array(line.utf8), wire: wire, limits: .standard).call()
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
        #expect(set.layer == .user)
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
        let params = #"["a","k",1,7,"session","me",false]"#
        guard case .set(let set) = try call(#"{"method":"set","params":\#(params)}"#) else {
            throw Unexpected()
        }
        #expect(set.ifRev == 7)
        #expect(set.layer == .session)
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
            (#"{"method":"rpc.discover"}"#, .describe(method: nil)),
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
                #"{"method":"apply","params":{"domain":"a","changes":[],"part":2,"parts":2}}"#,
                .apply(Call.Apply(domain: domainA, changes: [], part: Call.Part(2, of: 2)))
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
    func `of every method in the table is decoded`(method: Method) throws {
        let parameters = method.description.parameters.filter { !$0.isOptional }
            .map { "\"\($0.name)\":\($0.type.sample)" }.joined(separator: ",")
        // One of several optional parameters is needed.
        let all =
            switch method {
            case .undo: #""seq":1"#
            case .set: parameters + #","value":1"#
            default: parameters
            }
        let line = #"{"method":"\#(method.varlinkName)","parameters":{\#(all)},"more":true}"#
        _ = try call(line, wire: .varlink)
        guard !method.isOfVarlink else { return }
        _ = try call(#"{"method":"\#(method.rawValue)","params":{\#(all)}}"#)
    }

    @Test(arguments: Method.allCases)
    func `may have every parameter of the table`(method: Method) throws {
        for field in method.description.parameters {
            let required = method.description.parameters.filter { !$0.isOptional }
            var members = (required + [field]).reduce(into: [String: String]()) {
                $0[$1.name] = $1.type.sample
            }
            if method == .undo, field.name == "domain" { members["key"] = #""k""# }
            if method == .undo, ["key", "since"].contains(field.name) {
                members["domain"] = #""a""#
            }
            if method == .set, field.name != "text" { members["value"] = "1" }
            if field.name == "epoch" { members["seq"] = "1" }
            if field.name == "part" || field.name == "parts" {
                members["part"] = "1"
                members["parts"] = "1"
            }
            let text = members.map { "\"\($0)\":\($1)" }.joined(separator: ",")
            let line = #"{"method":"\#(method.varlinkName)","parameters":{\#(text)},"more":true}"#
            _ = try call(line, wire: .varlink)
        }
    }
}

private struct Unexpected: Error {}

extension WireType {
    /// Some value of the type, as JSON.
    fileprivate var sample: String {
        switch self {
        case .string: #""/text""#
        case .domain: #""org.example""#
        case .keyPath: #""font.size""#
        case .keyPattern: #""font.*""#
        case .integer, .requestID: "1"
        case .boolean: "true"
        case .value, .any: "{}"
        case .choice(let words): "\"\(words.last ?? "")\""
        case .array(let element): "[\(element.sample)]"
        case .object: #"{"key":"k","value":1}"#
        case .named: "{}"
        }
    }
}
