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
        /// What a user can't change of a file of the layer `site`.
        var locks: [SettingKeyPath] = []

        /// The domain's key for one of the file's; nil for a key that isn't the domain's.
        func key(for keyPath: SettingKeyPath) -> SettingKeyPath? {
            let key = SettingKeyPath(segments: (prefix?.segments ?? []) + keyPath.segments)
            guard keys.contains(where: { $0.matches(key) }) else { return nil }
            return layer != .managed || locks.isEmpty || locks.contains { $0.isPrefix(of: key) }
                ? key : nil
        }

        /// The part of the file that is locked; nil if none is.
        fileprivate var locked: File? {
            guard layer == .site, !locks.isEmpty else { return nil }
            var part = self
            part.layer = .managed
            return part
        }
    }

    /// The layers that files have, the one that decides first.
    enum Layer: String, CaseIterable {
        case managed, user, site, global, `default`
    }
    private(set) var files: [File] = []

    /// Reads the domain's file; a domain without one has its defaults store alone.
    ///
    /// - Throws: `ClientError` with code `.malformed`.
    init(of domain: Domain, in folders: UserFolders) throws(ClientError) {
        var hasStore = true
        for path in folders.domainFiles(of: domain) {
            guard let document = try FileFallback.document(at: path, named: Format.toml.rawValue)
            else { continue }
            let table = Table(document.root)
            hasStore = table["defaults"] != .boolean(false)
            files = Self.tables(table["file"]).compactMap { File($0, folders) }
            break
        }
        if hasStore { files.append(File(path: folders.defaultsStore(of: domain.name))) }
        files = files.flatMap { file in [file, file.locked].compactMap(\.self) }
        files.append(
            File(path: folders.defaultsStore(of: UserFolders.globalDomain), layer: .global)
        )
        files += folders.managedFiles(of: domain).map { File(path: $0, layer: .managed) }
        // Of the files that are only read, a later one counts before an earlier, as in the agent.
        files = Layer.allCases.flatMap { layer in
            let found = files.filter { $0.layer == layer }
            return layer == .user ? found : found.reversed()
        }
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
        if let text = String(in: table["format"]) {
            guard Format(rawValue: text) != nil else { return nil }
            format = text
        }
        if let text = String(in: table["prefix"]) {
            guard let prefix = try? SettingKeyPath(parsing: text) else { return nil }
            self.prefix = prefix
        }
        if let texts = table["keys"].flatMap([String].init(settingValue:)) {
            keys = texts.compactMap { try? KeyPattern(parsing: $0, limits: .standard) }
            guard keys.count == texts.count else { return nil }
        }
        if let texts = table["locks"].flatMap([String].init(settingValue:)) {
            locks = texts.compactMap { try? SettingKeyPath(parsing: $0) }
            guard locks.count == texts.count else { return nil }
        }
        if let text = String(in: table["layer"]) {
            // The global domain's file goes without saying.
            guard let layer = DomainDescription.Layer(rawValue: text), layer != .global else {
                return nil
            }
            self.layer = layer
        }
        guard locks.isEmpty || layer == .site else { return nil }
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
