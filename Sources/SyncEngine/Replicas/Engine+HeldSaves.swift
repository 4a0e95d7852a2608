// Saves that the agent doesn't believe before somebody says that they were meant.

import SettingsDocument
package import SettingsModel

/// What may become of a text that somebody saved.
enum Judgement {
    case taken(ReadText)
    /// It stays at its path until somebody says that it was meant.
    case held(Problem)
    case unreadable(Problem)

    /// Whether nothing of the text can be merged where a write displaced it, though it isn't just empty.
    var isMistake: Bool {
        switch self {
        case .taken: false
        case .held(let problem): problem.code != .empty
        case .unreadable: true
        }
    }
}

extension Engine {
    /// Whether a text may be taken as its writer's edits, which every save is asked, whoever found it.
    mutating func judge(_ content: FileContent, of id: ReplicaID) -> Judgement? {
        guard let replica = replicas[id] else { return nil }
        if content.bytes.isBlankText, replica.hadSettings { return .held(Problem(emptied: id)) }
        let judgement = read(content, of: replica)
        guard case .taken(let text) = judgement, let wipe = wipe(by: text, content, of: id) else {
            return judgement
        }
        return .held(Problem(wipe, of: id))
    }

    /// Whether a text can be read and isn't larger than settings may be, which is all that is asked of one
    /// that was meant.
    func read(_ content: FileContent, of replica: ReplicaState) -> Judgement {
        do throws(DocumentError) {
            let text = try recentDocuments.read(content.bytes, of: replica)
            try text.check(limits, since: replica.top?.keys)
            return .taken(text)
        } catch {
            return .unreadable(shown(Problem(error, of: replica.id, bytes: content.bytes)))
        }
    }

    /// Holds a save: the settings that the file had stay, and nothing is written to it.
    ///
    /// It is reported after a while, as many a writer empties a file before it fills it.
    mutating func hold(_ problem: Problem, _ id: ReplicaID) {
        let now = now.monotonic
        let since = replicas[id]?.heldSince ?? now
        replicas[id]?.goneSince = nil
        replicas[id]?.heldSince = since
        replicas[id]?.condition = .broken(problem)
        let end = since + timing.missingGrace
        if now < end {
            replicas[id]?.wait = (end, .reportHeld(problem))
        } else {
            report(problem, .reading)
        }
        becomeIdle(id)
    }

    /// What a save takes away from its file, where that is more than people mostly mean to.
    ///
    /// None does that is a version of the file that was there before, nor what a program reports that asks
    /// its defaults store for it, nor what the agent wrote for another domain of the file. A setting that
    /// the domain has no more can't be lost.
    private mutating func wipe(
        by text: ReadText,
        _ content: FileContent,
        of id: ReplicaID
    ) -> Wipe? {
        guard holdsWipes, let replica = replicas[id], let top = replica.top,
            replica.configuration.layer == .user, !replica.configuration.isStore,
            !replica.versions.contains(where: { $0.bytes == content.bytes }),
            !replicas.isOfAnotherDomain(content, madeFromTextOf: replica),
            let registers = domains[id.domain]?.registers
        else { return nil }
        cacheTopKeys(in: id.domain)
        // What isn't in the newest version has gone before. To look at more costs as much as the merge.
        let newest = replicas[id]?.top?.keys ?? top.keys ?? [:]
        let missing = text.keys.differences(from: newest).count {
            $0.new == nil && registers.isLive($0.keyPath)
        }
        guard missing >= Wipe.fewest else { return nil }
        knowHeld(id)
        guard let observation = observe(text, content, id, before: nil, .newText) else {
            return nil
        }
        return Wipe(
            observation.edits.filter { $0.value != nil || newest[$0.keyPath] != nil },
            of: observation.baseKeys,
            isLive: registers.isLive
        )
    }

    /// The files whose saves are held, in order: of a domain or of all, at a path or at any.
    package func heldFiles(of domain: Domain?, at path: String?) -> [ReplicaID] {
        files(of: domain, at: path).filter { replicas[$0]?.isHeld == true }
    }
}

extension ReplicaState {
    fileprivate var isHeld: Bool {
        guard case .broken(let problem) = self.condition else { return false }
        return problem.isOfHeldSave
    }
}

extension Problem {
    /// Whether it is about a save that is held until somebody accepts it.
    package var isOfHeldSave: Bool { code == .empty || code == .wiped }

    /// A file that has lost all its settings.
    init(emptied replica: ReplicaID) {
        self.init(
            replica: replica,
            code: .empty,
            problem: "the file is empty",
            consequence: "Kept the settings it had",
            advice: Self.heldAdvice(replica)
        )
    }

    /// A file that has lost most of its settings, or a table of them.
    init(_ wipe: Wipe, of replica: ReplicaID) {
        let lost =
            wipe.table.map { "all settings of '\($0)' are gone from the file, \(wipe.gone) in all" }
            ?? "\(wipe.gone) of the file's \(wipe.total) settings are gone"
        self.init(
            replica: replica,
            code: .wiped,
            problem: lost,
            consequence: "Kept the settings it had; later edits of this file wait, too",
            advice: Self.heldAdvice(replica)
        )
    }

    private static func heldAdvice(_ replica: ReplicaID) -> String {
        let file = replica.path.quotedForShell
        return "See what is missing: settingsctl restore --dry-run \(file). Restore it without "
            + "--dry-run, or keep the save: settingsctl accept \(file)"
    }
}
