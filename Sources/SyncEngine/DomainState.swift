// What the engine knows of one domain, and the search order of its values.

import SettingsModel
import SettingsSchema

/// One domain: its ``Fields``, and what follows from them.
@dynamicMemberLookup
struct DomainState: Sendable {
    /// What is known of the domain: its registers, and the layers around them.
    struct Fields: Sendable {
        var configuration: DomainConfiguration
        var registers = Registers()
        /// Every layer but the user's, whose values are the registers'.
        var layers: [Layer: KeyMap<LayerValue>] = [:]
        /// What schemas say of the domain; nil for nothing.
        var rules: DomainRules?
        var secrets = KnownSecrets()
        /// The clock's counter when a register last changed.
        var changedCounter: UInt64 = 0
        /// The number of the last change that is what its files said when it was new, which isn't known
        /// before all have been seen or one has changed (the greatest); 0 for a domain that the journal knew.
        var foundRev: UInt64 = 0
        /// The step that its newest entry of the history is of; nil for none since the agent began.
        var lastStep: UInt64?
        /// With more tombstones than this, the oldest go.
        var pruningCount: Int
    }

    private var fields: CopyOnWrite<Fields>

    init(configuration: DomainConfiguration, limits: Limits) {
        fields = CopyOnWrite(
            Fields(configuration: configuration, pruningCount: limits.tombstones)
        )
    }

    subscript<T>(dynamicMember field: KeyPath<Fields, T>) -> T { fields.value[keyPath: field] }

    subscript<T>(dynamicMember field: WritableKeyPath<Fields, T>) -> T {
        get { fields.value[keyPath: field] }
        _modify { yield &fields.value[keyPath: field] }
    }

    /// The value in force at a key path, and where it comes from.
    ///
    /// A layer that has a value above or below the key path hides what lower layers have there.
    func effective(_ path: SettingKeyPath) -> (value: SettingValue, layer: Layer, origin: Origin)? {
        for layer in Layer.allCases {
            if layer == .user {
                let registers = self.registers
                if let value = registers.value(at: path), let register = registers.all[path] {
                    return (value, .user, register.origin)
                }
                if registers.hasLiveConflict(with: path) { return nil }
            } else if let map = self.layers[layer] {
                if let found = map[path] { return (found.value, layer, found.origin) }
                if map.hasConflict(with: path) { return nil }
            }
        }
        return nil
    }

    /// What one layer says at a key path.
    func value(
        at path: SettingKeyPath,
        in layer: Layer
    ) -> (value: SettingValue, layer: Layer, origin: Origin)? {
        guard layer == .user else {
            return self.layers[layer]?[path].map { ($0.value, layer, $0.origin) }
        }
        guard let value = self.registers.value(at: path), let register = self.registers.all[path]
        else { return nil }
        return (value, .user, register.origin)
    }

    /// What is in force at a key path as the change from another value; nil where that is the same.
    ///
    /// A removal has the origin that is given.
    func change(
        of path: SettingKeyPath,
        from old: SettingValue?,
        rev: UInt64,
        origin: Origin
    ) -> Change? {
        let now = effective(path)
        guard now?.value != old else { return nil }
        return Change(
            domain: self.configuration.domain,
            keyPath: path,
            value: now?.value,
            old: old,
            rev: rev,
            layer: now?.layer ?? .user,
            origin: now?.origin ?? origin
        )
    }

    /// Every key path that has an effective value.
    var effectiveKeys: Set<SettingKeyPath> { knownKeys.filter { effective($0) != nil } }

    /// Every key path that any layer has, those that were removed included.
    var knownKeys: Set<SettingKeyPath> {
        var keys = Set(self.registers.all.keys)
        for map in self.layers.values { keys.formUnion(map.values.keys) }
        return keys
    }

    /// Every key path that has an effective value, or one in a layer.
    func keys(in layer: Layer?) -> Set<SettingKeyPath> {
        switch layer {
        case nil: effectiveKeys
        case .user: Set(self.registers.visible.keys)
        case let layer?: Set(self.layers[layer, default: KeyMap()].values.keys)
        }
    }

    /// All keys whose effective value may change when these do in one layer.
    ///
    /// A leaf above one of them may go with that, and then whatever it hid shows again.
    ///
    /// Cost: linear in what it finds and in what stands below the leaves above.
    func affected(by paths: [SettingKeyPath]) -> Set<SettingKeyPath> {
        var keys = Set(paths)
        keys.reserveCapacity(paths.count)
        var above: Set<SettingKeyPath> = []
        for path in paths {
            keys.formUnion(conflicts(with: path))
            for layer in Layer.allCases { above.formUnion(self.keys(above: path, in: layer)) }
        }
        for path in above { keys.formUnion(conflicts(with: path)) }
        return keys
    }

    /// The keys above and below `path` that have a value in any layer.
    private func conflicts(with path: SettingKeyPath) -> [SettingKeyPath] {
        var keys = self.registers.liveConflicts(with: path)
        for map in self.layers.values where map.hasConflict(with: path) {
            keys += map.conflicts(with: path)
        }
        return keys
    }

    /// The keys above `path` that have a value in one layer.
    func keys(above path: SettingKeyPath, in layer: Layer) -> [SettingKeyPath] {
        guard layer != .user else { return self.registers.liveKeys(above: path) }
        return self.layers[layer]?.keys(above: path) ?? []
    }

    /// The keys below `path` that have a value in one layer.
    func keys(below path: SettingKeyPath, in layer: Layer) -> [SettingKeyPath] {
        guard layer != .user else { return self.registers.liveKeys(below: path) }
        return self.layers[layer]?.keys(below: path) ?? []
    }

    /// Where the values in force aren't what subscribers were told, in key order.
    func untold(since ledger: Ledger) -> [Change] {
        let domain = self.configuration.domain
        let keys = knownKeys.union(ledger.changes.keys(of: domain))
        let found = keys.compactMap { key in
            let old = ledger.changes.change(of: domain, key)?.value
            return change(of: key, from: old, rev: ledger.nextRev, origin: .agent)
        }
        return found.sorted { $0.keyPath < $1.keyPath }
    }

    /// The managed key that decides over `path`, or nil when the user may set it.
    func lock(on path: SettingKeyPath) -> LayerValue? {
        guard let managed = self.layers[.managed] else { return nil }
        if let value = managed[path] { return value }
        return managed.conflicts(with: path).first.flatMap { managed[$0] }
    }
}

extension DomainState {
    /// Ends what was found in the files of a new domain, as all have been seen, or as one is about to change
    /// what it said at its first look: the program may have read it before.
    mutating func endFinding(with changes: ChangeLog) {
        guard self.foundRev == .max else { return }
        self.foundRev = changes.lastRev(of: self.configuration.domain)
    }

    /// Puts the read-only layers together: later files over earlier ones, locked keys of site files
    /// above the user's.
    mutating func rebuildLayers(from files: ReplicaTable) {
        var layers: [Layer: KeyMap<LayerValue>] = [:]
        layers[.default] = self.rules?.defaults
        for configuration in self.configuration.replicas where configuration.layer != .user {
            let id = ReplicaID(domain: self.configuration.domain, path: configuration.path)
            for (path, value) in files[id]?.layerKeys ?? [:] {
                let found = LayerValue(value: value, origin: .file(configuration.path))
                layers[configuration.layer, default: KeyMap()].overlay(found, at: path)
                let isLocked = configuration.locks.contains { $0.isPrefix(of: path) }
                if isLocked { layers[.managed, default: KeyMap()].overlay(found, at: path) }
            }
        }
        self.layers = layers
    }
}

extension KeyMap<LayerValue> {
    /// Puts a value in, over all that stands in its way.
    mutating func overlay(_ value: LayerValue, at path: SettingKeyPath) {
        for conflict in conflicts(with: path) { self[conflict] = nil }
        self[path] = value
    }
}
