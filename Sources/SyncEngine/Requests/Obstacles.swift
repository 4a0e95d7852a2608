// Values that stand in the way of another in every file.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Refuses a value in the place of a table, or the other way round, that no file has room for:
    /// the files would lose the one and not get the other.
    func checkObstacles(
        to value: SettingValue,
        at path: SettingKeyPath,
        in owners: [ReplicaConfiguration],
        of state: DomainState
    ) throws(Refusal) {
        // Trying means to read the files, so only where something has to go.
        let obstacles = state.registers.liveConflicts(with: path)
        guard !obstacles.isEmpty else { return }
        let domain = state.configuration.domain
        let files = owners.compactMap { replicas[ReplicaID(domain: domain, path: $0.path)] }
            .filter { $0.configuration.map == nil }
            .filter { $0.top != nil || $0.configuration.creation != .never }
        let refusals = files.compactMap { $0.refusal(of: value, at: path, over: obstacles) }
        guard let refusal = refusals.first, refusals.count == files.count else { return }
        let reason =
            isSecret(domain, path) ? "no file has a place for its value" : refusal.problem
        throw Refusal(
            code: .invalid,
            problem: "'\(path)' can't be set: \(reason)",
            advice: refusal.advice
        )
    }
}

extension ReplicaState {
    /// Why a value can't be in the file once others are gone from it; nil if it can.
    fileprivate func refusal(
        of value: SettingValue,
        at path: SettingKeyPath,
        over obstacles: [SettingKeyPath]
    ) -> EditError? {
        guard let top, let document = document(of: top.bytes) else { return nil }
        let removals = obstacles.filter { self.configuration.owns($0) }
            .map { self.configuration.change(of: $0, to: nil) }
        var change = self.configuration.change(of: path, to: value)
        change.value = document.stored(value, at: change.path) ?? value
        return document.revised(by: removals + [change]).refusals
            .first { $0.change.path == change.path }?.error
    }
}
