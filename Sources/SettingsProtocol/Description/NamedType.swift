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
        case .warning: Warning.members
        case .layerValue: LayerReport.members
        case .loser: LoserReport.members
        // That a text was left out as it may hold a secret is described in the manual alone.
        case .historyEntry: HistoryReport.members.filter { $0.name != "secret" }
        case .problem: ProblemReport.members
        case .domainSummary: DomainReport.members
        case .replica: ReplicaReport.members
        case .schema: SchemaReport.members
        case .hook: HookReport.members
        case .mistake: ConfigurationMistake.members
        case .pendingClient: PendingClient.members
        }
    }

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
}

extension LayerName {
    /// Every layer's name, strongest first.
    package static let names = allCases.map(\.rawValue)
}
