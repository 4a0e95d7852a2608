// Which entries of the history an undo takes back.

import SettingsModel
import SettingsProtocol
import SyncEngine

/// Which entries an undo takes back, as clients may know them.
struct UndoSelection {
    private let queries: Queries

    init(_ queries: Queries) { self.queries = queries }

    /// The entries that are taken back together, oldest first; of all since a time, newest first.
    ///
    /// Of a key's last change, all that it changed at the key and below it; of a renaming, both ends,
    /// as either alone would leave the value at no key, or at two.
    func entries(of target: Call.UndoTarget) throws(JournalError) -> [HistoryEntry] {
        var query = HistoryQuery()
        switch target {
        case .seq(let seq):
            // Changes without effect have no number of their own, so 0 is none of a step.
            guard seq > 0 else { return [] }
            query.seq = seq
            return try shown(query)
        case .entry(let id):
            query.id = id
            return try withOtherEnds(of: try shown(query))
        case .key(let domain, let key):
            query.domain = domain
            query.keyPath = key
            query.limit = 1
            guard let last = try shown(query).last else { return [] }
            query.limit = nil
            query.seq = last.seq
            let entries = try shown(query).filter { $0.isOfStep(of: last) }
            return try withOtherEnds(of: entries)
        case .since(let domain, let time):
            query.domain = domain
            query.since = time
            // Of a key that was changed several times, what it was before the first counts.
            return try shown(query).filter(\.hasChangedValue).reversed()
        }
    }

    /// Entries of one step with the other ends of the renamings that they are of.
    private func withOtherEnds(of entries: [HistoryEntry]) throws(JournalError) -> [HistoryEntry] {
        guard let last = entries.last else { return [] }
        var query = HistoryQuery()
        query.domain = last.domain
        query.seq = last.seq
        let step = try shown(query).filter { $0.isOfStep(of: last) }
        guard let renaming = Renaming(step) else { return entries }
        let keys = entries.map(\.keyPath)
        let all = Set(keys + keys.compactMap { renaming.otherEnds[$0] })
        return step.filter { all.contains($0.keyPath) }
    }

    private func shown(_ query: HistoryQuery) throws(JournalError) -> [HistoryEntry] {
        try queries.agent.history(query).compactMap(queries.withoutSecrets)
    }
}

extension HistoryEntry {
    /// Whether the key had another value afterwards.
    fileprivate var hasChangedValue: Bool {
        switch kind {
        case .set, .concurrent, .undo: true
        case .ambiguous: kept == nil
        case .superseded, .keptNewer, .refused: false
        }
    }

    /// Whether both are of one step.
    fileprivate func isOfStep(of other: HistoryEntry) -> Bool {
        seq == other.seq && time == other.time && origin == other.origin
    }
}

/// A client's step that did nothing but give keys another name, with all below it.
private struct Renaming {
    /// For each key that came the one that went, and the other way round.
    private(set) var otherEnds: [SettingKeyPath: SettingKeyPath] = [:]

    init?(_ step: [HistoryEntry]) {
        guard case .client? = step.first?.origin else { return nil }
        let removed = step.filter { $0.value == nil }
        let added = step.filter { $0.value != nil }
        let names = Self.names(from: removed.map(\.keyPath), to: added.map(\.keyPath))
        guard let names else { return nil }
        let values = Dictionary(added.map { ($0.keyPath, $0.value) }) { _, last in last }
        for gone in removed {
            guard let name = names[gone.keyPath], let value = values[name], gone.old == value
            else { return nil }
            otherEnds[gone.keyPath] = name
            otherEnds[name] = gone.keyPath
        }
    }

    /// For each key that went the one that came, where all have the same ends.
    ///
    /// - Returns: nil for keys that came and went in any other way.
    private static func names(
        from removed: [SettingKeyPath],
        to added: [SettingKeyPath]
    ) -> [SettingKeyPath: SettingKeyPath]? {
        let (removed, added) = (removed.sorted(), added.sorted())
        guard removed.count == added.count, let old = removed.first?.segments,
            let new = added.first?.segments
        else { return nil }
        let count = zip(old.reversed(), new.reversed()).prefix { $0.isSame(as: $1) }.count
        let (oldName, newName) = (old.dropLast(count), new.dropLast(count))
        var names: [SettingKeyPath: SettingKeyPath] = [:]
        // Keys below one name are in the same order as below the other.
        for (gone, come) in zip(removed, added) {
            let rest = gone.segments.dropFirst(oldName.count)
            guard gone.segments.elementsEqual(oldName + rest, by: { $0.isSame(as: $1) }),
                come.segments.elementsEqual(newName + rest, by: { $0.isSame(as: $1) })
            else { return nil }
            names[gone] = come
        }
        return names
    }
}
