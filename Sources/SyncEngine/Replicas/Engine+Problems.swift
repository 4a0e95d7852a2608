// What is wrong with a file, said once.

import SettingsDocument
import SettingsModel

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
        let told = ToldProblem(problem: problem, concern: concern)
        guard replicas[problem.replica]?.told.contains(told) == false else { return }
        replicas[problem.replica]?.told.removeAll {
            $0.concern == concern && (concern == .reading || concern == .writing)
        }
        replicas[problem.replica]?.told.append(told)
        outbox.send(.report(problem), .afterSync)
    }

    /// Forgets what was told, and says so where somebody was waiting for it.
    ///
    /// Once nothing keeps the file as a whole from being read or written; what is still wrong with
    /// single values, or stands beside the file, is told anew, as who hears that takes all for well.
    mutating func endReports(_ concern: ToldProblem.Concern, _ id: ReplicaID) {
        guard replicas[id]?.told.contains(where: { $0.concern == concern }) == true else { return }
        replicas[id]?.told.removeAll { $0.concern == concern }
        let left = replicas[id]?.told.map(\.problem) ?? []
        guard left.allSatisfy({ $0.leavesFileUsable }) else { return }
        outbox.send(.recovered(id, nil), .afterSync)
        for problem in left { outbox.send(.report(problem), .afterSync) }
    }

    /// Tells what the program's own check says of a file; nil for nothing bad.
    mutating func wasChecked(_ id: ReplicaID, _ problem: Problem?) {
        if let problem { keepTold([problem], .check, id) } else { endReports(.check, id) }
    }

    /// Tells which values can't be written to a file, and forgets those that can be now.
    mutating func reportValues(_ problems: [Problem], _ id: ReplicaID) {
        keepTold(problems, .values, id)
    }

    /// Tells the problems of a concern that are new, and forgets those that are over.
    mutating func keepTold(_ problems: [Problem], _ concern: ToldProblem.Concern, _ id: ReplicaID) {
        let before = (replicas[id]?.told ?? []).lazy.filter { $0.concern == concern }
            .compactMap(\.problem.keyPath)
        let mended = Set(before).subtracting(problems.compactMap(\.keyPath))
        replicas[id]?.told.removeAll { $0.concern == concern && !problems.contains($0.problem) }
        for problem in problems { report(problem, concern) }
        // Of rules it is said with more care, where they are told.
        guard concern != .rules else { return }
        recover(mended, id)
    }

    /// Says that keys of a file are well again, but for those of which something else is told still.
    mutating func recover(_ keys: Set<SettingKeyPath>, _ id: ReplicaID) {
        guard !keys.isEmpty else { return }
        let wrong = (replicas[id]?.told ?? []).compactMap(\.problem.keyPath)
        for key in keys.subtracting(wrong).sorted() {
            outbox.send(.recovered(id, key), .afterSync)
        }
    }

    /// Says which lines of a file have no effect, as a managed layer decides over their keys.
    mutating func reportLocked(_ text: ReadText, _ id: ReplicaID) {
        guard let state = domains[id.domain], let managed = state.layers[.managed],
            !managed.values.isEmpty, let configuration = replicas[id]?.configuration
        else {
            keepTold([], .locks, id)
            return
        }
        var problems: [Problem] = []
        var excerpts = Excerpts(of: text.document)
        for entry in configuration.settings(of: text.document) {
            let path = entry.keyPath
            guard let lock = state.lock(on: path) else { continue }
            let place = SourcePlace(offset: entry.offset, in: text.bytes)
            problems.append(
                Problem(
                    replica: id,
                    code: .locked,
                    keyPath: path,
                    place: place,
                    excerpt: excerpt(at: place, in: &excerpts, of: id),
                    problem: "'\(path)' is locked by '\(lock.origin.place)'",
                    consequence: "The locked value stays in force",
                    advice: "Remove the line, or ask whoever administers this computer"
                )
            )
        }
        keepTold(problems, .locks, id)
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
