// What every method takes, gives and fails with: the one place that says so.

extension Method {
    private static let table = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, $0.makeDescription()) }
    )

    /// What the method takes, gives and fails with.
    package var description: MethodDescription {
        Self.table[self] ?? makeDescription()
    }

    private func makeDescription() -> MethodDescription {
        switch self {
        case .hello: .hello
        case .ping: .ping
        case .get: .get
        case .resolve: .resolve
        case .getMany: .getMany
        case .list: .list
        case .set: .set
        case .unset: .unset
        case .apply: .apply
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe
        case .wait: .wait
        case .applied: .applied
        case .pending: .pending
        case .explain: .explain
        case .history: .history
        case .undo: .undo
        case .validate: .validate
        case .domains: .domains
        case .compare: .compare
        case .link: .link
        case .unlink: .unlink
        case .replicas: .replicas
        case .rescan: .rescan
        case .accept: .accept
        case .versions: .versions
        case .version: .version
        case .settle: .settle
        case .cancel: .cancel
        case .describe: .describe
        case .stats: .stats
        case .getInfo: .getInfo
        case .getInterfaceDescription: .getInterfaceDescription
        }
    }
}

// MARK: The connection

extension MethodDescription {
    static let hello = MethodDescription(
        "Who we are to each other; not needed before other calls.",
        takes: [
            .optional("client", .string, "The name that origins show."),
            .optional("protocols", .array(.integer), "What the client can speak."),
        ],
        gives: [
            .required("server", .string), .required("version", .string),
            .required("protocol", .integer), .required("protocols", .array(.integer)),
            .required("epoch", .string), .required("seq", .integer),
            .required("capabilities", .array(.string)), .required("limits", .any),
        ],
        fails: [.version]
    )

    static let ping = MethodDescription(
        "The newest seq; a sign of life.",
        gives: Position.members
    )

    static let cancel = MethodDescription(
        "Ends a request of this connection that still waits; it fails with Cancelled.",
        takes: [.required("id", .requestID)],
        gives: []
    )

    static let describe = MethodDescription(
        "The methods, notifications and types, as JSON Schema; also called rpc.discover.",
        takes: [.optional("method", .string, "Only this one.")],
        gives: [
            .required("protocol", .integer),
            .required("methods", .any), .required("notifications", .any),
            .required("errors", .any), .required("types", .any),
        ],
        fails: [.methodNotFound]
    )

    static let stats = MethodDescription("Counters, sizes and delays.", gives: Statistics.members)

    static let getInfo = MethodDescription(
        "What this service is.",
        gives: [
            .required("vendor", .string), .required("product", .string),
            .required("version", .string), .required("url", .string),
            .required("interfaces", .array(.string)),
        ]
    )

    static let getInterfaceDescription = MethodDescription(
        "An interface in Varlink's own language.",
        takes: [.required("interface", .string)],
        gives: [.required("description", .string)]
    )
}

// MARK: Domains and files

extension MethodDescription {
    static let validate = MethodDescription(
        "What is wrong with the settings, or with changes before they are made.",
        takes: [.domain, .optionalKeyChanges],
        gives: Validation.members
    )

    static let domains = MethodDescription(
        "Every domain.",
        gives: Domains.members
    )

    static let compare = MethodDescription(
        "What linking a file would change; nothing is changed.",
        takes: [
            .domain, .file, .optional("format", .string), .optional("prefix", .keyPath),
            .optional("keys", .array(.keyPattern)),
            .optional("adopt", .choice(Call.Adoption.allCases.map(\.rawValue))),
        ],
        gives: LinkPlan.members,
        fails: [.invalid, .denied, .store]
    )

    static let link = MethodDescription(
        "Makes a file a replica of a domain, or has it keep to a bundle or schema.",
        takes: [
            .domain, .optional("file", .string, "An absolute path."),
            .optional("bundle", .string, "The folder of a settings bundle."),
            .optional("schema", .string, "The file of a JSON Schema."),
            .optional("format", .string), .optional("prefix", .keyPath),
            .optional("keys", .array(.keyPattern)),
            .optional("layer", .choice(Call.FileLayer.allCases.map(\.rawValue))),
            .optional("adopt", .choice(Call.Adoption.allCases.map(\.rawValue))),
            .optional("borrowed", .boolean, "Forgotten when nobody looks at it."),
            .optional(
                "prefer",
                .choice(Call.Preference.allCases.map(\.rawValue)),
                "Whose values count where they differ; newer, by the file's time."
            ),
            .optional("plan", .string, "From compare; refused if that isn't so any more."),
        ],
        gives: Linked.members("replica", "schema", "seq"),
        fails: [.invalid, .denied, .store, .revConflict]
    )

    static let unlink = MethodDescription(
        "Makes a file no replica any more, or lets go of a bundle; other files stay as they are.",
        takes: [
            .domain, .file,
            .optional("revert", .boolean, "Restores the text of before the link."),
        ],
        gives: Linked.members("replica", "schema", "kept", "forgotten"),
        fails: [.keyNotFound, .invalid, .denied, .store]
    )

    static let replicas = MethodDescription(
        "Every replica and how it fares.",
        takes: [.optionalDomain],
        gives: Replicas.members
    )

    static let settle = MethodDescription(
        "Answered when the domain's files have what was accepted, or can't have it now.",
        takes: [
            .domain,
            .optional("timeoutMs", .integer, "Answered after that in any case; 1000."),
            .optional("keys", .array(.keyPath), "Also told of: files that can't say these."),
        ],
        gives: Application.members("seq", "warnings")
    )

    static let rescan = MethodDescription(
        "Looks at every file; answered when all are seen as they were at the call.",
        takes: [.optionalDomain],
        gives: Application.members("seq", "warnings")
    )

    static let accept = MethodDescription(
        "Accepts what held files say now: the settings that they lost are removed.",
        takes: [
            .optionalDomain, .optional("file", .string, "An absolute path; all held, if absent."),
        ],
        gives: Application.members("seq", "warnings"),
        fails: [.keyNotFound, .store]
    )

    static let versions = MethodDescription(
        "The kept versions of a file, oldest first.",
        takes: [.file],
        gives: VersionList.members,
        fails: [.keyNotFound]
    )

    static let version = MethodDescription(
        "The text of a kept version.",
        takes: [
            .file, .optional("version", .integer, "Its number."),
            .optional("at", .integer, "What the file had then; milliseconds since 1970."),
            .optional(
                "restore",
                .boolean,
                "true to have all of it taken when the caller saves it, within a minute."
            ),
        ],
        gives: VersionText.members,
        fails: [.keyNotFound]
    )
}

extension WireField {
    static let domain = required("domain", .domain)
    static let optionalDomain = optional("domain", .domain, "All, if absent.")
    static let key = required("key", .keyPath)
    static let path = required("path", .array(.string))
    static let seq = required("seq", .integer)
    static let file = required("file", .string, "An absolute path.")
    static let entries = required("entries", .array(.named(.entry)))
    static let warnings = optional(
        "warnings",
        .array(.named(.warning)),
        "Replicas that can't be written now."
    )

    static let keyChanges = required("changes", changeList)
    static let optionalKeyChanges = optional("changes", changeList)

    private static let changeList = WireType.array(
        .object([
            .required("key", .keyPath), .optional("value", .value),
            .optional("unset", .boolean, "true in place of a value."),
        ])
    )
}
