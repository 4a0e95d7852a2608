// Replies and notifications: their exact bytes, and that a client reads what the agent wrote.

import SettingsModel
import SettingsProtocol
import Testing

private let address = ReplyAddress(id: RequestID(json: Array("7".utf8)))
private let size = SettingKeyPath(segments: ["editor", "a.b"])

private func domain() throws -> Domain { try Domain("org.example.editor") }

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Suite struct `A reply` {
    @Test func `is one line with the id as it came`() {
        let setting = Setting(
            key: size,
            value: .real(14),
            rev: 3,
            layer: .user,
            origin: "client:x"
        )
        let members =
            #""key":"editor.\"a.b\"","path":["editor","a.b"],"value":14.0,"rev":3,"layer":"user","origin":"client:x""#
        #expect(
            text(address.reply(setting)) == #"{"jsonrpc":"2.0","id":7,"result":{\#(members)}}"#
                + "\n"
        )
    }

    @Test func `to a message without an id is nothing`() {
        let nobody = ReplyAddress(id: nil)
        #expect(nobody.reply(Position(seq: 1)).isEmpty)
        #expect(nobody.reply(RPCError(.busy, "x", advice: "y")).isEmpty)
    }

    private func checkRoundTrip<Result: ReadableResult & Equatable>(_ result: Result) throws {
        guard case .result(7, let json) = try AgentMessage(address.reply(result).dropLast()) else {
            Issue.record("no result")
            return
        }
        #expect(try Result(json: JSONObject(json)) == result)
    }

    @Test func `reads back as it was, whatever the method`() throws {
        let domain = try domain()
        let warning = Warning(file: "/f", state: .readOnly, problem: "the folder is read-only")
        try checkRoundTrip(Position(seq: 1 << 53))
        try checkRoundTrip(Setting(key: size, value: .null, rev: 0, layer: .default, origin: ""))
        try checkRoundTrip(
            Page(
                seq: 4,
                entries: [
                    Entry(domain: domain, key: size, content: .children(3)),
                    Entry(
                        domain: domain,
                        key: size,
                        content: .value(.data([1]), rev: 2, layer: .site, origin: "file:/x")
                    ),
                ],
                next: "x"
            )
        )
        try checkRoundTrip(Acceptance(seq: 1, rev: 2, isChanged: true, warnings: [warning]))
        try checkRoundTrip(Acceptance(seq: 1, rev: 2, isChanged: false, warnings: []))
        try checkRoundTrip(BatchAcceptance(seq: 1, revs: [1, 1], warnings: [warning]))
        var undone = BatchAcceptance(seq: 1, revs: nil, warnings: [])
        undone.domain = try Domain("a.b")
        undone.group = 7
        try checkRoundTrip(undone)
        try checkRoundTrip(Subscribed(sub: 1, epoch: "e", seq: 2, mode: .snapshot, reason: "asked"))
        try checkRoundTrip(Waited(epoch: "e", seq: 1, changes: nil))
        try checkRoundTrip(Waited(epoch: "e", seq: 1, changes: []))
        try checkRoundTrip(
            Domains([
                DomainReport(domain: domain, title: "T", files: ["/f"], bundle: nil, problems: 1)
            ])
        )
    }

    @Test func `of a report reads back as it was`() throws {
        let domain = try domain()
        var replica = ReplicaReport(
            domain: domain,
            file: "/f",
            format: "toml",
            state: .broken,
            layer: .user
        )
        try checkRoundTrip(Replicas([replica]))
        replica.adopt = "primary"
        replica.prefix = size
        replica.keys = [.below(size), .all, .exactly(SettingKeyPath(segments: ["a", "*"]))]
        replica.watch = .polling
        replica.problem = "expected '='"
        replica.place = SourcePlace(line: 3, column: 4)
        replica.pendingWrites = 2
        var linked = Linked(replica)
        linked.kept = 3
        try checkRoundTrip(linked)

        var layer = LayerReport(layer: .user, value: .null)
        layer.file = "/f"
        layer.place = SourcePlace(line: 1, column: 2)
        layer.origin = "agent"
        layer.time = -1
        let loser = LoserReport(value: nil, origin: "client:x", time: 5, why: "superseded")
        try checkRoundTrip(
            Explanation(key: size, winner: .user, layers: [layer], losers: [loser])
        )

        var entry = HistoryReport(
            id: 1,
            seq: 2,
            time: 3,
            domain: domain,
            key: size,
            origin: "file:/f",
            why: "kept-newer"
        )
        entry.new = .null
        entry.kept = .integer(1)
        entry.reason = "unread"
        entry.group = 1
        entry.undoes = [5, 3]
        try checkRoundTrip(HistoryPage([entry]))

        var statistics = Statistics(version: "0.1.0", uptimeMilliseconds: 1, seq: 2)
        statistics.journal.file = "/j"
        statistics.journal.problem = "the disk is full"
        statistics.journal.advice = "Make room"
        statistics.watches.polledCount = 1
        statistics.counters.fileWrites = 3
        try checkRoundTrip(statistics)
    }
}

@Suite struct `A notification` {
    private func bytes(_ notification: Notification, sub: UInt64?) -> String {
        var bytes: [UInt8] = []
        notification.append(to: &bytes, sub: sub)
        return text(bytes)
    }

    @Test func `is encoded once for every client`() throws {
        let change = ChangeMessage(
            domain: try domain(),
            key: SettingKeyPath(segments: ["k"]),
            value: .integer(2),
            old: nil,
            rev: 8,
            layer: .user,
            origin: "client:x"
        )
        let changed = Notification.changed(epoch: "e", from: 7, seq: 8, changes: [change.json])
        let members =
            #""epoch":"e","seq":8,"from":7,"changes":[{"domain":"org.example.editor","key":"k","path":["k"],"value":2,"rev":8,"layer":"user","origin":"client:x"}]"#
        #expect(
            bytes(changed, sub: 1)
                == #"{"jsonrpc":"2.0","method":"changed","params":{"sub":1,\#(members)}}"# + "\n"
        )
        #expect(
            bytes(changed, sub: nil)
                == #"{"jsonrpc":"2.0","method":"changed","params":{\#(members)}}"# + "\n"
        )
    }

    @Test func `of a removed key says so`() throws {
        let change = ChangeMessage(
            domain: try domain(),
            key: SettingKeyPath(segments: ["k"]),
            value: nil,
            old: .boolean(true),
            rev: 8,
            layer: .user,
            origin: "agent"
        )
        #expect(text(change.json).contains(#""deleted":true,"old":true,"#))
        let object = try JSONObject(JSONText(change.json, nesting: 9))
        #expect(try ChangeMessage(json: object) == change)
    }

    @Test(
        arguments: [
            (
                .snapshot(
                    epoch: "e",
                    seq: 9,
                    part: .init(isFirst: true, isLast: false),
                    changes: []
                ),
                #""epoch":"e","seq":9,"first":true,"more":true,"changes":[]"#
            ),
            (.bookmark(epoch: "e", seq: 9), #""epoch":"e","seq":9"#),
            (
                .goodbye(reason: .restart, reconnectMilliseconds: 100),
                #""reason":"restart","reconnectMs":100"#
            ),
            (.hello(epoch: "e", seq: 9), #""epoch":"e","seq":9,"protocol":1"#),
        ] as [(Notification, String)]
    )
    func `has the members of its kind`(notification: Notification, members: String) {
        let expected =
            #"{"jsonrpc":"2.0","method":"\#(notification.kind.rawValue)","params":{\#(members)}}"#
        #expect(bytes(notification, sub: nil) == expected + "\n")
    }

    @Test func `of secrets names them, so that they can be read back`() throws {
        let keys: [SettingKeyPath] = ["a", #"b."c.d""#]
        let secrets = Notification.secrets(domain: try domain(), keys: keys)
        let line = bytes(secrets, sub: 1)
        #expect(line.contains(#""keys":["a","b.\"c.d\""]"#))
        guard case .notification(.secrets, let params) = try AgentMessage(Array(line.utf8)) else {
            Issue.record("\(line)")
            return
        }
        #expect(try JSONObject(params).keyPaths() == keys)
        #expect(throws: JSONError.self) {
            try JSONObject(JSONText(Array("{}".utf8), nesting: 1)).keyPaths()
        }
    }

    @Test func `of a file's trouble names the place`() throws {
        let problem = Notification.problem(
            domain: try domain(),
            file: "/f",
            state: .broken,
            ReplicaReport.Diagnostic(
                code: "syntax",
                key: nil,
                place: SourcePlace(line: 3, column: 4),
                problem: "expected '='",
                advice: "Correct the line"
            )
        )
        let line = bytes(problem, sub: nil)
        let place = #""code":"syntax","severity":"error","state":"broken","line":3,"column":4"#
        #expect(line.contains(place + #","problem":"expected '='""#))
        let recovered = Notification.recovered(domain: try domain(), file: "/f", key: nil)
        #expect(bytes(recovered, sub: nil).contains(#""file":"/f"}}"#))
    }
}
