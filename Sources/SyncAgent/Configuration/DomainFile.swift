// A domain as its file describes it.

package import SchemaFiles
package import SettingsDocument
import SettingsMapping
package import SettingsModel
import SettingsSchema
package import SyncEngine
import SyncPlatform

/// What a domain file says.
package struct DomainFile: Equatable, Sendable {
    package var configuration: DomainConfiguration
    /// What it names as the source of rules and defaults.
    package var schemaSource: SchemaSource?
    /// How the program is asked for its other options; nil where it isn't.
    var listing: ListingCommand?
    /// How programs are made to read their settings again, in the order of the file.
    package var hooks: [DescribedHook] = []
    /// Whether the domain is there only as long as somebody looks at it.
    package var isBorrowed = false
    package var problems: [ConfigurationProblem] = []
    /// For the path of each linked file, the domain file that names it, or one that adds to that.
    package private(set) var origins: [String: String] = [:]
    /// Whether a file of the user's layer is named that has the settings under their own names.
    private var hasUserFile = false
    /// What `[values]` has, by name.
    private(set) var valueTables: [String: ValueTable] = [:]

    /// A domain without a file: its defaults store is its only replica, once somebody sets a value.
    package init(of domain: Domain, paths: AgentPaths) {
        configuration = DomainConfiguration(domain: domain, replicas: [])
        addImplied(.withNextChange, paths)
    }

    /// Reads a domain file.
    ///
    /// - Throws: ``DocumentError`` when it isn't TOML.
    package init(
        _ bytes: [UInt8],
        path: String,
        domain: Domain,
        paths: AgentPaths,
        previous: DomainConfiguration? = nil
    ) throws(DocumentError) {
        let reader = try TableReader(bytes, path: path)
        self.init([reader], domain: domain, paths: paths, previous: previous)
    }

    /// Reads a domain file and those that add to it, in this order.
    ///
    /// Tables add up; of what can be said once, the later one counts. A file with any
    /// mistake in its table is left out, or kept as it was: with half of what the table says in force,
    /// it might be given settings that it is not for.
    ///
    /// `previous` is what they said before; nil if they are new.
    init(
        _ readers: [TableReader],
        domain: Domain,
        paths: AgentPaths,
        previous: DomainConfiguration?
    ) {
        configuration = DomainConfiguration(domain: domain, replicas: [])
        var hasStore: Bool?
        var readers = readers
        for index in readers.indices {
            let tables = readers[index].valueTables(of: readers[index].root)
            valueTables.merge(tables) { _, later in later }
        }
        for reader in readers {
            var reader = reader
            let root = reader.root
            reader.checkKeys(of: root, known: Self.keys, later: ["fleet", "bridge"])
            configuration.title = reader.text("title", of: root) ?? configuration.title
            isBorrowed = reader.flag("borrowed", of: root) ?? isBorrowed
            readFiles(&reader, paths, previous)
            hasStore = reader.flag("defaults", of: root) ?? hasStore
            readSchemaSource(&reader, paths)
            readListing(&reader, paths)
            hooks += reader.reloadHooks(after: hooks.count, paths, valueTables)
            problems += reader.problems
        }
        addListing(paths)
        // Whoever takes the last file out asks for no other.
        var store: Creation? = hasUserFile ? .never : .withNextChange
        if let hasStore { store = hasStore ? .atOnce : nil }
        addImplied(store, paths)
    }

    private static let keys: Set = [
        "title", "bundle", "schema", "describe", "borrowed", "defaults", "values", "file", "reload",
    ]
    private static let fileKeys: Set = [
        "path", "format", "prefix", "keys", "map", "new_keys", "adopt", "layer", "locks",
        "check",
    ]
    private static let fileLayers: [Layer] = [.user, .site, .default, .managed]

    /// Reads the tables of linked files.
    private mutating func readFiles(
        _ reader: inout TableReader,
        _ paths: AgentPaths,
        _ previous: DomainConfiguration?
    ) {
        for table in reader.tables("file", of: reader.root) {
            let count = reader.problems.count
            var replica = readFile(table, &reader, paths, isFirst: !hasUserFile)
            // One with a mistake may be meant to be the first.
            let isPlain = table.values["map"] == nil
            hasUserFile = hasUserFile || isPlain && replica?.layer ?? .user == .user
            if reader.problems.count > count {
                replica = previous?.replicas.first { old in
                    replica.map { $0.path.isSame(as: old.path) } == true
                }
                reader.setConsequence(
                    replica == nil
                        ? "The file is left out"
                        : "What was said of the file before stays in force",
                    after: count
                )
            }
            if let replica {
                configuration.replicas.append(replica)
                origins[replica.path] = reader.path
            }
        }
    }

    /// Reads where rules and defaults come from; an empty text leaves out what an earlier file names.
    private mutating func readSchemaSource(_ reader: inout TableReader, _ paths: AgentPaths) {
        var isNamed = false
        for kind in [DomainSchema.Kind.bundle, .schema] {
            guard let path = reader.text(kind.rawValue, of: reader.root) else { continue }
            if path.isEmpty {
                if !isNamed { schemaSource = nil }
                continue
            }
            guard !isNamed else {
                reader.add(
                    "there is a bundle already, expected either 'bundle' or 'schema'",
                    at: kind.rawValue,
                    of: reader.root,
                    advice: "Remove one of them"
                )
                return
            }
            isNamed = true
            schemaSource = SchemaSource(kind: kind, path: paths.expanded(path))
        }
    }

    /// Reads how the program is asked for the options that its bundle has no rows for.
    private mutating func readListing(_ reader: inout TableReader, _ paths: AgentPaths) {
        guard let table = reader.table("describe", of: reader.root) else { return }
        let count = reader.problems.count
        reader.checkKeys(of: table, known: ["command", "reader"])
        let words = reader.command(of: table)
        let kind = reader.choice("reader", of: table, OptionReader.allCases)
        if reader.problems.count == count, words == nil || kind == nil {
            reader.add(
                "'describe' has no '\(words == nil ? "command" : "reader")'",
                at: "describe",
                of: reader.root,
                advice:
                    "Write describe = { command = [\"program\", \"argument\"], reader = \"tmux\" }"
            )
        }
        guard reader.problems.count == count, let words, let kind else { return }
        listing = ListingCommand(words: paths.opened(words), reader: kind, file: reader.path)
    }

    /// Has the program's options shown below the settings of the bundle; without one it isn't asked.
    private mutating func addListing(_ paths: AgentPaths) {
        guard listing != nil, case .bundle(let path, _)? = schemaSource else {
            listing = nil
            return
        }
        schemaSource = .bundle(path, options: paths.optionFile(of: configuration.domain))
    }

    /// Leaves out that the program is asked.
    mutating func dropListing() {
        listing = nil
        if case .bundle(let path, _)? = schemaSource { schemaSource = .bundle(path) }
    }

    /// Reads one table; what it gives counts only if no problem was added.
    private func readFile(
        _ table: TablePlace,
        _ reader: inout TableReader,
        _ paths: AgentPaths,
        isFirst: Bool
    ) -> ReplicaConfiguration? {
        reader.checkKeys(of: table, known: Self.fileKeys, later: ["enforce"])
        guard let written = writtenPath(of: table, &reader) else { return nil }
        var replica = ReplicaConfiguration(
            path: paths.expanded(written),
            adoption: isFirst && table.values["map"] == nil ? .primary : .present
        )
        if let error = LinkError(ownFile: replica.path, paths) {
            reader.add(error.problem, at: "path", of: table, advice: error.advice)
            return nil
        }
        let layer = reader.choice("layer", of: table, Self.fileLayers)
        replica.layer = layer ?? .user
        replica.format = reader.choice("format", of: table, Format.allCases)
        // `adopt` is what it was called before.
        for key in ["adopt", "new_keys"] {
            if let adoption = reader.choice(key, of: table, Adoption.allCases) {
                replica.adoption = adoption
            }
        }
        if let text = reader.text("prefix", of: table) {
            replica.prefix = keyPath(text, "prefix", of: table, &reader)
        }
        replica.keys = reader.patterns("keys", of: table)
        replica.map = reader.map(of: table, valueTables)
        if replica.map != nil, replica.prefix != nil {
            reader.add(
                "a file with a 'map' has no 'prefix'",
                at: "prefix",
                of: table,
                advice: "Remove it: the holes of the map name the domain's keys in full"
            )
        }
        readLocks(of: table, into: &replica, &reader)
        replica.check = reader.check(of: table, paths)
        if let problem = repetition(of: replica.path, written: written) {
            reader.add(problem, at: "path", of: table, advice: "Remove one of the tables")
            return nil
        }
        return replica
    }

    /// What is wrong with a file that an earlier table has named, by whatever path; nil for another file.
    ///
    /// A save would be read twice, and the two readings may differ in what its writer meant.
    private func repetition(of path: String, written: String) -> String? {
        let others = configuration.replicas.map(\.path)
        if others.contains(where: { $0.isSame(as: path) }) {
            return "'\(written.escapedForDisplay)' is named twice"
        }
        guard !others.isEmpty, case let place = OwnFiles.place(of: path),
            let other = others.first(where: { OwnFiles.place(of: $0) == place })
        else { return nil }
        return "'\(written.escapedForDisplay)' leads to the same file as "
            + "'\(other.escapedForDisplay)'"
    }

    /// The path as a table has it; nil, and a note, where it has none.
    private func writtenPath(of table: TablePlace, _ reader: inout TableReader) -> String? {
        guard let value = table.values["path"], value != .string("") else {
            reader.add(
                "the file has no 'path'",
                at: table.values["path"] == nil ? nil : "path",
                of: table,
                advice: "Write path = \"~/.config/…\""
            )
            return nil
        }
        return reader.text("path", of: table)
    }

    private func readLocks(
        of table: TablePlace,
        into replica: inout ReplicaConfiguration,
        _ reader: inout TableReader
    ) {
        for text in reader.texts("locks", of: table) ?? [] {
            if let key = keyPath(text, "locks", of: table, &reader) { replica.locks.append(key) }
        }
        guard !replica.locks.isEmpty, replica.layer != .site else { return }
        reader.add(
            "'locks' is for files of the layer 'site'",
            at: "locks",
            of: table,
            advice: "Remove it, or write layer = \"site\""
        )
    }

    private func keyPath(
        _ text: String,
        _ key: String,
        of table: TablePlace,
        _ reader: inout TableReader
    ) -> SettingKeyPath? {
        do {
            return try SettingKeyPath(parsing: text)
        } catch {
            reader.add(error.problem, at: key, of: table, advice: error.advice)
            return nil
        }
    }
}

// MARK: Files that go without saying

extension DomainFile {
    /// Adds a defaults store that is made so, or none (nil), and the files of all domains.
    private mutating func addImplied(_ creation: Creation?, _ paths: AgentPaths) {
        let domain = configuration.domain.name
        let store = paths.defaultsStore(of: domain)
        if let creation,
            !configuration.replicas.contains(where: { $0.path.isSame(as: store) })
        {
            var replica = ReplicaConfiguration(path: store, adoption: .all)
            replica.creation = creation
            replica.isStore = true
            configuration.replicas.append(replica)
        }
        let global = paths.defaultsStore(of: AgentPaths.globalDomain)
        if !configuration.replicas.contains(where: { $0.path.isSame(as: global) }) {
            configuration.replicas.append(ReplicaConfiguration(path: global, layer: .global))
        }
        for path in paths.managedFiles(of: domain)
        where !configuration.replicas.contains(where: { $0.path.isSame(as: path) }) {
            configuration.replicas.append(ReplicaConfiguration(path: path, layer: .managed))
        }
    }
}
