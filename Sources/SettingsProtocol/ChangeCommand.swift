// The command line that makes a change again.

package import SettingsModel

/// A command of settingsctl that gives a setting a value, or takes the user's own away.
package struct ChangeCommand: Equatable, Sendable {
    package var domain: Domain
    package var key: SettingKeyPath
    /// The value in force; nil for none.
    package var value: SettingValue?
    /// The layer that it comes from.
    package var layer: Layer
    /// Where in the setting the value is, such as `[0].name`; empty for the whole.
    package var part = ""
    /// The file that is edited by itself, without a domain; nil for none.
    package var file: String?
    /// Whether the value is read from the standard input, as a secret is.
    package var isValueTyped = false

    package init(
        domain: Domain,
        key: SettingKeyPath,
        value: SettingValue?,
        layer: Layer
    ) {
        self.domain = domain
        self.key = key
        self.value = value
        self.layer = layer
    }

    /// The command as a shell reads it, in one line; a remark where none does the same.
    package var text: String {
        switch (value, layer) {
        case (nil, _): text(nil)
        case (_, .user): text(value)
        // What comes from below the user's values is in force as theirs went away.
        case (_, .site), (_, .global), (_, .default): text(nil)
        case (_, .managed): "# \(domain) \(key) is locked: no command changes it"
        }
    }

    private func text(_ value: SettingValue?) -> String {
        var words = [file ?? domain.name, key.description + part]
        var options: [String] = []
        if let value {
            let (type, word) = isValueTyped ? (nil, "-") : value.argument
            words.append(word)
            if let type { options = ["--type", type] }
        }
        // What begins with a dash would be read as an option.
        if words.contains(where: { $0.hasPrefix("-") && $0 != "-" }) { words.insert("--", at: 0) }
        let verb = value != nil ? "set" : file == nil ? "reset" : "remove"
        words = ["settingsctl"] + (file == nil ? [] : ["file"]) + [verb] + options + words
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
    /// The value as `settingsctl set` reads it, whatever the setting is now: a type for `--type` where it
    /// needs one, and the word.
    fileprivate var argument: (type: String?, word: String) {
        guard case .string(let text) = self else { return (nil, json) }
        // '-' alone stands for the standard input, and a line's end would end the command's line.
        if text == "-" || text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return ("json", json)
        }
        // nil: it's no JSON.
        let isJSON = text.beginsAsJSON || (try? SettingValue(json: text)) != nil
        return (isJSON ? "string" : nil, text)
    }
}
