// Edits by hand, as a domain's rules take them.

import SettingsDocument
import SettingsModel
import SettingsSchema

/// The edits of one save, sorted by whether a rule refuses them.
struct RuledEdits {
    var made: [KeyEdit] = []
    var refused: [KeyEdit] = []
}

extension DomainState {
    /// Sorts the edits of a save: what breaks a rule stays in the file and isn't passed on.
    ///
    /// Where a refused value took the place of others, above or below it, their removal isn't meant
    /// until it's mended.
    func ruled(
        _ edits: [KeyEdit],
        in document: any Document,
        as configuration: ReplicaConfiguration,
        _ checks: CheckBudget
    ) -> RuledEdits {
        var ruled = RuledEdits()
        var refused = KeyMap<Bool>()
        for edit in edits {
            guard let value = edit.value else {
                ruled.made.append(edit)
                continue
            }
            let meant = meant(value, at: edit.keyPath, in: document, as: configuration, checks)
            let typed = KeyEdit(edit.keyPath, meant)
            if self.rules?.refusal(of: meant, at: edit.keyPath, within: checks) == nil {
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
        in replica: ReplicaState,
        now keys: SharedMap<SettingValue>
    ) -> [KeyEdit] {
        guard let held = replica.held, !held.isEmpty else { return [] }
        let gone = edits.filter { $0.value == nil && held.timestamps[$0.keyPath] != nil }
        return Set(gone.flatMap { self.registers.liveConflicts(with: $0.keyPath) })
            .filter { keys[$0] == nil && replica.configuration.owns($0) }
            .subtracting(edits.map(\.keyPath))
            .map { KeyEdit($0, nil) }
    }
}

// MARK: What is kept of it

extension Engine {
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

extension Engine {
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
}

extension DomainState {
    /// What is wrong with a value that a file says against a rule.
    func problem(
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
