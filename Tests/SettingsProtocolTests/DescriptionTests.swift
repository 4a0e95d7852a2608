// The descriptions of the protocol agree with what is spoken.

import SettingsModel
import SettingsProtocol
import Testing

@Suite struct `The description of the protocol` {
    private func description() throws -> JSONText {
        let reply = ReplyAddress(id: .null, wire: .jsonRPC)
            .reply(try ProtocolDescription(method: nil))
        return try #require(try JSONText(reply.dropLast(), nesting: 64)["result"])
    }

    @Test func `has every method with its parameters in their positions`() throws {
        let methods = try #require(try description()["methods"]?.elements)
        let expected = Method.allCases.filter { !$0.isOfVarlink }
        #expect(methods.map { $0["name"]?.string } == expected.map(\.rawValue))
        for (described, method) in zip(methods, expected) {
            let names = method.description.parameters.map(\.name)
            #expect(described["positions"]?.elements?.compactMap(\.string) == names)
            let properties = described["params"]?["properties"]?.members?.map(\.key)
            #expect(properties == names)
            #expect(described["summary"]?.string?.hasSuffix(".") == true)
        }
    }

    @Test func `has every notification, error and type`() throws {
        let description = try description()
        let notifications = description["notifications"]?.elements?.map { $0["name"]?.string }
        #expect(notifications == Notification.Kind.allCases.map(\.rawValue))
        let slugs = description["errors"]?.elements?.compactMap { $0["slug"]?.string } ?? []
        #expect(slugs == RPCError.Code.allCases.map(\.slug))
        #expect(Set(slugs).count == slugs.count)
        let types = description["types"]?.members?.map(\.key)
        #expect(types == NamedType.allCases.map(\.rawValue))
    }

    @Test func `of one method is that method's`() throws {
        let reply = ReplyAddress(id: .null, wire: .jsonRPC)
            .reply(try ProtocolDescription(method: "get"))
        let result = try JSONText(reply.dropLast(), nesting: 64)["result"]
        #expect(result?["methods"]?.elements?.count == 1)
        #expect(throws: RPCError.self) { try ProtocolDescription(method: "nope") }
    }

    @Test func `names the members that replies have`() throws {
        // Every optional member is there, so the types of the table must name them all.
        var entry = HistoryReport(
            id: 1,
            seq: 2,
            time: 3,
            domain: try Domain("a"),
            key: SettingKeyPath(segments: ["k"]),
            origin: "agent",
            why: "set"
        )
        entry.new = .null
        entry.old = .null
        entry.kept = .null
        entry.reason = "fresh"
        let reply = ReplyAddress(id: .null, wire: .jsonRPC).reply(HistoryPage([entry]))
        let written = try JSONText(reply.dropLast(), nesting: 64)["result"]?["entries"]?
            .elements?.first?.members?.map(\.key)
        #expect(written == NamedType.historyEntry.fields.map(\.name))
    }

    @Test func `in Varlink's language has every method, type and error`() throws {
        let text = try VarlinkInterface.text(of: "dev.settings.Agent")
        #expect(text.contains("\ninterface dev.settings.Agent\n"))
        #expect(
            text.contains(
                "\nmethod Get(domain: string, key: string, layer: ?string) -> "
                    + "(key: string, path: []string, value: object, secret: ?bool, rev: int, "
                    + "layer: string, origin: string)\n"
            )
        )
        #expect(text.contains("\nerror KeyNotFound (slug: string, problem: string, "))
        for method in Method.allCases where !method.isOfVarlink {
            let name = try #require(method.varlinkName.split(separator: ".").last)
            #expect(text.contains("\nmethod \(name)("), "\(name)")
        }
        for type in NamedType.allCases {
            #expect(text.contains("\ntype \(type.rawValue) ("), "\(type)")
        }
    }

    @Test func `has Varlink's own interface, and no other`() throws {
        let text = try VarlinkInterface.text(of: "org.varlink.service")
        #expect(text.contains("\nmethod GetInterfaceDescription(interface: string) -> "))
        #expect(throws: RPCError.self) { try VarlinkInterface.text(of: "org.example") }
    }
}

@Suite struct `A key pattern` {
    @Test(
        arguments: [
            ("*", ["a"], true), ("a", ["a"], true), ("a", ["a", "b"], false),
            ("a.*", ["a", "b"], true), ("a.*", ["a", "b", "c"], true), ("a.*", ["a"], false),
            ("a.*", ["ab", "c"], false), ("a.\"*\"", ["a", "*"], true),
            ("a.\"*\"", ["a", "b"], false),
        ] as [(String, [String], Bool)]
    )
    func `matches a key or what is below one`(
        text: String,
        segments: [String],
        expected: Bool
    ) throws {
        let pattern = try KeyPattern(parsing: text, limits: .standard)
        #expect(pattern.matches(SettingKeyPath(segments: segments)) == expected)
        #expect(pattern.description == text)
    }
}
