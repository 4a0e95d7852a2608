// The command line that does the same as a row.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension SettingPlace {
    /// The command that gives the setting a value, or takes its value away.
    func command(_ value: SettingValue?) -> String {
        guard let value else { return "settingsctl reset \(domain.name) \(shownKey)" }
        let text = value.argument
        // What begins with a dash would be read as an option.
        let separator = text.hasPrefix("-") ? "-- " : ""
        return "settingsctl set \(domain.name) \(shownKey) \(separator)\(text.quotedForShell)"
    }

    private var shownKey: String { keyPath.description.quotedForShell }
}

extension SettingValue {
    /// The value as `settingsctl set` reads it: JSON, and a text by itself where it isn't JSON.
    fileprivate var argument: String {
        guard case .string(let text) = self, !text.isEmpty,
            (try? SettingValue(json: text)) == nil
        else { return json }
        return text
    }
}

extension State {
    /// Copies the command that gives the focused row its present value.
    mutating func copyCommand() -> [Effect] {
        guard let place = focusedPlace?.root else { return [] }
        if setting(place)?.specifier.isSecret == true {
            status = Status(.note, "\(title(place)) is a secret and isn't copied")
            return []
        }
        let text = place.command(stored(place)?.value)
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
