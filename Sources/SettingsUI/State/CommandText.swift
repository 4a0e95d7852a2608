// The command line that does the same as a row.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension State {
    /// The command that gives a setting its present value, or takes the user's own away.
    func command(of place: SettingPlace) -> String {
        let stored = stored(place)
        return ChangeCommand(
            domain: place.domain,
            key: place.keyPath,
            value: stored?.value,
            layer: stored?.layer ?? .user
        ).text
    }

    /// Copies the command that gives the focused row its present value, or the one that it shows.
    mutating func copyCommand() {
        if case .text? = focusedRow?.target { return copyFocused() }
        guard let place = navigation.focusedPlace?.root else { return }
        if isSecret(place) {
            status = Status(.note, "\(title(place)) is a secret and isn't copied")
            return
        }
        let text = command(of: place)
        status = Status(.good, "Copied: \(text)")
        send(.copy(text))
    }

    /// Copies the name of the focused row's setting.
    mutating func copyKey() {
        guard let place = navigation.focusedPlace?.root else { return }
        status = Status(.good, "'\(place.keyPath)' copied")
        send(.copy(place.keyPath.description))
    }
}
