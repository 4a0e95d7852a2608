// What subscribers hear of, and what history remembers.

package import SettingsModel

/// One key's effective value changed.
package struct Change: Equatable, Sendable {
    package var domain: Domain
    package var keyPath: SettingKeyPath
    /// nil when no layer has a value any more.
    package var value: SettingValue?
    package var old: SettingValue?
    /// The number of the change; all keys that were recorded together share it.
    package var rev: UInt64
    package var layer: Layer
    package var origin: Origin
    /// The connection whose request it came of; nil for all others.
    ///
    /// A value that gave way to another one that was set has it, too. It's in memory only.
    package var connection: UInt64?
    /// The step of the history that it is of; nil where that has none, and in memory only.
    package var group: UInt64?

    package init(
        domain: Domain,
        keyPath: SettingKeyPath,
        value: SettingValue?,
        old: SettingValue?,
        rev: UInt64,
        layer: Layer,
        origin: Origin
    ) {
        self.domain = domain
        self.keyPath = keyPath
        self.value = value
        self.old = old
        self.rev = rev
        self.layer = layer
        self.origin = origin
    }
}

/// A key of a mapped file.
package struct MappedPlace: Hashable, Sendable {
    /// The file's path.
    package var file: String
    /// The file's own key.
    package var key: SettingKeyPath

    package init(file: String, key: SettingKeyPath) { (self.file, self.key) = (file, key) }
}

/// One thing that happened to one key, kept so that it can be undone.
package struct HistoryEntry: Equatable, Sendable {
    /// Why a value is in the history.
    package enum Kind: String, Sendable {
        /// It was set and in force.
        case set
        /// It replaced a concurrent change of the same key that its writer hadn't seen.
        case concurrent
        /// It lost to a later change of the same key.
        case superseded
        /// The file said this, but a newer value was kept: its writer had an older text in hand.
        case keptNewer = "kept-newer"
        /// As it happened, but another reading of the save was possible; `undo` takes the other.
        case ambiguous
        /// It broke a rule, so it stayed in its file and wasn't passed on.
        case refused
        /// A mapped file has this text now, which no picture reads: it goes its own way.
        case own
        /// A mapped file gave up a text of its own, as it was asked to.
        case follow
        /// An undo set it.
        case undo
        /// A redo set it.
        case redo
    }
    /// Counted up through the agent's life.
    package var id: UInt64
    /// The number of the change it came with, which all entries of that change have; 0 when no value
    /// in force changed.
    package var seq: UInt64
    /// Milliseconds since 1970.
    package var time: Int64
    package var domain: Domain
    package var keyPath: SettingKeyPath
    /// What the edit said; nil for a removal.
    package var value: SettingValue?
    /// What was in force before; nil for nothing.
    package var old: SettingValue?
    /// The value that stayed, where the edit's own did not.
    package var kept: SettingValue?
    package var origin: Origin
    package var kind: Kind
    /// Whose text its values are; nil where they are values of the key.
    package var place: MappedPlace?
    /// How the base of a file's edit was chosen: `fresh`, `unread`, `stale-likely`, …; nil for clients.
    package var reason: String?
    /// The id of the first entry of its step, which is undone as a whole; what other domains take of it, from
    /// files that they share, follows with entries of theirs.
    package var group: UInt64
    /// The ids of the entries that an undo or a redo took back with it, all of its key, newest first.
    package var undoes: [UInt64] = []
    /// Whether its values are a secret; the journal has none of them.
    package var isSecret = false

    /// Creates an entry that is a step of its own.
    package init(
        id: UInt64,
        seq: UInt64,
        time: Int64,
        domain: Domain,
        keyPath: SettingKeyPath,
        value: SettingValue?,
        old: SettingValue?,
        kept: SettingValue?,
        origin: Origin,
        kind: Kind,
        reason: String?
    ) {
        self.id = id
        self.seq = seq
        self.time = time
        self.domain = domain
        self.keyPath = keyPath
        self.value = value
        self.old = old
        self.kept = kept
        self.origin = origin
        self.kind = kind
        self.reason = reason
        group = id
    }
}

extension HistoryEntry {
    /// Whether it is a secret's, and has lost its values.
    package var isWithoutValues: Bool { isSecret && value == nil && old == nil && kept == nil }

    /// Whether it only follows the change of another domain with which its step begins, in a file that both
    /// have.
    package func follows(_ first: HistoryEntry) -> Bool {
        place == nil && group == first.id && origin != first.origin
    }

    /// About how many bytes it has, for limits.
    package var size: Int {
        let values = [value, old, kept].reduce(0) { $0 + ($1?.size ?? 0) }
        let names = keyPath.segments + (place.map { [$0.file] + $0.key.segments } ?? [])
        return 100 + values + names.reduce(0) { $0 + $1.utf8.count }
    }
}

extension SettingValue {
    /// About how many bytes it has, for limits.
    package var size: Int {
        switch self {
        case .null, .boolean, .integer, .real, .date: 8
        case .string(let text), .raw(let text): text.utf8.count
        case .data(let bytes): bytes.count * 4 / 3
        case .array(let values): values.reduce(8) { $0 + $1.size }
        case .dictionary(let entries): entries.reduce(8) { $0 + $1.key.utf8.count + $1.value.size }
        }
    }
}
