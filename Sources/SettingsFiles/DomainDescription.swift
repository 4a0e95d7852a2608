// What a domain file says about where to read, and no more.

import SettingsClient
import SettingsDocument
import SettingsModel

/// The files of a domain, the one that decides first.
struct DomainDescription {
    /// One file that holds settings of the domain.
    struct File {
        var path: String
        /// The format's name; nil to tell it by the file's name and content.
        var format: String?
        /// The file's keys are below this one.
        var prefix: SettingKeyPath?
        var keys = [KeyPattern.all]
        var layer = Layer.user

        /// The domain's key for one of the file's; nil for a key that isn't the domain's.
        func key(for keyPath: SettingKeyPath) -> SettingKeyPath? {
            let key = SettingKeyPath(segments: (prefix?.segments ?? []) + keyPath.segments)
            return keys.contains { $0.matches(key) } ? key : nil
        }
    }

    /// The layers that files have, the one that decides first.
    enum Layer: String, CaseIterable {
        case managed, user, site, `default`
    }
    private(set) var files: [File] = []

    /// Reads the domain's file; a domain without one has its defaults store alone.
    ///
    /// - Throws: `ClientError` with code `.malformed`.
    init(of domain: Domain, in folders: UserFolders) throws(ClientError) {
        var hasStore = true
        for path in folders.domainFiles(domain) {
            guard let document = try FileFallback.document(at: path, named: Format.toml.rawValue)
            else { continue }
            let table = Table(document.root)
            hasStore = table["defaults"] != .boolean(false)
            files = Self.tables(table["file"]).compactMap { File($0, folders) }
            break
        }
        if hasStore { files.append(File(path: folders.defaultsStore(domain))) }
        files += folders.managedFiles(domain).map { File(path: $0, layer: .managed) }
        let layers = Layer.allCases
        // The order of the files within a layer stays.
        files = layers.flatMap { layer in files.filter { $0.layer == layer } }
    }

    private static func tables(_ value: SettingValue?) -> [Table] {
        guard case .array(let elements)? = value else { return [] }
        return elements.map(Table.init)
    }
}

extension DomainDescription.File {
    /// Reads one table; nil if it has a mistake, as the agent then leaves the file out, too.
    fileprivate init?(_ table: Table, _ folders: UserFolders) {
        guard case .string(let path)? = table["path"] else { return nil }
        self.init(path: folders.expanded(path))
        if let text = String(in: table["format"]) { format = text }
        if let text = String(in: table["prefix"]) {
            guard let prefix = try? SettingKeyPath(parsing: text) else { return nil }
            self.prefix = prefix
        }
        if let texts = table["keys"].flatMap([String].init(settingValue:)) {
            keys = texts.compactMap { try? KeyPattern(parsing: $0, limits: .standard) }
            guard keys.count == texts.count else { return nil }
        }
        if let text = String(in: table["layer"]) {
            guard let layer = DomainDescription.Layer(rawValue: text) else { return nil }
            self.layer = layer
        }
    }
}

extension String {
    fileprivate init?(in value: SettingValue?) {
        guard case .string(let text)? = value else { return nil }
        self = text
    }
}

/// A table of a domain file.
private struct Table {
    private let entries: [SettingValue.Entry]

    init(_ value: SettingValue) {
        if case .dictionary(let entries) = value { self.entries = entries } else { entries = [] }
    }

    subscript(_ key: String) -> SettingValue? { entries.first { $0.key.isSame(as: key) }?.value }
}
