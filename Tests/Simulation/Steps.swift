// Steps that are undone and redone, as clients ask for them.

import SettingsModel
import SyncEngine
import TestSupport

extension World {
    /// Asks to undo or to redo the newest step there is when the agent takes the request.
    func requestStep() {
        let scope = HistoryScope(domain: random.chance(0.5) ? nil : random.pick(domains))
        ask(.step(random.chance(0.5) ? .undo(scope) : .redo(scope)), meaning: [])
    }

    /// The user's values in all domains.
    fileprivate func values(_ engine: Engine) -> [ChangedKey: SettingValue] {
        var values: [ChangedKey: SettingValue] = [:]
        for domain in domains {
            for entry in engine.entries(domain, below: nil, in: .user) {
                values[ChangedKey(domain, entry.keyPath)] = entry.value
            }
        }
        return values
    }

    /// Complains where some undos and as many redos don't give the values of before.
    ///
    /// Nobody else may be at work. Of domains that share a file each takes the other's steps for edits of
    /// the file, so there it isn't so.
    func checkRedone(_ outcome: inout Outcome) {
        guard sharing == .none, mapping?.kind != .andPlain,
            let before = agent.map({ values($0.engine) })
        else { return }
        let scope = HistoryScope(domain: random.chance(0.5) ? nil : domain)
        var undone = 0
        while undone < random.number(in: 1...4), step(.undo(scope)) { undone += 1 }
        if random.chance(0.3) {
            kill()
            restart()
            settle(limit: 6_000)
        }
        // A text that a mapped file has again, because its key has, can't be brought back once more.
        var redone = 0
        while redone < undone, step(.redo(scope)) { redone += 1 }
        guard let after = agent.map({ values($0.engine) }), before != after else { return }
        outcome.violations.append(
            "\(undone) undos and \(redone) redos made of \(before) \(after)"
        )
    }

    /// Undoes or redoes a step; gives whether there was one.
    private func step(_ aim: UndoSearch.Aim) -> Bool {
        let id = ask(.step(aim), meaning: [])
        settle(limit: 6_000)
        if case .failure = answers[id] { return false }
        return true
    }
}

extension UndoSearch.Aim {
    var isRedo: Bool { if case .redo = self { true } else { false } }
}

extension SimulatedAgent {
    /// The entries that an undo or a redo takes back, newest first, found as an agent does.
    func entries(_ aim: UndoSearch.Aim) throws(Refusal) -> [HistoryEntry] {
        var search = UndoSearch(aim)
        for entry in world.journal.expectedHistory.reversed() where !search.isComplete {
            search.read(engine.withFormerValues(entry))
        }
        let current = CurrentValues(
            value: { [engine] in engine.entry($0.domain, $0.keyPath, in: .user)?.value },
            text: { [engine, weakness] in
                weakness == .undoesTextsBlindly ? $0.value : $0.text(in: engine)
            }
        )
        let entries = try search.entries(given: current)
        try search.check(entries, given: current)
        return entries
    }
}
