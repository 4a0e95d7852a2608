// Files that can't have what a client asked for, told with the answer.

import SettingsDocument
package import SettingsModel

extension Engine {
    /// The files that should say what some edits set and can't, each with the first reason; and the
    /// first key that no file takes (nil).
    ///
    /// Known by the formats and keys alone, so that an answer needn't wait until every file is written.
    package func shortfalls(
        of edits: [KeyEdit],
        in domain: Domain
    ) -> [(replica: ReplicaID?, problem: String)] {
        editCheck(of: domain, within: outbox.checks)?.shortfalls(of: edits) ?? []
    }
}

extension EditCheck {
    fileprivate func shortfalls(
        of edits: [KeyEdit]
    ) -> [(replica: ReplicaID?, problem: String)] {
        let leaves = edits.flatMap { edit in
            edit.value?.leaves(at: edit.keyPath, limits: limits) ?? []
        }.map { (path: $0.0, value: $0.1) }
        var shortfalls: [(ReplicaID?, String)] = []
        // Those that no file takes, by their index.
        var homeless = Set(leaves.indices)
        for file in userFiles {
            let fitting = Fitting(leaves, in: file)
            var isTold = false
            for (index, leaf) in leaves.enumerated() where file.takes(leaf.path) {
                guard let refusal = fitting?.refusal(ofLeafAt: index) else {
                    homeless.remove(index)
                    continue
                }
                if !isTold {
                    shortfalls.append((file.id, shortfall(refusal, of: leaf.path)))
                }
                isTold = true
            }
        }
        if let first = homeless.min() {
            shortfalls.append((nil, "no file of the domain takes '\(leaves[first].path)'"))
        }
        return shortfalls
    }

    private func shortfall(
        _ refusal: EditError,
        of path: SettingKeyPath
    ) -> String {
        let reason =
            state.isSecret(path) ? "the file's format can't hold its value" : refusal.problem
        return "'\(path)' can't be written here: \(reason)"
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
            || self.configuration.map == nil && self.versions.formerTimestamp(of: path) != nil
    }
}
