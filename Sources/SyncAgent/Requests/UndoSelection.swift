// What an undo or a redo takes back, found in the history.

import SettingsModel
import SettingsProtocol
import SyncEngine

/// Finds the entries that an undo or a redo takes back; it only looks.
struct UndoSelection {
    let agent: Agent
    let requester: Requester

    /// About how many bytes of the history are read at a time.
    private static let pageBytes = 64 << 10
    /// The clients that are a person's own hands: an undo without a domain is about their steps.
    private static let people: Set = ["settingsctl", "settings ui"]

    /// What an undo takes back.
    ///
    /// - Throws: ``EditFailure``, also where a part of it can't be taken back.
    func undo(_ target: Call.UndoTarget) throws(EditFailure) -> TakenBack {
        switch target {
        case .newest(let domain):
            return try newest(found(.undo(scope(domain)), in: domain), as: .undo)
        case .key(let domain, let key):
            let scope = HistoryScope(domain: domain, keyPath: key)
            return try newest(found(.undo(scope), in: domain, key), as: .undo, ofKey: true)
        case .since(let domain, let time):
            let scope = HistoryScope(domain: domain)
            let entries = try found(.everything(scope), in: domain, since: time)
            return TakenBack(entries, as: .undo, by: requester)
        case .entry(let id):
            var query = HistoryQuery()
            query.id = id
            let entries = try history(query)
            if let step = try leader(of: entries.first)?.id { return try these(steps: [step]) }
            return try these(entries, named: "entry \(id)")
        case .seq(let seq):
            var query = HistoryQuery()
            query.seq = seq
            // Changes without effect have no number of their own, so 0 is none of a step.
            let step = seq > 0 ? try known(query) : []
            let changes = step.filter(\.isChange)
            return try these(changes.isEmpty ? step : changes, named: "seq \(seq)")
        case .steps(let steps): return try these(steps: steps)
        }
    }

    /// Takes back entries of one step: all of it, where it is of several domains, unless it's about a key.
    private func newest(
        _ entries: [HistoryEntry],
        as kind: HistoryEntry.Kind,
        ofKey isOfKey: Bool = false
    ) throws(EditFailure) -> TakenBack {
        if let entry = entries.last {
            var query = HistoryQuery()
            query.group = entry.group
            let step = try isOfKey ? [] : history(query)
            let leader = try leader(of: entry)
            if leader != nil || step.contains(where: { $0.domain != entry.domain }) {
                return try these(steps: [entry.group])
            }
        }
        return try taken(entries, as: kind)
    }

    /// Entries that are taken back, with what only follows the whole steps among them: a mapped file may have
    /// rounded what they set, so that nothing but the history has what other files said before.
    ///
    /// A follower that was changed since stays as it is.
    private func taken(
        _ entries: [HistoryEntry],
        as kind: HistoryEntry.Kind
    ) throws(EditFailure) -> TakenBack {
        let known = Set(entries.map(\.id))
        var all = entries
        for step in Set(entries.map(\.group)).sorted(by: >) {
            var query = HistoryQuery()
            query.group = step
            let whole = try self.known(query)
            guard let first = whole.first, first.id == step else { continue }
            let others = whole.filter { !known.contains($0.id) }
            // Of a part of a step, nobody knows what follows it.
            guard others.allSatisfy({ !$0.isChange || $0.follows(first) }) else { continue }
            all += others.reversed().filter { $0.follows(first) && isInForce($0) }
        }
        return TakenBack(all, as: kind, by: requester)
    }

    /// Whether a key still has the value that an entry gave it.
    private func isInForce(_ entry: HistoryEntry) -> Bool {
        guard let transition = entry.transition, !entry.isWithoutValues else { return false }
        return current.value(ChangedKey(entry.domain, entry.keyPath)) == transition.after
    }

    /// The entry of another domain that an entry only follows, and with which it is undone; nil for none.
    private func leader(of entry: HistoryEntry?) throws(EditFailure) -> HistoryEntry? {
        guard let entry, entry.group != entry.id, let first = try first(ofStepOf: entry),
            entry.follows(first)
        else { return nil }
        return first
    }

    /// The entry with which a step begins; nil where the history hasn't got it any more.
    private func first(ofStepOf entry: HistoryEntry) throws(EditFailure) -> HistoryEntry? {
        var query = HistoryQuery()
        query.id = entry.group
        return try history(query).first
    }

    /// What a redo takes back.
    func redo(_ domain: Domain?, _ key: SettingKeyPath?) throws(EditFailure) -> TakenBack {
        var scope = scope(domain)
        scope.keyPath = key
        let entries = try found(.redo(scope), in: domain, key)
        return try newest(entries, as: .redo, ofKey: key != nil)
    }

    /// All steps of a domain, or those of people and of the client itself.
    private func scope(_ domain: Domain?) -> HistoryScope {
        HistoryScope(
            domain: domain,
            authors: domain == nil ? Self.people.union([requester.client]) : nil
        )
    }

    /// What the history has of a query, with the secrets that the agent still knows.
    private func known(_ query: HistoryQuery) throws(EditFailure) -> [HistoryEntry] {
        try history(query).map(agent.engine.withFormerValues)
    }

    /// The changes of steps that a client has named, which all are undos, or all aren't.
    private func these(steps: [UInt64]) throws(EditFailure) -> TakenBack {
        var entries: [HistoryEntry] = []
        for step in Set(steps).sorted() {
            var query = HistoryQuery()
            query.group = step
            let known = try known(query)
            // What follows them is found with them.
            let changes = known.filter { $0.isChange && !$0.follows(known[0]) }
            // Where one is missing, the error names it.
            entries = changes.isEmpty ? [] : entries + changes
            if changes.isEmpty { return try these([], named: "step \(step)") }
        }
        guard Set(entries.map(\.isUndo)).count == 1 else {
            throw .refused(
                Refusal(
                    code: .revConflict,
                    problem: "some of these steps are undos of others",
                    advice: "Undo them one after the other"
                )
            )
        }
        return try these(entries, named: "such steps")
    }

    /// The entries that a client has named.
    private func these(
        _ entries: [HistoryEntry],
        named name: String
    ) throws(EditFailure) -> TakenBack {
        guard let last = entries.last else {
            throw .refused(
                Refusal(
                    code: .notFound,
                    problem: "the history has no \(name), or not any more",
                    advice: "List what it has: settingsctl log"
                )
            )
        }
        let key = entries.count == 1 ? last.keyPath : nil
        let domain = Set(entries.map(\.domain)).count == 1 ? last.domain : nil
        let found = try found(.entries(Set(entries.map(\.id))), in: domain, key)
        return try taken(found, as: last.isUndo ? .redo : .undo)
    }

    /// Reads the history backwards, as far as a search needs it.
    private func found(
        _ aim: UndoSearch.Aim,
        in domain: Domain?,
        _ key: SettingKeyPath? = nil,
        since time: Int64? = nil
    ) throws(EditFailure) -> [HistoryEntry] {
        var search = UndoSearch(aim)
        var query = HistoryQuery()
        query.domain = domain
        query.keyPath = key
        query.since = time
        query.bytes = Self.pageBytes
        var left: [Domain: HistoryRest] = [:]
        while !search.isComplete {
            let page = try history(query)
            guard let oldest = page.first else { break }
            for entry in page.reversed() {
                left[entry.domain, default: HistoryRest()].note(entry)
                let leader = try leader(of: entry)
                search.read(agent.engine.withFormerValues(entry), following: leader)
            }
            query.before = oldest.id
        }
        if let time { try check(left, since: time) }
        let current = current
        let found = try refusing { () throws(Refusal) in try search.entries(given: current) }
        let all =
            switch (time, key) {
            case (nil, nil): try whole(found)
            case (nil, .some): try withOthers(of: found)
            case (.some, _): found
            }
        try refusing { () throws(Refusal) in try search.check(all, given: current) }
        return all
    }

    private func refusing<Result>(
        _ body: () throws(Refusal) -> Result
    ) throws(EditFailure) -> Result {
        do throws(Refusal) {
            return try body()
        } catch {
            throw .refused(error)
        }
    }

    /// Refuses a time after which changes may be gone from the history: nobody knows the values of then.
    private func check(_ left: [Domain: HistoryRest], since time: Int64) throws(EditFailure) {
        let limits = agent.setup.limits
        for (domain, rest) in left where rest.isFull(limits, since: time, now: agent.now.wall) {
            var query = HistoryQuery()
            (query.domain, query.before, query.limit) = (domain, rest.oldest, 1)
            guard try history(query).isEmpty else { continue }
            throw .refused(
                Refusal(
                    code: .invalid,
                    problem: "the history of '\(domain)' doesn't go back to that time by now",
                    advice: "Give a later time; what it has: settingsctl log \(domain)"
                )
            )
        }
    }

    /// Refuses a step of which the history has only a part.
    private func whole(_ entries: [HistoryEntry]) throws(EditFailure) -> [HistoryEntry] {
        let steps = Dictionary(entries.map { ($0.group, $0) }) { $1 }
        for entry in steps.values where try first(ofStepOf: entry) == nil {
            throw .refused(
                Refusal(
                    code: .invalid,
                    problem: "the history has only a part of this step of '\(entry.domain)' by now",
                    advice: "Undo single keys: settingsctl undo \(entry.domain) KEY"
                )
            )
        }
        return entries
    }

    /// Entries of a key with those of their step without which they can't be taken back: of a key above, with
    /// all below that, and the other end of a renaming, as either end alone would leave the value at no key,
    /// or at two.
    private func withOthers(of entries: [HistoryEntry]) throws(EditFailure) -> [HistoryEntry] {
        guard let last = entries.last else { return entries }
        var query = HistoryQuery()
        query.domain = last.domain
        query.group = last.group
        let step = try known(query)
        let keys = Set(entries.map(\.keyPath))
        let renaming = Renaming(step)
        let ends = Set(keys.compactMap { renaming?.otherEnds[$0] })
        let stepKeys = Set(step.map(\.keyPath))
        let above = Set(keys.flatMap(\.andAbove)).subtracting(keys).intersection(stepKeys)
        let others = step.filter { entry in
            guard entry.transition != nil, !keys.contains(entry.keyPath) else { return false }
            return ends.contains(entry.keyPath) || !above.isDisjoint(with: entry.keyPath.andAbove)
        }
        return entries + others
    }

    /// Entries of the history, oldest first, those among them that are still to be written.
    private func history(_ query: HistoryQuery) throws(EditFailure) -> [HistoryEntry] {
        do throws(JournalError) {
            let written = try agent.log.history(query)
            let last = written.last?.id ?? 0
            return written
                + agent.commits.newHistory.filter { $0.id > last && query.includes($0) }
        } catch {
            throw .journal(error)
        }
    }

    private var current: CurrentValues {
        let engine = agent.engine
        return CurrentValues(
            value: { engine.entry($0.domain, $0.keyPath, in: .user)?.value },
            rivals: { engine.rivals(of: $0.keyPath, in: $0.domain) },
            text: { $0.text(in: engine) }
        )
    }
}

/// What the history has of a domain since some time.
private struct HistoryRest {
    private(set) var oldest: UInt64 = 0
    private var count = 0
    private var bytes = 0

    /// Counts the next older entry.
    mutating func note(_ entry: HistoryEntry) {
        oldest = entry.id
        count += 1
        bytes += entry.size
    }

    /// Whether it is about as much as the history keeps, so that older entries may be gone.
    func isFull(_ limits: Limits, since time: Int64, now: Int64) -> Bool {
        let age = Int64(limits.historyDays) * 86_400_000
        return count >= limits.historyEntries || bytes >= limits.historyBytes / 4 * 3
            || count >= Limits.historyEntriesOfAnyAge && now - time > age
    }
}

extension SettingKeyPath {
    /// The key path and those above it.
    fileprivate var andAbove: [SettingKeyPath] { Array(sequence(first: self, next: \.parent)) }
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
