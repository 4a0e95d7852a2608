// Files that several domains have: who of them waits until another has written.

import SettingsModel

/// The files that wait until another domain has written their target, the end of the symlink chain.
struct Turns: Sendable {
    private var targets: [ReplicaID: String] = [:]

    /// Whether no file waits.
    var isEmpty: Bool { targets.isEmpty }

    /// Whether a file waits.
    func contains(_ id: ReplicaID) -> Bool { targets[id] != nil }

    /// Has a file wait as long as another replaces its target.
    mutating func wait(_ id: ReplicaID, for target: String) { targets[id] = target }

    /// Ends the wait of a file.
    mutating func end(_ id: ReplicaID) { targets[id] = nil }

    /// Ends the wait of the files whose turn it is.
    ///
    /// - Returns: The files, in order.
    mutating func take(_ files: ReplicaTable) -> [ReplicaID] {
        let free = targets.filter { !files.isTaken($0.value, byAnotherThan: $0.key) }.keys.sorted()
        for id in free { targets[id] = nil }
        return free
    }

    /// Whether each of those that wait, of some domains (nil for all), does so for files that are settled.
    func waitForSettled(_ domains: [Domain]?, _ files: ReplicaTable) -> Bool {
        targets.allSatisfy { id, target in
            domains?.contains(id.domain) == false
                || files.replacing(target, besides: id).allSatisfy(\.isSettled)
        }
    }
}

extension ReplicaTable {
    /// Whether nothing is under way with the files of some domains (nil for all), nor with those that they
    /// wait for.
    func areSettled(_ domains: [Domain]?, waiting turns: Turns) -> Bool {
        let areIdle =
            domains?.allSatisfy { lists.files(of: $0).unsettledCount == 0 }
            ?? (lists.unsettledCount == 0)
        return areIdle && turns.waitForSettled(domains, self)
    }

    /// Whether a target is being replaced, by another file's domain.
    func isTaken(_ target: String, byAnotherThan id: ReplicaID) -> Bool {
        !replacing(target, besides: id).isEmpty
    }

    /// The other files that replace a target.
    fileprivate func replacing(_ target: String, besides id: ReplicaID) -> [ReplicaState] {
        atWork.filter { $0.id != id && $0.replaces(target) }
    }
}

extension ReplicaState {
    /// Whether it replaces a target.
    fileprivate func replaces(_ target: String) -> Bool {
        guard case .writing(let pending) = self.phase else { return false }
        return pending.staged?.targetPath.isSame(as: target) ?? false
    }
}
