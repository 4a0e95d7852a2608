// The changes: going back to the other side, and copying them.

import SettingsModel
import SettingsSchema

extension Model {
    /// Compares with what else there is.
    mutating func turnComparison() {
        changes.compare(with: changes.comparison == .defaults ? .start : .defaults)
    }

    /// Shows what changed since the line of the history that is in focus.
    mutating func compareWithFocused() {
        guard case .history(let index)? = shown.focusedRow?.target else { return }
        changes.compare(with: .entry(index))
        navigation.tab = navigation.changesTab
    }

    /// Restores the values of the other side of chosen changes.
    mutating func restoreChosen() {
        let places = shown.chosenChanges.filter { place in
            catalogue.setting(place).map { scene.access(place, $0.specifier) == .editable } ?? false
        }
        changes.picked = []
        guard changes.comparison != .defaults else { return reset(places) }
        let other = shown.changesScreen
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
