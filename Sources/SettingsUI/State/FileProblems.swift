// What is wrong with files: those that can't be read, and values in them that aren't in force.

import SettingsModel
import SettingsProtocol

/// Something that is wrong with a file.
struct FileProblem: Equatable, Sendable {
    /// What can't be had of the file.
    enum Subject: Equatable, Sendable {
        /// Values; the last good ones are in force.
        case settings
        /// What describes the settings; the panes that were read before are shown.
        case panes
        /// What describes the settings, since the screen was opened; what can be read is shown.
        case partOfPanes
    }
    var subject = Subject.settings
    var domain: Domain
    var file: String
    /// The stable name for scripts.
    var code: String
    /// Whether something isn't in force for it.
    var severity = ProblemSeverity.error
    /// How the file fares with it.
    var state: ReplicaReport.State
    /// The key whose value is to blame; nil where it's the file as a whole.
    var key: SettingKeyPath?
    /// What the file says there; nil where that isn't told, as of a secret.
    var value: SettingValue?
    var place: SourcePlace?
    var problem: String
    /// When it was told; nil where that was before the screen was opened.
    var since: Moment?

    fileprivate var fileName: DomainFileName { DomainFileName(domain: domain, file: file) }

    /// Whether nothing of the file is taken, as it can't be read.
    var isUnreadable: Bool { [.broken, .held].contains(state) && key == nil }

    /// Whether it's about the same as another, which it may follow.
    fileprivate func isAboutSame(as other: FileProblem) -> Bool {
        domain == other.domain && file == other.file && key == other.key
            && severity == other.severity && (key != nil || code == other.code)
    }
}

/// A file of a domain.
struct DomainFileName: Hashable, Sendable {
    var domain: Domain
    var file: String
}

extension Program {
    /// The program with the panes that were shown before, where those are whole and its own can't be
    /// read.
    func keepingPanes(of old: Program, since now: Moment) -> Program {
        guard var mistake else { return self }
        mistake.since = old.mistake?.since ?? now
        let hasWhole = old.extent == .whole && (old.mistake.map { $0.subject == .panes } ?? true)
        mistake.subject = hasWhole ? .panes : .partOfPanes
        var kept = hasWhole ? old : self
        kept.mistake = mistake
        return kept
    }
}

extension [FileProblem] {
    /// Forgets what is wrong with values of files that are gone: nothing has them any more.
    fileprivate mutating func dropValuesOfAbsentFiles() {
        let absent = Set(lazy.filter { $0.state == .absent }.map(\.fileName))
        removeAll { $0.key != nil && absent.contains($0.fileName) }
    }

    /// Whether something is wrong with a file as a whole, or with a setting in it.
    fileprivate func concern(_ place: SettingPlace, in file: String) -> Bool {
        contains {
            $0.file == file
                && ($0.key == nil || $0.key == place.keyPath && $0.domain == place.domain)
        }
    }

    /// What is wrong with whole files that can be read, or are gone, and wasn't known: no row and no notice
    /// says it.
    fileprivate func ofFiles(notIn known: [FileProblem]) -> [FileProblem] {
        filter { problem in
            problem.key == nil && !problem.isUnreadable && problem.subject == .settings
                && !known.contains(where: problem.isAboutSame)
        }
    }
}

extension State {
    /// Why the settings of a domain can't be changed now; nil when they can.
    func problem(of domain: Domain) -> FileProblem? {
        problems.first { $0.domain == domain && $0.isUnreadable }
    }

    /// What is wrong with a setting's value in some file, at its worst; nil for nothing.
    func problem(at place: SettingPlace) -> FileProblem? {
        let own = problems.lazy.filter { $0.key == place.keyPath && $0.domain == place.domain }
        return own.first { $0.severity == .error } ?? own.first
    }

    /// Something is wrong with a file from now on.
    mutating func take(_ problem: FileProblem) {
        var problem = problem
        problem.since = now
        if let key = problem.key {
            replaced.remove(SettingPlace(domain: problem.domain, keyPath: key))
        }
        // A file that can't be read is told with one problem, whichever came last.
        problems.removeAll {
            $0.isAboutSame(as: problem)
                || problem.isUnreadable && $0.isUnreadable && $0.file == problem.file
                    && $0.domain == problem.domain
        }
        problems.append(problem)
        problems.dropValuesOfAbsentFiles()
        if problem.severity == .warning {
            tell(Status(.warning, words(of: problem)))
        } else if !problem.isUnreadable || notice == nil && screen.content != .programs {
            tell(Status(.error, "\(glyphs.error) \(words(of: problem))"))
        } else if status?.kind == .good {
            // What the notice says, or the program's row, is another thing than that all is well.
            status = nil
        }
    }

    /// What is wrong with a value, and what is in force instead; never a secret.
    func words(of problem: FileProblem) -> String {
        let file = problem.file.shortened(home: home)
        let line = problem.place.map { ":\($0.line)" } ?? ""
        let kept = problem.key.map { key -> String in
            let place = SettingPlace(domain: problem.domain, keyPath: key)
            let now = problem.severity == .error ? "Still" : "In force:"
            return isSecret(place) ? "" : ". \(now) \(shown(value(place), place))"
        }
        return "\(file)\(line): \(problem.problem)\(kept ?? "")"
    }

    /// All that is wrong now, whatever was known before.
    mutating func take(known: [FileProblem]) {
        let before = problems
        problems = known.map { problem in
            var problem = problem
            problem.since = before.first { $0.isAboutSame(as: problem) }?.since
            return problem
        }
        problems.dropValuesOfAbsentFiles()
        for (file, places) in waiting {
            for place in places where !problems.concern(place, in: file) {
                endWait(of: place, for: file)
            }
        }
        if let problem = problems.ofFiles(notIn: before).first {
            tell(Status(.warning, words(of: problem)))
        }
        for file in recovered { tell(recovered: file, before) }
        recovered = []
    }

    /// Says what became of a file that was told to be well.
    private mutating func tell(recovered file: DomainFileName, _ before: [FileProblem]) {
        let isAbout = { (problem: FileProblem) in
            problem.domain == file.domain && problem.file == file.file
        }
        let name = file.file.shortened(home: home)
        let left = problems.filter(isAbout)
        if left.isEmpty {
            // That the notice is gone says so too; who changed what is nowhere else.
            let isNews = status?.text.hasPrefix(glyphs.changedElsewhere) == true
            guard !isNews || flashing.isEmpty, !isOwnTold else { return }
            tell(recovery: "'\(name)' is in sync again")
        } else if before.contains(where: { isAbout($0) && $0.isUnreadable }),
            !left.contains(where: \.isUnreadable)
        {
            let rest =
                left.contains { $0.severity == .error }
                ? "but not all in it is in force" : "but look at it: \(left[0].problem)"
            tell(Status(.warning, "'\(name)' can be read again, \(rest)"))
        }
    }

    /// Something of a file is well again: one value, or something that is seen when it's known what
    /// is still wrong with the file.
    mutating func recover(_ domain: Domain, _ file: String, _ key: SettingKeyPath?) {
        guard let key else {
            recovered.insert(DomainFileName(domain: domain, file: file))
            return
        }
        let isOver = { (problem: FileProblem) in
            problem.domain == domain && problem.file == file && problem.key == key
        }
        let over = problems.filter(isOver)
        let wasWrong = over.isEmpty || over.contains { $0.severity == .error }
        problems.removeAll(where: isOver)
        let place = SettingPlace(domain: domain, keyPath: key)
        replaced.remove(place)
        endWait(of: place, for: file)
        // That what one set is saved says that it's mended, too.
        guard !isOwnTold, !writes.isWriting(place) else { return }
        let name = file.shortened(home: home)
        let isGone = value(place) == nil
        let what = "What was wrong with \(title(place)) in '\(name)' is"
        tell(
            recovery: isGone
                ? "\(what) gone"
                : wasWrong ? "\(title(place)) in '\(name)' is effective again" : "\(what) mended"
        )
    }

    private mutating func tell(recovery: String) {
        tell(Status(.good, recovery))
        recoveryTold = recovery
    }

    /// Whether the status says that something went well that was done here, and not to a file.
    private var isOwnTold: Bool { status?.kind == .good && status?.text != recoveryTold }

    /// A value is in a file that it waited for.
    private mutating func endWait(of place: SettingPlace, for file: String) {
        guard waiting[file]?.remove(place) != nil else { return }
        if waiting[file]?.isEmpty == true { waiting[file] = nil }
        // It may wait for another file still.
        if !waiting.values.contains(where: { $0.contains(place) }) { failures[place] = nil }
    }
}
