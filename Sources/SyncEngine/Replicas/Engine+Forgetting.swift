// What goes from the engine and its journal with files that are let go.

import SettingsModel

extension Engine {
    /// Forgets what waits for it.
    ///
    /// Only domains without a file: what the registers don't have any more would be taken out of it.
    mutating func forgetRest() {
        for (domain, extent) in agenda.takeForgettings(replicas) {
            if case .own(let own) = extent {
                forget(own)
                continue
            }
            guard replicas.userFiles(of: domain).allSatisfy({ $0.top == nil }) else { continue }
            forgetValues(of: domain)
            if extent == .everything { outbox.transaction.removedHistory.append(domain) }
        }
    }

    /// Forgets settings whose file was let go; no other file is changed.
    private mutating func forget(_ own: OwnSettings) {
        let domain = own.file.domain
        let others = LeavingFile(own.file, of: self).otherSettings
        let keys = own.values.filter { path, value in
            domains[domain]?.registers.value(at: path) == value
                && !others.contains { $0[path] != nil }
        }.map(\.key).sorted()
        recordingChanges(in: domain, of: keys, origin: .agent) { engine in
            for path in keys {
                guard let change = engine.domains[domain]?.registers.remove(path) else { continue }
                engine.note(HistoryNote(change, kind: .set, reason: nil), in: domain)
            }
        }
        open(keys, in: domain)
        outbox.transaction.pruned += keys.map { ChangedKey(domain, $0) }
    }

    private mutating func forgetValues(of domain: Domain) {
        var keys: [SettingKeyPath] = []
        if let registers = domains[domain]?.registers {
            keys = Array(registers.all.keys)
            recordingChanges(in: domain, of: keys, origin: .agent) { engine in
                engine.domains[domain]?.registers = Registers()
            }
            openAll(in: domain)
        }
        keys += recollection.forgetRegisters(of: domain)
        outbox.transaction.pruned += keys.sorted().map { ChangedKey(domain, $0) }
    }
}
