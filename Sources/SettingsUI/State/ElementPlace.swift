// Which part of a list a row is about: an element, or one of a list within it, however deep.

import SettingsModel

/// A part of an array, perhaps of one that is within an element of another.
struct ElementPlace: Hashable, Sendable {
    /// An element, and the way on from it.
    struct Level: Hashable, Sendable {
        /// Which element; nil for one that is being added.
        var index: Int?
        /// Keys from the element on; empty for all of it.
        var members: [String]

        /// Whether it's the same element and the same way on, byte for byte.
        static func == (a: Level, b: Level) -> Bool {
            a.index == b.index && a.members.isSame(as: b.members)
        }

        /// Hashes what equality compares.
        func hash(into hasher: inout Hasher) {
            hasher.combine(index)
            hasher.combine(members.count)
        }
    }
    /// From the outermost list inwards; never empty.
    var levels: [Level]

    private var last: Level {
        get { levels[levels.count - 1] }
        set { levels[levels.count - 1] = newValue }
    }

    /// Which element of the innermost list; nil for one that is being added.
    var index: Int? {
        get { last.index }
        set { last.index = newValue }
    }

    /// Keys from that element on.
    var members: [String] {
        get { last.members }
        set { last.members = newValue }
    }

    /// Whether it is, or is within, an element that isn't stored yet.
    var isNew: Bool { levels.contains { $0.index == nil } }

    /// Whether the element, or one that it's within, isn't in its list any more.
    var isGone: Bool { levels.contains { $0.index == Int.max } }
}

extension SettingPlace {
    /// The place of an element of the list that lives here, or of a part of it.
    func element(_ index: Int?, _ keyPath: SettingKeyPath?) -> SettingPlace {
        var place = self
        let level = ElementPlace.Level(index: index, members: keyPath?.segments ?? [])
        place.element = ElementPlace(levels: (element?.levels ?? []) + [level])
        return place
    }

    /// The place of a part of the element that this is a part of.
    func part(_ keyPath: SettingKeyPath) -> SettingPlace {
        var place = self
        place.element?.members = keyPath.segments
        return place
    }

    /// The list that the element is one of; for no element, the place itself.
    var list: SettingPlace {
        var place = self
        let outer = element?.levels.dropLast() ?? []
        place.element = outer.isEmpty ? nil : ElementPlace(levels: Array(outer))
        return place
    }

    /// Whether a place is this element or a part of it.
    func holds(_ other: SettingPlace) -> Bool {
        guard let own = element?.levels, let levels = other.element?.levels, root == other.root,
            levels.count >= own.count
        else { return false }
        let last = own.count - 1
        return own[..<last] == levels[..<last] && own[last].index == levels[last].index
            && levels[last].members.starts(with: own[last].members) { $0.isSame(as: $1) }
    }

    /// Where the part is after the value of a setting changed, which may be the list that it's in.
    func moved(
        with list: SettingPlace,
        from old: SettingValue?,
        to new: SettingValue?
    ) -> SettingPlace {
        guard let element, root == list else { return self }
        var place = self
        place.element = element.moved(from: old, to: new)
        return place
    }
}

extension ElementPlace {
    /// Where the part is after its list changed; an element that is gone gets an index past all.
    func moved(from old: SettingValue?, to new: SettingValue?) -> ElementPlace {
        var moved = self
        var (old, new) = (old, new)
        for number in levels.indices {
            let level = levels[number]
            // What is being added isn't in the list that changed.
            guard let index = level.index else { return moved }
            guard let found = Self.moved(index, from: old, to: new) else {
                moved.levels[number].index = Int.max
                return moved
            }
            moved.levels[number].index = found
            old = old?.element(index)?.member(level.members)
            new = new?.element(found)?.member(level.members)
        }
        return moved
    }

    /// Where an element is after its list changed; nil if it's gone.
    ///
    /// What is alike at both ends of the list is the same. Between them, an element that stands
    /// somewhere as it was is the same; where none does, and as many are there as before, the one in
    /// its place is the same, changed, unless it is one that was elsewhere.
    private static func moved(_ index: Int, from old: SettingValue?, to new: SettingValue?) -> Int?
    {
        guard case .array(let before)? = old, before.indices.contains(index),
            case .array(let after)? = new
        else { return nil }
        let start = zip(before, after).prefix { $0 == $1 }.count
        if index < start { return index }
        let end = zip(before[start...].reversed(), after[start...].reversed()).prefix { $0 == $1 }
            .count
        let growth = after.count - before.count
        if index >= before.count - end { return index + growth }
        let found = after[start..<after.count - end].firstIndex(of: before[index])
        if let found { return found }
        let isNew = growth == 0 && !before[start..<before.count - end].contains(after[index])
        return isNew ? index : nil
    }
}

extension SettingValue {
    /// An element of an array.
    func element(_ index: Int) -> SettingValue? {
        guard case .array(let values) = self, values.indices.contains(index) else { return nil }
        return values[index]
    }

    /// What is at the end of a way through dictionaries.
    func member(_ keys: [String]) -> SettingValue? {
        keys.reduce(self) { value, key in
            guard case .dictionary(let entries)? = value else { return nil }
            return entries.last { $0.key.isSame(as: key) }?.value
        }
    }

    /// The value with a part of it changed; nil removes the part, and at the root the value.
    func with(_ value: SettingValue?, at members: ArraySlice<String>) -> SettingValue? {
        guard let key = members.first else { return value }
        var entries: [Entry] = []
        if case .dictionary(let own) = self { entries = own }
        let inner = member([key]) ?? .dictionary([])
        let changed = inner.with(value, at: members.dropFirst())
        if let index = entries.firstIndex(where: { $0.key.isSame(as: key) }) {
            if let changed { entries[index].value = changed } else { entries.remove(at: index) }
        } else if let changed {
            entries.append(Entry(key, changed))
        }
        return .dictionary(entries)
    }
}

extension [String] {
    /// Whether all have the same bytes.
    func isSame(as other: [String]) -> Bool { elementsEqual(other) { $0.isSame(as: $1) } }
}
