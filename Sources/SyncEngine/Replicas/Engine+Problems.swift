// What is wrong with a file, said once.

import SettingsDocument
import SettingsModel
import SettingsSchema

extension Engine {
    /// A file can't be read as settings: the last good values stay, and nothing is written to it.
    mutating func markBroken(_ problem: Problem, _ id: ReplicaID) {
        replicas[id]?.condition = .broken(problem)
        report(problem, .reading)
    }

    /// A file reads well: whatever was said about its text is over.
    mutating func markWell(_ id: ReplicaID) {
        endReports(.reading, id)
        if case .unwritable = replicas[id]?.condition { return }
        replicas[id]?.condition = .ok
    }

    /// A file could be written again, or need not be.
    mutating func markWritable(_ id: ReplicaID) {
        endReports(.writing, id)
        replicas[id]?.retryDelay = 0
        replicas[id]?.races = 0
        if case .unwritable = replicas[id]?.condition { replicas[id]?.condition = .ok }
    }

    /// Tells a problem unless it has been told already.
    mutating func report(_ problem: Problem, _ concern: ToldProblem.Concern) {
        // Looked at first, as a change copies what somebody refers to.
        guard replicas[problem.replica]?.reports.has(problem, concern) == false else { return }
        send(replicas[problem.replica]?.reports.add(problem, concern))
    }

    /// Forgets what was told of a concern, and says so where somebody was waiting for it.
    mutating func endReports(_ concern: ToldProblem.Concern, _ id: ReplicaID) {
        guard replicas[id]?.reports.has(concern) == true else { return }
        send(replicas[id]?.reports.end(concern))
    }

    /// Tells the problems of a concern that are new, and forgets those that are over.
    mutating func keepTold(_ problems: [Problem], _ concern: ToldProblem.Concern, _ id: ReplicaID) {
        send(replicas[id]?.reports.keep(problems, concern))
    }

    /// Sends what is told of a file, once the step is durable.
    mutating func send(_ reports: [Effect]?) {
        for report in reports ?? [] { outbox.send(report, .afterSync) }
    }

    /// Tells what the program's own check says of a file; nil for nothing bad.
    mutating func wasChecked(_ id: ReplicaID, _ problem: Problem?) {
        if let problem { keepTold([problem], .check, id) } else { endReports(.check, id) }
    }

    /// Says which lines of a file have no effect, as a managed layer decides over their keys.
    mutating func reportLocked(_ text: ReadText, _ id: ReplicaID) {
        keepTold(valueProblems(in: text, id) { $0.locked }, .locks, id)
    }

    /// Says which keys of a file stand several times.
    mutating func reportRepeated(_ text: ReadText, _ id: ReplicaID) {
        let problems = valueProblems(in: text, id) { $0.repeated }
        send(replicas[id]?.reports.keepRepeats(problems))
    }

    /// Says which values of a file aren't passed on, and that they are well again.
    mutating func reportHeld(_ text: ReadText, _ id: ReplicaID) {
        reportRules(valueProblems(in: text, id) { $0.held.map(\.problem) }, id)
    }

    /// Says which values of a file of another layer are left out, in the order of the keys.
    mutating func reportRefused(_ edits: [KeyEdit], in text: ReadText, _ id: ReplicaID) {
        reportRules(valueProblems(in: text, id) { $0.leftOut(edits) }, id)
    }

    private mutating func reportRules(_ problems: [Problem], _ id: ReplicaID) {
        guard !problems.isEmpty || replicas[id]?.reports.has(.rules) == true else { return }
        send(replicas[id]?.reports.keepRules(problems))
    }

    /// What is wrong with single values of a text.
    ///
    /// Kept apart, as whoever still held the files would have them copied when one changes.
    private func valueProblems(
        in text: ReadText,
        _ id: ReplicaID,
        _ find: (inout TextProblems) -> [Problem]
    ) -> [Problem] {
        guard let replica = replicas[id], let state = domains[id.domain] else { return [] }
        var found = textProblems(in: text, of: replica, state, within: outbox.checks)
        return find(&found)
    }

    /// A text of a file beside its domain.
    func textProblems(
        in text: ReadText,
        of replica: ReplicaState,
        _ state: DomainState,
        within checks: CheckBudget
    ) -> TextProblems {
        let lines = ShownLines(of: text.document, at: replica.id.path, replicas, domains)
        return TextProblems(
            text: text,
            replica: replica,
            state: state,
            checks: checks,
            lines: lines
        )
    }
}

extension Origin {
    /// The file, or who it was.
    var place: String {
        if case .file(let path) = self { path } else { description }
    }
}

extension Problem {
    /// A file that couldn't be read as settings.
    init(_ error: DocumentError, of replica: ReplicaID, bytes: [UInt8]) {
        let isUnknown = error.code == .unknownFormat
        let hasPlace = !isUnknown && error.code != .tooLarge && error.code != .tooMany
        self.init(
            replica: replica,
            code: .text(error.code),
            place: hasPlace ? error.place : nil,
            excerpt: hasPlace ? SettingsDocument.excerpt(at: error.place, in: bytes) : "",
            problem: error.problem,
            consequence: isUnknown ? "Left the file alone" : "Kept the last good values",
            advice: error.advice
        )
    }

    /// A file that couldn't be read at all.
    init(_ error: StorageError, of replica: ReplicaID) {
        self.init(
            replica: replica,
            code: .file(error.code),
            problem: error.problem,
            consequence: "Kept the last good values",
            advice: error.advice
        )
    }

    /// A text that stands in the file and that its check refuses.
    package init(failedCheck problem: String, of replica: ReplicaID) {
        self.init(
            replica: replica,
            code: .check,
            problem: "the file's check refuses it: \(problem)",
            consequence: "Its settings count all the same",
            advice: "Correct the file, or see its earlier texts: settingsctl versions "
                + replica.path.quotedForShell
        )
    }

    /// A file whose check says nothing.
    package init(unchecked replica: ReplicaID, _ problem: String) {
        self.init(
            replica: replica,
            code: .check,
            problem: "the file's check couldn't run: \(problem)",
            consequence: "It was written unchecked",
            advice: "Try 'check' of its domain file by hand"
        )
    }

    /// A file that another program has open and doesn't stop to write.
    package init(beingWritten replica: ReplicaID) {
        self.init(
            replica: replica,
            code: .busy,
            problem: "another program has it open and keeps writing it",
            consequence: "What it says isn't taken, and nothing is written there, until that ends",
            advice: "See who has it open: fuser -v \(replica.path.quotedForShell)"
        )
    }

    /// A file that another program doesn't close.
    package init(keptOpen replica: ReplicaID) {
        self.init(
            replica: replica,
            code: .busy,
            problem: "another program has had it open for writing for 30 seconds",
            consequence: "Its text counts as it is now; what that program writes later may be lost",
            advice: "See who has it open: fuser -v \(replica.path.quotedForShell)"
        )
    }

    /// A file that was there and is gone.
    static func missing(_ replica: ReplicaID) -> Problem {
        Problem(
            replica: replica,
            code: .missing,
            problem: "the file is gone",
            consequence: "Kept its settings; the next change creates it, if its folder is there",
            advice: "Restore it, or run: settingsctl unlink \(replica.domain) "
                + replica.path.quotedForShell
        )
    }
}
