// What the changes are compared with.

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
}
