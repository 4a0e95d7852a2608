// Which values are never printed unless somebody asks for just that one: the agent marks them.

import ArgumentParser
import SettingsClient
import SettingsModel
import SettingsProtocol

/// How a value is printed.
enum Visibility {
    case shown
    /// With a mark in its place.
    case hidden

    /// What stands in the place of a hidden value.
    static let mark = "••••••"

    /// A secret is hidden.
    init(isSecret: Bool) { self = isSecret ? .hidden : .shown }
}

// MARK: Entries that may be left out

extension ArgumentHelp {
    static let secrets: ArgumentHelp = "Secrets, too, which are left out otherwise."
}

extension [Entry] {
    /// The entries without secrets, which are told on the standard error.
    ///
    /// A mark in their place would be taken for a value by whoever reads the text back.
    func withoutSecrets(unless areWanted: Bool) -> [Entry] {
        guard !areWanted else { return self }
        let hidden = filter(\.isSecret)
        guard !hidden.isEmpty else { return self }
        let names = hidden.map { "'\($0.key)'" }.joined(separator: ", ").escapedForDisplay
        writeError(
            "settingsctl: secrets are left out: \(names)\nTo have them, too, add --secrets.\n"
        )
        return filter { !$0.isSecret }
    }
}

// MARK: Values that may be hidden

extension SettingValue {
    /// The value as JSON, or a mark in its place.
    func shownJSON(_ visibility: Visibility) -> String {
        visibility == .hidden ? Visibility.mark : json
    }
}

extension JSONText {
    /// The text without the values of settings in it, and with a member that says so.
    var withoutValues: [UInt8] {
        var json = JSONWriter()
        guard let members else {
            writeWithoutValues(to: &json)
            return json.bytes
        }
        json.object {
            Self.write(members, to: &$0)
            $0.member("secret", true)
        }
        return json.bytes
    }

    private static let valueKeys: Set<String> = [
        "value", "old", "new", "kept", "inFile", "inSettings", "says", "writes",
    ]

    private func writeWithoutValues(to json: inout JSONWriter) {
        if let members {
            json.object { Self.write(members, to: &$0) }
        } else if let elements, elements.contains(where: \.isObject) {
            json.array(elements) { $1.writeWithoutValues(to: &$0) }
        } else {
            json.json(bytes)
        }
    }

    private static func write(
        _ members: [(key: String, value: JSONText)],
        to json: inout JSONWriter
    ) {
        // Of a secret the agent may have said itself that it is one.
        for (key, value) in members where !valueKeys.contains(key) && key != "secret" {
            json.key(key)
            value.writeWithoutValues(to: &json)
        }
    }
}

/// Prints JSON on one line, without the values of settings in it if they are hidden.
func showJSON(_ bytes: [UInt8], values visibility: Visibility) {
    // It was written or checked just now, and is no deeper than a value may be.
    guard visibility == .hidden, let text = try? JSONText(bytes, nesting: .max) else {
        return showJSON(bytes)
    }
    showJSON(text.withoutValues)
}
