// What the history can't say of secrets, while the engine lives.

import SettingsModel

/// Values that secrets had or got, by entry of the history; they are in memory only.
struct FormerValues: Sendable {
    /// How many entries are remembered, and how many bytes: what somebody undoes is seldom older.
    static let limit = (entries: 256, bytes: 1 << 20)

    private struct Values {
        var value: SettingValue?
        var old: SettingValue?
        var kept: SettingValue?
        var size: Int
    }
    private var values: [UInt64: Values] = [:]
    /// The ids in their order.
    private var ids: [UInt64] = []
    private var bytes = 0

    /// Takes an entry's values out of it and remembers them.
    mutating func move(from entry: inout HistoryEntry) {
        let known = Values(
            value: entry.value,
            old: entry.old,
            kept: entry.kept,
            size: entry.size
        )
        values[entry.id] = known
        ids.append(entry.id)
        bytes += known.size
        (entry.value, entry.old, entry.kept) = (nil, nil, nil)
        entry.isSecret = true
        while ids.count > Self.limit.entries || bytes > Self.limit.bytes, ids.count > 1 {
            bytes -= values.removeValue(forKey: ids.removeFirst())?.size ?? 0
        }
    }

    /// Gives an entry its values again, if they are remembered.
    func fill(_ entry: inout HistoryEntry) {
        guard let known = values[entry.id] else { return }
        (entry.value, entry.old, entry.kept) = (known.value, known.old, known.kept)
    }

    /// Forgets entries after one: they were lost with their commit, and others get their ids.
    mutating func drop(after id: UInt64) {
        for lost in ids where lost > id { bytes -= values.removeValue(forKey: lost)?.size ?? 0 }
        ids.removeAll { $0 > id }
    }
}
