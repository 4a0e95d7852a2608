// What a file should say, and what it can't.

import SettingsDocument
import SettingsModel
import SettingsSchema

extension Engine {
    /// Opens keys in every file of a domain: their registers changed, or what a file says of them.
    mutating func open(_ keys: [SettingKeyPath], in domain: Domain) {
        // What no longer is hidden may show in a file again, whatever its key.
        guard domains[domain]?.registers.hasHidden == false else {
            openAll(in: domain)
            return
        }
        for id in files(of: domain) { replicas[id]?.openKeys?.formUnion(keys) }
    }

    /// Opens every key in every file of a domain: one of them says something new, so that it may
    /// be another's turn to take on a key.
    mutating func openAll(in domain: Domain) {
        for id in files(of: domain) { replicas[id]?.openKeys = nil }
    }

    /// What the file should say; nil when that would not read back as it was meant.
    mutating func target(of replica: ReplicaState, from text: ReadText) -> Projection? {
        guard let registers = domains[replica.id.domain]?.registers else { return nil }
        let adopts = replicas.adoption(of: replica, as: registers)
        let held = replica.held ?? HeldKeys()
        let state = domains[replica.id.domain]
        let hidden = replica.isOpenToOthers && state?.hasSecrets == true
        func projection(
            onto text: ReadText,
            from template: () -> Template?,
            in replica: ReplicaState
        ) -> Projection {
            Projection(
                of: registers,
                onto: text,
                from: template,
                in: replica,
                hiding: { hidden && state?.secrecy(of: $0) == .secret },
                adopts: adopts
            )
        }
        var known: Template??
        func template() -> Template? {
            if let known { return known }
            let template = replicas.template(of: replica, besides: text, among: recentDocuments)
            if let document = template?.text.document {
                recentDocuments.keep(document, of: replica.id, as: .template)
            }
            known = .some(template)
            return template
        }
        // Storm guard: what is written, read back, must ask for no further write.
        func isFixpoint(_ target: Projection) -> Bool {
            // After a displaced save, a text that stays may lag behind: places where the save has a text of its own
            // are left out, though another domain may have written them since.
            target.text.bytes == text.bytes && replica.displacedSave == nil
                || projection(onto: target.text, from: { nil }, in: replica).text.bytes
                    == target.text.bytes
        }
        var target = projection(onto: text, from: template, in: replica)
        assert(
            replica.openKeys == nil
                || projection(onto: text, from: template, in: replica.withAllOpen).text.bytes
                    == target.text.bytes,
            "a key of '\(replica.id)' was taken for settled"
        )
        var isFixed = isFixpoint(target)
        if !isFixed, replica.displacedSave != nil {
            // The save has texts of its own where another domain says something newer.
            target = projection(onto: text, from: { nil }, in: replica)
            isFixed = isFixpoint(target)
        }
        reportRefusals(target.refusals, replica.id)
        replicas[replica.id]?.openKeys = Set(target.refusals.map(\.keyPath))
            .union(held.timestamps.values.keys)
        guard isFixed else {
            report(Problem(withoutFixpoint: replica.id), .writing)
            replicas[replica.id]?.openKeys = nil
            return nil
        }
        return target
    }

    private mutating func reportRefusals(
        _ refusals: [(keyPath: SettingKeyPath, error: EditError)],
        _ id: ReplicaID
    ) {
        let problems = refusals.map { refusal in
            let isExposed = refusal.error == .exposed(in: id.path)
            let hidesReason = !isExposed && isSecret(id.domain, refusal.keyPath)
            return Problem(refusing: refusal.keyPath, in: id, refusal.error, hidesReason)
        }
        keepTold(problems, .values, id)
    }
}

extension Problem {
    /// A text that would be written again and again.
    fileprivate init(withoutFixpoint replica: ReplicaID) {
        self.init(
            replica: replica,
            code: .noFixpoint,
            problem: "writing the settings would not read back as they are",
            consequence: "The file was left alone",
            advice: "Report this with the file; edit it by hand meanwhile"
        )
    }

    /// A value that a file can't hold; the reason may tell of a secret's value, and is hidden then.
    fileprivate init(
        refusing keyPath: SettingKeyPath,
        in replica: ReplicaID,
        _ error: EditError,
        _ hidesReason: Bool
    ) {
        let reason = hidesReason ? "the file's format can't hold its value" : error.problem
        self.init(
            replica: replica,
            code: .value(error.code),
            keyPath: keyPath,
            problem: "'\(keyPath)' can't be written here: \(reason)",
            consequence: "The value is kept elsewhere and this file is left as it is",
            advice: error.advice
        )
    }
}

extension ReplicaState {
    /// The file as if it weren't known to agree on any key.
    fileprivate var withAllOpen: ReplicaState {
        var replica = self
        replica.openKeys = nil
        return replica
    }
}

extension ReplicaTable {
    /// Which keys that a file lacks it takes on; those that the agent took out of it come back, and those
    /// that no file has come back to the one that had them last.
    func adoption(
        of replica: ReplicaState,
        as registers: Registers
    ) -> (SettingKeyPath) -> Bool {
        if replica.configuration.adoption == .all { return { _ in true } }
        let others = files(of: replica.id.domain).compactMap { self[$0] }.filter {
            $0.id != replica.id && $0.configuration.layer == .user
                && $0.configuration.adoption != .all && $0.configuration.map == nil
        }
        let keys = others.compactMap { $0.top?.keys }
        let leaving = others.map { KeyMap(leaving: $0, as: registers) }
        let isPrimary = replica.configuration.adoption == .primary
        let isMapped = replica.configuration.map != nil
        return { path in
            if replica.comesBack(path, as: registers) { return true }
            if keys.contains(where: { $0[path] != nil }) { return false }
            // Such a file keeps the setting, as what it has become.
            if leaving.contains(where: { $0.hasConflict(with: path) }) { return false }
            let had = isMapped ? nil : replica.versions.formerTimestamp(of: path)
            guard had != nil || isPrimary else { return false }
            return !others.contains { $0.takesBack(path, before: had, as: registers) }
        }
    }
}

extension KeyMap<Bool> {
    /// The keys of a file that have no value any more.
    fileprivate init(leaving file: ReplicaState, as registers: Registers) {
        self.init()
        guard let keys = file.top?.keys else { return }
        for key in file.openKeys ?? Set(keys.keyPaths)
        where keys[key] != nil && registers.value(at: key) == nil { self[key] = true }
    }
}
