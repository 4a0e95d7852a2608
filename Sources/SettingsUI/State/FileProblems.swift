// What is wrong with files: those that can't be read, and values in them that aren't in force.

import SettingsModel
import SettingsProtocol

/// Something that is wrong with a file.
struct FileProblem: Equatable, Sendable {
    var domain: Domain
    var file: String
    /// The stable name for scripts.
    var code: String
    /// How the file fares with it.
    var state: ReplicaReport.State
    /// The key whose value is to blame; nil where it's the file as a whole.
    var key: SettingKeyPath?
    var place: SourcePlace?
    var problem: String
    /// When it was told; nil where that was before the screen was opened.
    var since: Moment?

    /// Whether nothing of the file is taken, as it can't be read.
    var isUnreadable: Bool { state == .broken && key == nil }

    /// Whether it's about the same as another, which it may follow.
    fileprivate func isAboutSame(as other: FileProblem) -> Bool {
        domain == other.domain && file == other.file && key == other.key
            && (key != nil || code == other.code)
    }
}

extension State {
    /// Why the settings of a domain can't be changed now; nil when they can.
    func problem(of domain: Domain) -> FileProblem? {
        problems.first { $0.domain == domain && $0.isUnreadable }
    }

    /// What is wrong with a setting's value in some file; nil for nothing.
    func problem(at place: SettingPlace) -> FileProblem? {
        problems.first { $0.key == place.keyPath && $0.domain == place.domain }
    }

    /// Something is wrong with a file from now on.
    mutating func take(_ problem: FileProblem, at moment: Moment) {
        var problem = problem
        problem.since = moment
        // A file that can't be read is told with one problem, whichever came last.
        problems.removeAll {
            $0.isAboutSame(as: problem)
                || problem.isUnreadable && $0.isUnreadable && $0.file == problem.file
                    && $0.domain == problem.domain
        }
        problems.append(problem)
        guard !problem.isUnreadable else { return }
        let file = problem.file.shortened(home: home)
        let line = problem.place.map { ":\($0.line)" } ?? ""
        let kept = problem.key.map { key -> String in
            let place = SettingPlace(domain: problem.domain, keyPath: key)
            return isSecret(place) ? "" : ". Still \(shown(value(place), place))"
        }
        status = Status(
            .error,
            "\(glyphs.error) \(file)\(line): \(problem.problem)\(kept ?? "")"
        )
    }

    /// All that is wrong now, whatever was known before.
    mutating func take(known: [FileProblem]) {
        problems = known.map { problem in
            var problem = problem
            problem.since = problems.first { $0.isAboutSame(as: problem) }?.since
            return problem
        }
        let troubled = Set(known.map(\.file))
        for file in waiting.keys where !troubled.contains(file) { endWait(for: file) }
    }

    /// A file is well again, or one value in it.
    mutating func recover(_ domain: Domain, _ file: String, _ key: SettingKeyPath?) {
        let isOver = { (problem: FileProblem) in
            problem.domain == domain && problem.file == file && (key == nil || problem.key == key)
        }
        problems.removeAll(where: isOver)
        let shortFile = file.shortened(home: home)
        if let key {
            let place = SettingPlace(domain: domain, keyPath: key)
            if waiting[file]?.remove(place) != nil { failures[place] = nil }
            status = Status(.good, "\(title(place)) in '\(shortFile)' is in force again")
            return
        }
        endWait(for: file)
        status = Status(.good, "'\(shortFile)' is in step again")
    }

    /// What waited for a file is written to it now.
    private mutating func endWait(for file: String) {
        for place in waiting.removeValue(forKey: file) ?? [] { failures[place] = nil }
    }
}
