// Which domains there are: what the folders of domain files say, and who else was asked for.

import SchemaFiles
import SettingsMapping
package import SettingsModel
import SettingsProtocol
import SettingsSchema
package import SyncEngine
package import SyncPlatform

/// What somebody wants of a domain.
enum DomainUse {
    case reading
    case writing
}

/// The domains of an agent and where they are described.
package final class DomainDirectory {
    package let paths: AgentPaths
    /// What became of the journal at the start, if that is worth telling.
    package var journalNote: String?
    /// What the domain files say, whether or not their bundles have been read.
    private var files: [Domain: DomainFile] = [:]
    /// What of that is in force.
    private var described: [Domain: DomainFile] = [:]
    /// Domains without a file that somebody asked for or that the journal knows.
    private var implied: [Domain: DomainFile] = [:]
    /// Domains that the schemas of others have rows for.
    private(set) var named: Set<Domain> = []
    /// Domains whose description has never been read, and why.
    private var unread: [Domain: ConfigurationProblem] = [:]
    /// Why a folder of descriptions can't be read: any domain may be described in it.
    private var unreadFolder: ConfigurationProblem?
    /// The files that say what ``files`` has.
    private var sources = DomainSources()
    /// What they held when they were last read.
    private var readings: [Domain: DomainReading] = [:]
    /// Watches the folders that add to domain files; nil before ``follow(_:)``.
    private weak var watcher: (any FileWatcher)?
    private let report: (Message) -> Void
    private let schemas: SchemaLibrary
    private let listings: ProgramListings
    /// Called when what the domain files say is in force.
    var loaded: () -> Void = {}
    /// What is wrong in the folders of domain files, as it was last read.
    private(set) var mistakes: [ConfigurationProblem] = []
    /// Called when that is something else now, with what it was before.
    var mistakesChanged: ([ConfigurationProblem]) -> Void = { _ in }

    /// Makes the directory; nothing is read yet.
    package init(paths: AgentPaths, report: @escaping (Message) -> Void) {
        self.paths = paths
        self.report = report
        schemas = SchemaLibrary(copies: paths.schemaFolder, report: report)
        listings = ProgramListings(paths: paths, report: report)
    }

    /// All domains as they are described now, in order.
    package var configurations: [DomainConfiguration] {
        described.merging(implied) { file, _ in file }.values.map(\.configuration)
            .sorted { $0.domain < $1.domain }
    }

    /// The reload hooks of each domain, in the order of its file.
    var hooks: [Domain: [DescribedHook]] {
        described.mapValues(\.hooks).filter { !$0.value.isEmpty }
    }

    /// Whether nobody knows now what a domain's file says: it can't be read, or its bundle hasn't been.
    func isUnread(_ domain: Domain) -> Bool {
        described[domain] == nil
            && (unreadFolder != nil || unread[domain] != nil || files[domain] != nil)
    }

    /// Whether a domain waits for the rules that its file names, which have never been read.
    func awaitsRules(_ domain: Domain) -> Bool {
        described[domain] == nil && files[domain]?.schemaSource != nil
    }

    /// Where a domain's rules and defaults come from; nil for one without.
    func schemaSource(of domain: Domain) -> SchemaSource? { described[domain]?.schemaSource }

    /// The bundle or schema that a file is in or is, if some domain has it.
    func schemaSource(ofFile file: String) -> SchemaSource? {
        described.values.compactMap(\.schemaSource).first {
            guard case .bundle(let folder, let options) = $0 else {
                return $0.path.isSame(as: file)
            }
            return file.begins(with: folder + "/") || options.map(file.isSame) == true
        }
    }

    /// What is wrong with a domain's bundle or schema, and whether what it said before is in force.
    func schemaProblems(of domain: Domain) -> (list: [SchemaDiagnostic], isOld: Bool) {
        guard let source = schemaSource(of: domain) else { return ([], false) }
        var (list, isOld) = schemas.problems(of: source)
        if let problem = listings.problem(of: domain) {
            list.append(SchemaDiagnostic(problem, in: source))
        }
        return (list, isOld)
    }

    /// Whether a program is being asked for its options.
    var isAsking: Bool { listings.child != nil }

    /// Watches the folders that add to domain files, the bundles and schemas that are in use, and the programs that
    /// are asked for their options, and no others.
    package func follow(_ watcher: any FileWatcher) {
        self.watcher = watcher
        for folder in sources.folders { watcher.watchFolder(folder) }
        schemas.follow(listings.programs.union(schemaSources.map(\.path)), watcher)
    }

    /// From now on, bundles and schemas are read on a thread of their own, and the agent is told.
    package func readInBackground(of loop: EventLoop, for agent: Agent) {
        schemas.haveNews = { [weak self, weak agent] in
            guard let self, let agent else { return }
            adoptFiles()
            agent.configure(configurations)
        }
        // The copy of a bundle that a domain has, whose file can't be read now, may be needed later.
        if unread.isEmpty, unreadFolder == nil { schemas.dropCopies() }
        schemas.readInBackground(of: loop)
        listings.haveNews = { [weak self] in
            guard let self else { return }
            schemas.refresh(schemaSources)
        }
        listings.begin(on: loop)
    }

    /// Whether bundles or schemas are being read.
    var isReading: Bool { schemas.isLooking }

    /// Reads a bundle or schema that no domain has yet.
    func examine(_ source: SchemaSource, then answer: @escaping (SchemaReading) -> Void) {
        schemas.examine(source, then: answer)
    }

    private var schemaSources: Set<SchemaSource> { Set(files.values.compactMap(\.schemaSource)) }

    /// How a domain is described by a file; nil for one without.
    func description(of domain: Domain) -> DomainConfiguration? {
        described[domain]?.configuration
    }

    /// The map that pictures of a file's keys make, with the words that the domain file has; nil for none.
    ///
    /// - Throws: ``LinkError`` for a picture with a mistake.
    func map(of keys: [MappedKey], in domain: Domain) throws(LinkError) -> FileMap? {
        guard !keys.isEmpty else { return nil }
        let tables = described[domain]?.valueTables ?? [:]
        do throws(MapError) {
            var places: [FileMap.Place] = []
            for key in keys {
                let picture = try Picture(parsing: key.picture, tables: tables)
                if let known = places.firstIndex(where: { $0.fileKey == key.fileKey }) {
                    places[known].pictures.append(picture)
                } else {
                    places.append(FileMap.Place(fileKey: key.fileKey, pictures: [picture]))
                }
            }
            return try FileMap(places)
        } catch {
            throw LinkError(code: .invalid, problem: error.problem, advice: error.advice)
        }
    }

    /// The domain file, or the file that adds to one, that names a linked file; nil where it goes
    /// without saying.
    func origin(of file: String, in domain: Domain) -> String? {
        described[domain]?.origins.first { $0.key.isSame(as: file) }?.value
    }

    /// The domains that are there only as long as somebody looks at them.
    var borrowed: [Domain] { described.filter(\.value.isBorrowed).keys.sorted() }

    /// Reads all domain files again; one that can't be read keeps its last good version.
    ///
    /// A domain whose file is gone stays known, with what it has without one. Where all were read a moment
    /// ago and one was changed since, that one is read again alone.
    ///
    /// - Parameter changed: The domain whose files are read; nil for all.
    package func load(rereading changed: Domain? = nil) {
        // Watched before it is read, so that nothing that comes into it is missed.
        sources = DomainSources(in: paths, known: sources) { watcher?.watchFolder($0) }
        var found: [Domain: DomainFile] = [:]
        var problems = sources.problems
        unread = [:]
        unreadFolder = sources.unreadFolder
        for (domain, source) in sources.domains.sorted(by: { $0.key < $1.key }) {
            let others = problems.count
            if let changed, changed != domain, readings[domain] != nil, let file = files[domain] {
                found[domain] = file
                problems += file.problems
            } else if let file = read(source, domain, &problems) {
                found[domain] = file
            }
            for index in others..<problems.count { problems[index].domain = domain }
        }
        files = found
        readings = readings.filter { sources.domains[$0.key] != nil }
        schemas.refresh(schemaSources)
        listings.refresh(files.compactMapValues(\.listing))
        adoptFiles()
        for problem in problems where !mistakes.contains(problem) { report(Message(problem)) }
        let before = mistakes
        mistakes = problems
        if before != mistakes { mistakesChanged(before) }
    }

    /// Takes on what the domain files say; domains that schemas have rows for become known.
    ///
    /// A domain whose bundle is still being read keeps what it had, so that nothing is taken unchecked.
    private func adoptFiles() {
        let gone = Set(described.filter { !$0.value.isBorrowed }.keys).subtracting(files.keys)
        var adopted: [Domain: DomainFile] = [:]
        var named: Set<Domain> = []
        for (domain, file) in files {
            guard let source = file.schemaSource else {
                adopted[domain] = file
                continue
            }
            guard let configured = schemas.configured(source) else {
                adopted[domain] = described[domain]
                continue
            }
            adopted[domain] = file
            adopted[domain]?.configuration.schema = configured
            if case .read(let schema) = configured {
                named.formUnion(schema.schema.rules.keys.compactMap { $0 })
            }
        }
        described = adopted
        self.named = named
        add(gone.union(named.filter { implied[$0] == nil }))
        loaded()
    }

    /// Adds domains that have no file, as the journal knows them.
    package func add(_ domains: Set<Domain>) {
        for domain in domains where described[domain] == nil {
            implied[domain] = DomainFile(of: domain, paths: paths)
        }
    }

    /// Makes sure that a domain somebody asks for is known, if there is anything to know.
    ///
    /// What is written must be kept in a file; what is only read needs none.
    func take(_ domain: Domain, _ agent: Agent, for use: DomainUse) {
        guard described[domain] == nil, implied[domain] == nil, !awaitsRules(domain),
            use == .writing || OwnFiles.exists(paths.defaultsStore(of: domain.name))
        else { return }
        add([domain])
        agent.configure(configurations)
    }

    /// Makes sure that what is written to a domain can be kept in its files.
    ///
    /// A domain whose description can't be read may have files of its own: taken for one without,
    /// it would keep the value where its program never looks.
    ///
    /// - Throws: ``LinkError`` when the description still can't be read, or its rules haven't been.
    func takeForWriting(_ domain: Domain, _ agent: Agent) throws(LinkError) {
        if described[domain] == nil, unread[domain] ?? unreadFolder != nil { reload(agent) }
        if described[domain] == nil, let problem = unread[domain] ?? unreadFolder {
            throw LinkError(
                code: .storage,
                problem: "'\(problem.path)' can't be read: \(problem.problem)",
                advice: "Correct it; nothing was changed"
            )
        }
        if awaitsRules(domain), let source = files[domain]?.schemaSource {
            throw LinkError(
                code: .storage,
                problem: "the rules of '\(domain)' in '\(source.path)' are still being read",
                advice: "Try again; nothing was changed"
            )
        }
        take(domain, agent, for: .writing)
    }

    /// Makes a domain unknown that no file describes.
    func drop(_ domain: Domain, _ agent: Agent) {
        load()
        implied[domain] = nil
        agent.configure(configurations)
        follow(agent.watcher)
    }

    /// Reads everything again, or what a domain's files say, and tells the agent.
    package func reload(_ agent: Agent, rereading changed: Domain? = nil) {
        load(rereading: changed)
        agent.configure(configurations)
        follow(agent.watcher)
    }

    /// What a domain file and those that add to it say together; nil where none is there any more.
    ///
    /// Where one of them can't be read, the last good version of all stays: half of what they say might
    /// give files settings that they are not for.
    private func read(
        _ source: DomainSource,
        _ domain: Domain,
        _ problems: inout [ConfigurationProblem]
    ) -> DomainFile? {
        do throws(ConfigurationProblem) {
            let texts = try source.texts()
            guard !texts.isEmpty else { return nil }
            var reading = readings[domain]
            if reading?.texts != texts {
                reading = DomainReading(
                    texts: texts,
                    file: DomainFile(
                        try texts.map { text throws(ConfigurationProblem) in try text.reader() },
                        domain: domain,
                        paths: paths,
                        previous: described[domain]?.configuration
                    )
                )
                readings[domain] = reading
            }
            guard var file = reading?.file else { return nil }
            file.refuseCommands(as: FileTrust.of)
            problems += file.problems
            return file
        } catch {
            readings[domain] = nil
            return lastGood(of: domain, after: error, &problems)
        }
    }

    /// What was last said of a domain whose file can't be read; nil at the start.
    private func lastGood(
        of domain: Domain,
        after problem: ConfigurationProblem,
        _ problems: inout [ConfigurationProblem]
    ) -> DomainFile? {
        var problem = problem
        let last = described[domain]
        if last == nil {
            problem.consequence = "The files it names are left alone until it is well"
            unread[domain] = problem
        }
        problems.append(problem)
        return last
    }
}
