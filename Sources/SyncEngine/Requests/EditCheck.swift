// Whether the edits that a client asks for can be made.

import SettingsDocument
import SettingsModel
import SettingsSchema

/// A domain and its files, which may have something against an edit.
///
/// It only looks, and refuses with the first reason that it finds.
struct EditCheck {
    let state: DomainState
    /// The domain's files, in the order of their ids.
    let files: [ReplicaState]
    /// Those of the user's settings, in the order of the configuration.
    let userFiles: [ReplicaState]
    /// Documents of theirs that needn't be read again.
    let documents: RecentDocuments
    let limits: Limits
    /// What may be spent on checks against rules.
    let checks: CheckBudget
    /// The numbers that a request may ask for.
    let changes: ChangeLog

    /// The leaves that a request comes down to.
    func edits(of request: EditRequest) throws(Refusal) -> [KeyEdit] {
        try check(request.condition, of: request)
        var gathered = GatheredEdits()
        for edit in request.edits {
            if let lock = state.lock(on: edit.keyPath) {
                throw Refusal(locked: edit.keyPath, by: lock.origin)
            }
            let leaves = edit.value?.leaves(at: edit.keyPath, limits: limits) ?? []
            try checkKeys(of: leaves, in: edit)
            for (path, value) in leaves {
                try checkRules(for: value, at: path)
                try checkPrivacy(of: path)
            }
            gathered.add(edit, leaves: leaves)
        }
        let edits = gathered.edits(
            above: { state.registers.liveKeys(above: $0) },
            below: { state.registers.liveKeys(below: $0) }
        )
        try checkCount(after: edits)
        try checkRoom(for: gathered.set)
        try checkObstacles(to: gathered.set)
        try checkRepeats(of: edits)
        return edits
    }

    /// What would be wrong with some edits, in their order.
    func problems(with edits: [KeyEdit]) -> [SettingProblem] {
        var problems: [SettingProblem] = []
        for edit in edits {
            func check(_ path: SettingKeyPath, _ body: () throws(Refusal) -> Void) {
                do throws(Refusal) { try body() } catch {
                    problems.append(
                        SettingProblem(
                            keyPath: path,
                            problem: error.problem,
                            advice: error.advice
                        )
                    )
                }
            }
            let leaves = edit.value?.leaves(at: edit.keyPath, limits: limits) ?? []
            check(edit.keyPath) { () throws(Refusal) in try checkKeys(of: leaves, in: edit) }
            for (path, value) in leaves {
                check(path) { () throws(Refusal) in try checkRules(for: value, at: path) }
            }
        }
        return problems
    }
}

extension EditCheck {
    private func check(
        _ condition: EditRequest.Condition,
        of request: EditRequest
    ) throws(Refusal) {
        switch condition {
        case .none: return
        case .rev(let expected):
            let paths = request.edits.map(\.keyPath)
            for (path, rev) in zip(paths, changes.newestRevs(of: request.domain, paths)) {
                let isNone = expected == 0 && !state.registers.hasValue(atOrBelow: path)
                // A removal's number may be forgotten, and it is less then.
                guard rev <= expected || isNone else {
                    throw Refusal(
                        code: .revConflict,
                        problem:
                            "'\(path)' was changed: it has rev \(rev), not \(expected)",
                        advice: "Read it again and retry",
                        rev: rev
                    )
                }
            }
        case .seq(let expected):
            let newest = changes.lastRev(of: request.domain)
            guard newest <= expected else {
                throw Refusal(
                    code: .revConflict,
                    problem:
                        "'\(request.domain)' was changed: its last change is \(newest), not \(expected)",
                    advice: "Read it again and retry",
                    rev: newest
                )
            }
        }
    }

    /// Refuses a table with a key in it that no client could name: its leaves are settings, too.
    ///
    /// The path that the edit itself names was checked where it was read, or came from a file.
    private func checkKeys(
        of leaves: [(SettingKeyPath, SettingValue)],
        in edit: KeyEdit
    ) throws(Refusal) {
        for (path, _) in leaves where path.segments.count > edit.keyPath.segments.count {
            do {
                _ = try SettingKeyPath(
                    checking: Array(path.segments.dropFirst(edit.keyPath.segments.count)),
                    limits: limits
                )
            } catch {
                throw Refusal(
                    code: .invalid,
                    problem: "'\(edit.keyPath)' can't be set: \(error.problem)",
                    advice: error.advice
                )
            }
        }
    }

    /// Refuses a value that breaks a rule of its domain.
    private func checkRules(
        for value: SettingValue,
        at path: SettingKeyPath
    ) throws(Refusal) {
        guard let (refusal, source) = state.rules?.refusal(of: value, at: path, within: checks)
        else { return }
        let message = refusal.message(
            at: path,
            inForce: state.effective(path)?.value,
            secrecy: state.secrecy(of: path)
        )
        let file = state.rules?.row(of: path)?.file ?? source.schema.path
        throw Refusal(
            code: .invalid,
            problem: String(message.dropLast()),
            advice: "Set another value; the rule is in '\(file)'"
        )
    }

    private func checkCount(after edits: [KeyEdit]) throws(Refusal) {
        let registers = state.registers
        var gone: Set<SettingKeyPath> = []
        var added = 0
        for edit in edits {
            guard edit.value != nil else {
                gone.insert(edit.keyPath)
                continue
            }
            gone.formUnion(registers.liveConflicts(with: edit.keyPath))
            if !registers.isLive(edit.keyPath) { added += 1 }
        }
        let held = registers.liveCount
        let count = held + added - gone.count(where: registers.isLive)
        guard count <= max(held, limits.keysPerDomain) else {
            throw Refusal(
                code: .tooMany,
                problem: "'\(state.configuration.domain)' would have \(count) keys, "
                    + "at most \(limits.keysPerDomain)",
                advice: "Keep large tables out of the settings"
            )
        }
    }
}

extension Refusal {
    /// A setting that an administrator has fixed.
    fileprivate init(locked path: SettingKeyPath, by origin: Origin) {
        self.init(
            code: .locked,
            problem: "'\(path)' is locked by '\(origin.place)'",
            advice: "Ask whoever administers this computer"
        )
    }
}
