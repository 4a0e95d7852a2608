// What the methods that check and count answer.

package import SettingsModel

/// One thing that is wrong with a domain's settings.
package struct ProblemReport: WireObject, WireValue, Equatable {
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

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of report: Self?) {
        key = members.optionalKeyPath(report?.key)
        file = members.optional("file", report?.file)
        place = members.place(report?.place)
        problem = members.required("problem", report?.problem)
        advice = members.required("advice", report?.advice)
    }
}

/// The answer to `validate`.
package struct Validation: ReadableResult, WireObject, Equatable {
    package var problems: [ProblemReport]

    package init(_ problems: [ProblemReport]) { self.problems = problems }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of answer: Self?) {
        problems = members.required("problems", answer?.problems, or: [])
    }
}

/// The answer to `stats`.
package struct Statistics: ReadableResult, WireObject, Equatable {
    package var version: String
    /// The agent's process.
    package var process: Int32 = 0
    package var uptimeMilliseconds: Int64
    package var seq: UInt64
    package var clients = 0
    package var subscriptions = 0
    package var domains = 0
    package var keys = 0
    package var journal = Journal()
    package var watches = Watches()
    /// The longest turn of the event loop so far.
    package var loopDelayMicroseconds = 0
    package var counters = Counters()

    package init(version: String, uptimeMilliseconds: Int64, seq: UInt64) {
        self.version = version
        self.uptimeMilliseconds = uptimeMilliseconds
        self.seq = seq
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of statistics: Self?) {
        version = members.required("version", statistics?.version)
        process = members.required("pid", statistics?.process, or: 0)
        uptimeMilliseconds = members.required("uptimeMs", statistics?.uptimeMilliseconds)
        seq = members.required("seq", statistics?.seq)
        clients = members.required("clients", statistics?.clients, or: 0)
        subscriptions = members.required("subscriptions", statistics?.subscriptions, or: 0)
        domains = members.required("domains", statistics?.domains, or: 0)
        keys = members.required("keys", statistics?.keys, or: 0)
        journal = members.required("journal", statistics?.journal, or: Journal())
        watches = members.required("watches", statistics?.watches, or: Watches())
        loopDelayMicroseconds = members.required(
            "loopDelayUs",
            statistics?.loopDelayMicroseconds,
            or: 0
        )
        counters = members.required("counters", statistics?.counters, or: Counters())
    }

    /// The agent's database.
    package struct Journal: WireObject, WireValue, Equatable {
        package var file = ""
        package var byteCount = 0
        /// Why it takes nothing, or what was set aside.
        package var problem: String?
        /// What to do about that.
        package var advice: String?

        init() {}

        /// Passes the members on, in their order.
        package init(_ members: inout some WireMembers, of journal: Self?) {
            file = members.required("file", journal?.file)
            byteCount = members.required("bytes", journal?.byteCount, or: 0)
            problem = members.optional("problem", journal?.problem)
            advice = members.optional("advice", journal?.advice)
        }
    }

    /// How the files are watched.
    package struct Watches: WireObject, WireValue, Equatable {
        package var usedCount = 0
        package var limit = 0
        /// Files that are looked at by time, for want of a watch.
        package var polledCount = 0

        init() {}

        /// Passes the members on, in their order.
        package init(_ members: inout some WireMembers, of watches: Self?) {
            usedCount = members.required("used", watches?.usedCount, or: 0)
            limit = members.required("limit", watches?.limit, or: 0)
            polledCount = members.required("polled", watches?.polledCount, or: 0)
        }
    }

    /// What was counted since the agent started.
    package struct Counters: WireObject, WireValue, Equatable {
        package var connections = 0
        package var requests = 0
        package var fileWrites = 0

        init() {}

        /// Passes the members on, in their order.
        package init(_ members: inout some WireMembers, of counters: Self?) {
            connections = members.required("connections", counters?.connections, or: 0)
            requests = members.required("requests", counters?.requests, or: 0)
            fileWrites = members.required("fileWrites", counters?.fileWrites, or: 0)
        }
    }
}
