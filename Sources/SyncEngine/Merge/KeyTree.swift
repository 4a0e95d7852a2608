// Which keys stand below each place of a domain.

import SettingsModel

/// Keys as a tree: what stands below a place is found by going down from it.
///
/// It doesn't know which of its places are keys themselves, as whoever has the values does.
struct KeyTree: Sendable {
    /// What stands one segment below each place: keys, and places that lead to keys.
    private var children: [SettingKeyPath: Set<SettingKeyPath>] = [:]

    /// Adds a key.
    mutating func insert(_ key: SettingKeyPath) {
        var place = key
        // Whatever had something below it already is known all the way up.
        while let parent = place.parent, children[parent, default: []].insertsFirst(place) {
            place = parent
        }
    }

    /// Takes a key out that has no value any more; `isKey` says of the places above it which have.
    mutating func remove(_ key: SettingKeyPath, isKey: (SettingKeyPath) -> Bool) {
        var place = key
        while !hasKeys(below: place), let parent = place.parent {
            children[parent]?.remove(place)
            guard children[parent]?.isEmpty == true else { return }
            children[parent] = nil
            if isKey(parent) { return }
            place = parent
        }
    }

    /// Whether any key stands below a place.
    func hasKeys(below place: SettingKeyPath) -> Bool { children.index(forKey: place) != nil }

    /// The keys below a place, in no order.
    ///
    /// Cost: linear in what it finds; `isKey` is asked once for each place below.
    func keys(below place: SettingKeyPath, isKey: (SettingKeyPath) -> Bool) -> [SettingKeyPath] {
        var found: [SettingKeyPath] = []
        var open = children[place].map { [$0] } ?? []
        while let places = open.popLast() {
            for place in places {
                if isKey(place) { found.append(place) }
                if let below = children[place] { open.append(below) }
            }
        }
        return found
    }
}

extension Set {
    /// Inserts an element; true when it is the only one now.
    fileprivate mutating func insertsFirst(_ element: Element) -> Bool {
        insert(element)
        return count == 1
    }
}
