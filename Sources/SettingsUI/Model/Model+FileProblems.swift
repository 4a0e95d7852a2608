// Reports of files that fail and recover.

import SettingsModel
import SettingsProtocol

extension Model {
    /// Something is wrong with a file from now on.
    mutating func add(_ problem: FileProblem) {
        var problem = problem
        problem.since = look.now
        fileProblems.add(problem)
        if problem.severity == .warning {
            tell(Status(.warning, scene.words(of: problem)))
        } else if !problem.isUnreadable
            || shown.contents.notice == nil && navigation.screen.content != .programs
        {
            tell(Status(.error, "\(look.glyphs.error) \(scene.words(of: problem))"))
        } else if status?.kind == .good {
            // The notice or the program's row shows the problem; a status of success would contradict it.
            status = nil
        }
    }

    /// All that is wrong now, whatever was known before.
    mutating func replaceProblems(by known: [FileProblem]) {
        let before = fileProblems.replace(by: known)
        for (place, file) in fileProblems.arrived { endWait(of: place, for: file) }
        if let problem = fileProblems.known.ofFiles(notIn: before).first {
            tell(Status(.warning, scene.words(of: problem)))
        }
        for file in fileProblems.recovered { reportRecovery(of: file, before) }
        fileProblems.recovered = []
    }

    /// Says what became of a file that was told to be well.
    private mutating func reportRecovery(of file: DomainFileName, _ before: [FileProblem]) {
        let name = file.file.shortened(home: look.home)
        switch fileProblems.recovery(of: file, since: before) {
        case .whole?:
            // That the notice is gone says so too; who changed what is nowhere else.
            let isNews = status?.text.hasPrefix(look.glyphs.changedElsewhere) == true
            guard !isNews || values.flashing.isEmpty, !isOwnTold else { return }
            reportRecovery("'\(name)' is in sync again")
        case .readable(let rest)?:
            tell(Status(.warning, "'\(name)' can be read again, \(rest)"))
        case nil: break
        }
    }

    /// Something of a file is well again: one value, or something that is seen when it's known what
    /// is still wrong with the file.
    mutating func recover(_ domain: Domain, _ file: String, _ key: SettingKeyPath?) {
        guard let key else {
            fileProblems.recovered.insert(DomainFileName(domain: domain, file: file))
            return
        }
        let over = fileProblems.remove(key, of: domain, in: file)
        let wasWrong = over.isEmpty || over.contains { $0.severity == .error }
        let place = SettingPlace(domain: domain, keyPath: key)
        endWait(of: place, for: file)
        // That what one set is saved says that it's mended, too.
        guard !isOwnTold, !writes.isWriting(place) else { return }
        reportRecovery(scene.words(ofRecoveryOf: place, in: file, wasInForce: !wasWrong))
    }

    private mutating func reportRecovery(_ recovery: String) {
        tell(Status(.good, recovery))
        fileProblems.reportedRecovery = recovery
    }

    /// True while the status reports a success of this screen, not of a file.
    private var isOwnTold: Bool {
        status?.kind == .good && status?.text != fileProblems.reportedRecovery
    }

    /// A value is in a file that it waited for.
    private mutating func endWait(of place: SettingPlace, for file: String) {
        if fileProblems.endWait(of: place, for: file) { values.failures[place] = nil }
    }
}
