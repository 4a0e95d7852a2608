// Values by key path, and which of them stand in one another's way.

package import SettingsModel

/// Values by key path that can tell which of them stand in a path's way.
package struct KeyMap<Value: Sendable>: Sendable {
    /// All values, in no order.
    package private(set) var values: [SettingKeyPath: Value] = [:]
    private var tree = KeyTree()

    /// The value at a key path; nil, given or taken, is none.
    package subscript(path: SettingKeyPath) -> Value? {
        get { values[path] }
        set {
            let had = values[path] != nil
            values[path] = newValue
            if newValue != nil, !had { tree.insert(path) }
            if newValue == nil, had { tree.remove(path) { [values] in values[$0] != nil } }
        }
    }

    /// Whether a value stands above or below `path`, so that `path` itself can't be a leaf here.
    func hasConflict(with path: SettingKeyPath) -> Bool {
        tree.hasKeys(below: path) || !keys(above: path).isEmpty
    }

    /// The keys above and below `path` that have a value.
    ///
    /// Cost: linear in what it finds.
    func conflicts(with path: SettingKeyPath) -> [SettingKeyPath] {
        keys(above: path) + keys(below: path)
    }

    /// The keys above `path` that have a value, the nearest first.
    func keys(above path: SettingKeyPath) -> [SettingKeyPath] {
        path.ancestors.filter { values[$0] != nil }
    }

    /// The keys below `path` that have a value, in no order.
    func keys(below path: SettingKeyPath) -> [SettingKeyPath] {
        tree.keys(below: path) { values[$0] != nil }
    }
}
