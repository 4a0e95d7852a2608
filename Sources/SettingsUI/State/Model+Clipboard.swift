// The command line that does the same as a row.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// Copies the command that gives the focused row its present value, or the one that it shows.
    mutating func copyCommand() {
        if case .text? = focusedRow?.target { return copyFocused() }
        guard let place = navigation.focusedPlace?.root else { return }
        if scene.isSecret(place) {
            status = Status(.note, "\(scene.title(place)) is a secret and isn't copied")
            return
        }
        let text = scene.command(of: place)
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
