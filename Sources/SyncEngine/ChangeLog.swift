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
/// A subscriber is only a cursor into it: whoever is behind gets the newest value of each key. What
/// isn't written yet is kept apart: were it to hide an older change of its key, and then be lost in
/// a crash, a subscriber would have passed over the older one for good.
package struct ChangeLog: Sendable {
    /// Tombstones kept for cursors that are behind; the oldest go first.
    static let tombstoneLimit = 10_000

    /// The number of the last change, written or not.
    package private(set) var seq: UInt64
    /// The number up to which subscribers may be told: everything up to it is written.
    package private(set) var announced: UInt64
    /// Cursors below this need a snapshot: a tombstone they would have to hear of is forgotten.
    package private(set) var horizon: UInt64
    /// The last written change of each key, by key: with its values, a snapshot at ``announced``.
    package private(set) var latest: [ChangedKey: Change] = [:]
    /// Ordered by number; entries that aren't a key's latest any more are passed over.
    private var order: [(rev: UInt64, key: ChangedKey)] = []
    /// Changes that aren't written yet, ordered by number.
    private var pending: [Change] = []
    /// The last of them for each key.
    private var newest: [ChangedKey: Change] = [:]
    /// The number of each domain's last change.
    private var lastRevs: [Domain: UInt64] = [:]
    /// The number of the last change below each place.
    private var revsBelow: [ChangedKey: UInt64] = [:]
    private var tombstones = 0
    /// How often outdated entries were taken out, after which the others have other places.
    private var compactions = 0
    private let resumableChanges: Int

    /// Creates a log from what a journal kept, ordered by number.
    package init(seq: UInt64, horizon: UInt64, changes: [Change], resumableChanges: Int) {
        self.seq = seq
        announced = seq
        self.horizon = horizon
        self.resumableChanges = resumableChanges
        for change in changes {
            note(change)
            append(change)
        }
        raiseHorizon()
    }

    // MARK: What the engine asks

    /// The last change of a key, written or not.
    package func change(of domain: Domain, _ keyPath: SettingKeyPath) -> Change? {
        let key = ChangedKey(domain, keyPath)
        return newest[key] ?? latest[key]
    }

    /// The number of the last change below a key path, written or not; 0 for none.
    func newestRev(of domain: Domain, below path: SettingKeyPath) -> UInt64 {
        revsBelow[ChangedKey(domain, path)] ?? 0
    }

    /// The number of a domain's last change, written or not; 0 when nothing ever changed.
    package func lastRev(of domain: Domain) -> UInt64 { lastRevs[domain] ?? 0 }

    /// The last change of each of a domain's keys that has a value, in key order.
    ///
    /// Cost: linear in the log.
    func values(of domain: Domain) -> [Change] {
        keys(of: domain).compactMap { change(of: domain, $0) }.filter { $0.value != nil }
            .sorted { $0.keyPath < $1.keyPath }
    }

    /// The keys of a domain that have a change, also if it's their removal.
    ///
    /// Cost: linear in the log.
    func keys(of domain: Domain) -> Set<SettingKeyPath> {
        var keys: Set<SettingKeyPath> = []
        for key in latest.keys where key.domain == domain { keys.insert(key.keyPath) }
        for key in newest.keys where key.domain == domain { keys.insert(key.keyPath) }
        return keys
    }

    /// Records one step's changes, all under the next number.
    mutating func record(_ changes: [Change]) {
        seq += 1
        for change in changes {
            pending.append(change)
            newest[ChangedKey(change.domain, change.keyPath)] = change
            note(change)
        }
    }

    /// Takes what was written among what subscribers see.
    ///
    /// - Returns: Keys whose tombstones were forgotten over it.
    mutating func announce(upTo seq: UInt64) -> [ForgottenChange] {
        announced = max(announced, min(seq, self.seq))
        let written = pending.prefix { $0.rev <= announced }
        for change in written {
            let key = ChangedKey(change.domain, change.keyPath)
            if newest[key]?.rev == change.rev { newest[key] = nil }
            append(change)
        }
        pending.removeFirst(written.count)
        // The room that a first reading of a large domain took isn't needed again.
        if pending.isEmpty { (pending, newest) = ([], [:]) }
        defer { raiseHorizon() }
        return forgetTombstones()
    }

    // MARK: What subscribers read

    /// The first place in the log whose number is above `cursor`.
    package func position(after cursor: UInt64) -> Int {
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            if order[middle].rev <= cursor { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// A place in the log that was read up to, to go on there.
    package struct Bookmark: Equatable, Sendable {
        fileprivate let position: Int
        fileprivate let compactions: Int
    }

    /// Remembers a place.
    package func bookmark(at position: Int) -> Bookmark {
        Bookmark(position: position, compactions: compactions)
    }

    /// The place that was remembered; nil where entries have moved since.
    package func position(of bookmark: Bookmark) -> Int? {
        bookmark.compactions == compactions ? bookmark.position : nil
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

    /// The domains that have changes after one number, up to another.
    ///
    /// Cost: linear in these changes.
    package func domains(after cursor: UInt64, upTo seq: UInt64) -> Set<Domain> {
        var found: Set<Domain> = []
        var last: Domain?
        for entry in order[position(after: cursor)..<position(after: seq)]
        where entry.key.domain != last {
            last = entry.key.domain
            found.insert(entry.key.domain)
        }
        return found
    }

    // MARK: Keeping it short

    private mutating func note(_ change: Change) {
        lastRevs[change.domain] = change.rev
        noteAbove(ChangedKey(change.domain, change.keyPath), change.rev)
    }

    /// Notes a number, the greatest yet, at every place above a key.
    private mutating func noteAbove(_ key: ChangedKey, _ rev: UInt64) {
        var place = key.keyPath.parent
        while let prefix = place {
            // A key beside it came with the same number, and went all the way up.
            guard revsBelow.updateValue(rev, forKey: ChangedKey(key.domain, prefix)) != rev else {
                return
            }
            place = prefix.parent
        }
    }

    private mutating func append(_ change: Change) {
        let key = ChangedKey(change.domain, change.keyPath)
        if let old = latest[key], old.value == nil { tombstones -= 1 }
        if change.value == nil { tombstones += 1 }
        latest[key] = change
        order.append((change.rev, key))
        if order.count > 2 * latest.count + 1_024 { compact() }
    }

    private mutating func compact() {
        compactions += 1
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
        // Places that nothing is known of any more must not gather.
        revsBelow = [:]
        for entry in order { noteAbove(entry.key, entry.rev) }
        for change in pending { noteAbove(ChangedKey(change.domain, change.keyPath), change.rev) }
        return forgotten
    }

    private mutating func raiseHorizon() {
        if announced > UInt64(resumableChanges) {
            horizon = max(horizon, announced - UInt64(resumableChanges))
        }
    }
}
