// Entries of the history, as the agent tells them.

package import SettingsModel

/// One entry of the history.
package struct HistoryReport: WireObject, WireValue, Equatable {
    package var id: UInt64
    package var seq: UInt64
    /// Milliseconds since 1970.
    package var time: Int64
    package var domain: Domain
    package var key: SettingKeyPath
    /// What the edit said; nil for a removal.
    package var new: SettingValue?
    /// The user's own value before; another layer's may have been in force.
    package var old: SettingValue?
    /// What stayed, where the edit's own value did not.
    package var kept: SettingValue?
    package var origin: String
    package var why: String
    /// The mapped file whose text its values are; nil where they are values of the key.
    package var file: String?
    /// The key of that file.
    package var at: SettingKeyPath?
    /// How the base of a file's edit was chosen.
    package var reason: String?
    /// The step that it is of, by its first entry.
    package var group: UInt64?
    /// The entries that an undo or a redo took back with it.
    package var undoes: [UInt64] = []
    /// Whether its values aren't told, as they may be secrets.
    package var isSecret = false

    /// The entry without its values.
    package var withoutValues: HistoryReport {
        var entry = self
        (entry.new, entry.old, entry.kept) = (nil, nil, nil)
        entry.isSecret = true
        return entry
    }

    package init(
        id: UInt64,
        seq: UInt64,
        time: Int64,
        domain: Domain,
        key: SettingKeyPath,
        origin: String,
        why: String
    ) {
        self.id = id
        self.seq = seq
        self.time = time
        self.domain = domain
        self.key = key
        self.origin = origin
        self.why = why
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of entry: Self?) {
        id = members.required("id", entry?.id)
        seq = members.required("seq", entry?.seq)
        time = members.required("time", entry?.time)
        domain = members.required("domain", entry?.domain)
        key = members.keyPath(entry?.key)
        new = members.optional("new", entry?.new)
        old = members.optional("old", entry?.old)
        kept = members.optional("kept", entry?.kept)
        origin = members.required("origin", entry?.origin)
        why = members.required("why", entry?.why)
        file = members.optional("file", entry?.file)
        at = members.optional("at", entry?.at)
        reason = members.optional("reason", entry?.reason)
        group = members.optional("group", entry?.group)
        undoes = members.list("undoes", entry?.undoes)
        isSecret = members.flag("secret", entry?.isSecret)
    }
}

/// The answer to `history`, oldest first.
package struct HistoryPage: ReadableResult, WireObject, Equatable {
    package var entries: [HistoryReport]
    /// What to ask for older ones with; nil where there are none.
    package var next: UInt64?

    package init(_ entries: [HistoryReport], next: UInt64? = nil) {
        self.entries = entries
        self.next = next
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of page: Self?) {
        entries = members.required("entries", page?.entries, or: [])
        next = members.optional("next", page?.next)
    }
}
