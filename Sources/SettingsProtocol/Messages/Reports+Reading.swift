// Reports as a client reads them.

import SettingsModel

extension ReplicaReport {
    /// Reads what ``write(to:)`` wrote.
    init(json: JSONObject) throws(JSONError) {
        self.init(
            domain: try json.domain(),
            file: try json.string("file"),
            format: try json.string("format"),
            state: try json.choice("state"),
            layer: try json.choice("layer")
        )
        adopt = json["adopt"]?.string
        // What the agent wrote reads back; what doesn't is left out rather than guessed.
        prefix = json["prefix"]?.string.flatMap { try? SettingKeyPath(parsing: $0) }
        keys = json.strings("keys")?.compactMap {
            try? KeyPattern(parsing: $0, limits: .standard)  // as above
        }
        watch = json["watch"]?.string.flatMap(Watch.init(rawValue:))
        problem = json["problem"]?.string
        place = json.place()
        pendingWrites = json.optionalInteger("pendingWrites") ?? 0
        writes = json.optionalInteger("writes") ?? 0
        publishing = json["publishing"]?.string.flatMap(Publishing.init(rawValue:))
        guard json["diagnostics"] != nil else { return }
        diagnostics = try json.objects("diagnostics") { object throws(JSONError) in
            var diagnostic = Diagnostic(
                code: try object.string("code"),
                key: object["key"] == nil ? nil : try object.keyPath(),
                place: object.place(),
                problem: try object.string("problem"),
                advice: try object.string("advice")
            )
            diagnostic.value = try object.value("value")
            // What another version calls otherwise is nothing to be passed over.
            diagnostic.severity =
                object["severity"]?.string.flatMap(Diagnostic.Severity.init) ?? .error
            return diagnostic
        }
    }
}

extension Domains: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            try json.objects("domains") { object throws(JSONError) in
                var report = DomainReport(
                    domain: try object.domain(),
                    title: object["title"]?.string,
                    files: object.strings("replicas") ?? [],
                    bundle: object["bundle"]?.string,
                    problems: object.optionalInteger("problems") ?? 0
                )
                report.schema = object["schema"]?.string
                return report
            }
        )
    }
}

extension Explanation: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            key: try json.keyPath(),
            winner: json["winner"]?.string.flatMap(LayerName.init(rawValue:)),
            layers: try json.objects("layers") { object throws(JSONError) in
                try LayerReport(json: object)
            },
            losers: try json.objects("losers") { object throws(JSONError) in
                LoserReport(
                    value: try object.value("value"),
                    origin: try object.string("origin"),
                    time: try object.integer("time"),
                    why: try object.string("why")
                )
            }
        )
    }
}

extension LayerReport {
    /// Reads what ``write(to:)`` wrote.
    init(json: JSONObject) throws(JSONError) {
        self.init(layer: try json.choice("layer"), value: try json.value("value") ?? .null)
        replica = json["replica"]?.string
        file = json["file"]?.string
        place = json.place()
        origin = json["origin"]?.string
        time = json.optionalInteger("time")
        row = json["row"]?.string
    }
}

extension HistoryPage: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            try json.objects("entries") { object throws(JSONError) in
                try HistoryReport(json: object)
            },
            next: json.optionalInteger("next")
        )
    }
}

extension HistoryReport {
    /// Reads what ``write(to:)`` wrote.
    init(json: JSONObject) throws(JSONError) {
        self.init(
            id: try json.integer("id"),
            seq: try json.integer("seq"),
            time: try json.integer("time"),
            domain: try json.domain(),
            key: try json.keyPath(),
            origin: try json.string("origin"),
            why: try json.string("why")
        )
        new = try json.value("new")
        old = try json.value("old")
        kept = try json.value("kept")
        reason = json["reason"]?.string
        isSecret = json.flag("secret")
    }
}

extension Statistics: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            version: try json.string("version"),
            uptimeMilliseconds: try json.integer("uptimeMs"),
            seq: try json.integer("seq")
        )
        process = json.optionalInteger("pid") ?? 0
        clients = json.optionalInteger("clients") ?? 0
        subscriptions = json.optionalInteger("subscriptions") ?? 0
        domains = json.optionalInteger("domains") ?? 0
        keys = json.optionalInteger("keys") ?? 0
        if let journal = json["journal"] {
            let journal = try JSONObject(journal)
            journalFile = try journal.string("file")
            journalBytes = journal.optionalInteger("bytes") ?? 0
            journalProblem = journal["problem"]?.string
            journalAdvice = journal["advice"]?.string
        }
        if let watches = json["watches"] {
            let watches = try JSONObject(watches)
            watchesUsed = watches.optionalInteger("used") ?? 0
            watchLimit = watches.optionalInteger("limit") ?? 0
            polledFiles = watches.optionalInteger("polled") ?? 0
        }
        loopDelayMicroseconds = json.optionalInteger("loopDelayUs") ?? 0
        for (name, count) in json["counters"]?.members ?? [] {
            if let count = count.integer { counters.append(Counter(name, Int(count))) }
        }
    }
}
