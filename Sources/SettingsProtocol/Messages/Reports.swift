// What the methods that look behind the settings answer.

package import SettingsModel

/// One file of a domain, as `replicas` and `link` tell of it.
package struct ReplicaReport: Equatable, Sendable {
    /// How a file fares.
    package enum State: String, CaseIterable, Sendable {
        case ok
        /// Some of it isn't what is in force: values that it can't hold, or that break a rule.
        case differs
        /// It can't be read as settings; its last good values stay in force.
        case broken
        case absent
        case readOnly
        /// What it says now isn't known: it is being read, or another program is writing it.
        case busy
        /// It is looked at by time, for want of a watch.
        case polling

        /// Every state's name.
        package static let names = allCases.map(\.rawValue)
    }
    /// How its changes are noticed.
    package enum Watch: String, Sendable {
        case inotify
        case polling
    }
    /// How a new text is put in its place.
    package enum Publishing: String, CaseIterable, Sendable {
        case exchange
        case create
        case compareAndRename = "compare-and-rename"
        case inPlace = "in-place"
    }
    package var domain: Domain
    package var file: String
    package var format: String
    package var state: State
    package var layer: LayerName
    package var adopt: String?
    package var prefix: SettingKeyPath?
    /// Which keys it takes on; nil for all.
    package var keys: [KeyPattern]?
    package var watch: Watch?
    package var problem: String?
    package var place: SourcePlace?
    /// Everything that is wrong with it now, `problem` among it.
    package var diagnostics: [Diagnostic] = []
    package var pendingWrites: Int
    /// How often the agent has written it since it started.
    package var writes = 0
    /// How it did so the last time; nil until then.
    package var publishing: Publishing?

    /// One thing that is wrong with a file.
    package struct Diagnostic: Equatable, Sendable {
        /// What it means for what is in force.
        package enum Severity: String, Sendable {
            /// Some of what the file says isn't in force, or what is in force isn't in the file.
            case error
            /// The file is in step, but may say something that isn't meant.
            case warning
        }
        /// The stable name for scripts.
        package var code: String
        package var severity = Severity.error
        /// The key whose value is to blame; nil where it's the file as a whole.
        package var key: SettingKeyPath?
        /// What the file says there; nil where that isn't told.
        package var value: SettingValue?
        package var place: SourcePlace?
        package var problem: String
        package var advice: String

        /// Creates a diagnostic.
        package init(
            code: String,
            key: SettingKeyPath?,
            place: SourcePlace?,
            problem: String,
            advice: String
        ) {
            self.code = code
            self.key = key
            self.place = place
            self.problem = problem
            self.advice = advice
        }
    }

    /// Creates a report of a file without any trouble.
    package init(
        domain: Domain,
        file: String,
        format: String,
        state: State,
        layer: LayerName
    ) {
        self.domain = domain
        self.file = file
        self.format = format
        self.state = state
        self.layer = layer
        pendingWrites = 0
    }

    /// Writes it as an object.
    package func write(to json: inout JSONWriter) {
        json.object {
            $0.member("domain", domain.name)
            $0.member("file", file)
            $0.member("format", format)
            $0.member("state", state.rawValue)
            $0.member("layer", layer.rawValue)
            $0.member("adopt", adopt)
            $0.member("prefix", prefix?.description)
            $0.member("keys", keys?.map(\.description))
            $0.member("watch", watch?.rawValue)
            $0.member("problem", problem)
            $0.place(place)
            $0.key("diagnostics")
            $0.array(diagnostics) { json, diagnostic in
                json.object {
                    $0.member("code", diagnostic.code)
                    $0.member("severity", diagnostic.severity.rawValue)
                    if let key = diagnostic.key { $0.keyPath(key) }
                    $0.member("value", diagnostic.value)
                    $0.place(diagnostic.place)
                    $0.member("problem", diagnostic.problem)
                    $0.member("advice", diagnostic.advice)
                }
            }
            $0.member("pendingWrites", pendingWrites)
            $0.member("writes", writes)
            $0.member("publishing", publishing?.rawValue)
        }
    }
}

/// One domain, as `domains` tells of it.
package struct DomainReport: Equatable, Sendable {
    package var domain: Domain
    package var title: String?
    package var files: [String]
    /// The folder of its settings bundle.
    package var bundle: String?
    /// The file of its JSON Schema, where it has no bundle.
    package var schema: String?
    /// How many problems its files have, those of the bundle or schema among them.
    package var problems: Int

    /// Creates a report.
    package init(domain: Domain, title: String?, files: [String], bundle: String?, problems: Int) {
        self.domain = domain
        self.title = title
        self.files = files
        self.bundle = bundle
        self.problems = problems
    }

    /// Writes it as an object.
    package func write(to json: inout JSONWriter) {
        json.object {
            $0.member("domain", domain.name)
            $0.member("title", title)
            $0.member("replicas", files)
            $0.member("bundle", bundle)
            $0.member("schema", schema)
            $0.member("problems", problems)
        }
    }
}

/// The answer to `domains`.
package struct Domains: ReplyResult, Equatable {
    package var domains: [DomainReport]

    /// Creates an answer.
    package init(_ domains: [DomainReport]) { self.domains = domains }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.key("domains")
        json.array(domains) { $1.write(to: &$0) }
    }
}

/// One layer's value of a key.
package struct LayerReport: Equatable, Sendable {
    package var layer: LayerName
    package var value: SettingValue
    package var replica: String?
    package var file: String?
    package var place: SourcePlace?
    package var origin: String?
    /// Milliseconds since 1970.
    package var time: Int64?
    /// Where in a file without lines.
    package var row: String?

    /// Creates a report without a place.
    package init(layer: LayerName, value: SettingValue) {
        self.layer = layer
        self.value = value
    }

    /// Writes it as an object.
    package func write(to json: inout JSONWriter) {
        json.object {
            $0.member("layer", layer.rawValue)
            $0.member("value", value)
            $0.member("replica", replica)
            $0.member("file", file)
            $0.place(place)
            $0.member("origin", origin)
            $0.member("time", time)
            $0.member("row", row)
        }
    }
}

/// One edit of a key that lost to another.
package struct LoserReport: Equatable, Sendable {
    /// nil for a removal.
    package var value: SettingValue?
    package var origin: String
    /// Milliseconds since 1970.
    package var time: Int64
    /// How it lost, as the history has it.
    package var why: String

    /// Creates a report.
    package init(value: SettingValue?, origin: String, time: Int64, why: String) {
        self.value = value
        self.origin = origin
        self.time = time
        self.why = why
    }

    /// Writes it as an object.
    package func write(to json: inout JSONWriter) {
        json.object {
            $0.member("value", value)
            $0.member("origin", origin)
            $0.member("time", time)
            $0.member("why", why)
        }
    }
}

/// The answer to `explain`.
package struct Explanation: ReplyResult, Equatable {
    package var key: SettingKeyPath
    /// nil when no layer has a value.
    package var winner: LayerName?
    /// The layers that have a value, strongest first.
    package var layers: [LayerReport]
    package var losers: [LoserReport]

    /// Creates an answer.
    package init(
        key: SettingKeyPath,
        winner: LayerName?,
        layers: [LayerReport],
        losers: [LoserReport]
    ) {
        self.key = key
        self.winner = winner
        self.layers = layers
        self.losers = losers
    }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.keyPath(key)
        json.member("winner", winner?.rawValue)
        json.key("layers")
        json.array(layers) { $1.write(to: &$0) }
        json.key("losers")
        json.array(losers) { $1.write(to: &$0) }
    }
}

/// One entry of the history.
package struct HistoryReport: Equatable, Sendable {
    package var id: UInt64
    package var seq: UInt64
    /// Milliseconds since 1970.
    package var time: Int64
    package var domain: Domain
    package var key: SettingKeyPath
    /// What the edit said; nil for a removal.
    package var new: SettingValue?
    /// The user's own value before; another layer's may have been in force.
    package var old: SettingValue?
    /// What stayed, where the edit's own value did not.
    package var kept: SettingValue?
    package var origin: String
    package var why: String
    package var reason: String?
    /// Whether the value is left out, as it is or may hold a secret.
    package var isSecret = false

    /// Creates an entry without values.
    package init(
        id: UInt64,
        seq: UInt64,
        time: Int64,
        domain: Domain,
        key: SettingKeyPath,
        origin: String,
        why: String
    ) {
        self.id = id
        self.seq = seq
        self.time = time
        self.domain = domain
        self.key = key
        self.origin = origin
        self.why = why
    }

    /// Writes it as an object.
    package func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("seq", seq)
            $0.member("time", time)
            $0.member("domain", domain.name)
            $0.keyPath(key)
            $0.member("new", new)
            $0.member("old", old)
            $0.member("kept", kept)
            $0.member("origin", origin)
            $0.member("why", why)
            $0.member("reason", reason)
            if isSecret { $0.member("secret", true) }
        }
    }
}

/// The answer to `history`, oldest first.
package struct HistoryPage: ReplyResult, Equatable {
    package var entries: [HistoryReport]
    /// What to ask for older ones with; nil where there are none.
    package var next: UInt64?

    /// Creates an answer.
    package init(_ entries: [HistoryReport], next: UInt64? = nil) {
        self.entries = entries
        self.next = next
    }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.key("entries")
        json.array(entries) { $1.write(to: &$0) }
        json.member("next", next)
    }
}
