// Values of one file that a rule refused, and that stay in it until somebody mends them.

import SettingsModel

/// The keys of one file whose values aren't passed on, with the timestamps they would have had.
///
/// A key is held as long as its register is older: then nobody has set it since. That is all a
/// journal must know, as a version's timestamps say what its text would have counted for.
struct HeldKeys: Sendable {
    private(set) var timestamps = KeyMap<Timestamp>()

    /// Holds nothing.
    init() {}

    /// Reads what a file holds from its newest version.
    init(of version: KnownVersion, in registers: Registers) {
        for path in (version.keys ?? [:]).keyPaths {
            guard let timestamp = version.version.timestamps[path],
                timestamp > registers.all[path]?.timestamp ?? .zero
            else { continue }
            timestamps[path] = timestamp
        }
    }

    var isEmpty: Bool { timestamps.values.isEmpty }

    /// Holds a key's value.
    mutating func hold(_ path: SettingKeyPath, since timestamp: Timestamp) {
        timestamps[path] = timestamp
    }

    /// Lets go of what has been set since, and of keys that the file hasn't any more.
    mutating func prune(_ registers: Registers, _ keys: SharedMap<SettingValue>) {
        for (path, timestamp) in timestamps.values
        where keys[path] == nil || timestamp <= registers.all[path]?.timestamp ?? .zero {
            timestamps[path] = nil
        }
    }

    /// Whether a file stays as it is at a key path: what it says there, above or below was refused,
    /// and is newer than the register.
    func covers(_ path: SettingKeyPath, newerThan register: Register?) -> Bool {
        guard !isEmpty else { return false }
        let known = register?.timestamp ?? .zero
        if let own = timestamps[path] { return own > known }
        guard timestamps.hasConflict(with: path) else { return false }
        return conflicts(with: path).contains { timestamps[$0].map { $0 > known } ?? false }
    }

    /// The held keys above and below a key path.
    func conflicts(with path: SettingKeyPath) -> [SettingKeyPath] {
        timestamps.hasConflict(with: path) ? timestamps.conflicts(with: path) : []
    }
}
