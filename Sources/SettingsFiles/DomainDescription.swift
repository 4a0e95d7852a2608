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

    /// Reads the domain's file and those that add to it; a domain without one has its defaults store
    /// alone.
    ///
    /// - Throws: `ClientError` with code `.malformed`.
    init(of domain: Domain, in folders: UserFolders) throws(ClientError) {
        var hasStore = true
        for path in folders.domainFiles(of: domain) {
            guard let document = try FileFallback.document(at: path, named: Format.toml.rawValue)
            else { continue }
            addFiles(of: document, folders, &hasStore)
            break
        }
        for folder in folders.additionFolders(of: domain) {
            for path in UserFolders.paths(in: folder) where path.hasSuffix(".toml") {
                if let document = try FileFallback.document(at: path, named: Format.toml.rawValue) {
                    addFiles(of: document, folders, &hasStore)
                }
            }
        }
        if hasStore { add(File(path: folders.defaultsStore(of: domain.name))) }
        add(File(path: folders.defaultsStore(of: UserFolders.globalDomain), layer: .global))
        for path in folders.managedFiles(of: domain) { add(File(path: path, layer: .managed)) }
        files = files.flatMap { file in [file, file.locked].compactMap(\.self) }
        // Of the files that are only read, a later one counts before an earlier, as in the agent.
        files = Layer.allCases.flatMap { layer in
            let found = files.filter { $0.layer == layer }
            return layer == .user ? found : found.reversed()
        }
    }

    /// Adds what one file says: of what can be said once, the later one counts.
    private mutating func addFiles(
        of document: any Document,
        _ folders: UserFolders,
        _ hasStore: inout Bool
    ) {
        let table = Table(document.root)
        if case .boolean(let flag) = table.values["defaults"] { hasStore = flag }
        for table in Self.tables(table.values["file"]) {
            if let file = File(table, folders) { add(file) }
        }
    }

    /// Adds a file, unless there is one at its path already.
    private mutating func add(_ file: File) {
        if !files.contains(where: { $0.path.isSame(as: file.path) }) { files.append(file) }
    }

    /// The tables of an array; none where it has anything else.
    private static func tables(_ value: SettingValue?) -> [Table] {
        guard case .array(let elements)? = value else { return [] }
        let areTables = elements.allSatisfy { if case .dictionary = $0 { true } else { false } }
        return areTables ? elements.map(Table.init) : []
    }
}

extension DomainDescription.File {
    private static let keys: Set = [
        "path", "format", "prefix", "keys", "adopt", "layer", "locks",
    ]

    /// Reads one table; nil if it has a mistake, as the agent then leaves the file out, too.
    fileprivate init?(_ table: Table, _ folders: UserFolders) {
        do {
            try self.init(reading: table, folders)
        } catch {
            return nil
        }
    }

    private init(reading table: Table, _ folders: UserFolders) throws {
        guard Self.keys.isSuperset(of: table.values.keys),
            let path = try table.value("path", as: String.self), !path.isEmpty
        else { throw Mistake() }
        self.init(path: folders.expanded(path))
        if let format = try table.value("format", as: String.self) {
            guard Format(rawValue: format) != nil else { throw Mistake() }
            self.format = format
        }
        if let text = try table.value("prefix", as: String.self) {
            prefix = try SettingKeyPath(parsing: text)
        }
        if let texts = try table.value("keys", as: [String].self) {
            keys = try texts.map { try KeyPattern(parsing: $0, limits: .standard) }
        }
        if let texts = try table.value("locks", as: [String].self) {
            locks = try texts.map { try SettingKeyPath(parsing: $0) }
        }
        if let text = try table.value("layer", as: String.self) {
            // The global domain's file goes without saying.
            guard let layer = DomainDescription.Layer(rawValue: text), layer != .global else {
                throw Mistake()
            }
            self.layer = layer
        }
        if let adoption = try table.value("adopt", as: String.self) {
            guard ["primary", "present", "all"].contains(adoption) else { throw Mistake() }
        }
        guard locks.isEmpty || layer == .site else { throw Mistake() }
    }
}

/// Something else than a domain file has at a place; the agent says what.
private struct Mistake: Error {}

/// A table of a domain file.
private struct Table {
    let values: [String: SettingValue]

    init(_ value: SettingValue) {
        guard case .dictionary(let entries) = value else {
            values = [:]
            return
        }
        values = Dictionary(entries.map { ($0.key, $0.value) }) { _, last in last }
    }

    /// What is at a key; nil where nothing is.
    ///
    /// - Throws: ``Mistake`` for a value of another type.
    func value<Value: SettingConvertible>(
        _ key: String,
        as _: Value.Type
    ) throws(Mistake) -> Value? {
        guard let value = values[key] else { return nil }
        guard let read = Value(settingValue: value) else { throw Mistake() }
        return read
    }
}
