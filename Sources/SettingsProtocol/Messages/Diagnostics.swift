// What the methods that check and count answer.

package import SettingsModel

/// One thing that is wrong with a domain's settings.
package struct ProblemReport: Equatable, Sendable {
    package var key: SettingKeyPath?
    package var file: String?
    package var place: SourcePlace?
    package var problem: String
    package var advice: String

    /// Creates a report without a place.
    package init(problem: String, advice: String) {
        self.problem = problem
        self.advice = advice
    }

    /// Writes it as an object.
    package func write(to json: inout JSONWriter) {
        json.object {
            if let key { $0.keyPath(key) }
            $0.member("file", file)
            $0.place(place)
            $0.member("problem", problem)
            $0.member("advice", advice)
        }
    }
}

/// The answer to `validate`.
package struct Validation: ReplyResult, Equatable {
    package var problems: [ProblemReport]

    /// Creates an answer.
    package init(_ problems: [ProblemReport]) { self.problems = problems }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.key("problems")
        json.array(problems) { $1.write(to: &$0) }
    }
}

extension Validation: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            try json.objects("problems") { object throws(JSONError) in
                var report = ProblemReport(
                    problem: try object.string("problem"),
                    advice: try object.string("advice")
                )
                report.key = object["key"] == nil ? nil : try object.keyPath()
                report.file = object["file"]?.string
                report.place = object.place()
                return report
            }
        )
    }
}

/// A client, or a reload hook, that doesn't run with the newest settings of a domain.
package struct PendingClient: Equatable, Sendable {
    /// The client's name, or what the hook does.
    package var client: String
    /// 0 for a hook that doesn't run now.
    package var pid: Int32
    package var domain: Domain
    /// What it runs with.
    package var seq: UInt64
    /// The keys that changed since.
    package var behind: [SettingKeyPath]

    /// Creates a report.
    package init(
        client: String,
        pid: Int32,
        domain: Domain,
        seq: UInt64,
        behind: [SettingKeyPath]
    ) {
        self.client = client
        self.pid = pid
        self.domain = domain
        self.seq = seq
        self.behind = behind
    }
}

/// Settings of a domain with which some program says that it runs as they are now.
package struct AppliedKeys: Hashable, Sendable {
    package var domain: Domain
    /// nil for all.
    package var keys: [KeyPattern]?

    /// Creates a report.
    package init(domain: Domain, keys: [KeyPattern]?) {
        self.domain = domain
        self.keys = keys
    }
}

/// The answer to `pending`.
package struct Pending: ReplyResult, Equatable {
    package var clients: [PendingClient]
    package var applied: [AppliedKeys]

    /// Creates an answer.
    package init(_ clients: [PendingClient], applied: [AppliedKeys] = []) {
        self.clients = clients
        self.applied = applied
    }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.key("clients")
        json.array(clients) { json, client in
            json.object {
                $0.member("client", client.client)
                $0.member("pid", client.pid)
                $0.member("domain", client.domain.name)
                $0.member("seq", client.seq)
                $0.member("behind", client.behind.map(\.description))
            }
        }
        json.key("applied")
        json.array(applied) { json, applied in
            json.object {
                $0.member("domain", applied.domain.name)
                $0.member("keys", applied.keys?.map(\.description))
            }
        }
    }
}

extension Pending: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            try json.objects("clients") { object throws(JSONError) in
                PendingClient(
                    client: try object.string("client"),
                    pid: try object.integer("pid"),
                    domain: try object.domain(),
                    seq: try object.integer("seq"),
                    behind: (object.strings("behind") ?? []).compactMap {
                        try? SettingKeyPath(parsing: $0)  // left out rather than guessed
                    }
                )
            },
            applied: json["applied"] == nil
                ? []
                : try json.objects("applied") { object throws(JSONError) in
                    AppliedKeys(
                        domain: try object.domain(),
                        keys: object.strings("keys")?.compactMap {
                            try? KeyPattern(parsing: $0, limits: .standard)  // as above
                        }
                    )
                }
        )
    }
}

/// The answer to `stats`.
package struct Statistics: ReplyResult, Equatable {
    package var version: String
    /// The agent's process.
    package var process: Int32 = 0
    package var uptimeMilliseconds: Int64
    package var seq: UInt64
    package var clients = 0
    package var subscriptions = 0
    package var domains = 0
    package var keys = 0
    package var journalFile = ""
    package var journalBytes = 0
    /// Why the journal takes nothing, or what was set aside.
    package var journalProblem: String?
    /// What to do about that.
    package var journalAdvice: String?
    package var watchesUsed = 0
    package var watchLimit = 0
    /// Files that are looked at by time, for want of a watch.
    package var polledFiles = 0
    /// The longest turn of the event loop so far.
    package var loopDelayMicroseconds = 0
    /// Other numbers by name, which may differ between versions.
    package var counters: [Counter] = []

    /// A number with its name.
    package struct Counter: Equatable, Sendable {
        package var name: String
        package var count: Int

        /// Creates a counter.
        package init(_ name: String, _ count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// Creates an answer without numbers.
    package init(version: String, uptimeMilliseconds: Int64, seq: UInt64) {
        self.version = version
        self.uptimeMilliseconds = uptimeMilliseconds
        self.seq = seq
    }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.member("version", version)
        json.member("pid", process)
        json.member("uptimeMs", uptimeMilliseconds)
        json.member("seq", seq)
        json.member("clients", clients)
        json.member("subscriptions", subscriptions)
        json.member("domains", domains)
        json.member("keys", keys)
        json.key("journal")
        json.object {
            $0.member("file", journalFile)
            $0.member("bytes", journalBytes)
            $0.member("problem", journalProblem)
            $0.member("advice", journalAdvice)
        }
        json.key("watches")
        json.object {
            $0.member("used", watchesUsed)
            $0.member("limit", watchLimit)
            $0.member("polled", polledFiles)
        }
        json.member("loopDelayUs", loopDelayMicroseconds)
        json.key("counters")
        json.object { for counter in counters { $0.member(counter.name, counter.count) } }
    }
}
