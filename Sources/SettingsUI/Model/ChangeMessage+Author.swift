// The setting and the author of a change that the agent reports.

import SettingsModel
import SettingsProtocol

extension ChangeMessage {
    var place: SettingPlace { SettingPlace(domain: domain, keyPath: key) }

    /// The value that is stored after the change; nil for none.
    var stored: StoredValue? {
        value.map { StoredValue(value: $0, layer: layer, isSecret: isSecret) }
    }

    /// Whether it's of a file's save.
    var isOfFile: Bool { origin.hasPrefix("file:") }

    /// Whether it doesn't say who made it: it came by a file, or tells where the default stands.
    var isUnsaid: Bool { isOfFile || layer == .default }

    /// Who made the change, in a word, as far as it says so.
    var author: String {
        // The agent tells where the default stands, not who took the value away.
        layer == .default ? ChangeLog.unnamed : origin.author
    }
}

extension [ChangeMessage] {
    /// Who made the changes of each number, of which some may only tell where the default stands.
    var authors: [UInt64: String] {
        Dictionary(lazy.filter { $0.layer != .default }.map { ($0.rev, $0.author) }) { $1 }
    }
}

extension String {
    /// Who is behind an origin, in a word.
    var author: String {
        if hasPrefix("file:") { return "editor" }
        let name = hasPrefix("client:") ? String(dropFirst(7)) : self
        return name.isEmpty ? "a program" : name
    }
}
