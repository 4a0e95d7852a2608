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
        case .hello, .ping, .describe, .stats, .cancel, .getInfo, .getInterfaceDescription:
            connectionDescription
        case .get, .getMany, .list, .explain, .history: readingDescription
        case .set, .unset, .apply, .undo: writingDescription
        case .subscribe, .unsubscribe, .wait, .applied, .pending: watchingDescription
        case .validate, .domains, .link, .unlink, .replicas, .rescan, .settle: filesDescription
        }
    }

    // MARK: The connection

    private var connectionDescription: MethodDescription {
        switch self {
        case .hello: Self.helloDescription
        case .cancel:
            MethodDescription(
                "Ends a request of this connection that still waits; it fails with Cancelled.",
                takes: [.required("id", .requestID)],
                gives: []
            )
        case .describe:
            MethodDescription(
                "The methods, notifications and types, as JSON Schema; also called rpc.discover.",
                takes: [.optional("method", .string, "Only this one.")],
                gives: [
                    .required("protocol", .integer),
                    .required("methods", .any), .required("notifications", .any),
                    .required("errors", .any), .required("types", .any),
                ],
                fails: [.methodNotFound]
            )
        case .stats: MethodDescription("Counters, sizes and delays.", gives: Self.statsFields)
        case .getInfo:
            MethodDescription(
                "What this service is.",
                gives: [
                    .required("vendor", .string), .required("product", .string),
                    .required("version", .string), .required("url", .string),
                    .required("interfaces", .array(.string)),
                ]
            )
        case .getInterfaceDescription:
            MethodDescription(
                "An interface in Varlink's own language.",
                takes: [.required("interface", .string)],
                gives: [.required("description", .string)]
            )
        default:
            MethodDescription(
                "The newest seq; a sign of life.",
                gives: [.required("seq", .integer)]
            )
        }
    }

    private static let helloDescription = MethodDescription(
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

    // MARK: Reading

    private var readingDescription: MethodDescription {
        switch self {
        case .getMany:
            MethodDescription(
                "Several values as they were at one seq; keys without a value are left out.",
                takes: [
                    .domain, .optional("keys", .array(.keyPath)),
                    .optional("prefix", .keyPath, "In place of keys."),
                ],
                gives: [.seq, .entries]
            )
        case .list:
            MethodDescription(
                "Keys and values in the order of their paths, a page at a time.",
                takes: [
                    .optionalDomain, .optional("prefix", .keyPath),
                    .optional("depth", .integer, "Sum up keys that are deeper below the prefix."),
                    .optional("limit", .integer),
                    .optional("after", .string, "The next of the page before."),
                    .optional("layer", .choice(LayerName.names), "Only this layer's values."),
                ],
                gives: [.seq, .entries, .optional("next", .string, "Absent on the last page.")]
            )
        case .explain:
            MethodDescription(
                "Every layer's value with its place, and edits that lost.",
                takes: [.domain, .key],
                gives: [
                    .key, .path, .optional("winner", .choice(LayerName.names)),
                    .required("layers", .array(.named(.layerValue))),
                    .required("losers", .array(.named(.loser))),
                ]
            )
        case .history:
            MethodDescription(
                "What happened, oldest first, a page at a time; the first has the newest entries.",
                takes: [
                    .optionalDomain, .optional("key", .keyPath),
                    .optional("since", .integer, "A seq: only what came after it."),
                    .optional("limit", .integer, "At most so many, the newest."),
                    .optional("before", .integer, "The next of the page before."),
                ],
                gives: [
                    .required("entries", .array(.named(.historyEntry))),
                    .optional("next", .integer, "Absent where nothing is older."),
                ]
            )
        default:
            MethodDescription(
                "The value in force and the layer it comes from, or one layer's value.",
                takes: [.domain, .key, .optional("layer", .choice(LayerName.names))],
                gives: [
                    .key, .path, .required("value", .value), .required("rev", .integer),
                    .required("layer", .choice(LayerName.names)), .required("origin", .string),
                ],
                fails: [.keyNotFound]
            )
        }
    }

    // MARK: Writing

    private var writingDescription: MethodDescription {
        switch self {
        case .set:
            MethodDescription(
                "Sets a value; answered when it is committed, or accepted if not durable.",
                takes: [.domain, .key, .required("value", .value)] + Self.writeOptions + [
                    .optional("durable", .boolean, "false: answer before the disk has it.")
                ],
                gives: Self.writeResults,
                fails: Self.writeErrors
            )
        case .unset:
            MethodDescription(
                "Removes a value, so that the next layer's is in force.",
                takes: [.domain, .key] + Self.writeOptions,
                gives: Self.writeResults,
                fails: Self.writeErrors
            )
        case .apply:
            MethodDescription(
                "Several changes of one domain, each over those before it; all or none.",
                takes: [
                    .domain, .changes(isOptional: false),
                    .optional(
                        "ifSeq",
                        .integer,
                        "Refuse if anything in the domain changed after it."
                    ),
                    .optional("part", .integer, "From 1 on: which part of the changes this is."),
                    .optional("parts", .integer, "How many there are; the last one makes all."),
                ],
                gives: [.seq, .required("revs", .array(.integer)), .warnings],
                fails: Self.writeErrors
            )
        default:
            MethodDescription(
                "Takes the other side of history entries: an entry, all of a seq, or a key's last.",
                takes: [
                    .optional("seq", .integer), .optionalDomain, .optional("key", .keyPath),
                    .optional("id", .integer),
                ],
                gives: [.seq, .warnings],
                fails: Self.writeErrors + [.keyNotFound]
            )
        }
    }

    private static let writeOptions: [WireField] = [
        .optional(
            "ifRev",
            .integer,
            "Refuse unless this is the newest rev at the key and below; 0: no value there yet."
        ),
        .optional("layer", .choice(["user", "session"])),
        .optional("origin", .string, "In place of the client's name."),
    ]
    private static let writeResults: [WireField] = [
        .seq, .required("rev", .integer), .required("changed", .boolean), .warnings,
    ]
    private static let writeErrors: [RPCError.Code] = [
        .invalid, .revConflict, .readOnly, .tooLarge, .denied, .store, .busy,
    ]

    // MARK: Watching

    private var watchingDescription: MethodDescription {
        switch self {
        case .unsubscribe:
            MethodDescription(
                "Ends a subscription.",
                takes: [.required("sub", .integer)],
                gives: []
            )
        case .wait:
            MethodDescription(
                "Waits for one change; for shell loops.",
                takes: [
                    .domain, .optional("keys", .array(.keyPattern)), .optional("epoch", .string),
                    .optional("seq", .integer), .optional("timeoutMs", .integer),
                ],
                gives: [
                    .required("epoch", .string), .seq,
                    .optional("changes", .array(.named(.change))),
                    .optional("timedOut", .boolean, "true in place of changes."),
                ],
                fails: [.cancelled, .busy]
            )
        case .applied:
            MethodDescription(
                "This client now runs with the settings as of seq; from then on 'pending' lists it.",
                takes: [.required("sub", .integer), .required("seq", .integer)],
                gives: []
            )
        case .pending:
            MethodDescription(
                "The clients and reload hooks that don't run with the newest settings yet.",
                takes: [.optionalDomain],
                gives: [
                    .required("clients", .array(.named(.pendingClient))),
                    .required("applied", .array(.object(NamedType.appliedFields))),
                ]
            )
        default: Self.subscribeDescription
        }
    }

    private static let subscribeDescription = MethodDescription(
        "Tells of every change from now on, or from a cursor (epoch, seq) on.",
        takes: [
            .optional("domains", .array(.domain), "All, if absent."),
            .optional("keys", .array(.keyPattern), "All, if absent."),
            .optional("epoch", .string), .optional("seq", .integer),
            .optional("snapshot", .boolean, "Begin with everything there is."),
            .optional("minInterval", .integer, "Milliseconds between two notifications, at least."),
            .optional("onGap", .choice(["snapshot", "fail"]), "If the cursor is too old."),
        ],
        gives: [
            .required("sub", .integer), .required("epoch", .string), .seq,
            .required("mode", .choice(["now", "resumed", "snapshot"])),
            .optional("reason", .string, "Why there is a snapshot."),
        ],
        fails: [.gap, .busy]
    )

    // MARK: Domains and files

    private var filesDescription: MethodDescription {
        switch self {
        case .validate:
            MethodDescription(
                "What is wrong with the settings, or with changes before they are made.",
                takes: [.domain, .changes(isOptional: true)],
                gives: [.required("problems", .array(.named(.problem)))]
            )
        case .domains:
            MethodDescription(
                "Every domain.",
                gives: [.required("domains", .array(.named(.domainSummary)))]
            )
        case .link:
            MethodDescription(
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
        case .unlink:
            MethodDescription(
                "Makes a file no replica any more, or lets go of a bundle; all stays as it is.",
                takes: [.domain, .file],
                gives: [
                    .optional("replica", .named(.replica)), .optional("schema", .named(.schema)),
                    .optional("kept", .integer, "Settings that the journal alone has now."),
                ],
                fails: [.keyNotFound, .denied, .store]
            )
        case .replicas:
            MethodDescription(
                "Every replica and how it fares.",
                takes: [.optionalDomain],
                gives: [
                    .required("replicas", .array(.named(.replica))),
                    .optional("schemas", .array(.named(.schema)), "Bundles and schemas in use."),
                    .optional("hooks", .array(.named(.hook)), "What has programs reload."),
                    .optional(
                        "mistakes",
                        .array(.named(.mistake)),
                        "In domain files and agent.toml."
                    ),
                ]
            )
        case .settle:
            MethodDescription(
                "Answered when the domain's files have what was accepted, or can't have it now.",
                takes: [
                    .domain,
                    .optional("timeoutMs", .integer, "Answered after that in any case; 1000."),
                ],
                gives: [.seq, .warnings]
            )
        default:
            MethodDescription(
                "Looks at every file; answered when all are seen as they were at the call.",
                takes: [
                    .optionalDomain,
                    .optional("acceptEmpty", .boolean, "Take emptied files at their word."),
                ],
                gives: [.seq]
            )
        }
    }
}

extension WireField {
    fileprivate static let domain = required("domain", .domain)
    fileprivate static let optionalDomain = optional("domain", .domain, "All, if absent.")
    fileprivate static let key = required("key", .keyPath)
    fileprivate static let path = required("path", .array(.string))
    fileprivate static let seq = required("seq", .integer)
    fileprivate static let file = required("file", .string, "An absolute path.")
    fileprivate static let entries = required("entries", .array(.named(.entry)))
    fileprivate static let warnings = optional(
        "warnings",
        .array(.named(.warning)),
        "Replicas that can't be written now."
    )

    fileprivate static func changes(isOptional: Bool) -> WireField {
        let change = WireType.object([
            .required("key", .keyPath), .optional("value", .value),
            .optional("unset", .boolean, "true in place of a value."),
        ])
        return WireField(name: "changes", type: .array(change), isOptional: isOptional, summary: "")
    }
}
