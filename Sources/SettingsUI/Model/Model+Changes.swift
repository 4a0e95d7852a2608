// The changes: going back to the other side, and copying them.

import SettingsModel
import SettingsSchema

extension Model {
    var changesScreen: ChangesScreen { ChangesScreen(scene: scene, changes: changes, log: log) }

    /// Compares with what else there is.
    mutating func turnComparison() {
        changes.compare(with: changes.comparison == .defaults ? .start : .defaults)
    }

    /// Shows what changed since the line of the history that is in focus.
    mutating func compareWithFocused() {
        guard case .history(let index)? = focusedRow?.target else { return }
        changes.compare(with: .entry(index))
        navigation.tab = navigation.changesTab
    }

    /// The changes that keys act on: those picked, else the one in focus.
    var chosenChanges: [SettingPlace] {
        let all = table.sections.flatMap { section in
            (0..<section.count).compactMap { index -> SettingPlace? in
                if case .change(let place) = section.row(index).target { place } else { nil }
            }
        }
        let chosen = all.filter(changes.picked.contains)
        if !chosen.isEmpty { return chosen }
        if case .change(let place)? = focusedRow?.target { return [place] }
        return []
    }

    /// Restores the values of the other side of chosen changes.
    mutating func restoreChosen() {
        let places = chosenChanges.filter { place in
            catalogue.setting(place).map { scene.access(place, $0.specifier) == .editable } ?? false
        }
        changes.picked = []
        guard changes.comparison != .defaults else { return reset(places) }
        let other = changesScreen
        let written = places.map { place in
            Written(place: place, new: other.earlier(place)?.own, stored: other.earlier(place))
        }
        apply(written)
        if places.count == 1, let place = places.first {
            status = Status(.good, scene.words(ofNewValueOf: place))
        } else if places.count > 1 {
            status = Status(.good, "\(places.count) settings are as they were")
        }
    }
}
