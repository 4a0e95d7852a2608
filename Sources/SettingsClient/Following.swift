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
    /// A snapshot that has begun and not ended.
    private var snapshot: [Place: ChangeMessage]?

    private struct Place: Hashable {
        var domain: Domain
        var key: SettingKeyPath

        init(_ change: ChangeMessage) {
            domain = change.domain
            key = change.key
        }
    }

    /// Knows nothing yet.
    package init() {}

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
        case .bookmark:
            advance(to: Cursor(epoch: try json.string("epoch"), seq: try json.integer("seq")))
            return nil
        case .problem, .recovered, .goodbye, .hello: return nil
        }
    }

    private mutating func advance(to next: Cursor) { if cursor != nil { cursor = next } }

    private mutating func changed(_ json: JSONObject) throws(JSONError) -> ChangeBatch? {
        let next = Cursor(epoch: try json.string("epoch"), seq: try json.integer("seq"))
        let from: UInt64 = try json.integer("from")
        guard let cursor, cursor == Cursor(epoch: next.epoch, seq: from), snapshot == nil else {
            throw JSONError(
                code: .wrongType,
                offset: 0,
                problem: "changes from \(from) on don't follow \(cursor?.seq ?? 0)"
            )
        }
        self.cursor = next
        return batch(try ChangeMessage.list(in: json).compactMap { note($0) }, .later)
    }

    private mutating func snapshotPart(_ json: JSONObject) throws(JSONError) -> ChangeBatch? {
        let next = Cursor(epoch: try json.string("epoch"), seq: try json.integer("seq"))
        var found = json.flag("first") ? [:] : snapshot ?? [:]
        for change in try ChangeMessage.list(in: json) {
            // A removal takes back what an earlier part told.
            found[Place(change)] = change.value == nil && !change.isSecret ? nil : change
        }
        guard !json.flag("more") else {
            snapshot = found
            return nil
        }
        snapshot = nil
        let isFirst = cursor == nil
        cursor = next
        let gone = values.keys.filter { found[$0] == nil }.map { remove($0) }
        return batch(gone + found.values.compactMap { note($0) }, isFirst ? .first : .later)
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

    /// Notes a change; nil if the value is known already.
    private mutating func note(_ change: ChangeMessage) -> SettingChange? {
        let place = Place(change)
        let old = values[place]
        // That a secret changed is no news without its value, which who names its domain is told.
        guard change.value != old, !change.isSecret else { return nil }
        values[place] = change.value
        return SettingChange(
            domain: change.domain,
            key: change.key,
            value: change.value,
            oldValue: old,
            origin: change.origin
        )
    }

    /// Notes that a value is gone, without anybody having said who removed it.
    private mutating func remove(_ place: Place) -> SettingChange {
        SettingChange(
            domain: place.domain,
            key: place.key,
            value: nil,
            oldValue: values.removeValue(forKey: place),
            origin: ""
        )
    }
}
