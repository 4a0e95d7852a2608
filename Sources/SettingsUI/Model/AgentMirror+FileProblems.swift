// Reports of files that fail and recover.

import SettingsModel

extension AgentMirror {
    /// Something is wrong with a file from now on.
    mutating func add(_ problem: FileProblem) {
        var problem = problem
        problem.since = look.now
        problems.add(problem)
        report(.problem(problem))
    }

    /// All that is wrong now, whatever was known before.
    mutating func replaceProblems(by known: [FileProblem]) {
        let before = problems.replace(by: known)
        for (place, file) in problems.arrived { endWait(of: place, for: file) }
        if let problem = problems.known.ofFiles(notIn: before).first {
            tell(Status(.warning, scene.words(of: problem)))
        }
        for file in problems.recovered {
            let name = file.file.shortened(home: look.home)
            switch problems.recovery(of: file, since: before) {
            case .whole?: report(.recovered(.file, "'\(name)' is in sync again"))
            case .readable(let rest)?:
                tell(Status(.warning, "'\(name)' can be read again, \(rest)"))
            case nil: break
            }
        }
        problems.recovered = []
    }

    /// Something of a file is well again: one value, or something that is seen when it's known what
    /// is still wrong with the file.
    mutating func recover(_ domain: Domain, _ file: String, _ key: SettingKeyPath?) {
        guard let key else {
            problems.recovered.insert(DomainFileName(domain: domain, file: file))
            return
        }
        let over = problems.remove(key, of: domain, in: file)
        let wasWrong = over.isEmpty || over.contains { $0.severity == .error }
        let place = SettingPlace(domain: domain, keyPath: key)
        endWait(of: place, for: file)
        // That what one set is saved says that it's mended, too.
        guard !writes.isWriting(place) else { return }
        let words = scene.words(ofRecoveryOf: place, in: file, wasInForce: !wasWrong)
        report(.recovered(.value, words))
    }

    /// A value is in a file that it waited for.
    private mutating func endWait(of place: SettingPlace, for file: String) {
        if problems.endWait(of: place, for: file) { values.failures[place] = nil }
    }
}
