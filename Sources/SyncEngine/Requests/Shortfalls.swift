// Files that can't have what a client asked for, told with the answer.

import SettingsDocument
package import SettingsModel
import SettingsSchema

extension Engine {
    /// The files that should say what some edits set and can't, each with the first reason; and the
    /// first key that no file takes (nil).
    ///
    /// Known by the formats and keys alone, so that an answer needn't wait until every file is written.
    package func shortfalls(
        of edits: [KeyEdit],
        in domain: Domain
    ) -> [(replica: ReplicaID?, problem: String)] {
        guard let state = domains[domain] else { return [] }
        let files = state.configuration.replicas.filter { $0.layer == .user }.compactMap {
            replicas[ReplicaID(domain: domain, path: $0.path)]
        }
        let leaves = edits.flatMap { edit in
            edit.value?.leaves(at: edit.keyPath, limits: limits) ?? []
        }
        var shortfalls: [(ReplicaID?, String)] = files.compactMap { file in
            shortfall(of: leaves, in: file).map { (file.id, $0) }
        }
        // Asked once a file: it may have to look at the whole text.
        let homes = files.map { (file: $0, format: $0.knownFormat) }
        let homeless = leaves.first { path, value in
            !homes.contains { $0.file.takes(path) && $0.format?.canStore(value) != false }
        }
        if let (path, _) = homeless {
            shortfalls.append((nil, "no file of the domain takes '\(path)'"))
        }
        return shortfalls
    }

    private func shortfall(
        of leaves: [(SettingKeyPath, SettingValue)],
        in file: ReplicaState
    ) -> String? {
        guard let format = file.knownFormat else { return nil }
        for (path, value) in leaves where file.takes(path) && format.stored(value) == nil {
            let isHidden = isSecret(file.id.domain, path)
            let reason = format.reason(against: value, isHidden ? .secret : .open)
            return "'\(path)' can't be written here: \(reason)"
        }
        return nil
    }
}

extension ReplicaState {
    /// Whether a key is in the file or may be added, as far as its configuration goes.
    fileprivate func takes(_ path: SettingKeyPath) -> Bool {
        guard self.configuration.owns(path),
            self.top != nil || self.configuration.creation != .never
        else { return false }
        if self.configuration.adoption != .present { return true }
        guard let top else { return false }
        return (top.keys ?? read(top)?.keys)?[path] != nil
            || PositionMemory(replica: self).wasTakenOut(path)
    }
}

extension Format {
    fileprivate func canStore(_ value: SettingValue) -> Bool { stored(value) != nil }

    /// Why a value can't be written in this format, without quoting a secret.
    func reason(against value: SettingValue, _ secrecy: Secrecy) -> String {
        secrecy == .secret
            ? "the file's format can't hold its value" : refusal(of: value).problem
    }
}
