// The value at one key path, and who won it when.

package import SettingsModel

/// The value at one key path with the timestamp that won, or a tombstone.
package struct Register: Equatable, Sendable {
    package var timestamp: Timestamp
    /// nil for a tombstone: the key was removed, and stays so.
    package var value: SettingValue?
    package var origin: Origin

    package init(timestamp: Timestamp, value: SettingValue?, origin: Origin) {
        self.timestamp = timestamp
        self.value = value
        self.origin = origin
    }

    package var isTombstone: Bool { value == nil }
}

/// Whose hand a change came from.
package enum Origin: Hashable, Sendable {
    /// A file, by the path that the domain file names.
    case file(String)
    /// A client of the socket, by the name it gave.
    case client(String)
    /// The agent itself: a layer changed under the settings.
    case agent

    /// The text that replies and history show.
    package var description: String {
        switch self {
        case .file(let path): "file:" + path
        case .client(let name): "client:" + name
        case .agent: "agent"
        }
    }

    /// Reads what ``description`` wrote.
    package init(description: String) {
        if description.hasPrefix("file:") {
            self = .file(String(description.dropFirst(5)))
        } else if description.hasPrefix("client:") {
            self = .client(String(description.dropFirst(7)))
        } else {
            self = .agent
        }
    }
}
