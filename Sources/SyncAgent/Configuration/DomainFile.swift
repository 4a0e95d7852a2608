// A domain as its file describes it.

package import SettingsDocument
package import SettingsModel
package import SyncEngine

/// What a domain file says.
package struct DomainFile: Equatable, Sendable {
    package var configuration: DomainConfiguration
    package var problems: [ConfigurationProblem]

    /// A domain without a file: its defaults store is its only replica.
    package init(of domain: Domain, paths: AgentPaths) {
        configuration = DomainConfiguration(domain: domain, replicas: [])
        problems = []
        addImplied(.always, paths)
    }

    /// Reads a domain file.
    ///
    /// A mistake in one table leaves that table out and the others in force.
    ///
    /// - Throws: ``ConfigurationProblem``-worthy ``DocumentError`` when it isn't TOML.
    package init(
        _ bytes: [UInt8],
        path: String,
        domain: Domain,
        paths: AgentPaths
    ) throws(DocumentError) {
        configuration = DomainConfiguration(domain: domain, replicas: [])
        problems = []
        var reader = try TableReader(bytes, path: path)
        let root = reader.root.table
        configuration.title = reader.text("title", in: root, at: [])
        let sets = reader.texts("sets", in: root, at: []) ?? []
        for text in sets {
            if let key = try? SettingKeyPath(parsing: text) {  // a path that isn't one names no key
                configuration.orderedSets.insert(key)
            } else {
                reader.add(
                    "'\(text)' is no key path",
                    at: ["sets"],
                    advice: "Name keys, as in dict.words"
                )
            }
        }
        if case .array(let tables) = root["file"] {
            for table in tables { readFile(table.table, &reader, paths) }
        } else if root["file"] != nil {
            reader.add("'file' is not an array of tables", at: ["file"], advice: "Write [[file]]")
        }
        var defaultsStore = DefaultsStore.ifPresent
        if !configuration.replicas.contains(where: { $0.layer == .user }) {
            defaultsStore = .always
        }
        if let value = root["defaults"] {
            if case .boolean(let flag) = value {
                defaultsStore = flag ? .always : .never
            } else {
                reader.add(
                    "'defaults' is \(value.typeName), expected true or false",
                    at: ["defaults"],
                    advice: "Write true or false"
                )
            }
        }
        for key in root.keys.sorted() where !Self.known.contains(key) {
            reader.add("'\(key)' is not known", at: [key], advice: "Remove it, or see the manual")
        }
        addImplied(defaultsStore, paths)
        problems = reader.problems
    }

    private static let known: Set = [
        "title", "bundle", "schema", "defaults", "sets", "file", "reload",
    ]

    private mutating func readFile(
        _ table: [String: SettingValue],
        _ reader: inout TableReader,
        _ paths: AgentPaths
    ) {
        guard let written = reader.text("path", in: table, at: ["file"]), !written.isEmpty else {
            reader.add("a file has no 'path'", at: ["file"], advice: "Write path = \"~/.config/…\"")
            return
        }
        var replica = ReplicaConfiguration(path: paths.expanded(written))
        let isFirst = !configuration.replicas.contains { $0.layer == .user }
        replica.adoption = isFirst ? .primary : .present
        if let name = reader.text("format", in: table, at: ["file"]) {
            replica.format = Format(rawValue: name)
            if replica.format == nil {
                let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
                reader.add(
                    "there is no format '\(name)'",
                    at: ["file"],
                    advice: "Use one of \(names)"
                )
            }
        }
        if let name = reader.text("layer", in: table, at: ["file"]) {
            guard let layer = Layer(rawValue: name), Self.fileLayers.contains(layer) else {
                reader.add(
                    "there is no layer '\(name)' for files",
                    at: ["file"],
                    advice: "Use user, site, default or managed"
                )
                return
            }
            replica.layer = layer
        }
        if let name = reader.text("adopt", in: table, at: ["file"]) {
            if let adoption = Adoption(rawValue: name) {
                replica.adoption = adoption
            } else {
                reader.add(
                    "'adopt' can't be '\(name)'",
                    at: ["file"],
                    advice: "Use primary, present or all"
                )
            }
        }
        if let text = reader.text("prefix", in: table, at: ["file"]) {
            replica.prefix = keyPath(text, &reader)
        }
        if let texts = reader.texts("keys", in: table, at: ["file"]) {
            replica.keys = texts.compactMap { pattern($0, &reader) }
        }
        if let texts = reader.texts("locks", in: table, at: ["file"]) {
            replica.locks = texts.compactMap { keyPath($0, &reader) }
        }
        guard !configuration.replicas.contains(where: { $0.path == replica.path }) else {
            reader.add(
                "'\(replica.path)' is named twice",
                at: ["file"],
                advice: "Remove one of the tables"
            )
            return
        }
        configuration.replicas.append(replica)
    }

    private static let fileLayers: Set<Layer> = [.user, .site, .default, .managed]

    private func keyPath(_ text: String, _ reader: inout TableReader) -> SettingKeyPath? {
        do {
            return try SettingKeyPath(parsing: text)
        } catch {
            reader.add(error.problem, at: ["file"], advice: error.advice)
            return nil
        }
    }

    private func pattern(_ text: String, _ reader: inout TableReader) -> KeyPattern? {
        do {
            return try KeyPattern(parsing: text, limits: .standard)
        } catch {
            reader.add(error.problem, at: ["file"], advice: error.advice)
            return nil
        }
    }

    private enum DefaultsStore {
        case always
        case ifPresent
        case never
    }

    /// Adds the replicas that every domain has without saying so.
    private mutating func addImplied(_ defaultsStore: DefaultsStore, _ paths: AgentPaths) {
        let domain = configuration.domain.name
        let store = paths.defaultsStore(of: domain)
        if defaultsStore != .never, !configuration.replicas.contains(where: { $0.path == store }) {
            var replica = ReplicaConfiguration(path: store, adoption: .all)
            replica.isCreated = defaultsStore == .always
            configuration.replicas.append(replica)
        }
        for path in paths.managedFiles(of: domain)
        where !configuration.replicas.contains(where: { $0.path == path }) {
            configuration.replicas.append(ReplicaConfiguration(path: path, layer: .managed))
        }
    }
}
