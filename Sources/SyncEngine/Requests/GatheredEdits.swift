// A list of edits as what is left of them when each is made over those before it.

import SettingsModel

/// The leaves that a list of edits comes down to, no key twice and none in another's way.
struct GatheredEdits {
    private var values = KeyMap<SettingValue>()
    /// The key paths of all edits: what the domain has there and below goes.
    private var cleared: Set<SettingKeyPath> = []
    private var removed: Set<SettingKeyPath> = []
    /// Leaves that aren't set after all; what they made go, above them, is gone.
    private var overridden: Set<SettingKeyPath> = []

    /// The leaves that are set, in no order.
    var set: [SettingKeyPath: SettingValue] { values.values }

    /// Adds an edit, whose value comes down to these leaves, over those that were added before.
    ///
    /// A later value stands in for all above and below its key, a later removal for all below.
    mutating func add(_ edit: KeyEdit, leaves: [(SettingKeyPath, SettingValue)]) {
        let path = edit.keyPath
        let former = values.conflicts(with: path) + (values[path] == nil ? [] : [path])
        for leaf in former where edit.value != nil || path.isPrefix(of: leaf) {
            values[leaf] = nil
            overridden.insert(leaf)
        }
        for (leaf, value) in leaves { values[leaf] = value }
        cleared.insert(path)
        if edit.value == nil { removed.insert(path) }
    }

    /// All edits, in no order, once it is known which keys the domain has above and below a path.
    ///
    /// Cost: linear in the leaves and in what goes, however often it was asked to.
    func edits(
        above: (SettingKeyPath) -> [SettingKeyPath],
        below: (SettingKeyPath) -> [SettingKeyPath]
    ) -> [KeyEdit] {
        var gone = removed
        for path in overridden { gone.formUnion(above(path)) }
        for path in cleared where !path.ancestors.contains(where: cleared.contains) {
            gone.formUnion(below(path))
        }
        // A leaf takes the place of what is above and below it by itself.
        return gone.filter { values[$0] == nil && !values.hasConflict(with: $0) }
            .map { KeyEdit($0, nil) } + values.values.map { KeyEdit($0.key, $0.value) }
    }
}
