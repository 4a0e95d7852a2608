// What a domain's files have against an edit.

import SettingsDocument
import SettingsModel

extension EditCheck {
    /// Each edit that is tried costs a reading of the file, and more are taken untried: what the file
    /// then keeps is told, as for all else that a file can't follow.
    static let mostEditsTried = 16

    /// Refuses a secret that none of the files would take, as others can read them.
    func checkPrivacy(of path: SettingKeyPath) throws(Refusal) {
        guard state.isSecret(path) else { return }
        let owners = owners(of: path)
        guard let first = owners.first(where: \.isOpenToOthers) ?? owners.first,
            !owners.contains(where: \.takesSecrets)
        else { return }
        throw Refusal(
            code: .invalid,
            problem: "'\(path)' is a secret, and others can read '\(first.id.path)'",
            advice: "Take the right from them: chmod 600 \(first.id.path.quotedForShell)"
        )
    }

    /// Refuses a value in the place of a table, or the other way round, that no file has room for:
    /// the files would lose the one and not get the other.
    func checkObstacles(to values: [SettingKeyPath: SettingValue]) throws(Refusal) {
        let obstructed = values.filter { state.registers.hasLiveConflict(with: $0.key) }
        for (path, value) in obstructed.sorted(by: { $0.key < $1.key }).prefix(Self.mostEditsTried)
        {
            try checkObstacles(to: value, at: path)
        }
    }

    private func checkObstacles(
        to value: SettingValue,
        at path: SettingKeyPath
    ) throws(Refusal) {
        let files = owners(of: path).filter { $0.configuration.map == nil }
            .filter { $0.top != nil || $0.configuration.creation != .never }
        let obstacles = state.registers.liveConflicts(with: path)
        let refusals = files.compactMap { refusal(of: value, at: path, over: obstacles, in: $0) }
        guard let refusal = refusals.first, refusals.count == files.count else { return }
        let reason = state.isSecret(path) ? "no file has a place for its value" : refusal.problem
        throw Refusal(
            code: .invalid,
            problem: "'\(path)' can't be set: \(reason)",
            advice: refusal.advice
        )
    }

    private func owners(of path: SettingKeyPath) -> [ReplicaState] {
        userFiles.filter { $0.configuration.owns(path) }
    }

    /// Why a value can't be in a file once others are gone from it; nil if it can.
    private func refusal(
        of value: SettingValue,
        at path: SettingKeyPath,
        over obstacles: [SettingKeyPath],
        in file: ReplicaState
    ) -> EditError? {
        guard let top = file.top, let document = documents.document(of: top.bytes, in: file)
        else { return nil }
        let removals = obstacles.filter { file.configuration.owns($0) }
            .map { file.configuration.change(of: $0, to: nil) }
        var change = file.configuration.change(of: path, to: value)
        change.value = document.stored(value, at: change.path) ?? value
        return document.revised(by: removals + [change]).refusals
            .first { $0.change.path == change.path }?.error
    }

    /// Refuses to remove what a file has several times and can't be without: a value that had no
    /// effect would come to light.
    func checkRepeats(of edits: [KeyEdit]) throws(Refusal) {
        let removals = edits.filter { $0.value == nil }.map(\.keyPath)
        guard !removals.isEmpty, removals.count <= Self.mostEditsTried else { return }
        for file in files {
            // To read the file anew costs much, and hardly any has such a key.
            guard file.configuration.layer == .user, file.configuration.map == nil, file.readsWell,
                file.reports.has(.repeats),
                let document = file.top.flatMap({ documents.document(of: $0.bytes, in: file) })
            else { continue }
            let repeated = document.repeatedKeys.compactMap(\.keyPath)
            for removal in removals where file.configuration.owns(removal) {
                let path = file.configuration.filePath(removal)
                guard repeated.contains(where: { $0.isPrefix(of: path) || path.isPrefix(of: $0) }),
                    let refusal = document.revised(by: [DocumentChange(DocumentPath(path), nil)])
                        .refusals.first
                else { continue }
                throw Refusal(
                    code: .invalid,
                    problem: "'\(removal)' can't be removed from '\(file.id.path)': "
                        + refusal.error.problem,
                    advice: refusal.error.advice
                )
            }
        }
    }
}

extension ReplicaState {
    /// Whether a secret can be written to the file: it's there for its owner alone, or made so.
    fileprivate var takesSecrets: Bool {
        switch self.condition {
        case .absent, .missing:
            self.configuration.creation != .never && self.configuration.adoption != .present
        default: !self.isOpenToOthers
        }
    }
}
