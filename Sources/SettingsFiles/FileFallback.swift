// A domain's settings straight from its files, where there is no agent.

public import SettingsClient
import SettingsDocument

/// Reads a domain's settings from its files, and never writes.
///
/// Without the agent nobody knows which of two files was changed last. So the order of the domain
/// file decides: files of the layer `managed` and what is locked first, then those of the user, the
/// defaults store after them, then `site`, the global domain and `default`. What is in no file isn't
/// known: values that the agent has in its journal alone, and the defaults of a bundle.
public enum FileFallback {
    /// The settings of a domain, for ``SettingsClient/ClientOptions/fallback``.
    ///
    /// - Throws: `ClientError` with code `.malformed` for a file that can't be read as settings.
    public static func values(
        of domain: Domain
    ) throws(ClientError) -> [SettingKeyPath: SettingValue] {
        let folders = UserFolders.current
        let description = try DomainDescription(of: domain, in: folders)
        var settings = LayeredSettings()
        for file in description.files {
            guard let document = try document(at: file.path, named: file.format) else { continue }
            for entry in document.entries {
                if let key = file.key(for: entry.keyPath) { settings.add(entry.value, at: key) }
            }
        }
        return settings.values
    }

    /// A settings file; nil where there is none.
    static func document(
        at path: String,
        named format: String?
    ) throws(ClientError) -> (any Document)? {
        guard let bytes = try UserFolders.read(path) else { return nil }
        guard
            let format = format.flatMap(Format.init(rawValue:))
                ?? Format.detect(name: path, bytes: bytes)
        else {
            throw ClientError(unreadable: path, "its format is not known")
        }
        do {
            return try format.parse(bytes)
        } catch {
            let place = "\(error.place.line):\(error.place.column)"
            throw ClientError(unreadable: "\(path):\(place)", error.problem)
        }
    }
}

/// Settings of several files, the first of which has the last word.
private struct LayeredSettings {
    private(set) var values: [SettingKeyPath: SettingValue] = [:]
    /// The key paths of tables that have values below them.
    private var tables: Set<SettingKeyPath> = []

    /// Adds a value, unless there is one, or one above or below: a leaf of one file may be a table
    /// in another.
    mutating func add(_ value: SettingValue, at key: SettingKeyPath) {
        let above = key.segments.indices.dropFirst().map {
            SettingKeyPath(segments: Array(key.segments[..<$0]))
        }
        guard values[key] == nil, !tables.contains(key),
            !above.contains(where: { values[$0] != nil })
        else { return }
        values[key] = value
        tables.formUnion(above)
    }
}

extension ClientError {
    /// A settings file that can't be read.
    init(unreadable place: String, _ problem: String) {
        self.init(
            .malformed,
            "\(place.escapedForDisplay): \(problem)",
            advice: "Correct the file, or start an agent, which has its last good values"
        )
    }
}
