// A list of edits as what is left of them when each is made over those before it.

import SettingsModel

/// The leaves that a list of edits comes down to, no key twice and none in another's way.
struct GatheredEdits {
    private var values = KeyMap<SettingValue>()
    private var removed: Set<SettingKeyPath> = []

    /// The leaves that are set, in no order.
    var set: [SettingKeyPath: SettingValue] { values.values }

    /// All of them, in no order.
    var edits: [KeyEdit] {
        removed.map { KeyEdit($0, nil) } + values.values.map { KeyEdit($0.key, $0.value) }
    }

    /// Adds an edit, which comes down to these leaves, over those that were added before.
    ///
    /// A later value stands in for all above and below its key, a later removal for all below.
    /// `buried` gives the keys of the domain that a value at a key path makes go.
    mutating func add(
        _ edit: KeyEdit,
        leaves: [KeyEdit],
        buried: (SettingKeyPath) -> [SettingKeyPath]
    ) {
        var overridden = values[edit.keyPath] == nil ? [] : [edit.keyPath]
        if values.hasConflict(with: edit.keyPath) {
            overridden += values.conflicts(with: edit.keyPath).filter {
                edit.value != nil || edit.keyPath.isPrefix(of: $0)
            }
        }
        for path in overridden {
            values[path] = nil
            // It isn't made any more, but what it made go is gone.
            removed.formUnion(buried(path))
        }
        for leaf in leaves {
            values[leaf.keyPath] = leaf.value
            if leaf.value == nil {
                removed.insert(leaf.keyPath)
            } else {
                removed.remove(leaf.keyPath)
            }
        }
    }
}
