// The last change of every key, in order: what subscribers resume from.

package import SettingsModel

/// A key of any domain.
package struct ChangedKey: Hashable, Sendable {
    package var domain: Domain
    package var keyPath: SettingKeyPath

    /// Creates a key.
    package init(_ domain: Domain, _ keyPath: SettingKeyPath) {
        self.domain = domain
        self.keyPath = keyPath
    }
}

/// The newest change of each key, ordered by its number and compacted to what is still current.
///
/// A subscriber is only a cursor into it: whoever is behind gets the newest value of each key.
package struct ChangeLog: Sendable {
    /// Tombstones kept for cursors that are behind; the oldest go first.
    static let tombstoneLimit = 10_000

    /// The number of the last change.
    package private(set) var seq: UInt64
    /// Cursors below this need a snapshot: a tombstone they would have to hear of is forgotten.
    package private(set) var horizon: UInt64
    /// The last change of each key, by key.
    package private(set) var latest: [ChangedKey: Change] = [:]
    /// Ordered by number; entries that aren't a key's latest any more are passed over.
    private var order: [(rev: UInt64, key: ChangedKey)] = []
    private var tombstones = 0
    private let resumableChanges: Int

    /// Creates a log from what a journal kept, ordered by number.
    package init(seq: UInt64, horizon: UInt64, changes: [Change], resumableChanges: Int) {
        self.seq = seq
        self.horizon = horizon
        self.resumableChanges = resumableChanges
        for change in changes { append(change) }
        raiseHorizon()
    }

    /// The value in force, as subscribers were told.
    package func change(of domain: Domain, _ keyPath: SettingKeyPath) -> Change? {
        latest[ChangedKey(domain, keyPath)]
    }

    /// Records one step's changes, all under the next number.
    ///
    /// - Returns: Keys whose tombstones were forgotten over it.
    mutating func record(_ changes: [Change]) -> [ForgottenChange] {
        seq += 1
        for change in changes { append(change) }
        defer { raiseHorizon() }
        return forgetTombstones()
    }

    /// The first place in ``entries(from:)`` whose number is above `cursor`.
    package func position(after cursor: UInt64) -> Int {
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            if order[middle].rev <= cursor { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The number of places, those of outdated entries included.
    package var count: Int { order.count }

    /// The change at a place, or nil when its key has changed again since.
    package func change(at position: Int) -> Change? {
        let entry = order[position]
        guard let change = latest[entry.key], change.rev == entry.rev else { return nil }
        return change
    }

    /// The number at a place, whether or not its change is still current.
    package func rev(at position: Int) -> UInt64 { order[position].rev }

    private mutating func append(_ change: Change) {
        let key = ChangedKey(change.domain, change.keyPath)
        if let old = latest[key], old.value == nil { tombstones -= 1 }
        if change.value == nil { tombstones += 1 }
        latest[key] = change
        order.append((change.rev, key))
        if order.count > 2 * latest.count + 1_024 { compact() }
    }

    private mutating func compact() {
        order.removeAll { latest[$0.key]?.rev != $0.rev }
    }

    private mutating func forgetTombstones() -> [ForgottenChange] {
        guard tombstones > Self.tombstoneLimit else { return [] }
        var forgotten: [ForgottenChange] = []
        for entry in order where tombstones > Self.tombstoneLimit / 2 {
            guard let change = latest[entry.key], change.rev == entry.rev, change.value == nil
            else { continue }
            latest[entry.key] = nil
            tombstones -= 1
            horizon = max(horizon, entry.rev)
            forgotten.append(
                ForgottenChange(domain: entry.key.domain, keyPath: entry.key.keyPath)
            )
        }
        compact()
        return forgotten
    }

    private mutating func raiseHorizon() {
        if seq > UInt64(resumableChanges) {
            horizon = max(horizon, seq - UInt64(resumableChanges))
        }
    }
}
