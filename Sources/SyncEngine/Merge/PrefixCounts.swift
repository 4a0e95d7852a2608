// How many keys are below each place of a domain.

package import SettingsModel

/// A count of keys below each prefix, so that "is anything below here?" needs no walk.
struct PrefixCounts: Sendable {
    private var counts: [SettingKeyPath: Int] = [:]

    mutating func insert(_ path: SettingKeyPath) {
        var prefix = path.parent
        while let place = prefix {
            counts[place, default: 0] += 1
            prefix = place.parent
        }
    }

    mutating func remove(_ path: SettingKeyPath) {
        var prefix = path.parent
        while let place = prefix {
            if let count = counts[place], count > 1 {
                counts[place] = count - 1
            } else {
                counts[place] = nil
            }
            prefix = place.parent
        }
    }

    func hasKeys(below path: SettingKeyPath) -> Bool { counts[path] != nil }
}

/// Values by key path that can tell which of them stand in a path's way.
package struct KeyMap<Value: Sendable>: Sendable {
    /// All values, in no order.
    package private(set) var values: [SettingKeyPath: Value] = [:]
    private var counts = PrefixCounts()

    /// Creates an empty map.
    package init() {}

    /// The value at a key path; nil, given or taken, is none.
    package subscript(path: SettingKeyPath) -> Value? {
        get { values[path] }
        set {
            let had = values[path] != nil
            values[path] = newValue
            if newValue != nil, !had { counts.insert(path) }
            if newValue == nil, had { counts.remove(path) }
        }
    }

    /// Whether a value stands above or below `path`, so that `path` itself can't be a leaf here.
    func hasConflict(with path: SettingKeyPath) -> Bool {
        counts.hasKeys(below: path) || ancestor(of: path) != nil
    }

    /// The keys above and below `path` that have a value.
    ///
    /// Cost: linear in the map when there are any below.
    func conflicts(with path: SettingKeyPath) -> [SettingKeyPath] {
        var found: [SettingKeyPath] = []
        if let ancestor = ancestor(of: path) { found.append(ancestor) }
        if counts.hasKeys(below: path) {
            found += values.keys.filter { $0 != path && path.isPrefix(of: $0) }
        }
        return found
    }

    private func ancestor(of path: SettingKeyPath) -> SettingKeyPath? {
        var prefix = path.parent
        while let place = prefix {
            if values[place] != nil { return place }
            prefix = place.parent
        }
        return nil
    }
}
