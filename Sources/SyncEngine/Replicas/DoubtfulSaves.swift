// Saves that could be read in another way, and what is reported of them.

import SettingsDocument
import SettingsModel

/// What a save came to that another reading of it wouldn't have.
struct SaveDoubt {
    /// Values that the save says and that newer ones were kept against.
    var keptOut: [KeyEdit]
    /// The keys whose values the save replaced, in order.
    var replaced: [SettingKeyPath]
    /// The commands that bring those back; a secret has none.
    var undoing: [String]
    /// Whether another reading is likely enough to be reported.
    var isReported: Bool
    /// Whether the save came as an answer to the agent's write.
    var isAnswer: Bool
    /// Whether the same text is meant when it's saved again.
    var isMeantAgain: Bool

    /// More commands than these are no advice.
    private static let mostCommands = 4

    /// Collects which values of a save were kept out, or replaced another, without certainty.
    init(
        _ observation: Observation,
        of text: ReadText,
        _ evidence: SaveEvidence,
        applied: [RegisterChange],
        noted: ArraySlice<HistoryEntry>,
        registers: Registers?
    ) {
        keptOut = observation.keptOut(of: text, by: registers)
        replaced = applied.filter { change in
            // What the file itself had removed was no newer value of somebody else.
            let isNewer = change.old?.value != nil || change.old?.origin != change.new.origin
            return isNewer && change.old?.value != change.new.value
                && observation.isDisputed(change.keyPath)
        }.map(\.keyPath)
        let entries = noted.filter { [keys = Set(replaced)] in
            keys.contains($0.keyPath) && !$0.isSecret
        }
        let isOneStep =
            entries.count > 1 && entries.count == noted.count && noted.allSatisfy { $0.seq > 0 }
        undoing =
            isOneStep
            ? ["settingsctl undo --seq \(noted[noted.startIndex].seq)"]
            : entries.count > Self.mostCommands
                ? [] : entries.map { "settingsctl undo \($0.id)" }
        isReported = observation.choice?.isCertain == false
        isAnswer = observation.isAnswer
        isMeantAgain = evidence == .oldText && !keptOut.isEmpty
    }

    /// The problems to report of a file, whose save became a version.
    func problems(of id: ReplicaID, version: UInt64) -> [Problem] {
        var problems: [Problem] = []
        if isReported, !keptOut.isEmpty {
            let keys = keptOut.map(\.keyPath)
            problems.append(Problem(keptOut: keys, of: id, version: version))
        }
        if !replaced.isEmpty {
            problems.append(Problem(replaced: replaced, in: id, undoing: undoing))
        }
        return problems
    }
}

extension Observation {
    /// The values that a save says and that newer ones are kept against.
    func keptOut(of text: ReadText, by registers: Registers?) -> [KeyEdit] {
        // Another file has what this one has no line for.
        kept.filter { text.keys[$0.keyPath] != $0.value }
            .map { KeyEdit($0.keyPath, text.keys[$0.keyPath]) }
            .filter { $0.value != registers?.value(at: $0.keyPath) }
    }

    /// Whether another reading of the save wouldn't have an edit.
    func isDisputed(_ key: SettingKeyPath) -> Bool {
        insisted[key] != nil || disputed.contains(key)
    }

    /// Which of the values that a save repeats are meant, as it says them again.
    mutating func insist(
        on text: ReadText,
        of replica: ReplicaState,
        _ registers: Registers,
        at now: Instant
    ) {
        guard let top = replica.top else { return }
        isAnswer =
            top.version.author.isAgent && replica.activity.tellsAnswer(to: top.version, at: now)
        for edit in kept where text.keys[edit.keyPath] != edit.value {
            let said = KeyEdit(edit.keyPath, text.keys[edit.keyPath])
            let register = registers.all[edit.keyPath]
            guard
                let reason = replica.keptOut.reason(
                    for: said,
                    against: register,
                    over: top.version,
                    replica.activity,
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
    /// Remembers the values that count as meant if they are saved again; nil for a save without a doubt.
    ///
    /// - Returns: What is to be reported.
    mutating func note(
        _ doubt: SaveDoubt?,
        of text: ReadText,
        _ registers: Registers,
        at now: Instant
    ) -> [Problem] {
        self.meant =
            doubt?.isMeantAgain == true
            ? MeantText(text.bytes, from: now, isAsked: false) : nil
        guard let doubt, let save = self.versions.last?.version.number else { return [] }
        self.keptOut.note(
            doubt.keptOut,
            against: registers,
            by: save,
            isAnswer: doubt.isAnswer,
            at: now.monotonic
        )
        return doubt.problems(of: self.id, version: save)
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
    fileprivate init(
        replaced keys: [SettingKeyPath],
        in replica: ReplicaID,
        undoing commands: [String]
    ) {
        self.init(
            replica: replica,
            code: .replaced,
            problem: keys.count == 1
                ? "a newer value of \(keys.listed) was replaced by an older one"
                : "newer values of \(keys.listed) were replaced by older ones",
            consequence: "Took the text as it was saved",
            advice: commands.isEmpty
                ? "List earlier texts with: settingsctl versions \(replica.path.quotedForShell)"
                : "To go back, run: " + commands.joined(separator: " && ")
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
