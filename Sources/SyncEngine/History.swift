// What is remembered of each change, so that it can be undone.

import SettingsModel

extension Engine {
    /// Keeps a register that was set.
    func save(_ change: RegisterChange, in domain: Domain, _ step: inout Step) {
        step.transaction.registers.append(
            RegisterRecord(domain: domain, keyPath: change.keyPath, register: change.new)
        )
    }

    /// Remembers a register that was set.
    mutating func note(
        _ change: RegisterChange,
        kind: HistoryEntry.Kind,
        reason: BaseChoice.Reason?,
        in domain: Domain,
        _ step: inout Step
    ) {
        note(
            change.keyPath,
            value: change.new.value,
            old: change.old?.value,
            kept: nil,
            origin: change.new.origin,
            kind: kind,
            reason: reason,
            in: domain,
            &step
        )
    }

    /// Remembers what happened to a key.
    mutating func note(
        _ path: SettingKeyPath,
        value: SettingValue?,
        old: SettingValue?,
        kept: SettingValue?,
        origin: Origin,
        kind: HistoryEntry.Kind,
        reason: BaseChoice.Reason?,
        in domain: Domain,
        _ step: inout Step
    ) {
        // A secret is in its file and its register, and nowhere else that anybody looks.
        guard !isSecret(domain, path) else { return }
        historyID += 1
        step.transaction.history.append(
            HistoryEntry(
                id: historyID,
                // What is noted while its change is made gets the number with it.
                seq: step.seq,
                time: step.now.wall,
                domain: domain,
                keyPath: path,
                value: value,
                old: old,
                kept: kept,
                origin: origin,
                kind: kind,
                reason: reason?.rawValue
            )
        )
    }
}
