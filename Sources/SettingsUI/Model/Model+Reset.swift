// Resets: the user's own values are removed, so that defaults are effective.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// Removes the value of the focused row, or of the chosen changes.
    mutating func resetFocused() {
        let outcome = shown.reset
        if case .changes = navigation.screen.content { changes.picked = [] }
        perform(outcome)
    }

    /// Removes the user's own values of settings that may have one.
    ///
    /// Where none is known a removal is sent, too: only the agent knows whether there is one.
    mutating func takeAway(_ places: [SettingPlace]) {
        guard let place = places.first else {
            status = .nothingOwn
            return
        }
        apply(places.map(scene.removal))
        let kind = scene.value(place) == nil ? "" : ", the default"
        status =
            places.count == 1
            ? Status(.good, scene.words(ofNewValueOf: place) + kind)
            : Status(.good, "\(places.count) settings are at their defaults again")
    }

    /// Stores values again that were compared with.
    mutating func restore(_ changes: [Written]) {
        apply(changes)
        if changes.count == 1 {
            status = Status(.good, scene.words(ofNewValueOf: changes[0].place))
        } else if changes.count > 1 {
            status = Status(.good, "\(changes.count) settings are as they were")
        }
    }
}
