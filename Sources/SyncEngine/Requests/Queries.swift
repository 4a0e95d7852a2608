// What can be asked without changing anything.

package import SettingsDocument
import SettingsMapping
package import SettingsModel

/// One effective value.
package struct EffectiveEntry: Equatable, Sendable {
    package var keyPath: SettingKeyPath
    package var value: SettingValue
    /// The number of the key's last change.
    package var rev: UInt64
    package var layer: Layer
    package var origin: Origin
}

/// How one file of a domain is.
package struct ReplicaStatus: Equatable, Sendable {
    package var id: ReplicaID
    package var configuration: ReplicaConfiguration
    /// nil while nothing tells it.
    package var format: Format?
    package var condition: ReplicaCondition
    /// Everything told about it that still holds, `condition`'s own problem among it.
    package var problems: [Problem]
    /// How many keys wait to be written.
    package var pendingWrites: Int
    /// Files published since the agent started.
    package var writes: Int
    /// How the last of them was put in its place; nil for none.
    package var publishing: PublishMethod?
    /// How much of a mapped file follows the domain; nil for any other.
    package var followed: FollowedKeys?
}

/// A key that a file and the registers don't agree on.
package struct ReplicaDifference: Equatable, Sendable {
    package var keyPath: SettingKeyPath
    package var inFile: SettingValue?
    package var inRegisters: SettingValue?
}

extension Engine {
    /// The domains that are known, in order.
    package var knownDomains: [Domain] { domains.keys.sorted() }

    /// How a domain was configured.
    package func configuration(of domain: Domain) -> DomainConfiguration? {
        domains[domain]?.configuration
    }

    /// The value in force at a key path, or in one layer; nil when there is none.
    package func entry(
        _ domain: Domain,
        _ path: SettingKeyPath,
        in layer: Layer? = nil
    ) -> EffectiveEntry? {
        guard let state = domains[domain] else { return nil }
        let found =
            if let layer { state.value(at: path, in: layer) } else { state.effective(path) }
        guard let found else { return nil }
        return EffectiveEntry(
            keyPath: path,
            value: found.value,
            rev: ledger.changes.change(of: domain, path)?.rev ?? 0,
            layer: found.layer,
            origin: found.origin
        )
    }

    /// The values in force, or those of one layer, at and below a prefix (nil for all), in key order.
    package func entries(
        _ domain: Domain,
        below prefix: SettingKeyPath?,
        in layer: Layer? = nil
    ) -> [EffectiveEntry] {
        guard let state = domains[domain] else { return [] }
        return state.keys(in: layer).filter { prefix?.isPrefix(of: $0) ?? true }.sorted()
            .compactMap { entry(domain, $0, in: layer) }
    }

    /// Whether any key below a key path has an effective value.
    package func hasEntries(_ domain: Domain, below path: SettingKeyPath) -> Bool {
        guard let state = domains[domain] else { return false }
        return Layer.allCases.contains { layer in
            state.keys(below: path, in: layer).contains { state.effective($0) != nil }
        }
    }

    /// The keys above and below a key path that have a value of the user's.
    package func rivals(of path: SettingKeyPath, in domain: Domain) -> [SettingKeyPath] {
        domains[domain]?.registers.liveConflicts(with: path) ?? []
    }

    /// How many keys of a domain have a value of the user's.
    package func keyCount(of domain: Domain) -> Int {
        domains[domain]?.registers.visibleCount ?? 0
    }

    /// How many keys have a value in all domains together.
    package var keyCount: Int { domains.values.reduce(0) { $0 + $1.registers.visibleCount } }

    /// What every layer says of a key, the winning one first; and what mapped files say that isn't the
    /// value of any.
    package func explain(_ domain: Domain, _ path: SettingKeyPath) -> [LayerExplanation] {
        domains[domain]?.explanations(of: path, in: replicas.states(of: domain)) ?? []
    }

    /// How each file is, in the order of the configuration.
    package func statuses(of domain: Domain?) -> [ReplicaStatus] {
        let wanted = domain.map { [$0] } ?? knownDomains
        return wanted.compactMap { domains[$0] }.flatMap {
            replicas.configured(in: $0.configuration)
        }
        .map(status)
    }

    /// How each file is, in the order of the configuration, without what costs more than to look.
    package func conditions(of domain: Domain) -> [(ReplicaID, ReplicaCondition)] {
        guard let state = domains[domain] else { return [] }
        return replicas.configured(in: state.configuration).map { ($0.id, $0.condition) }
    }

    /// How one file is, without what costs more than to look; unknown where it's no replica.
    package func condition(of id: ReplicaID) -> ReplicaCondition {
        replicas[id]?.condition ?? .unknown
    }

    /// What is wrong with one file now.
    package func problems(of id: ReplicaID) -> [Problem] { replicas[id]?.problems ?? [] }

    /// How one file is.
    package func status(of id: ReplicaID) -> ReplicaStatus? { replicas[id].map(status) }

    private func status(_ replica: ReplicaState) -> ReplicaStatus {
        ReplicaStatus(
            id: replica.id,
            configuration: replica.configuration,
            format: replica.seenFormat,
            condition: replica.condition,
            problems: replica.problems,
            pendingWrites: replica.agreedCounter == domains[replica.id.domain]?.changedCounter
                ? 0 : differences(of: replica.id).count,
            writes: replica.writes,
            publishing: replica.publishing,
            followed: domains[replica.id.domain].flatMap { replica.followedKeys($0.registers) }
        )
    }

    /// The keys that a file's last good text and the registers don't agree on, in key order: what
    /// the file lacks only where it takes that on.
    package func differences(of id: ReplicaID) -> [ReplicaDifference] {
        guard let replica = replicas[id], replica.configuration.layer == .user,
            let registers = domains[id.domain]?.registers
        else { return [] }
        let adopts = replicas.adoption(of: replica, as: registers)
        return replica.differences(from: registers, adopts: adopts)
            .sorted { $0.keyPath < $1.keyPath }
    }
}

extension ReplicaState {
    /// The keys on which the file's last good text and the registers don't agree, in no order.
    fileprivate func differences(
        from registers: Registers,
        adopts: (SettingKeyPath) -> Bool
    ) -> [ReplicaDifference] {
        if self.configuration.map != nil {
            return mappedText().map { self.differences(of: $0, from: registers, adopts) } ?? []
        }
        let keys = self.top.flatMap { $0.keys ?? read($0)?.keys } ?? [:]
        let format = knownFormat
        var typing = Typing(of: self)
        var differences: [ReplicaDifference] = []
        for (path, value) in registers.visible where self.configuration.owns(path) {
            let present = keys[path]
            guard present != nil || adopts(path),
                present != (format?.stored(value, over: present) ?? value),
                present.map({ typing.restored($0, at: path, like: value) }) != value
            else { continue }
            differences.append(
                ReplicaDifference(keyPath: path, inFile: present, inRegisters: value)
            )
        }
        for (path, value) in keys
        where registers.value(at: path) == nil && !registers.isLeftOver(value, at: path) {
            differences.append(ReplicaDifference(keyPath: path, inFile: value, inRegisters: nil))
        }
        return differences
    }

    /// The keys that the file would say otherwise, or can't say.
    private func differences(
        of text: MappedText,
        from registers: Registers,
        _ adopts: (SettingKeyPath) -> Bool
    ) -> [ReplicaDifference] {
        let map = text.map
        let owned = map.keys.filter(self.configuration.owns)
        let values = Dictionary(
            uniqueKeysWithValues: owned.compactMap { path in
                registers.value(at: path).map { (path, $0) }
            }
        )
        let changes = text.changes(to: values, adding: adopts)
        let keys = Set(
            changes.edits.flatMap { map.keys(at: $0.fileKey) } + changes.refusals.map(\.key)
        )
        return keys.filter { !text.says(values[$0] ?? .null, at: $0) }.map { path in
            ReplicaDifference(
                keyPath: path,
                inFile: text.reading.value(of: path),
                inRegisters: values[path]
            )
        }
    }
}
