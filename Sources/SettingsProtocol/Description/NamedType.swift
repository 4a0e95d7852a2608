// The objects that several replies share.

/// A type of the wire with a name; the raw value is that name.
package enum NamedType: String, CaseIterable, Sendable {
    case entry = "Entry"
    case change = "Change"
    case warning = "Warning"
    case layerValue = "LayerValue"
    case loser = "Loser"
    case historyEntry = "HistoryEntry"
    case problem = "Problem"
    case domainSummary = "Domain"
    case replica = "Replica"
    case schema = "Schema"
    case hook = "Hook"
    case mistake = "Mistake"
    case pendingClient = "PendingClient"

    /// The members, in the order in which they are written.
    package var fields: [WireField] {
        switch self {
        case .entry: Self.entryFields
        case .change: Self.changeFields
        case .warning:
            [
                .optional("file", .string, "Absent where no file of the domain takes a key."),
                .required("state", .choice(ReplicaReport.State.names)),
                .required("problem", .string),
            ]
        case .layerValue: Self.layerValueFields
        case .loser:
            [
                .optional("value", .value, "Absent for a removal."),
                .required("origin", .string),
                .required("time", .integer, "Milliseconds since 1970."),
                .required("why", .string, "How it lost, as in the history."),
            ]
        case .historyEntry: Self.historyFields
        case .problem:
            [
                .optional("key", .keyPath), .optional("path", .array(.string)),
                .optional("file", .string), .optional("line", .integer),
                .optional("column", .integer), .required("problem", .string),
                .required("advice", .string),
            ]
        case .domainSummary:
            [
                .required("domain", .domain),
                .optional("title", .string),
                .required("replicas", .array(.string), "The files, in the order of the domain's."),
                .optional("bundle", .string, "The folder of its settings bundle."),
                .optional("schema", .string, "The file of its JSON Schema."),
                .required("problems", .integer, "Of its replicas, bundle and schema together."),
            ]
        case .replica: Self.replicaFields
        case .schema: Self.schemaFields
        case .hook: Self.hookFields
        case .mistake:
            [
                .required("file", .string), .optional("domain", .domain),
                .optional("line", .integer), .optional("column", .integer),
                .required("problem", .string), .required("consequence", .string),
                .required("advice", .string),
            ]
        case .pendingClient:
            [
                .required("client", .string, "Its name, or what a reload hook does."),
                .required("pid", .integer, "0 for a hook that doesn't run now."),
                .required("domain", .domain),
                .required("seq", .integer, "What the client runs with."),
                .required("behind", .array(.string), "The keys that changed since."),
            ]
        }
    }

    /// What programs run with as it is now.
    static let appliedFields: [WireField] = [
        .required("domain", .domain), .optional("keys", .array(.keyPattern), "All, if absent."),
    ]

    private static let entryFields: [WireField] = [
        .required("domain", .domain), .required("key", .keyPath),
        .required("path", .array(.string)),
        .optional("value", .value, "Absent where keys deeper than asked for are summed up."),
        .optional("children", .integer, "How many keys are summed up here."),
        .optional("secret", .boolean, "true where it is or may be one; for all domains, no value."),
        .optional("rev", .integer), .optional("layer", .choice(LayerName.names)),
        .optional("origin", .string),
    ]

    private static let changeFields: [WireField] = [
        .required("domain", .domain), .required("key", .keyPath),
        .required("path", .array(.string)),
        .optional("value", .value), .optional("deleted", .boolean, "true in place of a value."),
        .optional("secret", .boolean, "true where it is or may be one; for all domains, no value."),
        .optional("old", .value), .required("rev", .integer),
        .required("layer", .choice(LayerName.names)), .required("origin", .string),
        .optional("file", .string), .optional("line", .integer),
    ]

    private static let layerValueFields: [WireField] = [
        .required("layer", .choice(LayerName.names)), .required("value", .value),
        .optional("replica", .string), .optional("file", .string), .optional("line", .integer),
        .optional("column", .integer), .optional("origin", .string),
        .optional("time", .integer, "Milliseconds since 1970."),
        .optional("row", .string, "Where in the file, as in PreferenceSpecifiers[3]."),
    ]

    private static let schemaFields: [WireField] = [
        .required("domain", .domain), .required("file", .string),
        .required("kind", .choice(["bundle", "schema"])),
        .required("state", .choice(SchemaState.names)),
        .required("diagnostics", .array(.object(diagnosticFields))),
    ]

    private static let hookFields: [WireField] = [
        .required("domain", .domain), .required("hook", .string, "What it does, for people."),
        .required("state", .choice(HookState.names)),
        .required("file", .string, "The domain file."),
        .optional("line", .integer), .optional("column", .integer),
        .optional("keys", .array(.keyPattern), "All, if absent."),
        .required("seq", .integer, "What its program runs with."),
        .optional("problem", .string), .optional("advice", .string),
        .optional("output", .string, "What a command that failed wrote last."),
    ]

    private static let diagnosticFields: [WireField] = [
        .required("code", .string), .required("severity", .choice(["error", "warning", "note"])),
        .required("file", .string), .optional("line", .integer), .optional("column", .integer),
        .required("problem", .string), .required("advice", .string),
    ]

    private static let historyFields: [WireField] = [
        .required("id", .integer), .required("seq", .integer),
        .required("time", .integer, "Milliseconds since 1970."),
        .required("domain", .domain), .required("key", .keyPath),
        .required("path", .array(.string)),
        .optional("new", .value, "Absent for a removal."), .optional("old", .value),
        .optional("kept", .value, "What stayed, where the edit's own value did not."),
        .required("origin", .string),
        .required("why", .string, "set, concurrent, superseded, kept-newer, ambiguous, undo, …"),
        .optional("reason", .string, "How the base of a file's edit was chosen."),
    ]

    private static let replicaFields: [WireField] = [
        .required("domain", .domain), .required("file", .string), .required("format", .string),
        .required("state", .choice(ReplicaReport.State.names)),
        .required("layer", .choice(LayerName.names)), .optional("adopt", .string),
        .optional("prefix", .keyPath), .optional("keys", .array(.keyPattern)),
        .optional("watch", .choice(["inotify", "polling"])),
        .optional("problem", .string), .optional("line", .integer), .optional("column", .integer),
        .required(
            "diagnostics",
            .any,
            "code, severity, key, value, line, column, problem and advice of each."
        ),
        .required("pendingWrites", .integer), .required("writes", .integer),
        .optional("publishing", .choice(ReplicaReport.Publishing.allCases.map(\.rawValue))),
    ]
}

extension LayerName {
    /// Every layer's name, strongest first.
    package static let names = allCases.map(\.rawValue)
}
