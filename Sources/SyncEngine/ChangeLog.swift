// The last change of every key, in order: what subscribers resume from.

package import SettingsModel

/// A key of any domain.
package struct ChangedKey: Hashable, Sendable {
    package var domain: Domain
    package var keyPath: SettingKeyPath

    package init(_ domain: Domain, _ keyPath: SettingKeyPath) {
        self.domain = domain
        self.keyPath = keyPath
    }

    fileprivate init(of change: Change) { self.init(change.domain, change.keyPath) }
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
    /// Written changes, ordered by number.
    ///
    /// Outdated ones are skipped. Their values are released, so that they look like tombstones: ask
    /// ``isCurrent(_:)`` first.
    private var written: [Change] = []
    /// The place in `written` of each key's last change.
    private var places: [ChangedKey: Int] = [:]
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
        written.reserveCapacity(changes.count)
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
        return newest[key] ?? places[key].map { written[$0] }
    }

    /// The number of the last change below a key path, written or not; 0 for none.
    func newestRev(of domain: Domain, below path: SettingKeyPath) -> UInt64 {
        revsBelow[ChangedKey(domain, path)] ?? 0
    }

    /// The numbers of the last changes at some key paths and below them, in their order; 0 for none.
    func newestRevs(of domain: Domain, _ paths: [SettingKeyPath]) -> [UInt64] {
        paths.map { path in
            max(change(of: domain, path)?.rev ?? 0, newestRev(of: domain, below: path))
        }
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
        for key in places.keys where key.domain == domain { keys.insert(key.keyPath) }
        for key in newest.keys where key.domain == domain { keys.insert(key.keyPath) }
        return keys
    }

    /// Records one step's changes, all under the next number.
    mutating func record(_ changes: [Change]) {
        seq += 1
        pending += changes
        newest.reserveCapacity(newest.count + changes.count)
        for change in changes {
            newest[ChangedKey(of: change)] = change
            note(change)
        }
    }

    /// Takes what was written among what subscribers see.
    ///
    /// - Returns: Keys whose tombstones were forgotten over it.
    mutating func announce(upTo seq: UInt64) -> [ChangedKey] {
        announced = max(announced, min(seq, self.seq))
        let news = pending.prefix { $0.rev <= announced }
        places.reserveCapacity(places.count + news.count)
        for change in news {
            let key = ChangedKey(of: change)
            if newest[key]?.rev == change.rev { newest[key] = nil }
            append(change)
        }
        pending.removeFirst(news.count)
        // The room that a first reading of a large domain took isn't needed again.
        if pending.isEmpty { (pending, newest) = ([], [:]) }
        defer { raiseHorizon() }
        return forgetTombstones()
    }

    // MARK: What subscribers read

    /// The first place in the log whose number is above `cursor`.
    package func position(after cursor: UInt64) -> Int {
        var low = 0
        var high = written.count
        while low < high {
            let middle = (low + high) / 2
            if written[middle].rev <= cursor { low = middle + 1 } else { high = middle }
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
    package var count: Int { written.count }

    /// The change at a place, or nil when its key has changed again since.
    package func change(at position: Int) -> Change? {
        isCurrent(position) ? written[position] : nil
    }

    private func isCurrent(_ position: Int) -> Bool {
        places[ChangedKey(of: written[position])] == position
    }

    /// The last written change of each of a domain's keys, ordered by number: a snapshot at ``announced``.
    ///
    /// Cost: linear in the log.
    package func written(of domain: Domain) -> [Change] {
        written.indices.filter { written[$0].domain == domain && isCurrent($0) }.map { written[$0] }
    }

    /// The number at a place, whether or not its change is still current.
    package func rev(at position: Int) -> UInt64 { written[position].rev }

    /// The domains that have changes after one number, up to another.
    ///
    /// Cost: linear in these changes.
    package func domains(after cursor: UInt64, upTo seq: UInt64) -> Set<Domain> {
        var found: Set<Domain> = []
        var last: Domain?
        for change in written[position(after: cursor)..<position(after: seq)]
        where change.domain != last {
            last = change.domain
            found.insert(change.domain)
        }
        return found
    }

    // MARK: Keeping it short

    private mutating func note(_ change: Change) {
        lastRevs[change.domain] = change.rev
        noteAbove(ChangedKey(of: change), change.rev)
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
        if let place = places.updateValue(written.count, forKey: ChangedKey(of: change)) {
            if written[place].value == nil { tombstones -= 1 }
            (written[place].value, written[place].old) = (nil, nil)
        }
        if change.value == nil { tombstones += 1 }
        written.append(change)
        if written.count > 2 * places.count + 1_024 { compact() }
    }

    private mutating func compact() {
        compactions += 1
        written = written.indices.filter(isCurrent).map { written[$0] }
        for place in written.indices { places[ChangedKey(of: written[place])] = place }
    }

    private mutating func forgetTombstones() -> [ChangedKey] {
        guard tombstones > Self.tombstoneLimit else { return [] }
        var forgotten: [ChangedKey] = []
        for place in written.indices where tombstones > Self.tombstoneLimit / 2 {
            let change = written[place]
            guard change.value == nil, isCurrent(place) else { continue }
            places[ChangedKey(of: change)] = nil
            tombstones -= 1
            horizon = max(horizon, change.rev)
            forgotten.append(ChangedKey(of: change))
        }
        compact()
        // Places that nothing is known of any more must not gather.
        revsBelow = [:]
        for change in written { noteAbove(ChangedKey(of: change), change.rev) }
        for change in pending { noteAbove(ChangedKey(of: change), change.rev) }
        return forgotten
    }

    private mutating func raiseHorizon() {
        if announced > UInt64(resumableChanges) {
            horizon = max(horizon, announced - UInt64(resumableChanges))
        }
    }
}
