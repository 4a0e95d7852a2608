// The command line that makes a change again.

package import SettingsModel

/// A command of settingsctl that gives a setting a value, or takes its value away.
package struct ChangeCommand: Equatable, Sendable {
    package var domain: Domain
    package var key: SettingKeyPath
    /// nil takes the value away.
    package var value: SettingValue?

    /// Creates a command.
    package init(domain: Domain, key: SettingKeyPath, value: SettingValue?) {
        self.domain = domain
        self.key = key
        self.value = value
    }

    /// The command as a shell reads it, in one line.
    package var text: String {
        var words = [domain.name, key.description]
        if let value { words.append(value.argument) }
        // What begins with a dash would be read as an option.
        if words.contains(where: { $0.hasPrefix("-") }) { words.insert("--", at: 0) }
        words = ["settingsctl", value == nil ? "reset" : "set"] + words
        return words.map(\.quotedForShell).joined(separator: " ")
    }
}

extension String {
    /// Whether `settingsctl set` takes a VALUE like this as JSON, or refuses it.
    package var beginsAsJSON: Bool {
        let first = utf8.first
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            || first == UInt8(ascii: "\"")
    }
}

extension SettingValue {
    /// The value as `settingsctl set` reads it: JSON, and a text by itself where it isn't JSON.
    fileprivate var argument: String {
        guard case .string(let text) = self, !text.isEmpty, !text.beginsAsJSON,
            !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
            (try? SettingValue(json: text)) == nil  // It's no JSON, so it's taken as the text.
        else { return json }
        return text
    }
}
