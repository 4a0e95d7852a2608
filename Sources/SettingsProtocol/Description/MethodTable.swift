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
        case .link: .link
        case .unlink: .unlink
        case .replicas: .replicas
        case .rescan: .rescan
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
        gives: [.required("seq", .integer)]
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

    static let stats = MethodDescription("Counters, sizes and delays.", gives: statsFields)

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

    private static let statsFields: [WireField] = [
        .required("version", .string), .required("pid", .integer),
        .required("uptimeMs", .integer),
        .required("seq", .integer), .required("clients", .integer),
        .required("subscriptions", .integer), .required("domains", .integer),
        .required("keys", .integer),
        .required(
            "journal",
            .object([
                .required("file", .string), .required("bytes", .integer),
                .optional("problem", .string, "Why it takes nothing, or what was set aside."),
                .optional("advice", .string, "What to do about that."),
            ])
        ),
        .required(
            "watches",
            .object([
                .required("used", .integer), .required("limit", .integer),
                .required("polled", .integer, "Files looked at by time, for want of a watch."),
            ])
        ),
        .required("loopDelayUs", .integer, "The longest turn of the event loop so far."),
        .required("counters", .any, "Numbers by name, which may differ between versions."),
    ]
}

// MARK: Domains and files

extension MethodDescription {
    static let validate = MethodDescription(
        "What is wrong with the settings, or with changes before they are made.",
        takes: [.domain, .optionalKeyChanges],
        gives: [.required("problems", .array(.named(.problem)))]
    )

    static let domains = MethodDescription(
        "Every domain.",
        gives: [.required("domains", .array(.named(.domainSummary)))]
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
        ],
        gives: [
            .optional("replica", .named(.replica)), .optional("schema", .named(.schema)),
        ],
        fails: [.invalid, .denied, .store]
    )

    static let unlink = MethodDescription(
        "Makes a file no replica any more, or lets go of a bundle; all stays as it is.",
        takes: [.domain, .file],
        gives: [
            .optional("replica", .named(.replica)), .optional("schema", .named(.schema)),
            .optional("kept", .integer, "Settings that the journal alone has now."),
        ],
        fails: [.keyNotFound, .denied, .store]
    )

    static let replicas = MethodDescription(
        "Every replica and how it fares.",
        takes: [.optionalDomain],
        gives: [
            .required("replicas", .array(.named(.replica))),
            .optional("schemas", .array(.named(.schema)), "Bundles and schemas in use."),
            .optional("hooks", .array(.named(.hook)), "What has programs reload."),
            .optional("mistakes", .array(.named(.mistake)), "In domain files and agent.toml."),
        ]
    )

    static let settle = MethodDescription(
        "Answered when the domain's files have what was accepted, or can't have it now.",
        takes: [
            .domain,
            .optional("timeoutMs", .integer, "Answered after that in any case; 1000."),
            .optional("keys", .array(.keyPath), "Also told of: files that can't say these."),
        ],
        gives: [.seq, .warnings]
    )

    static let rescan = MethodDescription(
        "Looks at every file; answered when all are seen as they were at the call.",
        takes: [
            .optionalDomain,
            .optional("acceptEmpty", .boolean, "Take emptied files at their word."),
        ],
        gives: [.seq, .warnings]
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
