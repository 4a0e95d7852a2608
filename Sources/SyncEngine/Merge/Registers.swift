// A domain's merged state: for each key path, the value that won.

package import SettingsModel

/// One key's new value, or its removal.
package struct KeyEdit: Equatable, Sendable {
    package var keyPath: SettingKeyPath
    /// nil removes the key.
    package var value: SettingValue?

    package init(_ keyPath: SettingKeyPath, _ value: SettingValue?) {
        self.keyPath = keyPath
        self.value = value
    }
}

/// What a writer had before its eyes.
enum Sight {
    /// A client's edit comes after everything the agent holds, and after what files say of a key
    /// without being in force.
    case everything(besides: (SettingKeyPath) -> Timestamp)
    /// A file's edit comes after what its base showed for each key.
    case base((SettingKeyPath) -> Timestamp)
}

/// What became of some edits.
struct EditOutcome {
    /// The registers that were set, the tombstones of conflicting keys among them, in key order.
    var applied: [RegisterChange] = []
    /// The edits that lost to a later change, with the timestamps they would have had.
    var superseded: [StampedEdit] = []
    /// The edits that a rule refuses, likewise.
    var refused: [StampedEdit] = []

    /// Leaves out changes of values from mapped files that say the new ones as well, since they round.
    mutating func omitRounded(inTextOf text: (_ path: String) -> MappedText?) {
        var texts: [String: MappedText?] = [:]
        applied.removeAll { change in
            guard case .file(let path)? = change.old?.origin, let value = change.new.value else {
                return false
            }
            let known = texts[path] ?? text(path)
            texts[path] = .some(known)
            return known?.says(value, at: change.keyPath) ?? false
        }
    }
}

/// A register that an edit set, and what it was before.
struct RegisterChange {
    var keyPath: SettingKeyPath
    var old: Register?
    var new: Register
    /// Whether the old value was hidden, so that nobody loses it.
    var wasHidden = false
}

/// An edit with the timestamp that it has, or would have had.
struct StampedEdit {
    var keyPath: SettingKeyPath
    var value: SettingValue?
    var timestamp: Timestamp
}

/// The registers of one domain.
///
/// A live leaf shows only if no live leaf above or below it has a greater (timestamp, key path), so
/// what shows is always free of conflicts.
package struct Registers: Sendable {
    /// Every register, tombstones too, in no order.
    package private(set) var all: [SettingKeyPath: Register] = [:]
    /// How many of them have a value.
    private(set) var liveCount = 0
    /// How many have none.
    var tombstoneCount: Int { all.count - liveCount }
    private var liveTree = KeyTree()
    /// Live leaves that a conflicting one hides; almost always empty.
    private var hidden: Set<SettingKeyPath> = []

    /// Whether a live leaf is hidden by another.
    var hasHidden: Bool { !hidden.isEmpty }

    package init() {}

    /// The value that shows at a key path, or nil.
    package func value(at path: SettingKeyPath) -> SettingValue? {
        guard let value = all[path]?.value, !hidden.contains(path) else { return nil }
        return value
    }

    /// How many values show.
    ///
    /// Cost: linear.
    package var visibleCount: Int {
        all.count { $0.value.value != nil && !hidden.contains($0.key) }
    }

    /// Every value that shows.
    ///
    /// Cost: linear.
    package var visible: [SettingKeyPath: SettingValue] {
        var values: [SettingKeyPath: SettingValue] = [:]
        values.reserveCapacity(all.count)
        for (path, register) in all {
            if let value = register.value, !hidden.contains(path) { values[path] = value }
        }
        return values
    }

    /// The timestamps of the registers of some keys, shared with those of an earlier text.
    func timestamps(
        of keys: SharedMap<SettingValue>,
        like known: SharedMap<Timestamp>?
    ) -> SharedMap<Timestamp> {
        var timestamps: [SettingKeyPath: Timestamp] = [:]
        timestamps.reserveCapacity(keys.count)
        for path in keys.keyPaths { timestamps[path] = all[path]?.timestamp }
        return SharedMap(timestamps, like: known ?? SharedMap())
    }

    /// Live keys above or below `path`.
    ///
    /// Cost: linear in what it finds.
    func liveConflicts(with path: SettingKeyPath) -> [SettingKeyPath] {
        liveKeys(above: path) + liveKeys(below: path)
    }

    /// Live keys above `path`, the nearest first.
    func liveKeys(above path: SettingKeyPath) -> [SettingKeyPath] {
        path.ancestors.filter(isLive)
    }

    /// Live keys below `path`, in no order.
    func liveKeys(below path: SettingKeyPath) -> [SettingKeyPath] {
        liveTree.keys(below: path, isKey: isLive)
    }

    /// Whether there is a value at a key path or below it.
    func hasValue(atOrBelow path: SettingKeyPath) -> Bool {
        value(at: path) != nil || !liveKeys(below: path).isEmpty
    }

    /// Whether a live key stands above or below `path`.
    func hasLiveConflict(with path: SettingKeyPath) -> Bool {
        liveTree.hasKeys(below: path) || !liveKeys(above: path).isEmpty
    }

    /// Whether a file's value is only what an earlier removal left of a table, which was never a value
    /// of its own.
    func isLeftOver(_ value: SettingValue, at path: SettingKeyPath) -> Bool {
        value.isNothing && all[path] == nil
    }

    /// Whether a key has a value, be it hidden by a conflicting one.
    func isLive(_ path: SettingKeyPath) -> Bool { all[path]?.value != nil }
}

// MARK: Changing

extension Registers {
    /// Sets a register as it is, whatever was there; nothing is buried by it.
    ///
    /// For one that is read back from the journal, or that was compared with the old one before.
    package mutating func restore(_ register: Register, at path: SettingKeyPath) {
        put(register, at: path)
        refreshHidden(around: path)
    }

    /// Forgets that a key was removed.
    mutating func forget(_ path: SettingKeyPath) {
        if all[path]?.isTombstone == true { all[path] = nil }
    }

    /// Forgets a key as if nobody had ever set it; no tombstone is left.
    ///
    /// - Returns: What it had been, and a register without a value.
    mutating func remove(_ path: SettingKeyPath) -> RegisterChange {
        let none = Register(timestamp: .zero, value: nil, origin: .agent)
        let change = RegisterChange(keyPath: path, old: all[path], new: none)
        restore(none, at: path)
        forget(path)
        return change
    }

    /// Makes one writer's edits as one event.
    ///
    /// Each edit's wall time is the greater of `wallTime` and that of everything its writer saw:
    /// causality first, then time; in milliseconds since 1970, already clamped to now. A live leaf
    /// puts tombstones on the older leaves above and below.
    mutating func apply(
        _ edits: [KeyEdit],
        at wallTime: Int64,
        sight: Sight,
        origin: Origin,
        clock: inout HybridClock
    ) -> EditOutcome {
        var outcome = EditOutcome()
        clock.counter += 1
        for edit in edits.sorted(by: { $0.keyPath < $1.keyPath }) {
            make(
                StampedEdit(
                    keyPath: edit.keyPath,
                    value: edit.value,
                    timestamp: stamp(edit.keyPath, at: wallTime, sight: sight, clock: &clock)
                ),
                origin: origin,
                &outcome
            )
        }
        return outcome
    }

    /// Makes edits that have their timestamps.
    mutating func apply(_ edits: [StampedEdit], origin: Origin) -> EditOutcome {
        var outcome = EditOutcome()
        for edit in edits { make(edit, origin: origin, &outcome) }
        return outcome
    }

    /// Edits with the timestamps they would have beside those of an event that was just made.
    func stamped(
        _ edits: [KeyEdit],
        at wallTime: Int64,
        sight: Sight,
        clock: inout HybridClock
    ) -> [StampedEdit] {
        edits.map { edit in
            StampedEdit(
                keyPath: edit.keyPath,
                value: edit.value,
                timestamp: stamp(edit.keyPath, at: wallTime, sight: sight, clock: &clock)
            )
        }
    }

    /// Takes one edit, unless the register is newer: stores it, and buries the leaves in its way.
    private mutating func make(
        _ edit: StampedEdit,
        origin: Origin,
        _ outcome: inout EditOutcome
    ) {
        let path = edit.keyPath
        let old = all[path]
        if let old, old.timestamp > edit.timestamp {
            outcome.superseded.append(edit)
            return
        }
        if old == nil, edit.value == nil { return }
        let register = Register(timestamp: edit.timestamp, value: edit.value, origin: origin)
        put(register, at: path)
        outcome.applied.append(RegisterChange(keyPath: path, old: old, new: register))
        if edit.value != nil {
            outcome.applied += buryConflicts(of: path, before: edit.timestamp, origin: origin)
        }
        refreshHidden(around: path)
    }

    private func stamp(
        _ path: SettingKeyPath,
        at wallTime: Int64,
        sight: Sight,
        clock: inout HybridClock
    ) -> Timestamp {
        var seen = Timestamp.zero
        var seenCounter: UInt64 = 0
        func see(_ timestamp: Timestamp) {
            seen.wallTime = max(seen.wallTime, timestamp.wallTime)
            seenCounter = max(seenCounter, timestamp.counter)
        }
        switch sight {
        case .base(let timestamp): see(timestamp(path))
        case .everything(let besides):
            see(besides(path))
            if let register = all[path] { see(register.timestamp) }
            for conflict in liveConflicts(with: path) {
                if let register = all[conflict] { see(register.timestamp) }
            }
        }
        clock.counter = max(clock.counter, seenCounter + 1)
        return Timestamp(
            wallTime: max(wallTime, seen.wallTime),
            counter: clock.counter,
            agent: clock.agent
        )
    }

    /// The writer saw these leaves disappear.
    private mutating func buryConflicts(
        of path: SettingKeyPath,
        before timestamp: Timestamp,
        origin: Origin
    ) -> [RegisterChange] {
        var buried: [RegisterChange] = []
        for conflict in liveConflicts(with: path).sorted() {
            guard let old = all[conflict], old.timestamp < timestamp else { continue }
            let tombstone = Register(timestamp: timestamp, value: nil, origin: origin)
            put(tombstone, at: conflict)
            let wasHidden = hidden.remove(conflict) != nil
            buried.append(
                RegisterChange(keyPath: conflict, old: old, new: tombstone, wasHidden: wasHidden)
            )
        }
        // What they hid and isn't in this leaf's way shows again.
        if !hidden.isEmpty { for change in buried { refreshHidden(around: change.keyPath) } }
        return buried
    }

    private mutating func put(_ register: Register, at path: SettingKeyPath) {
        let wasLive = all[path]?.value != nil
        all[path] = register
        if register.value != nil, !wasLive {
            liveCount += 1
            liveTree.insert(path)
        }
        if register.value == nil, wasLive {
            liveCount -= 1
            liveTree.remove(path) { [all] in all[$0]?.value != nil }
        }
    }

    /// Decides anew which leaves show, for `path` and all that conflict with it or did: whatever is
    /// hidden is live.
    private mutating func refreshHidden(around path: SettingKeyPath) {
        guard hidden.contains(path) || hasLiveConflict(with: path) else { return }
        for key in [path] + liveConflicts(with: path) { updateHidden(key) }
    }

    private mutating func updateHidden(_ path: SettingKeyPath) {
        guard let register = all[path], register.value != nil else {
            hidden.remove(path)
            return
        }
        let isHidden = liveConflicts(with: path).contains { other in
            guard let rival = all[other] else { return false }
            if rival.timestamp != register.timestamp { return rival.timestamp > register.timestamp }
            return other > path
        }
        if isHidden { hidden.insert(path) } else { hidden.remove(path) }
    }
}

extension SettingValue {
    /// Whether it may be a table with nothing in it, as `ui:` alone in YAML.
    var isNothing: Bool { self == .dictionary([]) || self == .null }
}
