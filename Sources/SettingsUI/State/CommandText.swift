// The command line that does the same as a row.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension SettingPlace {
    /// The command that gives the setting a value, or takes its value away.
    func command(_ value: SettingValue?) -> String {
        ChangeCommand(domain: domain, key: keyPath, value: value).text
    }
}

extension State {
    /// Copies the command that gives the focused row its present value.
    mutating func copyCommand() -> [Effect] {
        guard let place = focusedPlace?.root else { return [] }
        if isSecret(place) {
            status = Status(.note, "\(title(place)) is a secret and isn't copied")
            return []
        }
        let text = place.command(stored(place)?.own)
        status = Status(.good, "Copied: \(text)")
        return [.copy(text)]
    }

    /// Copies the name of the focused row's setting.
    mutating func copyKey() -> [Effect] {
        guard let place = focusedPlace?.root else { return [] }
        status = Status(.good, "'\(place.keyPath)' copied")
        return [.copy(place.keyPath.description)]
    }
}
