// What people are told on stderr, and by way of it in the system's journal.

import SettingsModel
package import SyncEngine

/// One thing to tell people, in the order: where, what, what we did, what to do.
package struct Message: Equatable, Sendable {
    /// How urgent it is, as syslog counts.
    package enum Priority: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
    }
    package var priority: Priority
    package var text: String

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
        self.init(.notice, "\(replica.path.escapedForDisplay): in sync again")
    }

    /// The journal takes nothing.
    package init(_ error: JournalError) {
        self.init(
            .error,
            place: (error.path, nil),
            problem: error.problem,
            consequence: "Refused what was not committed; changes are refused until it works again",
            advice: error.advice
        )
    }

    /// The journal was damaged, and another has been begun.
    package init(setAside error: JournalError, as name: String) {
        self.init(
            .error,
            place: (error.path, nil),
            problem: error.problem,
            consequence: "Set it aside as '\(name)' and began a new one",
            advice: "History and undo begin anew; the settings are read from their files"
        )
    }

    /// What may be a save was found under a temporary name, and the journal that would know is lost.
    package init(kept path: String, beside replica: ReplicaID) {
        self.init(
            .warning,
            place: (replica.path, nil),
            problem: "a temporary file was beside it, and the journal that knew of it is lost",
            consequence: "Kept it as '\(path)', since it may be somebody's save",
            advice: "Compare the two, then remove it"
        )
    }

    /// The journal has taken something after a failure.
    package init(journalWorksAgain path: String) {
        self.init(.notice, "\(path.escapedForDisplay): takes changes again")
    }

    /// Settings of the agent that were changed while it runs and that it can't take on.
    package init(waitingForRestart names: [String], path: String) {
        let quoted = names.map { "'\($0)'" }.joined(separator: ", ")
        self.init(
            .notice,
            place: (path, nil),
            problem: "\(quoted) can't change while the agent runs",
            consequence: "The old value stays in force",
            advice: "Restart the agent: settingsctl agent restart"
        )
    }

    /// A reload hook didn't end well.
    package init(_ trouble: CommandTrouble, of described: DescribedHook) {
        let lines = trouble.output.split(whereSeparator: \.isNewline).suffix(Self.shownOutput)
        self.init(
            .warning,
            place: (described.file, described.place),
            problem: trouble.problem,
            excerpt: lines.map { "  | " + String($0).escapedForDisplay }.joined(separator: "\n"),
            consequence: "The program may still run with the old settings",
            advice: trouble.advice
        )
    }

    /// How many of the last lines that a command wrote are shown.
    private static let shownOutput = 10

    private init(
        _ priority: Priority,
        place: (path: String, place: SourcePlace?),
        problem: String,
        excerpt: String = "",
        consequence: String,
        advice: String
    ) {
        var text = place.path.escapedForDisplay
        if let position = place.place { text += position.suffix }
        text += ": " + problem.escapedForDisplay
        // An excerpt is two lines and shows no control character otherwise.
        if !excerpt.isEmpty { text += "\n" + excerpt }
        text += "\n" + "\(consequence). \(advice)".escapedForDisplay
        self.init(priority, text.asSentence)
    }

    /// The message as people read it on stderr.
    package var lines: String { text + "\n" }

    /// The message as systemd's journal takes it from stderr: with its priority before each line,
    /// as `<N>` (sd-daemon(3)).
    package var linesWithPriority: String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "<\(priority.rawValue)>\($0)\n" }.joined()
    }
}
