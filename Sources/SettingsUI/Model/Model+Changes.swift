// What the changes are compared with.

import SettingsModel
import SettingsSchema

extension Model {
    /// Shows what changed since the line of the history that is in focus.
    mutating func compareWithFocused() {
        guard case .history(let index)? = shown.focusedRow?.target else { return }
        changes.compare(with: .entry(index))
        navigation.tab = navigation.changesTab
    }
}
