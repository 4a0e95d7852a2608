// What the methods that read, write and watch settings take, give and fail with.

// MARK: Reading

extension MethodDescription {
    static let get = MethodDescription(
        "The value in force and the layer it comes from, or one layer's value.",
        takes: [.domain, .key, .optional("layer", .choice(LayerName.names))],
        gives: Setting.members,
        fails: [.keyNotFound]
    )

    static let resolve = MethodDescription(
        "The key that a text means as a person types it: an unquoted dot may belong to a name.",
        takes: [.domain, .required("text", .string, "As in editor.fontSize.")],
        gives: ResolvedKey.members
    )

    static let getMany = MethodDescription(
        "Several values as they were at one seq; keys without a value are left out.",
        takes: [
            .domain, .optional("keys", .array(.keyPath)),
            .optional("prefix", .keyPath, "In place of keys."),
        ],
        gives: Page.members("seq", "entries")
    )

    static let list = MethodDescription(
        "Keys and values in the order of their paths, a page at a time.",
        takes: [
            .optionalDomain, .optional("prefix", .keyPath),
            .optional("depth", .integer, "Sum up keys that are deeper below the prefix."),
            .optional("limit", .integer),
            .optional("after", .string, "The next of the page before."),
            .optional("layer", .choice(LayerName.names), "Only this layer's values."),
        ],
        gives: Page.members
    )

    static let explain = MethodDescription(
        "Every layer's value with its place, and edits that lost.",
        takes: [.domain, .key],
        gives: Explanation.members
    )

    static let history = MethodDescription(
        "What happened, oldest first, a page at a time; the first has the newest entries.",
        takes: [
            .optionalDomain, .optional("key", .keyPath),
            .optional("since", .integer, "A seq: only what came after it."),
            .optional("limit", .integer, "At most so many, the newest."),
            .optional("before", .integer, "The next of the page before."),
        ],
        gives: HistoryPage.members
    )
}

// MARK: Writing

extension MethodDescription {
    static let set = MethodDescription(
        "Sets a value; answered when it is committed, or accepted if not durable.",
        takes: [.domain, .key, .optional("value", .value, "This or text.")] + Self.writeOptions + [
            .optional("durable", .boolean, "false: answer before the disk has it."), Self.at,
            .optional("text", .string, "A value as it is typed: read as the setting's type."),
            .optional("force", .boolean, "true: the text may have another type."),
        ],
        gives: Acceptance.members,
        fails: Self.writeErrors
    )

    static let unset = MethodDescription(
        "Removes a value, so that the next layer's is in force.",
        takes: [.domain, .key] + Self.writeOptions + [Self.at],
        gives: Acceptance.members,
        fails: Self.writeErrors
    )

    static let apply = MethodDescription(
        "Several changes of one domain, each over those before it; all or none.",
        takes: [
            .domain, .keyChanges,
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

    static let undo = MethodDescription(
        "Takes the other side of history entries: one, all of a seq, a key's last, or all since a time.",
        takes: [
            .optional("seq", .integer), .optionalDomain, .optional("key", .keyPath),
            .optional("id", .integer),
            .optional("since", .integer, "Milliseconds since 1970; with a domain."),
        ],
        gives: Application.members("seq", "domain", "warnings"),
        fails: Self.writeErrors + [.keyNotFound]
    )

    private static let at = WireField.optional(
        "at",
        .string,
        "An element of the key's list: [0], or a place in one, as in [0].name."
    )
    private static let writeOptions: [WireField] = [
        .optional(
            "ifRev",
            .integer,
            "Refuse unless this is the newest rev at the key and below; 0: no value there yet."
        ),
        .optional("layer", .choice(["user", "session"])),
        .optional("origin", .string, "In place of the client's name."),
    ]
    private static let writeErrors: [RPCError.Code] = [
        .invalid, .revConflict, .readOnly, .tooLarge, .denied, .store, .busy,
    ]
}

// MARK: Watching

extension MethodDescription {
    static let subscribe = MethodDescription(
        "Tells of every change from now on, or from a cursor (epoch, seq) on.",
        takes: [
            .optional("domains", .array(.domain), "All, if absent."),
            .optional("keys", .array(.keyPattern), "All, if absent."),
            .optional("epoch", .string), .optional("seq", .integer),
            .optional("snapshot", .boolean, "Begin with everything there is."),
            .optional("minInterval", .integer, "Milliseconds between two notifications, at least."),
            .optional("onGap", .choice(["snapshot", "fail"]), "If the cursor is too old."),
        ],
        gives: Subscribed.members,
        fails: [.gap, .busy]
    )

    static let unsubscribe = MethodDescription(
        "Ends a subscription.",
        takes: [.required("sub", .integer)],
        gives: []
    )

    static let wait = MethodDescription(
        "Waits for one change; for shell loops.",
        takes: [
            .domain, .optional("keys", .array(.keyPattern)), .optional("epoch", .string),
            .optional("seq", .integer), .optional("timeoutMs", .integer),
        ],
        gives: Waited.members,
        fails: [.cancelled, .busy]
    )

    static let applied = MethodDescription(
        "This client now runs with the settings as of seq; from then on 'pending' lists it.",
        takes: [.required("sub", .integer), .required("seq", .integer)],
        gives: []
    )

    static let pending = MethodDescription(
        "The clients and reload hooks that don't run with the newest settings yet.",
        takes: [.optionalDomain],
        gives: Pending.members
    )
}
