// What is remembered of domains and files that aren't configured.

import SettingsModel
import SettingsSchema

/// What the journal has of files and domains that aren't configured yet, and what stays of domains that aren't
/// any more.
///
/// Each part is given away once: to its file or domain when that is configured.
struct Recollection: Sendable {
    private var files: [ReplicaID: (record: ReplicaRecord, versions: [FileVersion])] = [:]
    private var registers: [Domain: [RegisterRecord]] = [:]
    private var secrets: [Domain: KnownSecrets] = [:]
    /// How the agent ended whose journal it is from.
    private let previousEnd: AgentEnd

    /// Remembers all that a journal has.
    init(_ state: RecoveredState) {
        previousEnd = state.previousEnd
        for record in state.registers { registers[record.domain, default: []].append(record) }
        for record in state.secrets { secrets[record.domain] = KnownSecrets(record) }
        for record in state.replicas { files[record.replica] = (record, []) }
        for record in state.versions {
            guard let version = record.version else { continue }
            files[record.replica, default: (ReplicaRecord(replica: record.replica), [])]
                .versions.append(version)
        }
    }

    // MARK: Domains

    /// Whether a setting was a secret when its domain was configured last.
    func isSecret(_ domain: Domain, _ path: SettingKeyPath) -> Bool {
        secrets[domain]?.keys.contains(path) == true
    }

    /// Whether a domain has registers that are remembered.
    func hasRegisters(of domain: Domain) -> Bool { registers[domain]?.isEmpty == false }

    /// Adds what an engine of this process knew, of which the journal has entries up to one.
    ///
    /// - Parameters:
    ///   - old: What that engine remembered.
    ///   - known: What it knew of domains that were configured.
    ///   - historyID: The id of the last entry.
    mutating func add(
        _ old: Recollection,
        knowing known: [Domain: KnownSecrets],
        upTo historyID: UInt64
    ) {
        for (domain, known) in old.secrets.merging(known, uniquingKeysWith: { $1 }) {
            let recovered = known.recovered(as: secrets[domain], upTo: historyID)
            secrets[domain] = recovered
        }
    }

    /// Gives a domain that is configured what is remembered of it.
    mutating func give(to state: inout DomainState) {
        let domain = state.configuration.domain
        if let known = secrets.removeValue(forKey: domain) { state.secrets = known }
        for record in registers.removeValue(forKey: domain) ?? [] {
            state.registers.restore(record.register, at: record.keyPath)
            state.changedCounter = max(state.changedCounter, record.register.timestamp.counter)
        }
    }

    /// Remembers a domain that isn't configured any more.
    ///
    /// The registers stay, as the journal has them: linking the domain again brings them back.
    mutating func keep(_ state: DomainState) {
        let domain = state.configuration.domain
        secrets[domain] = state.knownSecrets
        registers[domain] = state.registers.all.map {
            RegisterRecord(domain: domain, keyPath: $0.key, register: $0.value)
        }
    }

    /// Forgets a domain's registers.
    ///
    /// - Returns: Their keys, in no order.
    mutating func forgetRegisters(of domain: Domain) -> [SettingKeyPath] {
        registers.removeValue(forKey: domain)?.map(\.keyPath) ?? []
    }

    // MARK: Files

    /// The temporary files of replacements that an agent before this one was at.
    var temporaryPaths: Set<String> {
        Set(files.values.compactMap { $0.record.intent?.staged.temporaryPath })
    }

    /// A file that is configured, with what is remembered of it.
    ///
    /// - Returns: Also the numbers of the versions that somebody may have read without being noticed.
    mutating func file(
        _ id: ReplicaID,
        as configuration: ReplicaConfiguration
    ) -> (file: ReplicaState, mayHaveBeenRead: [UInt64]) {
        var replica = ReplicaState(id: id, configuration: configuration)
        guard let kept = files.removeValue(forKey: id) else { return (replica, []) }
        replica.record = kept.record
        let versions = kept.versions.sorted { $0.number < $1.number }
        replica.layerTexts = versions.filter { $0.author == .layer }
        replica.versions = versions.filter { $0.author != .layer }.map { KnownVersion($0) }
        for version in replica.versions {
            replica.shownBy[version.version.identity] = version.version.number
        }
        var numbers: [UInt64] = []
        for index in replica.versions.indices
        where replica.mayHaveUnknownReaders(index, after: previousEnd) {
            replica.versions[index].version.possibleHolders += 1
            numbers.append(replica.versions[index].version.number)
        }
        return (replica, numbers)
    }
}

extension ReplicaState {
    /// Whether somebody may have read a version of which the journal doesn't know.
    ///
    /// Nobody was watching what the path showed when the agent had ended. And if it died, the last
    /// readers that it noticed weren't recorded: they may have had what the path showed shortly before.
    fileprivate func mayHaveUnknownReaders(_ index: Int, after end: AgentEnd) -> Bool {
        let shortly: Int64 = 1_000
        if index == topIndex { return true }
        guard end == .death, index + 1 < self.versions.count, let newest = self.versions.last else {
            return false
        }
        return newest.version.recorded - self.versions[index + 1].version.recorded < shortly
    }
}
