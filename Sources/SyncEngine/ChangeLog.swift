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
/// A subscriber is only a cursor into it: whoever is behind gets the newest value of each key. A
/// change that isn't durable yet hides none that is: were it lost in a crash, a cursor that had
/// passed the hidden one would never hear of it.
package struct ChangeLog: Sendable {
    /// Tombstones kept for cursors that are behind; the oldest go first.
    static let tombstoneLimit = 10_000

    /// The number of the last change.
    package private(set) var seq: UInt64
    /// Cursors below this need a snapshot: a tombstone they would have to hear of is forgotten.
    package private(set) var horizon: UInt64
    /// Everything up to this number is durable and may be told.
    private var announcedSeq: UInt64
    /// The last change of each key, by key.
    package private(set) var latest: [ChangedKey: Change] = [:]
    /// What changes that aren't announced yet have replaced, the oldest first.
    private var replaced: [ChangedKey: [Change]] = [:]
    /// Ordered by number; entries that aren't a key's latest any more are passed over.
    private var order: [(rev: UInt64, key: ChangedKey)] = []
    private var tombstones = 0
    private let resumableChanges: Int

    /// Creates a log from what a journal kept, ordered by number.
    package init(seq: UInt64, horizon: UInt64, changes: [Change], resumableChanges: Int) {
        self.seq = seq
        self.horizon = horizon
        announcedSeq = seq
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

    /// Subscribers may be told of everything up to a number: what it replaced is over.
    ///
    /// Cost: linear in the changes that are announced with it.
    mutating func announce(upTo seq: UInt64) {
        var position = position(after: announcedSeq)
        announcedSeq = max(announcedSeq, seq)
        while position < order.count, order[position].rev <= seq {
            settle(order[position].key)
            position += 1
        }
    }

    private mutating func settle(_ key: ChangedKey) {
        guard let changes = replaced[key] else { return }
        guard let change = latest[key], change.rev > announcedSeq else {
            replaced[key] = nil
            return
        }
        let pending = changes.firstIndex { $0.rev > announcedSeq } ?? changes.count
        if pending > 1 { replaced[key]?.removeFirst(pending - 1) }
    }

    /// The first place, counted from 0, whose number is above `cursor`.
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

    /// The change at a place, or nil when its key has an announced change since, or is forgotten.
    package func change(at position: Int) -> Change? {
        let entry = order[position]
        guard let change = latest[entry.key] else { return nil }
        if change.rev == entry.rev { return change }
        return replaced[entry.key]?.first { $0.rev == entry.rev }
    }

    /// The number at a place, whether or not its change is still current.
    package func rev(at position: Int) -> UInt64 { order[position].rev }

    private mutating func append(_ change: Change) {
        let key = ChangedKey(change.domain, change.keyPath)
        if let old = latest[key], old.value == nil { tombstones -= 1 }
        if change.value == nil { tombstones += 1 }
        if change.rev > announcedSeq, let old = latest[key] {
            replaced[key, default: []].append(old)
        }
        latest[key] = change
        order.append((change.rev, key))
        if order.count > 2 * latest.count + 1_024 { compact() }
    }

    private mutating func compact() {
        order.removeAll { entry in
            latest[entry.key]?.rev != entry.rev
                && replaced[entry.key]?.contains { $0.rev == entry.rev } != true
        }
    }

    private mutating func forgetTombstones() -> [ForgottenChange] {
        guard tombstones > Self.tombstoneLimit else { return [] }
        var forgotten: [ForgottenChange] = []
        for entry in order where tombstones > Self.tombstoneLimit / 2 {
            guard let change = latest[entry.key], change.rev == entry.rev, change.value == nil
            else { continue }
            latest[entry.key] = nil
            replaced[entry.key] = nil
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
