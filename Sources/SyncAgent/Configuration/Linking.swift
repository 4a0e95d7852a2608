// Adding files to domains and taking them out, in the domain files that the user edits too.

import SchemaFiles
import SettingsDocument
import SettingsModel
import SettingsSchema
import SyncEngine
import SyncPlatform

/// A domain file that couldn't be changed.
package struct LinkError: Error, Equatable, Sendable {
    /// What kind of thing was wrong.
    package enum Code: Sendable {
        case invalid
        case storage
        case diskFull
    }
    package var code: Code
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String
}

/// What a file is linked for.
enum LinkPurpose {
    /// It belongs to the domain from now on.
    case ownership
    /// Somebody looks at it, and the domain is there as long as they do.
    case looking
}

extension DomainDirectory {
    /// Adds a file to a domain, in the user's own domain file, or in one that adds to a package's.
    ///
    /// - Throws: ``LinkError``; nothing was changed.
    func link(
        _ replica: ReplicaConfiguration,
        adopting adoption: Adoption?,
        to domain: Domain,
        as purpose: LinkPurpose,
        preferring preference: LinkPreference?,
        _ agent: Agent
    ) throws(LinkError) {
        var replica = replica
        replica.path = paths.expanded(replica.path)
        if let error = LinkError(ownFile: replica.path, paths) { throw error }
        reload(agent)
        let known = description(of: domain)?.replicas.first { $0.path.isSame(as: replica.path) }
        if let known {
            guard known.says(replica), adoption == nil || known.adoption == adoption else {
                throw LinkError(
                    code: .invalid,
                    problem: "'\(replica.path)' is linked to '\(domain)' in another way already",
                    advice: "Unlink it first, or edit "
                        + "'\(origin(of: replica.path, in: domain) ?? ownFile(of: domain))'"
                )
            }
            return
        }
        replica.format = try format(of: replica)
        try write(ownFile(of: domain), of: domain) { text throws(LinkError) in
            let table = replica.table(at: paths.abbreviated(replica.path), adopting: adoption)
            if text.isEmpty, purpose == .looking, description(of: domain) == nil {
                return Array("borrowed = true\n\n\(table)".utf8)
            }
            let separator = text.isEmpty ? "" : text.last == 0x0A ? "\n" : "\n\n"
            return text + Array((separator + table).utf8)
        }
        if let preference {
            agent.take(.prefer(preference, ReplicaID(domain: domain, path: replica.path)))
        }
        reload(agent, rereading: domain)
    }

    /// All domains as they would be with a file that is linked to one; nil where it is so already.
    ///
    /// - Throws: ``LinkError`` where it can't be linked.
    func configurations(
        linking replica: ReplicaConfiguration,
        adopting adoption: Adoption?,
        to domain: Domain
    ) throws(LinkError) -> [DomainConfiguration]? {
        if let error = LinkError(ownFile: replica.path, paths) { throw error }
        var all = configurations
        var place = all.firstIndex { $0.domain == domain }
        if place == nil {
            all.append(DomainFile(of: domain, paths: paths).configuration)
            place = all.indices.last
        }
        guard let place, !all[place].replicas.contains(where: { $0.path.isSame(as: replica.path) })
        else { return nil }
        var replica = replica
        replica.format = try format(of: replica)
        let hasUserFile = all[place].replicas.contains {
            $0.layer == .user && !$0.isStore && $0.map == nil
        }
        replica.adoption = adoption ?? (hasUserFile || replica.map != nil ? .present : .primary)
        all[place].replicas.append(replica)
        return all
    }

    /// Takes a file out of a domain; the file itself is left alone.
    ///
    /// - Throws: ``LinkError``; nothing was changed.
    func unlink(_ file: String, from domain: Domain, _ agent: Agent) throws(LinkError) {
        reload(agent)
        let own = try userFile(naming: file, in: domain) ?? ownFile(of: domain)
        try write(own, of: domain) { text throws(LinkError) in
            guard let document = try? Format.toml.parse(text),  // checked again when it is written
                case .array(let tables) = TablePlace(document.root).values["file"],
                let index = tables.firstIndex(where: { names($0, file) })
            else {
                throw LinkError(
                    code: .invalid,
                    problem: "'\(file)' is not named in '\(own)'",
                    advice: "It is a file that every domain has; to be without its defaults store, "
                        + "write defaults = false there"
                )
            }
            let isOnly = tables.count == 1
            let place = DocumentPath([.key("file")] + (isOnly ? [] : [.index(index)]))
            return try document.bytes(with: [DocumentChange(place, nil)])
        }
        reload(agent)
    }

    /// The user's file that names a file of a domain; nil where none does.
    ///
    /// - Throws: ``LinkError`` where a package's or an administrator's does.
    func userFile(naming file: String, in domain: Domain) throws(LinkError) -> String? {
        guard let origin = origin(of: file, in: domain) else { return nil }
        guard origin.begins(with: paths.domainFolder + "/") else {
            throw .namedElsewhere(file, in: origin, own: path(of: domain))
        }
        return origin
    }

    /// Has a domain keep to a bundle or a schema, which takes the place of another.
    ///
    /// It is read first, and the rest done then; after a failure nothing was changed.
    func link(
        _ named: (kind: DomainSchema.Kind, path: String),
        to domain: Domain,
        _ agent: Agent,
        then answer: @escaping (Result<Void, LinkError>) -> Void
    ) {
        let source = SchemaSource(kind: named.kind, path: paths.expanded(named.path))
        reload(agent)
        let known = schemaSource(of: domain)
        guard known?.kind != source.kind || known?.path != source.path else {
            return answer(.success(()))
        }
        examine(source) { [self] reading in
            do throws(LinkError) {
                guard reading.schema != nil else { throw source.unusable(reading) }
                try change(
                    schemaOf: domain,
                    to: (source.kind, .string(paths.abbreviated(source.path))),
                    agent
                )
                answer(.success(()))
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Lets go of a domain's bundle or schema.
    ///
    /// - Throws: ``LinkError``; nothing was changed.
    func unlinkSchema(of domain: Domain, _ agent: Agent) throws(LinkError) {
        try change(schemaOf: domain, to: nil, agent)
    }

    private func change(
        schemaOf domain: Domain,
        to new: (kind: DomainSchema.Kind, value: SettingValue)?,
        _ agent: Agent
    ) throws(LinkError) {
        let own = ownFile(of: domain)
        // What a package names goes only by a word of the user's that there be none.
        let isAdding = own != path(of: domain)
        try write(own, of: domain) { text throws(LinkError) in
            guard let document = try? Format.toml.parse(text) else { return text }  // checked again
            let present = TablePlace(document.root).values
            var changes: [DocumentChange] = []
            for kind in [DomainSchema.Kind.bundle, .schema] {
                var value = kind == new?.kind ? new?.value : nil
                // What this file names itself goes with its line, and the package's rules count again.
                if new == nil, isAdding, present[kind.rawValue] == nil,
                    kind == schemaSource(of: domain)?.kind
                {
                    value = .string("")
                }
                guard value != nil || present[kind.rawValue] != nil else { continue }
                changes.append(DocumentChange(DocumentPath([.key(kind.rawValue)]), value))
            }
            return try document.bytes(with: changes)
        }
        reload(agent)
    }

    /// Takes out a domain that nobody looks at any more, with its domain file.
    ///
    /// - Throws: ``LinkError``; nothing was changed.
    func letGo(of domain: Domain, _ agent: Agent) throws(LinkError) {
        do {
            try OwnFiles.remove(path(of: domain))
        } catch {
            throw LinkError(
                code: .storage,
                problem: "'\(path(of: domain))' can't be removed: \(error.problem)",
                advice: error.advice
            )
        }
        reload(agent)
    }

    /// The format that has to be said of a file; nil where its name or content tells it.
    ///
    /// - Throws: ``LinkError`` where nothing tells it, the name that a symlink leads to included.
    private func format(of replica: ReplicaConfiguration) throws(LinkError) -> Format? {
        if let format = replica.format { return format }
        // What can't be read now is told as a problem of the file.
        let bytes = (try? OwnFiles.read(replica.path)) ?? []
        let target = OwnFiles.target(of: replica.path)
        // A name tells more than a guess at the text.
        let isNamedByTarget =
            Format.detect(name: replica.path, bytes: []) == nil
            && Format.detect(name: target, bytes: []) != nil
        if !isNamedByTarget, Format.detect(name: replica.path, bytes: bytes) != nil { return nil }
        if let format = Format.detect(name: target, bytes: bytes) { return format }
        let unknown = UnknownFormat(path: replica.path, bytes: bytes)
        throw LinkError(
            code: .invalid,
            problem: unknown.reason.map { "'\(replica.path)' can't be linked: \($0)" }
                ?? "can't detect the format of '\(replica.path)'",
            advice: unknown.advice(
                naming: { "--format \($0.rawValue)" },
                or: bytes.isBlankText || unknown.isDoubtful
                    ? "Name it, for example: --format toml" : "Edit it by hand"
            )
        )
    }

    func path(of domain: Domain) -> String { paths.domainFolder + "/\(domain).toml" }

    /// The user's file that takes what is linked: the domain file, or one that adds to a package's.
    ///
    /// A package's is never copied: its updates would not arrive, and commands that aren't run from a
    /// package's file would be the user's own word.
    private func ownFile(of domain: Domain) -> String {
        let path = path(of: domain)
        let addition = paths.additionFolder(of: domain) + "/link.toml"
        if OwnFiles.exists(path) || OwnFiles.isLink(path) { return path }
        return isInPackage(domain) || OwnFiles.exists(addition) ? addition : path
    }

    private func names(_ table: SettingValue, _ file: String) -> Bool {
        guard case .string(let path) = TablePlace(table).values["path"] else { return false }
        return paths.expanded(path) == file
    }

    /// Changes one of the user's files that describe a domain; what then says nothing is removed.
    func write(
        _ path: String,
        of domain: Domain,
        _ change: ([UInt8]) throws(LinkError) -> [UInt8]
    ) throws(LinkError) {
        let own = try bytes(of: path)
        let text = own ?? []
        let before = try parse(text, path, domain)
        let changed = try change(text)
        let after = try parse(changed, path, domain)
        if after.problems.count > before.problems.count, let problem = after.problems.last {
            throw LinkError(code: .invalid, problem: problem.problem, advice: problem.advice)
        }
        do {
            // A domain file that says nothing more would let a package's count again, and a link is
            // the user's own.
            let saysNothing = changed.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
            let isNeeded = path == self.path(of: domain) && isInPackage(domain)
            if saysNothing, !isNeeded, !OwnFiles.isLink(path) {
                return try OwnFiles.remove(path)
            }
            try OwnFolder.make(String(path.pathFolder.dropLast()))
            try OwnFiles.replace(path, expecting: own, with: changed)
        } catch {
            throw LinkError(
                code: error.code == .diskFull ? .diskFull : .storage,
                problem: "'\(path)' can't be written: \(error.problem)",
                advice: error.advice
            )
        }
    }

    /// Whether a package says which files the domain has.
    private func isInPackage(_ domain: Domain) -> Bool {
        paths.domainFolders.contains { folder in
            folder != paths.domainFolder && OwnFiles.exists(folder + "/\(domain).toml")
        }
    }

    func parse(
        _ text: [UInt8],
        _ path: String,
        _ domain: Domain
    ) throws(LinkError) -> DomainFile {
        do {
            return try DomainFile(text, path: path, domain: domain, paths: paths)
        } catch {
            throw LinkError(
                code: .invalid,
                problem: "'\(path)' can't be read at line \(error.place.line): \(error.problem)",
                advice: "Correct it first"
            )
        }
    }

    private func bytes(of path: String) throws(LinkError) -> [UInt8]? {
        do {
            return try OwnFiles.read(path)
        } catch {
            throw LinkError(
                code: .storage,
                problem: "'\(path)' can't be read: \(error.problem)",
                advice: error.advice
            )
        }
    }
}

extension LinkError {
    /// A file in one of the agent's own folders, symlinks followed; nil for any other file.
    ///
    /// Whoever may change such a file by a setting may run commands: domain files have hooks.
    init?(ownFile path: String, _ paths: AgentPaths) {
        let place = OwnFiles.place(of: path)
        let own = paths.ownFolders.first { folder in
            place.begins(with: OwnFiles.place(of: folder) + "/")
        }
        guard let own else { return nil }
        self.init(
            code: .invalid,
            problem: "'\(path)' is one of the agent's own files, which can't be linked",
            advice: "Link a file outside of '\(own)'"
        )
    }

    /// A file that only a package or an administrator can take out; `own` is the user's domain file.
    static func namedElsewhere(
        _ file: String,
        in origin: String,
        own: String
    ) -> LinkError {
        // What adds to a domain file does so to one of the user's own as well.
        let isAddition = origin.pathFolder.hasSuffix(".d/")
        return LinkError(
            code: .invalid,
            problem: "'\(file)' is linked by '\(origin)', which isn't yours",
            advice: isAddition
                ? "Ask whoever administers this computer to change that file"
                : "A domain file of your own takes the place of a package's: write '\(own)', with "
                    + "the tables of the package's that you want"
        )
    }
}

extension Document {
    /// The file's bytes after changes, all of them made.
    func bytes(with changes: [DocumentChange]) throws(LinkError) -> [UInt8] {
        let revision = revised(by: changes)
        if let refusal = revision.refusals.first?.error {
            throw LinkError(code: .invalid, problem: refusal.problem, advice: refusal.advice)
        }
        return revision.document.bytes
    }
}

extension SchemaSource {
    /// Why nothing can be taken from the source.
    fileprivate func unusable(_ reading: SchemaReading) -> LinkError {
        let first = reading.problems.first { $0.severity == .error }
        return LinkError(
            code: .invalid,
            problem: first?.problem ?? "'\(path)' has no panes",
            advice: first?.advice ?? "Give the folder of a settings bundle"
        )
    }
}

extension ReplicaConfiguration {
    /// Whether what a link asks for is so already; how new keys are adopted is not asked for.
    fileprivate func says(_ link: ReplicaConfiguration) -> Bool {
        layer == link.layer && prefix == link.prefix && map == link.map && keys == link.keys
            && (link.format == nil || format == link.format)
    }
}
