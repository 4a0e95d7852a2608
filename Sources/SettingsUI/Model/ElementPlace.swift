// Which part of a list a row is about: an element, or one of a list within it, however deep.

import SettingsModel
import SettingsSchema

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
}

extension ElementPlace {
    /// Whether its element, or one that it's within, isn't where it was before its list changed.
    ///
    /// In a list that has as many elements as before, it's the same one, changed.
    func isElsewhere(from old: SettingValue?, to new: SettingValue?) -> Bool {
        var (old, new) = (old, new)
        for level in levels {
            // What is being added isn't in the list that changed.
            guard let index = level.index else { return false }
            let (before, after) = (old?.element(index), new?.element(index))
            if before != after, old?.elementCount != new?.elementCount { return true }
            (old, new) = (before?.member(level.members), after?.member(level.members))
        }
        return false
    }
}

extension SettingValue {
    func element(_ index: Int) -> SettingValue? {
        guard case .array(let values) = self, values.indices.contains(index) else { return nil }
        return values[index]
    }

    /// How many elements an array has; nil for anything else.
    fileprivate var elementCount: Int? {
        if case .array(let values) = self { values.count } else { nil }
    }

    /// What is at the end of a way through dictionaries.
    func member(_ keys: [String]) -> SettingValue? {
        keys.reduce(self) { value, key in value?[key] }
    }

    /// The value with a part of it changed; nil removes the part, and at the root the value.
    func with(_ value: SettingValue?, at members: ArraySlice<String>) -> SettingValue? {
        guard let key = members.first else { return value }
        // Anything but a dictionary gives way to one.
        guard case .dictionary(var entries) = self else {
            return SettingValue.dictionary([]).with(value, at: members)
        }
        let inner = member([key]) ?? .dictionary([])
        let changed = inner.with(value, at: members.dropFirst())
        if let index = entries.firstIndex(where: { $0.key.isSame(as: key) }) {
            if let changed { entries[index].value = changed } else { entries.remove(at: index) }
        } else if let changed {
            entries.append(.init(key, changed))
        }
        return .dictionary(entries)
    }
}

extension [String] {
    /// Whether all have the same bytes.
    func isSame(as other: [String]) -> Bool { elementsEqual(other) { $0.isSame(as: $1) } }
}
