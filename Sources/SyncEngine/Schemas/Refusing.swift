// Edits by hand, as a domain's rules take them.

import SettingsDocument
import SettingsModel
import SettingsSchema

/// The edits of one save, sorted by whether a rule refuses them.
struct RuledEdits {
    var made: [KeyEdit] = []
    var refused: [KeyEdit] = []
}

extension Engine {
    /// Sorts the edits of a save: what breaks a rule stays in the file and isn't passed on.
    ///
    /// Where a refused value took the place of others, above or below it, their removal isn't meant
    /// until it's mended.
    func ruled(_ edits: [KeyEdit], of id: ReplicaID, in document: any Document) -> RuledEdits {
        guard let state = domains[id.domain], let replica = replicas[id]?.configuration else {
            return RuledEdits(made: edits)
        }
        let checks = outbox.checks
        var ruled = RuledEdits()
        var refused = KeyMap<Bool>()
        for edit in edits {
            guard let value = edit.value else {
                ruled.made.append(edit)
                continue
            }
            let meant = state.meant(value, at: edit.keyPath, in: document, as: replica, checks)
            let typed = KeyEdit(edit.keyPath, meant)
            if state.rules?.refusal(of: meant, at: edit.keyPath, within: checks) == nil {
                ruled.made.append(typed)
            } else {
                ruled.refused.append(typed)
                refused[edit.keyPath] = true
            }
        }
        guard !ruled.refused.isEmpty else { return ruled }
        ruled.made.removeAll { $0.value == nil && refused.hasConflict(with: $0.keyPath) }
        return ruled
    }

    /// The removals that come with the removal of a held key: those it had put off.
    func putOffRemovals(
        of edits: [KeyEdit],
        in id: ReplicaID,
        now keys: SharedMap<SettingValue>
    ) -> [KeyEdit] {
        guard let replica = replicas[id], let held = replica.held, !held.isEmpty,
            let registers = domains[id.domain]?.registers
        else { return [] }
        let gone = edits.filter { $0.value == nil && held.timestamps[$0.keyPath] != nil }
        return Set(gone.flatMap { registers.liveConflicts(with: $0.keyPath) })
            .filter { keys[$0] == nil && replica.configuration.owns($0) }
            .subtracting(edits.map(\.keyPath))
            .map { KeyEdit($0, nil) }
    }
}

// MARK: What is kept of it

extension Engine {
    /// Remembers what a file says without being in force.
    mutating func noteRefused(
        _ edits: [StampedEdit],
        from id: ReplicaID,
        _ reason: BaseChoice.Reason?
    ) {
        for edit in edits {
            let note = HistoryNote(
                KeyEdit(edit.keyPath, edit.value),
                in: id,
                keeping: domains[id.domain]?.effective(edit.keyPath)?.value,
                kind: .refused,
                reason: reason
            )
            self.note(note, in: id.domain)
        }
    }

    /// Holds what a file says, unless a newer value is in force.
    mutating func hold(
        _ edits: [StampedEdit],
        in id: ReplicaID,
        _ keys: SharedMap<SettingValue>
    ) {
        guard let registers = domains[id.domain]?.registers else { return }
        for edit in edits { replicas[id]?.held?.hold(edit.keyPath, since: edit.timestamp) }
        replicas[id]?.held?.prune(registers, keys)
    }
}

extension DomainState {
    /// A file's value with the type that the setting has: as it is known, or as its rule asks for.
    func meant(
        _ value: SettingValue,
        at path: SettingKeyPath,
        in document: any Document,
        as configuration: ReplicaConfiguration,
        _ checks: CheckBudget
    ) -> SettingValue {
        let known = self.registers.value(at: path)
        return document.format.meaning(
            of: configuration.restored(value, at: path, like: known, in: document),
            like: known,
            byDefault: self.rules?.defaults[path]?.value
        ) { self.rules?.refusal(of: $0, at: path, within: checks) != nil }
    }
}

// MARK: Telling

extension Engine {
    /// Says which values of a file aren't passed on, and that they are well again.
    mutating func reportHeld(_ text: ReadText, _ id: ReplicaID) {
        reportRules(heldProblems(text, id, outbox.checks).map(\.problem), id)
    }

    /// Says which values of a file of another layer are left out, in the order of the keys.
    mutating func reportRefused(_ edits: [KeyEdit], in text: ReadText, _ id: ReplicaID) {
        guard let state = domains[id.domain], let configuration = replicas[id]?.configuration
        else { return }
        var excerpts = Excerpts(of: text.document)
        let problems = edits.compactMap { edit in
            edit.value.map { value in
                let place = configuration.place(of: edit.keyPath, in: text.document)
                var problem = state.problem(with: value, at: edit.keyPath, place, id, outbox.checks)
                problem.excerpt = excerpt(at: place, in: &excerpts, of: id)
                problem.advice = "Fix the line"
                return problem
            }
        }
        reportRules(problems, id)
    }

    private mutating func reportRules(_ problems: [Problem], _ id: ReplicaID) {
        let had = replicas[id]?.told.contains { $0.concern == .rules } == true
        guard had || !problems.isEmpty else { return }
        // A line that moved is the same problem.
        let told = replicas[id]?.told ?? []
        for problem in problems {
            let index = told.firstIndex {
                $0.concern == .rules && $0.problem.isSame(as: problem)
            }
            if let index { replicas[id]?.told[index].problem = problem }
        }
        keepTold(problems, .rules, id)
        if had, replicas[id]?.told.isEmpty == true {
            outbox.send(.recovered(id, nil), .afterSync)
        } else {
            let before = Set(
                told.lazy.filter { $0.concern == .rules }.compactMap(\.problem.keyPath)
            )
            let mended = before.subtracting(problems.compactMap(\.keyPath))
            recover(mended, id)
        }
    }

    /// Says which values of a save were refused that a write of the agent displaced: no file has
    /// them any more.
    mutating func reportDisplaced(_ edits: [StampedEdit], from id: ReplicaID) {
        guard let state = domains[id.domain] else { return }
        for edit in edits {
            guard let value = edit.value else { continue }
            var problem = state.problem(with: value, at: edit.keyPath, nil, id, outbox.checks)
            problem.advice = "It was saved during a write of the agent: set the key anew"
            report(problem, .rules)
        }
    }

    /// What is wrong with the values that a file holds, in the order of the file.
    func heldProblems(
        _ text: ReadText,
        _ id: ReplicaID,
        _ checks: CheckBudget
    ) -> [(keyPath: SettingKeyPath, problem: Problem)] {
        guard let replica = replicas[id], let state = domains[id.domain],
            let held = replica.held?.timestamps.values, !held.isEmpty
        else { return [] }
        let (document, configuration) = (text.document, replica.configuration)
        let repeated = document.repeatedKeys.compactMap(\.keyPath).flatMap(configuration.keys)
        var excerpts = Excerpts(of: document)
        return held.keys.compactMap { path in
            text.keys[path].map {
                (path, state.meant($0, at: path, in: document, as: configuration, checks))
            }
        }.map { path, value in
            let place = replica.configuration.place(of: path, in: text.document)
            var problem = state.problem(with: value, at: path, place, id, checks)
            problem.excerpt = excerpt(at: place, in: &excerpts, of: id)
            // What stands twice may not be removable, and the last good value isn't the other one's.
            if repeated.contains(where: { $0.isPrefix(of: path) || path.isPrefix(of: $0) }) {
                problem.advice =
                    "Fix the line, or run: settingsctl set \(id.domain) "
                    + path.description.quotedForShell + " VALUE"
            }
            return (path, problem)
        }.sorted { a, b in
            let start = SourcePlace(line: 0, column: 0)
            return (a.problem.place ?? start, a.keyPath) < (b.problem.place ?? start, b.keyPath)
        }
    }
}

extension DomainState {
    fileprivate func problem(
        with value: SettingValue,
        at path: SettingKeyPath,
        _ place: SourcePlace?,
        _ id: ReplicaID,
        _ checks: CheckBudget
    ) -> Problem {
        let isSecret = secrecy(of: path) == .secret
        var what =
            self.rules?.isUnread == false
            ? "'\(path)' was refused, and checking it again takes too long"
            : "'\(path)' can't be checked, as its rules can't be read"
        if let refusal = self.rules?.refusal(of: value, at: path, within: checks)?.refusal {
            what = (isSecret ? refusal.hidingValue() : refusal).problem(at: path)
        }
        var problem = Problem(
            replica: id,
            code: .invalid,
            keyPath: path,
            place: place,
            problem: what,
            consequence: consequence(at: path, isSecret ? .secret : .open),
            advice: "Fix the line, or run: settingsctl reset \(id.domain) "
                + path.description.quotedForShell
        )
        if !isSecret, value.isTold { problem.value = value }
        return problem
    }

    private func consequence(at path: SettingKeyPath, _ secrecy: Secrecy) -> String {
        guard let now = effective(path) else { return "No value is in force" }
        let shown = secrecy == .secret ? "" : ", \(now.value.quotedForMessage)"
        switch now.layer {
        case .user: return "Kept the last good value\(shown)"
        case .default: return "The default stays in force\(shown)"
        default: return "The value of the layer '\(now.layer)' stays in force\(shown)"
        }
    }
}

extension SettingValue {
    /// Longer texts are for the file alone: a screen has no room for them.
    private static let mostToldBytes = 1_024

    /// And shorter lists, whose elements are rows there.
    private static let mostToldElements = 64

    /// Whether a problem with the value says what it is.
    fileprivate var isTold: Bool {
        guard case .array(let values) = self else {
            return isScalar && ownBytes <= Self.mostToldBytes
        }
        return values.count <= Self.mostToldElements && values.allSatisfy(\.isScalar)
            && values.reduce(0) { $0 + $1.ownBytes } <= Self.mostToldBytes
    }

    /// How long a text or data is; other scalars are short.
    private var ownBytes: Int {
        switch self {
        case .string(let text), .raw(let text): text.utf8.count
        case .data(let bytes): bytes.count
        default: 0
        }
    }
}

extension Problem {
    /// Whether another says the same, if of another line.
    fileprivate func isSame(as other: Problem) -> Bool {
        code == other.code && problem == other.problem && consequence == other.consequence
    }
}
