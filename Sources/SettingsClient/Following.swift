// What one subscriber knows, and what of the agent's words is news to it.

import SettingsModel
package import SettingsProtocol

/// A subscriber's knowledge: a cursor, and the values as of it.
///
/// Over any number of connections it makes one stream of batches: none is told twice, none is left
/// out, and what was removed while nobody was connected is told when that is known.
package struct Following: Sendable {
    /// A place in one journal.
    package struct Cursor: Equatable, Sendable {
        package var epoch: String
        package var seq: UInt64
    }
    /// Up to where everything was told; nil before the first batch.
    package private(set) var cursor: Cursor?
    private var values: [Place: SettingValue] = [:]
    /// Those of them that are secrets, or may be.
    private var secrets: Set<Place> = []
    /// A snapshot that has begun and not ended.
    private var snapshot: [Place: ChangeMessage]?
    /// Whether what isn't among the values is known to be nowhere.
    private var knowsAll = true

    private struct Place: Hashable {
        var domain: Domain
        var key: SettingKeyPath

        init(_ change: ChangeMessage) { self.init(domain: change.domain, key: change.key) }

        init(domain: Domain, key: SettingKeyPath) {
            self.domain = domain
            self.key = key
        }
    }

    /// Knows nothing yet.
    package init() {}

    /// Begins in the middle: what changes from there on is news, and what was before isn't known.
    mutating func begin(at cursor: Cursor) {
        self.cursor = cursor
        knowsAll = false
    }

    /// Forgets what an ended connection left unfinished.
    package mutating func connectionEnded() { snapshot = nil }

    /// Takes a notification; nil where it says nothing new.
    ///
    /// - Throws: ``JSONError`` with code `.wrongType` when it isn't what has to come next.
    package mutating func take(
        _ kind: Notification.Kind,
        _ json: JSONObject
    ) throws(JSONError) -> ChangeBatch? {
        switch kind {
        case .changed: return try changed(json)
        case .snapshot: return try snapshotPart(json)
        case .secrets: return try marked(json)
        case .bookmark:
            try advance(to: json)
            return nil
        case .problem, .recovered, .goodbye, .hello: return nil
        }
    }

    /// Nothing that is watched changed up to a place.
    private mutating func advance(to json: JSONObject) throws(JSONError) {
        let next = try place(in: json)
        // In the middle of a snapshot, the values aren't those of any place.
        guard let cursor, snapshot == nil else { return }
        guard next.epoch == cursor.epoch, next.seq >= cursor.seq else {
            throw unexpected("a bookmark at \(next.seq)")
        }
        self.cursor = next
    }

    private mutating func changed(_ json: JSONObject) throws(JSONError) -> ChangeBatch? {
        let next = try place(in: json)
        let from: UInt64 = try json.integer("from")
        guard let cursor, cursor == Cursor(epoch: next.epoch, seq: from), snapshot == nil,
            next.seq >= from
        else { throw unexpected("changes from \(from) to \(next.seq)") }
        // All of it is read before any of it counts: after an error, it's asked for again.
        let changes = try ChangeMessage.list(in: json)
        self.cursor = next
        return batch(changes.compactMap { note($0) }, .later)
    }

    private mutating func snapshotPart(_ json: JSONObject) throws(JSONError) -> ChangeBatch? {
        let next = try place(in: json)
        guard var found = json.flag("first") ? [:] : snapshot else {
            throw unexpected("a further part of a snapshot")
        }
        for change in try ChangeMessage.list(in: json) {
            // A removal takes back what an earlier part told.
            found[Place(change)] = change.value == nil && !change.isWithheld ? nil : change
        }
        guard !json.flag("more") else {
            snapshot = found
            return nil
        }
        snapshot = nil
        let isFirst = cursor == nil
        cursor = next
        let gone = values.keys.filter { found[$0] == nil }.map { remove($0, at: next.seq) }
        let changes = gone + found.values.compactMap { note($0) }
        knowsAll = true
        return batch(changes, isFirst ? .first : .later)
    }

    /// Marks values as secrets that were told as open ones.
    private mutating func marked(_ json: JSONObject) throws(JSONError) -> ChangeBatch? {
        let domain = try json.domain()
        var changes: [SettingChange] = []
        for key in try json.keyPaths() {
            let place = Place(domain: domain, key: key)
            guard let value = values[place], secrets.insert(place).inserted else { continue }
            var change = ownMessage(place, value: value, old: value, at: cursor?.seq ?? 0)
            change.isSecret = true
            changes.append(SettingChange(change, oldValue: value))
        }
        return batch(changes, .later)
    }

    private func place(in json: JSONObject) throws(JSONError) -> Cursor {
        Cursor(epoch: try json.string("epoch"), seq: try json.integer("seq"))
    }

    private func unexpected(_ what: String) -> JSONError {
        let before = cursor.map { "what was told up to \($0.seq)" } ?? "nothing"
        return JSONError(
            code: .wrongType,
            offset: 0,
            problem: "\(what) can't follow \(before)"
        )
    }

    private enum Turn { case first, later }

    private func batch(_ changes: [SettingChange], _ turn: Turn) -> ChangeBatch? {
        guard let cursor, turn == .first || !changes.isEmpty else { return nil }
        return ChangeBatch(
            epoch: cursor.epoch,
            seq: cursor.seq,
            isFirst: turn == .first,
            changes: changes
        )
    }

    /// Notes a change; nil if the value is known already, and with it whether it's a secret.
    private mutating func note(_ change: ChangeMessage) -> SettingChange? {
        let place = Place(change)
        let old = values[place]
        // Without its value nothing of it can be known.
        if change.isWithheld { return SettingChange(change, oldValue: nil) }
        let wasSecret = secrets.contains(place)
        guard change.value != old || change.isSecret != wasSecret || old == nil && !knowsAll
        else { return nil }
        values[place] = change.value
        if change.isSecret { secrets.insert(place) } else { secrets.remove(place) }
        return SettingChange(change, oldValue: old)
    }

    /// Notes that a value is gone, without anybody having said who removed it.
    private mutating func remove(_ place: Place, at seq: UInt64) -> SettingChange {
        let old = values.removeValue(forKey: place)
        let wasSecret = secrets.remove(place) != nil
        var message = ownMessage(place, value: nil, old: old, at: seq)
        if wasSecret { message = message.ofSecret }
        return SettingChange(message, oldValue: old)
    }

    /// A change that follows from what was told, and of which nobody said where it came from.
    private func ownMessage(
        _ place: Place,
        value: SettingValue?,
        old: SettingValue?,
        at seq: UInt64
    ) -> ChangeMessage {
        ChangeMessage(
            domain: place.domain,
            key: place.key,
            value: value,
            old: old,
            rev: seq,
            layer: .user,
            origin: ""
        )
    }
}
