// What the methods that read and write settings answer.

package import SettingsModel

/// The answer to `hello`.
package struct Greeting: ReplyResult, Equatable {
    package var version: String
    package var epoch: String
    package var seq: UInt64
    package var limits: Limits

    /// Creates an answer.
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
    package static let capabilities = ["subscribe", "wait", "undo", "session", "varlink"]

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.member("server", Self.server)
        json.member("version", version)
        json.member("protocol", Self.protocolVersion)
        json.key("protocols")
        json.array([Self.protocolVersion]) { $0.integer($1) }
        json.member("epoch", epoch)
        json.member("seq", seq)
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
package struct Position: ReplyResult, Equatable {
    package var seq: UInt64

    /// Creates an answer.
    package init(seq: UInt64) { self.seq = seq }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) { json.member("seq", seq) }
}

/// The answer to `get`.
package struct Setting: ReplyResult, Equatable {
    package var key: SettingKeyPath
    package var value: SettingValue
    package var rev: UInt64
    package var layer: LayerName
    package var origin: String
    /// Whether the value is a secret, or may be one.
    package var isSecret = false

    /// Creates an answer.
    package init(
        key: SettingKeyPath,
        value: SettingValue,
        rev: UInt64,
        layer: LayerName,
        origin: String
    ) {
        self.key = key
        self.value = value
        self.rev = rev
        self.layer = layer
        self.origin = origin
    }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.keyPath(key)
        json.member("value", value)
        if isSecret { json.member("secret", true) }
        json.member("rev", rev)
        json.member("layer", layer.rawValue)
        json.member("origin", origin)
    }
}

/// One key of `list` and `getMany`.
package struct Entry: Equatable, Sendable {
    package var domain: Domain
    package var key: SettingKeyPath
    package var content: Content
    /// Whether the value is a secret, or may be one; it is told to who names the domain.
    package var isSecret = false

    /// What stands at the key.
    package enum Content: Equatable, Sendable {
        case value(SettingValue, rev: UInt64, layer: LayerName, origin: String)
        /// A value that isn't told, as it is a secret.
        case secret(rev: UInt64, layer: LayerName, origin: String)
        /// This many keys below it, deeper than was asked for.
        case children(Int)
    }

    /// Creates an entry.
    package init(domain: Domain, key: SettingKeyPath, content: Content) {
        self.domain = domain
        self.key = key
        self.content = content
        if case .secret = content { isSecret = true }
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
            case .secret(let rev, let layer, let origin):
                $0.member("secret", true)
                $0.member("rev", rev)
                $0.member("layer", layer.rawValue)
                $0.member("origin", origin)
            case .children(let count): $0.member("children", count)
            }
        }
    }
}

/// The answer to `list` and `getMany`.
package struct Page: ReplyResult, Equatable {
    package var seq: UInt64
    package var entries: [Entry]
    /// What to give as `after` for the next page; nil on the last.
    package var next: String?

    /// Creates an answer.
    package init(seq: UInt64, entries: [Entry], next: String?) {
        self.seq = seq
        self.entries = entries
        self.next = next
    }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.member("seq", seq)
        json.key("entries")
        json.array(entries) { $1.write(to: &$0) }
        json.member("next", next)
    }
}

/// A replica that can't take an accepted change now, or a key that none takes.
package struct Warning: Equatable, Sendable {
    /// nil where no file takes the key, so that the journal alone has its value.
    package var file: String?
    package var state: ReplicaReport.State
    package var problem: String

    /// Creates a warning.
    package init(file: String?, state: ReplicaReport.State, problem: String) {
        self.file = file
        self.state = state
        self.problem = problem
    }

    /// Writes it as an object.
    package func write(to json: inout JSONWriter) {
        json.object {
            $0.member("file", file)
            $0.member("state", state.rawValue)
            $0.member("problem", problem)
        }
    }
}

/// The answer to `set` and `unset`.
package struct Acceptance: ReplyResult, Equatable {
    package var seq: UInt64
    package var rev: UInt64
    /// Whether another value is in force than before; what is stored may be another all the same.
    package var isChanged: Bool
    package var warnings: [Warning]

    /// Creates an answer.
    package init(seq: UInt64, rev: UInt64, isChanged: Bool, warnings: [Warning]) {
        self.seq = seq
        self.rev = rev
        self.isChanged = isChanged
        self.warnings = warnings
    }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.member("seq", seq)
        json.member("rev", rev)
        json.member("changed", isChanged)
        json.warnings(warnings)
    }
}

/// The answer to `apply`; for `undo` without revs.
package struct Application: ReplyResult, Equatable {
    package var seq: UInt64
    /// One for each change, in their order; nil for `undo`.
    package var revs: [UInt64]?
    /// What `undo` changed something in.
    package var domain: Domain?
    package var warnings: [Warning]

    /// Creates an answer.
    package init(seq: UInt64, revs: [UInt64]?, warnings: [Warning]) {
        self.seq = seq
        self.revs = revs
        self.warnings = warnings
    }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.member("seq", seq)
        if let revs {
            json.key("revs")
            json.array(revs) { $0.integer($1) }
        }
        json.member("domain", domain?.name)
        json.warnings(warnings)
    }
}

extension JSONWriter {
    fileprivate mutating func warnings(_ warnings: [Warning]) {
        guard !warnings.isEmpty else { return }
        key("warnings")
        array(warnings) { $1.write(to: &$0) }
    }
}

/// The answer to `subscribe`.
package struct Subscribed: ReplyResult, Equatable {
    /// How the subscription begins.
    package enum Mode: String, Sendable {
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

    /// Creates an answer.
    package init(sub: UInt64, epoch: String, seq: UInt64, mode: Mode, reason: String?) {
        self.sub = sub
        self.epoch = epoch
        self.seq = seq
        self.mode = mode
        self.reason = reason
    }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.member("sub", sub)
        json.member("epoch", epoch)
        json.member("seq", seq)
        json.member("mode", mode.rawValue)
        json.member("reason", reason)
    }
}

/// The answer to `wait`.
package struct Waited: ReplyResult, Equatable {
    package var epoch: String
    package var seq: UInt64
    /// nil when the time was over.
    package var changes: [ChangeMessage]?

    /// Creates an answer.
    package init(epoch: String, seq: UInt64, changes: [ChangeMessage]?) {
        self.epoch = epoch
        self.seq = seq
        self.changes = changes
    }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.member("epoch", epoch)
        json.member("seq", seq)
        if let changes {
            json.key("changes")
            json.array(changes) { $1.write(to: &$0) }
        } else {
            json.member("timedOut", true)
        }
    }
}
