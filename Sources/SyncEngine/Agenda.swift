// What waits until no file is being written that it concerns.

import SettingsModel

/// What was asked for and waits for files that are being written: what a write displaces is somebody's save,
/// and must be taken before the file is let go.
struct Agenda: Sendable {
    /// The newest configuration of all domains, unless it's wholly in force.
    private var configurations: [DomainConfiguration]?
    /// How much is to be forgotten of domains once their files are let go.
    private var forgettings: [Domain: Forgetting] = [:]

    /// Whether nothing waits.
    var isEmpty: Bool { configurations == nil && forgettings.isEmpty }

    /// Notes the configuration that is to be in force.
    ///
    /// - Returns: What of it can be now, in the place of a `former` one: files that are being written stay as
    ///   they were.
    mutating func configure(
        _ configurations: [DomainConfiguration],
        _ files: ReplicaTable,
        former: [Domain: DomainState]
    ) -> [DomainConfiguration] {
        let (possible, isAll) = configurations.keeping(files.beingWritten, former)
        self.configurations = isAll ? nil : configurations
        return possible
    }

    /// The configuration that waits, if nothing of it must wait any more.
    func possibleConfigurations(
        _ files: ReplicaTable,
        former: [Domain: DomainState]
    ) -> [DomainConfiguration]? {
        guard let configurations,
            configurations.keeping(files.beingWritten, former).isAll
        else { return nil }
        return configurations
    }

    /// Has a domain forgotten as soon as no file is being written for it; nil ends the wait for that.
    mutating func forget(_ domain: Domain, _ extent: Forgetting?) { forgettings[domain] = extent }

    /// Takes out what can be forgotten now, in the order of the domains.
    mutating func takeForgettings(
        _ files: ReplicaTable
    ) -> [(domain: Domain, extent: Forgetting)] {
        let due = forgettings.filter { domain, extent in
            if case .own(let own) = extent { return files[own.file] == nil }
            return files.userFiles(of: domain).allSatisfy { !$0.isBeingWritten }
        }
        for domain in due.keys { forgettings[domain] = nil }
        return due.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension [DomainConfiguration] {
    /// The same with some files as they were, and whether that is no difference.
    fileprivate func keeping(
        _ files: [ReplicaState],
        _ former: [Domain: DomainState]
    ) -> (possible: [DomainConfiguration], isAll: Bool) {
        var possible = self
        var isAll = true
        for replica in files.sorted(by: { $0.id < $1.id }) {
            let id = replica.id
            guard let index = possible.firstIndex(where: { $0.domain == id.domain }) else {
                guard let old = former[id.domain]?.configuration else { continue }
                possible.append(old)
                isAll = false
                continue
            }
            let place = possible[index].replicas.firstIndex { $0.path.isSame(as: id.path) }
            if let place, possible[index].replicas[place] == replica.configuration { continue }
            isAll = false
            if let place {
                possible[index].replicas[place] = replica.configuration
            } else {
                possible[index].replicas.append(replica.configuration)
            }
        }
        return (possible, isAll)
    }
}
