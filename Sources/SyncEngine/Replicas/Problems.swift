// What is wrong with a file, said once.

import SettingsDocument
import SettingsModel

extension Engine {
    /// A file can't be read as settings: the last good values stay, and nothing is written to it.
    mutating func isBroken(_ problem: Problem, _ id: ReplicaID, _ step: inout Step) {
        replicas[id]?.condition = .broken(problem)
        report(problem, &step)
    }

    /// A file reads well: whatever was said about its text is over.
    mutating func isWell(_ id: ReplicaID, _ step: inout Step) {
        guard let replica = replicas[id] else { return }
        switch replica.condition {
        case .broken, .missing:
            if replica.reported.contains(where: {
                $0.code != "locked" && $0.code != "unrepresentable"
            }) {
                replicas[id]?.reported.removeAll {
                    $0.code != "locked" && $0.code != "unrepresentable"
                }
                step.afterCommit.append(.recovered(id))
            }
        default: break
        }
        if case .unwritable = replica.condition { return }
        replicas[id]?.condition = .ok
    }

    /// A file could be written again.
    mutating func isWritable(_ id: ReplicaID, _ step: inout Step) {
        guard case .unwritable(let problem) = replicas[id]?.condition else { return }
        replicas[id]?.condition = .ok
        replicas[id]?.retryDelay = 0
        replicas[id]?.reported.removeAll { $0.code == problem.code }
        step.afterCommit.append(.recovered(id))
    }

    /// Tells a problem unless it has been told already.
    mutating func report(_ problem: Problem, _ step: inout Step) {
        guard replicas[problem.replica]?.reported.contains(problem) == false else { return }
        replicas[problem.replica]?.reported.removeAll {
            $0.code == problem.code && $0.place == problem.place
        }
        replicas[problem.replica]?.reported.append(problem)
        step.afterCommit.append(.report(problem))
    }

    /// Says which lines of a file have no effect, as a managed layer decides over their keys.
    mutating func reportLocked(_ text: ReadText, _ id: ReplicaID, _ step: inout Step) {
        guard let state = domains[id.domain], let managed = state.layers[.managed],
            !managed.values.isEmpty, let configuration = replicas[id]?.configuration
        else {
            replicas[id]?.reported.removeAll { $0.code == "locked" }
            return
        }
        var problems: [Problem] = []
        for entry in text.document.entries {
            let path = configuration.domainPath(entry.keyPath)
            guard configuration.owns(path), let lock = state.lock(on: path) else { continue }
            let place = SourcePlace(offset: entry.offset, in: text.bytes)
            problems.append(
                Problem(
                    replica: id,
                    code: "locked",
                    place: place,
                    excerpt: excerpt(at: place, in: text.bytes),
                    problem: "'\(path)' is locked by '\(lock.origin.place)'",
                    consequence: "The locked value stays in force",
                    advice: "Remove the line, or ask whoever administers this computer"
                )
            )
        }
        replicas[id]?.reported.removeAll { $0.code == "locked" && !problems.contains($0) }
        for problem in problems { report(problem, &step) }
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
        let hasPlace = error.code != .tooLarge && error.code != .tooMany
        self.init(
            replica: replica,
            code: error.code.rawValue,
            place: hasPlace ? error.place : nil,
            excerpt: hasPlace ? SettingsDocument.excerpt(at: error.place, in: bytes) : "",
            problem: error.problem,
            consequence: "Kept the last good values",
            advice: error.advice
        )
    }

    /// A file that couldn't be read at all.
    init(_ error: StorageError, of replica: ReplicaID) {
        self.init(
            replica: replica,
            code: error.code.rawValue,
            problem: error.problem,
            consequence: "Kept the last good values",
            advice: error.advice
        )
    }
}
