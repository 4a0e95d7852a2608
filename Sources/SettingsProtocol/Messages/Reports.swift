// What the methods that look behind the settings answer.

package import SettingsModel

/// One file of a domain, as `replicas` and `link` tell of it.
package struct ReplicaReport: WireObject, WireValue, Equatable {
    /// How a file fares.
    package enum State: String, CaseIterable, WireValue {
        case ok
        /// Some of it isn't what is in force: values that it can't hold, or that break a rule.
        case differs
        /// It can't be read as settings; its last good values stay in force.
        case broken
        /// Its save is held until somebody accepts it: it is empty, or lacks most of the settings.
        case held
        case absent
        case readOnly
        /// What it says now isn't known: it is being read, or another program is writing it.
        case busy
        /// It is looked at by time, for want of a watch.
        case polling
        /// It may differ: what it says, and that it was written, can't be recorded now.
        case unrecorded

        /// How much there is to do about it: 0 where all is well.
        package var gravity: Int {
            switch self {
            case .ok: 0
            case .polling: 1
            case .busy: 2
            case .absent: 3
            case .readOnly: 4
            case .differs: 5
            case .unrecorded: 6
            case .held: 7
            case .broken: 8
            }
        }
    }
    /// How its changes are noticed.
    package enum Watch: String, CaseIterable, WireValue {
        case inotify
        case polling
    }
    package var domain: Domain
    package var file: String
    package var format: String
    package var state: State
    package var layer: Layer
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
    package var publishing: PublishMethod?
    /// The domain file, or one that adds to it, that names the file; nil where it goes without saying.
    package var namedIn: String?
    /// How many of the keys that a mapped file has follow the domain, and how many it has; nil for any
    /// other file.
    package var followed: Int?
    package var mapped: Int?

    /// One thing that is wrong with a file.
    package struct Diagnostic: WireObject, WireValue, Equatable {
        /// The stable name for scripts.
        package var code: String
        package var severity = ProblemSeverity.error
        /// The key whose value is to blame; nil where it's the file as a whole.
        package var key: SettingKeyPath?
        /// What the file says there; nil where that isn't told.
        package var value: SettingValue?
        package var place: SourcePlace?
        package var problem: String
        package var advice: String

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

        /// Passes the members on, in their order.
        package init(_ members: inout some WireMembers, of diagnostic: Self?) {
            code = members.required("code", diagnostic?.code)
            // What another version calls otherwise is nothing to be passed over.
            severity = members.required("severity", diagnostic?.severity, or: .error)
            key = members.optionalKeyPath(diagnostic?.key)
            value = members.optional("value", diagnostic?.value)
            place = members.place(diagnostic?.place)
            problem = members.required("problem", diagnostic?.problem)
            advice = members.required("advice", diagnostic?.advice)
        }
    }

    /// Creates a report of a file without any trouble.
    package init(
        domain: Domain,
        file: String,
        format: String,
        state: State,
        layer: Layer
    ) {
        self.domain = domain
        self.file = file
        self.format = format
        self.state = state
        self.layer = layer
        pendingWrites = 0
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of report: Self?) {
        domain = members.required("domain", report?.domain)
        file = members.required("file", report?.file)
        format = members.required("format", report?.format)
        state = members.required("state", report?.state)
        layer = members.required("layer", report?.layer)
        adopt = members.optional("adopt", report?.adopt)
        prefix = members.optional("prefix", report?.prefix)
        followed = members.optional("followed", report?.followed)
        mapped = members.optional("mapped", report?.mapped)
        keys = members.optional("keys", report?.keys)
        watch = members.optional("watch", report?.watch)
        problem = members.optional("problem", report?.problem)
        place = members.place(report?.place)
        diagnostics = members.required("diagnostics", report?.diagnostics, or: [])
        pendingWrites = members.required("pendingWrites", report?.pendingWrites, or: 0)
        writes = members.required("writes", report?.writes, or: 0)
        publishing = members.optional("publishing", report?.publishing)
        namedIn = members.optional("namedIn", report?.namedIn)
    }
}

/// One domain, as `domains` tells of it.
package struct DomainReport: WireObject, WireValue, Equatable {
    package var domain: Domain
    package var title: String?
    /// In the order of the domain's.
    package var files: [String]
    /// The folder of its settings bundle.
    package var bundle: String?
    /// What its program lists of other options, for a program that is asked for them; perhaps not there yet.
    package var options: String?
    /// The file of its JSON Schema, where it has no bundle.
    package var schema: String?
    /// How many problems its files have, those of the bundle or schema among them.
    package var problems: Int
    /// How many settings the user has in it.
    package var settings: Int?
    /// How its files are: the worst state of them; nil without any.
    package var state: ReplicaReport.State?

    package init(domain: Domain, title: String?, files: [String], bundle: String?, problems: Int) {
        self.domain = domain
        self.title = title
        self.files = files
        self.bundle = bundle
        self.problems = problems
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of report: Self?) {
        domain = members.required("domain", report?.domain)
        title = members.optional("title", report?.title)
        files = members.required("replicas", report?.files, or: [])
        bundle = members.optional("bundle", report?.bundle)
        options = members.optional("options", report?.options)
        schema = members.optional("schema", report?.schema)
        problems = members.required("problems", report?.problems, or: 0)
        settings = members.optional("settings", report?.settings)
        state = members.optional("state", report?.state)
    }
}

/// The answer to `domains`.
package struct Domains: ReadableResult, WireObject, Equatable {
    package var domains: [DomainReport]

    package init(_ domains: [DomainReport]) { self.domains = domains }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of answer: Self?) {
        domains = members.required("domains", answer?.domains, or: [])
    }
}

/// One layer's value of a key.
package struct LayerReport: WireObject, WireValue, Equatable {
    package var layer: Layer
    package var value: SettingValue
    package var replica: String?
    package var file: String?
    package var place: SourcePlace?
    package var origin: String?
    /// Milliseconds since 1970.
    package var time: Int64?
    /// Where in a file without lines.
    package var row: String?
    /// The key of a mapped file.
    package var at: SettingKeyPath?
    /// What a mapped file has there.
    package var says: SettingValue?
    /// Whether that is a text of the file's own, which no picture reads.
    package var isOwn = false
    /// The table of `[values]` that could have that text as a word; nil where none could.
    package var table: String?
    /// What would be written there; nil where the value can't be said.
    package var writes: SettingValue?
    /// Why it can't be said; nil where it can.
    package var problem: String?

    /// Creates a report without a place.
    package init(layer: Layer, value: SettingValue) {
        self.layer = layer
        self.value = value
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of report: Self?) {
        layer = members.required("layer", report?.layer)
        value = members.required("value", report?.value, or: .null)
        replica = members.optional("replica", report?.replica)
        file = members.optional("file", report?.file)
        place = members.place(report?.place)
        origin = members.optional("origin", report?.origin)
        time = members.optional("time", report?.time)
        row = members.optional("row", report?.row)
        at = members.optional("at", report?.at)
        says = members.optional("says", report?.says)
        isOwn = members.flag("own", report?.isOwn)
        table = members.optional("table", report?.table)
        writes = members.optional("writes", report?.writes)
        problem = members.optional("problem", report?.problem)
    }
}

/// One edit of a key that lost to another.
package struct LoserReport: WireObject, WireValue, Equatable {
    /// nil for a removal.
    package var value: SettingValue?
    package var origin: String
    /// Milliseconds since 1970.
    package var time: Int64
    /// How it lost, as the history has it.
    package var why: String

    package init(value: SettingValue?, origin: String, time: Int64, why: String) {
        self.value = value
        self.origin = origin
        self.time = time
        self.why = why
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of report: Self?) {
        value = members.optional("value", report?.value)
        origin = members.required("origin", report?.origin)
        time = members.required("time", report?.time)
        why = members.required("why", report?.why)
    }
}

/// The answer to `explain`.
package struct Explanation: ReadableResult, WireObject, Equatable {
    package var key: SettingKeyPath
    /// nil when no layer has a value.
    package var winner: Layer?
    /// The layers that have a value, strongest first.
    package var layers: [LayerReport]
    package var losers: [LoserReport]
    /// Whether the setting is a secret, or may be one.
    package var isSecret = false

    package init(
        key: SettingKeyPath,
        winner: Layer?,
        layers: [LayerReport],
        losers: [LoserReport]
    ) {
        self.key = key
        self.winner = winner
        self.layers = layers
        self.losers = losers
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of answer: Self?) {
        key = members.keyPath(answer?.key)
        winner = members.optional("winner", answer?.winner)
        layers = members.required("layers", answer?.layers, or: [])
        losers = members.required("losers", answer?.losers, or: [])
        isSecret = members.flag("secret", answer?.isSecret)
    }
}
