// What the methods that read and write settings answer.

package import SettingsModel

/// The answer to `hello`.
package struct Greeting: ReplyResult, Equatable {
    package var version: String
    package var epoch: String
    package var seq: UInt64
    package var limits: Limits
    /// The number of the client's connection, which its changes carry; nil before that is known.
    package var connection: UInt64?

    package init(version: String, epoch: String, seq: UInt64, limits: Limits) {
        self.version = version
        self.epoch = epoch
        self.seq = seq
        self.limits = limits
    }

    /// The version of the protocol that this code speaks, and every version that it can.
    package static let protocolVersion = 1
    /// The name of the server.
    package static let server = "settings-agent"
    /// What a client may count on beyond the first version.
    package static let capabilities = ["subscribe", "wait", "undo"]

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.member("server", Self.server)
        json.member("version", version)
        json.member("protocol", Self.protocolVersion)
        json.key("protocols")
        json.array([Self.protocolVersion]) { $0.integer($1) }
        json.member("epoch", epoch)
        json.member("seq", seq)
        json.member("connection", connection)
        json.member("capabilities", Self.capabilities)
        json.key("limits")
        json.object {
            $0.member("lineBytes", limits.lineBytes)
            $0.member("nesting", limits.messageNesting)
            $0.member("valueBytes", limits.valueBytes)
            $0.member("keyPathSegments", limits.keyPathSegments)
            $0.member("segmentBytes", limits.segmentBytes)
            $0.member("keysPerDomain", limits.keysPerDomain)
            $0.member("subscriptionsPerClient", limits.subscriptionsPerClient)
        }
    }
}

/// The answer to `ping` and `rescan`: the newest seq.
package struct Position: ReadableResult, WireObject, Equatable {
    package var seq: UInt64

    package init(seq: UInt64) { self.seq = seq }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of position: Self?) {
        seq = members.required("seq", position?.seq)
    }
}

/// The answer to `get`.
package struct Setting: ReadableResult, WireObject, Equatable {
    package var key: SettingKeyPath
    package var value: SettingValue
    package var rev: UInt64
    package var layer: Layer
    package var origin: String
    /// Whether the value is a secret, or may be one.
    package var isSecret = false

    package init(
        key: SettingKeyPath,
        value: SettingValue,
        rev: UInt64,
        layer: Layer,
        origin: String
    ) {
        self.key = key
        self.value = value
        self.rev = rev
        self.layer = layer
        self.origin = origin
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of setting: Self?) {
        key = members.keyPath(setting?.key)
        value = members.required("value", setting?.value, or: .null)
        isSecret = members.flag("secret", setting?.isSecret)
        rev = members.required("rev", setting?.rev)
        layer = members.required("layer", setting?.layer)
        origin = members.required("origin", setting?.origin)
    }
}

/// The answer to `resolve`.
package struct ResolvedKey: ReadableResult, WireObject, Equatable {
    package var key: SettingKeyPath

    package init(_ key: SettingKeyPath) { self.key = key }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of resolved: Self?) {
        key = members.keyPath(resolved?.key)
    }
}

/// One key of `list` and `getMany`.
package struct Entry: WireValue, Equatable {
    package var domain: Domain
    package var key: SettingKeyPath
    package var content: Content
    /// Whether the value is a secret, or may be one; it is told to who names the domain.
    package var isSecret = false

    /// What stands at the key.
    package enum Content: Equatable, Sendable {
        /// A value; nil for a secret's that isn't told.
        case value(SettingValue?, rev: UInt64, layer: Layer, origin: String)
        /// This many keys below it, deeper than was asked for.
        case children(Int)
    }

    package init(domain: Domain, key: SettingKeyPath, content: Content) {
        self.domain = domain
        self.key = key
        self.content = content
        if case .value(nil, _, _, _) = content { isSecret = true }
    }

    /// Writes it as an object.
    package func write(to json: inout JSONWriter) {
        json.object {
            $0.member("domain", domain.name)
            $0.keyPath(key)
            switch content {
            case .value(let value, let rev, let layer, let origin):
                $0.member("value", value)
                if isSecret { $0.member("secret", true) }
                $0.member("rev", rev)
                $0.member("layer", layer.rawValue)
                $0.member("origin", origin)
            case .children(let count): $0.member("children", count)
            }
        }
    }

    package static var wireSample: Entry {
        Entry(domain: .wireSample, key: .wireSample, content: .children(0))
    }

    /// Reads what ``write(to:)`` wrote.
    package init(wire text: JSONText) throws(JSONError) {
        let json = try JSONObject(text)
        let content: Content
        if let children: Int = json.optionalInteger("children") {
            content = .children(children)
        } else {
            let untold: SettingValue? = json.flag("secret") ? nil : .null
            content = .value(
                try json.value("value") ?? untold,
                rev: try json.integer("rev"),
                layer: try json.choice("layer"),
                origin: try json.string("origin")
            )
        }
        self.init(domain: try json.domain(), key: try json.keyPath(), content: content)
        isSecret = json.flag("secret")
    }
}

/// The answer to `list` and `getMany`.
package struct Page: ReadableResult, WireObject, Equatable {
    package var seq: UInt64
    package var entries: [Entry]
    /// What to give as `after` for the next page; nil on the last.
    package var next: String?

    package init(seq: UInt64, entries: [Entry], next: String?) {
        self.seq = seq
        self.entries = entries
        self.next = next
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of page: Self?) {
        seq = members.required("seq", page?.seq)
        entries = members.required("entries", page?.entries, or: [])
        next = members.optional("next", page?.next)
    }
}

/// A replica that can't take an accepted change now, or a key that none takes.
package struct Warning: WireObject, WireValue, Equatable {
    /// nil where no file takes the key, so that the journal alone has its value.
    package var file: String?
    package var state: ReplicaReport.State
    package var problem: String

    package init(file: String?, state: ReplicaReport.State, problem: String) {
        self.file = file
        self.state = state
        self.problem = problem
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of warning: Self?) {
        file = members.optional("file", warning?.file)
        state = members.required("state", warning?.state)
        problem = members.required("problem", warning?.problem)
    }
}

/// The answer to `set` and `unset`.
package struct Acceptance: ReadableResult, WireObject, Equatable {
    package var seq: UInt64
    package var rev: UInt64
    /// Whether another value is in force than before; what is stored may be another all the same.
    package var isChanged: Bool
    /// The step that it made, as `history` knows it; nil where nothing of the user's own changed.
    package var group: UInt64?
    package var warnings: [Warning]

    package init(seq: UInt64, rev: UInt64, isChanged: Bool, warnings: [Warning]) {
        self.seq = seq
        self.rev = rev
        self.isChanged = isChanged
        self.warnings = warnings
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of acceptance: Self?) {
        seq = members.required("seq", acceptance?.seq)
        rev = members.required("rev", acceptance?.rev)
        isChanged = members.required("changed", acceptance?.isChanged, or: false)
        group = members.optional("group", acceptance?.group)
        warnings = members.warnings(acceptance?.warnings)
    }
}

/// The answer to `apply`; for `undo` and `redo` without revs.
package struct BatchAcceptance: ReadableResult, WireObject, Equatable {
    package var seq: UInt64
    /// One for each change, in their order; nil for `undo` and `redo`.
    package var revs: [UInt64]?
    /// What `undo` or `redo` changed something in; nil for several.
    package var domain: Domain?
    /// The step that it made, as `history` knows it; nil where nothing of the user's own changed.
    package var group: UInt64?
    package var warnings: [Warning]

    package init(seq: UInt64, revs: [UInt64]?, warnings: [Warning]) {
        self.seq = seq
        self.revs = revs
        self.warnings = warnings
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of acceptance: Self?) {
        seq = members.required("seq", acceptance?.seq)
        revs = members.optional("revs", acceptance?.revs)
        domain = members.optional("domain", acceptance?.domain)
        group = members.optional("group", acceptance?.group)
        warnings = members.warnings(acceptance?.warnings)
    }
}

extension WireMembers {
    fileprivate mutating func warnings(_ warnings: [Warning]?) -> [Warning] {
        list("warnings", warnings)
    }
}

/// The answer to `subscribe`.
package struct Subscribed: ReadableResult, WireObject, Equatable {
    /// How the subscription begins.
    package enum Mode: String, CaseIterable, WireValue {
        case now
        case resumed
        case snapshot
    }
    package var sub: UInt64
    package var epoch: String
    package var seq: UInt64
    package var mode: Mode
    /// Why there is a snapshot.
    package var reason: String?

    package init(sub: UInt64, epoch: String, seq: UInt64, mode: Mode, reason: String?) {
        self.sub = sub
        self.epoch = epoch
        self.seq = seq
        self.mode = mode
        self.reason = reason
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of subscribed: Self?) {
        sub = members.required("sub", subscribed?.sub)
        epoch = members.required("epoch", subscribed?.epoch)
        seq = members.required("seq", subscribed?.seq)
        mode = members.required("mode", subscribed?.mode)
        reason = members.optional("reason", subscribed?.reason)
    }
}

/// The answer to `wait`.
package struct Waited: ReadableResult, WireObject, Equatable {
    package var epoch: String
    package var seq: UInt64
    /// nil when the time was over.
    package var changes: [ChangeMessage]?

    package init(epoch: String, seq: UInt64, changes: [ChangeMessage]?) {
        self.epoch = epoch
        self.seq = seq
        self.changes = changes
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of waited: Self?) {
        epoch = members.required("epoch", waited?.epoch)
        seq = members.required("seq", waited?.seq)
        let changes = members.optional("changes", waited?.changes) ?? []
        let isOver = waited.map { $0.changes == nil }
        let timedOut = members.flag("timedOut", isOver)
        self.changes = timedOut ? nil : changes
    }
}
