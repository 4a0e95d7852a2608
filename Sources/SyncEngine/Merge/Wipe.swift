// A save that takes away more settings than people mostly mean to.

import SettingsModel

/// What a save takes away, where that is a wipe: at least five settings, which are more than half of the
/// file's or all of a table's.
struct Wipe: Equatable {
    /// How many settings are gone.
    var gone: Int
    /// How many the file had.
    var total: Int
    /// The outermost table of which nothing is left; nil where more than half of the file is gone.
    var table: SettingKeyPath?

    /// With fewer it's an edit: a person who takes four lines out has seen each of them.
    static let fewest = 5

    /// Finds out whether a writer's edits are a wipe of what its base showed; nil if they aren't.
    ///
    /// Only settings count that the domain has still.
    /// A setting that is at another key now isn't gone: who renames or moves a table wipes nothing.
    init?(
        _ edits: [KeyEdit],
        of base: SharedMap<SettingValue>,
        isLive: (SettingKeyPath) -> Bool
    ) {
        let gone = Self.gone(by: edits, from: base).filter(isLive)
        guard gone.count >= Self.fewest else { return nil }
        let had = base.map(\.keyPath).filter(isLive)
        (self.gone, total) = (gone.count, had.count)
        if gone.count * 2 > had.count { return }
        guard let table = Self.table(lost: gone, of: had) else { return nil }
        self.table = table
    }

    private static func gone(
        by edits: [KeyEdit],
        from base: SharedMap<SettingValue>
    ) -> [SettingKeyPath] {
        var new: [SettingValue: Int] = [:]
        for edit in edits where base[edit.keyPath] == nil {
            if let value = edit.value { new[value, default: 0] += 1 }
        }
        return edits.compactMap { edit in
            guard edit.value == nil, let old = base[edit.keyPath] else { return nil }
            guard let count = new[old], count > 0 else { return edit.keyPath }
            new[old] = count - 1
            return nil
        }
    }

    private static func table(
        lost gone: [SettingKeyPath],
        of base: [SettingKeyPath]
    ) -> SettingKeyPath? {
        let lost = keysByTable(gone)
        let had = keysByTable(base)
        return lost.filter { $0.value >= fewest && $0.value == had[$0.key] }.keys
            .min { ($0.segments.count, $0) < ($1.segments.count, $1) }
    }

    /// How many of the keys are below each table, at whatever depth.
    private static func keysByTable(_ keys: some Sequence<SettingKeyPath>) -> [SettingKeyPath: Int]
    {
        var counts: [SettingKeyPath: Int] = [:]
        for key in keys {
            for table in key.ancestors { counts[table, default: 0] += 1 }
        }
        return counts
    }
}
