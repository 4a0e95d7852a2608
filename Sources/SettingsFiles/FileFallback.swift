// A domain's settings straight from its files, where there is no agent.

public import SettingsClient
import SettingsDocument

/// Reads a domain's settings from its files, and never writes.
///
/// Without the agent nobody knows which of two files was changed last. So the order of the domain
/// file decides: files of the layer `managed` first, then those of the user, the defaults store
/// after them, then `site` and `default`. What the agent only has in its journal isn't known.
public enum FileFallback {
    /// The settings of a domain, for ``SettingsClient/ClientOptions/fallback``.
    ///
    /// - Throws: `ClientError` with code `.malformed` for a file that can't be read as settings.
    public static func values(
        of domain: Domain
    ) throws(ClientError) -> [SettingKeyPath: SettingValue] {
        let folders = UserFolders.current
        let description = try DomainDescription(of: domain, in: folders)
        var values: [SettingKeyPath: SettingValue] = [:]
        for file in description.files {
            guard let document = try document(at: file.path, named: file.format) else { continue }
            for entry in document.entries {
                guard let key = file.key(for: entry.keyPath), values[key] == nil,
                    // A leaf of one file may be a table in one that comes before it.
                    !values.keys.contains(where: { $0.conflicts(with: key) })
                else { continue }
                values[key] = entry.value
            }
        }
        return values
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
