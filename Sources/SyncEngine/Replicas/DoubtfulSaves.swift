// Saves that could be read in another way, and what is reported of them.

import SettingsDocument
import SettingsModel

/// What a save came to that another reading of it wouldn't have.
struct SaveDoubt {
    /// Values that the save says and that newer ones were kept against.
    var keptOut: [KeyEdit]
    /// What the history has of values that the save replaced.
    var replaced: [HistoryEntry]
    /// Whether another reading is likely enough to be reported.
    var isReported: Bool
    /// Whether the save came as an answer to the agent's write.
    var isAnswer: Bool
    /// Whether the same text is meant when it's saved again.
    var isMeantAgain: Bool

    /// What there is to doubt of a save, by what was noted of it.
    init(
        _ observation: Observation,
        of text: ReadText,
        _ evidence: SaveEvidence,
        noted: ArraySlice<HistoryEntry>,
        registers: Registers?,
        isAnswer: Bool
    ) {
        keptOut = observation.keptOut(of: text, by: registers)
        replaced = observation.replaced(among: noted)
        isReported = observation.choice?.isCertain == false
        isMeantAgain = evidence == .oldText && !keptOut.isEmpty
        self.isAnswer = isAnswer
    }

    /// The problems to report of a file, whose save became a version.
    func problems(of id: ReplicaID, version: UInt64) -> [Problem] {
        guard isReported || !replaced.isEmpty else { return [] }
        var problems: [Problem] = []
        if isReported, !keptOut.isEmpty {
            let keys = keptOut.map(\.keyPath)
            problems.append(Problem(keptOut: keys, of: id, version: version))
        }
        if !replaced.isEmpty { problems.append(Problem(replaced: replaced, in: id)) }
        return problems
    }
}

extension ReplicaState {
    /// Whether the save that came now is an answer to the agent's last write.
    func isAnswered(at now: Instant) -> Bool {
        guard let top, top.version.author.isAgent else { return false }
        return self.reads.tellsAnswer(to: top.version, at: now)
    }
}

extension Observation {
    /// The values that a save says and that newer ones are kept against.
    func keptOut(of text: ReadText, by registers: Registers?) -> [KeyEdit] {
        kept.map { KeyEdit($0.keyPath, text.keys[$0.keyPath]) }
            .filter { $0.value != registers?.value(at: $0.keyPath) }
    }

    /// Whether another reading of the save wouldn't have an edit.
    func isDisputed(_ key: SettingKeyPath) -> Bool {
        if insisted[key] != nil { return true }
        guard choice?.isCertain == false else { return false }
        return disputed?.contains(key) ?? true
    }

    /// Which of the values that a save repeats are meant, as it says them again.
    mutating func insist(
        on text: ReadText,
        of replica: ReplicaState,
        _ registers: Registers,
        at now: Instant
    ) {
        guard let top = replica.top else { return }
        for edit in kept where text.keys[edit.keyPath] != edit.value {
            let said = KeyEdit(edit.keyPath, text.keys[edit.keyPath])
            let register = registers.all[edit.keyPath]
            guard
                let reason = replica.keptOut.reason(
                    for: said,
                    against: register,
                    over: top.version,
                    replica.reads,
                    at: now
                )
            else { continue }
            insisted[edit.keyPath] = reason
            edits.append(said)
            differences.append(said)
            baseTimestamps[edit.keyPath] = top.version.timestamps[edit.keyPath]
        }
        kept.removeAll { insisted[$0.keyPath] != nil }
    }
}

extension ReplicaState {
    /// Notes what is meant if it is saved again; nil for a save without a doubt.
    fileprivate mutating func note(
        _ doubt: SaveDoubt?,
        of text: ReadText,
        _ registers: Registers,
        at now: Instant
    ) {
        self.meant =
            doubt?.isMeantAgain == true
            ? MeantText(text.bytes, from: now, isAsked: false) : nil
        guard let doubt, let save = self.versions.last?.version.number else { return }
        self.keptOut.note(
            doubt.keptOut,
            against: registers,
            by: save,
            isAnswer: doubt.isAnswer,
            at: now.monotonic
        )
    }
}

extension Engine {
    /// Reports what a save came to that another reading of it wouldn't have, until the file's next save.
    mutating func report(
        _ doubt: SaveDoubt?,
        of text: ReadText,
        _ id: ReplicaID,
        _ step: inout Step
    ) {
        endReports(.doubts, id, &step)
        guard let registers = domains[id.domain]?.registers else { return }
        replicas[id]?.note(doubt, of: text, registers, at: step.now)
        guard let doubt, let save = replicas[id]?.versions.last?.version.number else { return }
        for problem in doubt.problems(of: id, version: save) { report(problem, .doubts, &step) }
    }
}

extension Problem {
    /// A save with older values, which weren't taken.
    fileprivate init(keptOut keys: [SettingKeyPath], of replica: ReplicaID, version: UInt64) {
        self.init(
            replica: replica,
            code: .keptOut,
            problem: keys.count == 1
                ? "an older value of \(keys.listed) was saved, perhaps from an editor's memory"
                : "older values of \(keys.listed) were saved, perhaps from an editor's memory",
            consequence: keys.count == 1 ? "Kept the newer value" : "Kept the newer values",
            advice: "To accept the text as it was saved, run: settingsctl restore "
                + replica.path.quotedForShell + " --version \(version)"
        )
    }

    /// A save that replaced newer values, though it could be read in another way.
    fileprivate init(replaced entries: [HistoryEntry], in replica: ReplicaID) {
        let (keys, first) = (entries.map(\.keyPath), entries[0])
        let isOneStep = entries.count > 1 && first.seq > 0
        self.init(
            replica: replica,
            code: .replaced,
            problem: keys.count == 1
                ? "a newer value of \(keys.listed) was replaced by an older one"
                : "newer values of \(keys.listed) were replaced by older ones",
            consequence: "Took the text as it was saved",
            advice: "To go back, run: settingsctl undo "
                + (isOneStep ? "--seq \(first.seq)" : "\(first.id)")
        )
    }
}

extension [SettingKeyPath] {
    /// The first ones, for a message.
    fileprivate var listed: String {
        let names = prefix(2).map { "'\($0)'" }
        let others = count - names.count
        guard others > 0 else { return names.joined(separator: " and ") }
        return names.joined(separator: ", ") + " and \(others) other key" + (others == 1 ? "" : "s")
    }
}
