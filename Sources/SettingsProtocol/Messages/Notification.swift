// What the agent says of its own accord, encoded once for all who hear it.

package import SettingsModel

/// One change, as notifications and `wait` tell it.
package struct ChangeMessage: WireObject, WireValue, Equatable {
    package var domain: Domain
    package var key: SettingKeyPath
    /// nil when no layer has a value any more, or when it isn't told.
    package var value: SettingValue?
    package var old: SettingValue?
    package var rev: UInt64
    package var layer: Layer
    package var origin: String
    /// The number of the connection whose request it came of; nil for all others.
    package var connection: UInt64?
    /// The step of the history that it is of, for `undo`; nil where that has none.
    package var group: UInt64?
    package var file: String?
    package var line: Int?
    /// Whether there is a value that is a secret, or may be one; only who names its domain is told it.
    package var isSecret = false

    /// Creates a change without a place.
    package init(
        domain: Domain,
        key: SettingKeyPath,
        value: SettingValue?,
        old: SettingValue?,
        rev: UInt64,
        layer: Layer,
        origin: String
    ) {
        self.domain = domain
        self.key = key
        self.value = value
        self.old = old
        self.rev = rev
        self.layer = layer
        self.origin = origin
    }

    /// Whether there is a value that isn't told.
    package var isWithheld: Bool { isSecret && value == nil }

    /// The change of a secret; a removal doesn't show the value that it removed, as nothing marks that value.
    package var ofSecret: ChangeMessage {
        var change = self
        change.isSecret = value != nil
        if value == nil { change.old = nil }
        return change
    }

    /// The change of a secret as those are told who didn't ask for just this domain.
    package var withoutValue: ChangeMessage {
        var change = ofSecret
        change.value = nil
        change.old = nil
        return change
    }

    /// The change as JSON.
    package var json: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.bytes
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of change: Self?) {
        domain = members.required("domain", change?.domain)
        key = members.keyPath(change?.key)
        isSecret = members.flag("secret", change?.isSecret)
        // Said for readers of single lines: a change without a value, secrets aside, is a removal.
        _ = members.flag("deleted", change.map { $0.value == nil && !$0.isSecret })
        value = members.optional("value", change?.value)
        old = members.optional("old", change?.old)
        rev = members.required("rev", change?.rev)
        layer = members.required("layer", change?.layer)
        origin = members.required("origin", change?.origin)
        connection = members.optional("connection", change?.connection)
        group = members.optional("group", change?.group)
        file = members.optional("file", change?.file)
        line = members.optional("line", change?.line)
    }
}

extension ChangeMessage {
    /// The `changes` of a notification or reply.
    package static func list(in json: JSONObject) throws(JSONError) -> [ChangeMessage] {
        try json.objects("changes") { object throws(JSONError) in
            try ChangeMessage(json: object)
        }
    }
}

/// One notification, encoded but for what differs between those who hear it.
///
/// Making one costs the encoding; sending it to one more client costs a copy of its bytes.
package struct Notification: Equatable, Sendable {
    /// What kind of notification it is; the raw value is its method.
    package enum Kind: String, Sendable {
        case changed
        case snapshot
        case problem
        case recovered
        case secrets
        case bookmark
        case goodbye
        case hello
    }
    package let kind: Kind
    /// The members of its params but for `sub`, without the braces; never empty.
    private let members: [UInt8]

    private init(_ kind: Kind, _ write: (inout JSONWriter) -> Void) {
        self.kind = kind
        var json = JSONWriter()
        json.object(write)
        members = Array(json.bytes.dropFirst().dropLast())
    }

    /// Appends the message for one client, terminator included; `sub` is nil on the events socket.
    package func append(to bytes: inout [UInt8], sub: UInt64?) {
        bytes += #"{"jsonrpc":"2.0","method":""#.utf8
        bytes += kind.rawValue.utf8
        bytes += #"","params":{"#.utf8
        if let sub {
            bytes += #""sub":"#.utf8
            bytes += String(sub).utf8
            bytes.append(UInt8(ascii: ","))
        }
        bytes += members
        bytes += "}}".utf8
        bytes.append(LineSplitter.terminator)
    }
}

// MARK: The kinds

extension Notification {
    /// Changes that cover everything after `from` up to `seq`, the newest value of each key.
    ///
    /// Each of `changes` is a ``ChangeMessage/json``.
    package static func changed(
        epoch: String,
        from: UInt64,
        seq: UInt64,
        changes: [[UInt8]]
    ) -> Notification {
        Notification(.changed) { json in
            json.member("epoch", epoch)
            json.member("seq", seq)
            json.member("from", from)
            json.key("changes")
            json.array(changes) { $0.json($1) }
        }
    }

    /// Where in a snapshot a part of it stands.
    package struct SnapshotPart: Equatable, Sendable {
        /// Throw away what you have.
        package var isFirst: Bool
        /// After it you are exactly at `seq`.
        package var isLast: Bool

        package init(isFirst: Bool, isLast: Bool) {
            self.isFirst = isFirst
            self.isLast = isLast
        }
    }

    /// A part of everything there is at `seq`.
    ///
    /// Each of `changes` is a ``ChangeMessage/json``.
    package static func snapshot(
        epoch: String,
        seq: UInt64,
        part: SnapshotPart,
        changes: [[UInt8]]
    ) -> Notification {
        Notification(.snapshot) { json in
            json.member("epoch", epoch)
            json.member("seq", seq)
            json.member("first", part.isFirst)
            json.member("more", !part.isLast)
            json.key("changes")
            json.array(changes) { $0.json($1) }
        }
    }

    /// A file can't be read and its last good values stay in force, or some of it isn't in force.
    ///
    /// The state is `broken` where it can't be read.
    package static func problem(
        domain: Domain,
        file: String,
        state: ReplicaReport.State,
        _ problem: ReplicaReport.Diagnostic
    ) -> Notification {
        Notification(.problem) {
            $0.member("domain", domain.name)
            $0.member("file", file)
            $0.member("code", problem.code)
            $0.member("severity", problem.severity.rawValue)
            $0.member("state", state.rawValue)
            if let key = problem.key { $0.keyPath(key) }
            $0.member("value", problem.value)
            $0.place(problem.place)
            $0.member("problem", problem.problem)
            $0.member("advice", problem.advice)
        }
    }

    /// A problem of a file is over, with a key that of its value; others may be left.
    package static func recovered(
        domain: Domain,
        file: String,
        key: SettingKeyPath?
    ) -> Notification {
        Notification(.recovered) {
            $0.member("domain", domain.name)
            $0.member("file", file)
            if let key { $0.keyPath(key) }
        }
    }

    /// Settings whose values are secrets, or may be, though they may have been told as open ones.
    package static func secrets(domain: Domain, keys: [SettingKeyPath]) -> Notification {
        Notification(.secrets) {
            $0.member("domain", domain.name)
            $0.member("keys", keys.map(\.description))
        }
    }

    /// Nothing for this subscription up to `seq`.
    package static func bookmark(epoch: String, seq: UInt64) -> Notification {
        Notification(.bookmark) {
            $0.member("epoch", epoch)
            $0.member("seq", seq)
        }
    }

    /// Why the agent ends a connection.
    package enum GoodbyeReason: String, Sendable {
        case restart
        case exit
    }

    /// The agent ends the connection.
    package static func goodbye(
        reason: GoodbyeReason,
        reconnectMilliseconds: Int
    ) -> Notification {
        Notification(.goodbye) {
            $0.member("reason", reason.rawValue)
            $0.member("reconnectMs", reconnectMilliseconds)
        }
    }

    /// The first line of the events socket.
    package static func hello(epoch: String, seq: UInt64) -> Notification {
        Notification(.hello) {
            $0.member("epoch", epoch)
            $0.member("seq", seq)
            $0.member("protocol", Greeting.protocolVersion)
        }
    }
}
