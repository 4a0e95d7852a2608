// What people are told on stderr, and by way of it in the system's journal.

package import SettingsModel
package import SyncEngine

/// One thing to tell people, in the order: where, what, what we did, what to do.
package struct Message: Equatable, Sendable {
    /// How urgent it is, as syslog counts.
    package enum Priority: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }
    package var priority: Priority
    package var text: String

    /// Creates a message.
    package init(_ priority: Priority, _ text: String) {
        self.priority = priority
        self.text = text
    }

    /// A file of a domain has a problem.
    package init(_ problem: Problem) {
        self.init(
            .warning,
            place: (problem.replica.path, problem.place),
            problem: problem.problem,
            excerpt: problem.excerpt,
            consequence: problem.consequence,
            advice: problem.advice
        )
    }

    /// One of the agent's own files has a mistake.
    package init(_ problem: ConfigurationProblem) {
        self.init(
            .warning,
            place: (problem.path, problem.place),
            problem: problem.problem,
            excerpt: problem.excerpt,
            consequence: problem.consequence,
            advice: problem.advice
        )
    }

    /// A file is well again.
    package init(recovered replica: ReplicaID) {
        self.init(.notice, "\(replica.path.escapedForDisplay): in step again")
    }

    /// The journal takes nothing.
    package init(_ error: JournalError, delay: Duration) {
        self.init(
            .error,
            place: (error.path, nil),
            problem: error.problem,
            excerpt: "",
            consequence: "Refused what was not yet committed, and tries again soon",
            advice: error.advice
        )
    }

    /// A message of the usual form.
    package init(
        _ priority: Priority,
        place: (path: String, place: SourcePlace?),
        problem: String,
        excerpt: String,
        consequence: String,
        advice: String
    ) {
        var text = place.path.escapedForDisplay
        if let position = place.place { text += ":\(position.line):\(position.column)" }
        text += ": " + problem
        if !excerpt.isEmpty { text += "\n" + excerpt }
        text += "\n\(consequence). \(advice)"
        self.init(priority, advice.hasSuffix(".") ? text : text + ".")
    }

    /// The message as stderr takes it; with systemd's priorities each line says its own.
    package func lines(withPriorities: Bool) -> String {
        guard withPriorities else { return text + "\n" }
        // sd-daemon(3): "<N>" at the beginning of a line is its priority.
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "<\(priority.rawValue)>\($0)\n" }.joined()
    }
}
