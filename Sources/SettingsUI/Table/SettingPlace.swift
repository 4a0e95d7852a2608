// Where settings and rows are.

import SettingsModel

/// The place of a setting, or of a part of its value.
struct SettingPlace: Hashable, Sendable {
    var domain: Domain
    var keyPath: SettingKeyPath
    /// The part of an array that is meant; nil for the whole value.
    var element: ElementPlace?

    /// The setting that holds the element.
    var root: SettingPlace { SettingPlace(domain: domain, keyPath: keyPath) }
}

/// A pane of a program.
struct PaneID: Hashable, Sendable {
    var domain: Domain
    /// The ``Pane/name``.
    var pane: String
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

    /// True for this element and parts of it.
    func holds(_ other: SettingPlace) -> Bool {
        guard let own = element?.levels, let levels = other.element?.levels, root == other.root,
            levels.count >= own.count
        else { return false }
        let last = own.count - 1
        return own[..<last] == levels[..<last] && own[last].index == levels[last].index
            && levels[last].members.starts(with: own[last].members) { $0.isSame(as: $1) }
    }
}
