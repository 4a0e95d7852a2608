// From parameters to typed requests.

import SettingsModel

extension Call {
    /// Reads the parameters of a method.
    init(_ method: Method, _ parameters: Parameters) throws(RPCError) {
        // One switch without a default: a method that is new can't be taken for another.
        self =
            switch method {
            case .hello: try Self.hello(parameters)
            case .ping: .ping
            case .stats: .stats
            case .cancel: .cancel(try parameters.requestID("id"))
            case .get: try Self.get(parameters)
            case .resolve: try Self.resolve(parameters)
            case .getMany:
                .getMany(domain: try parameters.requiredDomain(), try Self.selection(parameters))
            case .list: .list(try Self.list(parameters))
            case .explain: try Self.explain(parameters)
            case .history: .history(try Self.history(parameters))
            case .set: .set(try Self.set(parameters))
            case .unset: .unset(try Self.unset(parameters))
            case .apply: .apply(try Self.apply(parameters))
            case .undo: .undo(try Self.undoTarget(parameters))
            case .redo: try Self.redo(parameters)
            case .subscribe: .subscribe(try Self.subscribe(parameters))
            case .unsubscribe: .unsubscribe(sub: try parameters.requiredInteger("sub"))
            case .wait: .wait(try Self.wait(parameters))
            case .validate: try Self.validate(parameters)
            case .domains: .domains
            case .compare: .compare(try Self.compared(parameters))
            case .link: .link(try Self.link(parameters))
            case .unlink: .unlink(try Self.unlink(parameters))
            case .forget: .forget(domain: try parameters.requiredDomain())
            case .replicas: .replicas(domain: try parameters.domain("domain"))
            case .rescan: .rescan(domain: try parameters.domain("domain"))
            case .accept: try Self.accept(parameters)
            case .follow: .follow(try Self.follow(parameters))
            case .versions: .versions(file: try parameters.absolutePath("file"))
            case .version: .version(try Self.version(parameters))
            case .settle: try Self.settle(parameters)
            }
    }
}

// MARK: Those of a few parameters

extension Call {
    private static func hello(_ parameters: Parameters) throws(RPCError) -> Call {
        .hello(
            client: try parameters.string("client"),
            protocols: try parameters.integers("protocols")
        )
    }

    private static func get(_ parameters: Parameters) throws(RPCError) -> Call {
        .get(
            domain: try parameters.requiredDomain(),
            key: try parameters.requiredKeyPath(),
            layer: try parameters.choice("layer", Layer.self)
        )
    }

    private static func resolve(_ parameters: Parameters) throws(RPCError) -> Call {
        .resolve(
            domain: try parameters.requiredDomain(),
            text: try parameters.requiredString("text")
        )
    }

    private static func explain(_ parameters: Parameters) throws(RPCError) -> Call {
        .explain(domain: try parameters.requiredDomain(), key: try parameters.requiredKeyPath())
    }

    private static func validate(_ parameters: Parameters) throws(RPCError) -> Call {
        .validate(
            domain: try parameters.requiredDomain(),
            changes: try parameters.changes("changes") ?? []
        )
    }

    private static func unlink(_ parameters: Parameters) throws(RPCError) -> Unlink {
        var unlink = Unlink(
            domain: try parameters.requiredDomain(),
            file: try parameters.absolutePath("file")
        )
        unlink.isReverted = try parameters.boolean("revert") ?? false
        return unlink
    }

    private static func follow(_ parameters: Parameters) throws(RPCError) -> Follow {
        var follow = Follow(
            domain: try parameters.requiredDomain(),
            key: try parameters.requiredKeyPath()
        )
        follow.file = try parameters.optionalPath("file")
        follow.isAsIs = try parameters.boolean("asIs") ?? false
        return follow
    }

    private static func accept(_ parameters: Parameters) throws(RPCError) -> Call {
        .accept(
            domain: try parameters.domain("domain"),
            file: try parameters.optionalPath("file")
        )
    }

    private static func version(_ parameters: Parameters) throws(RPCError) -> Version {
        let number = try parameters.integer("version")
        let time = try parameters.integer("at").map { Int64($0) }
        guard number == nil || time == nil else {
            throw parameters.wrong(
                "at",
                "stands beside 'version'",
                advice: "Give either a version's number or a time"
            )
        }
        return Version(
            file: try parameters.absolutePath("file"),
            choice: number.map(Version.Choice.number) ?? time.map(Version.Choice.time) ?? .former,
            isRestored: try parameters.boolean("restore") ?? false
        )
    }

    private static func settle(_ parameters: Parameters) throws(RPCError) -> Call {
        .settle(
            domain: try parameters.requiredDomain(),
            timeoutMilliseconds: try parameters.integer("timeoutMs").map { Int($0) },
            keys: try parameters.keyPaths("keys") ?? []
        )
    }
}

// MARK: The larger ones

extension Call {
    private static func selection(_ parameters: Parameters) throws(RPCError) -> Selection {
        let keys = try parameters.keyPaths("keys")
        let prefix = try parameters.keyPath("prefix")
        switch (keys, prefix) {
        case (let keys?, nil): return .keys(keys)
        case (nil, let prefix?): return .prefix(prefix)
        case (nil, nil): return .all
        case (.some, .some):
            throw parameters.wrong(
                "prefix",
                "stands beside 'keys'",
                advice: "Give either keys or a prefix"
            )
        }
    }

    private static func list(_ parameters: Parameters) throws(RPCError) -> List {
        List(
            domain: try parameters.domain("domain"),
            prefix: try parameters.keyPath("prefix"),
            depth: try parameters.integer("depth").map { Int($0) },
            limit: try parameters.integer("limit").map { Int($0) },
            after: try parameters.string("after"),
            layer: try parameters.choice("layer", Layer.self)
        )
    }

    private static func history(_ parameters: Parameters) throws(RPCError) -> History {
        History(
            domain: try parameters.domain("domain"),
            key: try parameters.keyPath("key"),
            since: try parameters.integer("since"),
            limit: try parameters.integer("limit").map { Int($0) },
            before: try parameters.integer("before"),
            group: try parameters.integer("group")
        )
    }

    private static func apply(_ parameters: Parameters) throws(RPCError) -> Apply {
        Apply(
            domain: try parameters.requiredDomain(),
            changes: try parameters.requiredChanges("changes"),
            ifSeq: try parameters.integer("ifSeq"),
            mayCreate: try parameters.boolean("create") ?? true
        )
    }

    private static func set(_ parameters: Parameters) throws(RPCError) -> Assignment {
        Assignment(
            domain: try parameters.requiredDomain(),
            key: try parameters.requiredKeyPath(),
            place: try parameters.string("at"),
            content: try content(parameters),
            ifRev: try parameters.integer("ifRev"),
            origin: try parameters.string("origin"),
            durability: try parameters.boolean("durable") == false ? .accepted : .committed,
            mayCreate: try parameters.boolean("create") ?? true
        )
    }

    private static func content(_ parameters: Parameters) throws(RPCError) -> Assignment.Content {
        // A value may have any type, so it's always forced.
        let isForced = try parameters.boolean("force") ?? false
        guard let text = try parameters.text("text") else {
            return .value(try parameters.requiredValue("value"))
        }
        guard try parameters.value("value") == nil else {
            throw parameters.wrong(
                "text",
                "stands beside 'value'",
                advice: "Give either a value or a text"
            )
        }
        return .text(TypedText(text), isForced: isForced)
    }

    private static func unset(_ parameters: Parameters) throws(RPCError) -> Unset {
        Unset(
            domain: try parameters.requiredDomain(),
            key: try parameters.requiredKeyPath(),
            place: try parameters.string("at"),
            ifRev: try parameters.integer("ifRev"),
            origin: try parameters.string("origin")
        )
    }

    private static func undoTarget(_ parameters: Parameters) throws(RPCError) -> UndoTarget {
        let id = try parameters.integer("id")
        let seq = try parameters.integer("seq")
        let domain = try parameters.domain("domain")
        let key = try parameters.keyPath("key")
        let since = try parameters.integer("since")
        let steps = try parameters.integers("steps")
        if let count = steps?.count, count > UndoTarget.mostSteps {
            throw parameters.wrong(
                "steps",
                "has \(count) numbers, at most \(UndoTarget.mostSteps)",
                advice: "Undo the newest of them first"
            )
        }
        switch (id, seq, domain, key, since, steps) {
        case (let id?, nil, nil, nil, nil, nil): return .entry(id: id)
        case (nil, let seq?, nil, nil, nil, nil): return .seq(seq)
        case (nil, nil, let domain?, let key?, nil, nil): return .key(domain, key)
        case (nil, nil, let domain, nil, nil, nil): return .newest(domain)
        case (nil, nil, let domain, nil, let since?, nil): return .since(domain, Int64(since))
        case (nil, nil, nil, nil, nil, let steps?)
        where !steps.isEmpty && steps.allSatisfy { $0 >= 0 }:
            return .steps(steps.map { UInt64($0) })
        default:
            throw RPCError(
                .invalidParams,
                "'undo' doesn't say what to undo",
                advice: "Give either id, or seq, or steps, or domain, or domain and key, or since, "
                    + "or nothing"
            )
        }
    }

    private static func redo(_ parameters: Parameters) throws(RPCError) -> Call {
        let domain = try parameters.domain("domain")
        let key = try parameters.keyPath("key")
        guard domain != nil || key == nil else {
            throw parameters.wrong("domain", "is missing", advice: "Give it with the key")
        }
        return .redo(domain: domain, key: key)
    }

    private static func subscribe(_ parameters: Parameters) throws(RPCError) -> Subscribe {
        Subscribe(
            domains: try parameters.domains("domains"),
            keys: try parameters.keyPatterns("keys"),
            cursor: try cursor(parameters),
            start: try parameters.boolean("snapshot") == true ? .snapshot : .changes,
            minimumIntervalMilliseconds: try parameters.integer("minInterval").map { Int($0) },
            onGap: try parameters.choice("onGap", Subscribe.OnGap.self) ?? .snapshot
        )
    }

    private static func wait(_ parameters: Parameters) throws(RPCError) -> Wait {
        Wait(
            domain: try parameters.requiredDomain(),
            keys: try parameters.keyPatterns("keys"),
            cursor: try cursor(parameters),
            timeoutMilliseconds: try parameters.integer("timeoutMs").map { Int($0) }
        )
    }

    private static func cursor(_ parameters: Parameters) throws(RPCError) -> Cursor? {
        let epoch = try parameters.string("epoch")
        let seq = try parameters.integer("seq")
        guard let seq else {
            guard epoch == nil else {
                throw parameters.wrong("seq", "is missing", advice: "Give it with the epoch")
            }
            return nil
        }
        return Cursor(epoch: epoch, seq: seq)
    }

    private static func link(_ parameters: Parameters) throws(RPCError) -> Link {
        var link = try fileLink(parameters)
        link.file = try parameters.optionalPath("file")
        link.bundle = try parameters.optionalPath("bundle")
        link.schema = try parameters.optionalPath("schema")
        link.layer = try parameters.choice("layer", Call.FileLayer.self)
        link.isBorrowed = try parameters.boolean("borrowed") ?? false
        link.preference = try parameters.choice("prefer", LinkPreference.self)
        link.plan = try parameters.string("plan")
        return link
    }

    /// A file of the user's that may be linked.
    private static func compared(_ parameters: Parameters) throws(RPCError) -> Link {
        var link = try fileLink(parameters)
        link.file = try parameters.absolutePath("file")
        return link
    }

    /// What is said of a file that is compared as of one that is linked.
    private static func fileLink(_ parameters: Parameters) throws(RPCError) -> Link {
        Link(
            domain: try parameters.requiredDomain(),
            format: try parameters.string("format"),
            prefix: try parameters.keyPath("prefix"),
            map: try parameters.mappedKeys("map"),
            keys: try parameters.keyPatterns("keys"),
            adopt: try parameters.choice("adopt", Adoption.self)
        )
    }
}

extension Parameters {
    /// A file's path from the root; a relative one would be read in the agent's own folder.
    fileprivate func absolutePath(_ name: String) throws(RPCError) -> String {
        try checkedPath(try requiredString(name), name)
    }

    /// A file's path from the root, or nil where there is none.
    fileprivate func optionalPath(_ name: String) throws(RPCError) -> String? {
        guard let path = try string(name) else { return nil }
        return try checkedPath(path, name)
    }

    private func checkedPath(_ path: String, _ name: String) throws(RPCError) -> String {
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw wrong(name, "is no absolute path", advice: "Write the path from / on")
        }
        return path
    }
}
