// Which domains there are: what the folders of domain files say, and who else was asked for.

import SettingsDocument
package import SettingsModel
package import SyncEngine
import SyncPlatform

/// A domain file that couldn't be changed.
package struct LinkError: Error, Equatable, Sendable {
    /// What kind of thing was wrong.
    package enum Code: Sendable {
        case invalid
        case storage
    }
    package var code: Code
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String
}

/// The domains of an agent and where they are described.
package final class DomainCatalogue {
    package let paths: AgentPaths
    /// What became of the journal at the start, if that is worth telling.
    package var journalNote: String?
    private var described: [Domain: DomainFile] = [:]
    /// Domains without a file that somebody asked for or that the journal knows.
    private var implied: [Domain: DomainFile] = [:]
    private let report: (Message) -> Void
    private var reported: [ConfigurationProblem] = []

    /// Makes a catalogue; nothing is read yet.
    package init(paths: AgentPaths, report: @escaping (Message) -> Void) {
        self.paths = paths
        self.report = report
    }

    /// All domains as they are described now.
    package var configurations: [DomainConfiguration] {
        described.merging(implied) { file, _ in file }.values.map(\.configuration)
            .sorted { $0.domain < $1.domain }
    }

    /// Reads all domain files again; one that can't be read keeps its last good version.
    package func load() {
        var found: [Domain: DomainFile] = [:]
        var problems: [ConfigurationProblem] = []
        for folder in paths.domainFolders {
            for name in names(in: folder, &problems) where name.hasSuffix(".toml") {
                let path = folder + "/" + name
                guard let domain = try? Domain(String(name.dropLast(5))) else {
                    problems.append(.badName(path))
                    continue
                }
                guard found[domain] == nil else { continue }
                if let file = read(path, domain, &problems) { found[domain] = file }
            }
        }
        described = found
        for problem in problems where !reported.contains(problem) { report(Message(problem)) }
        reported = problems
    }

    /// Adds domains that have no file, as the journal knows them.
    package func add(_ domains: Set<Domain>) {
        for domain in domains where described[domain] == nil {
            implied[domain] = DomainFile(of: domain, paths: paths)
        }
    }

    /// Makes sure that a domain somebody asks for is known, if there is anything to know.
    func take(_ domain: Domain, _ agent: Agent, forWriting isForWriting: Bool) {
        guard described[domain] == nil, implied[domain] == nil else { return }
        guard isForWriting || OwnFiles.exists(paths.defaultsStore(of: domain.name)) else { return }
        implied[domain] = DomainFile(of: domain, paths: paths)
        agent.configure(configurations)
    }

    /// Reads everything again and tells the agent.
    package func reload(_ agent: Agent) {
        load()
        agent.configure(configurations)
    }

    /// The names in a folder; where they can't be read, of the files that it is known to have.
    private func names(in folder: String, _ problems: inout [ConfigurationProblem]) -> [String] {
        do {
            return try OwnFiles.names(in: folder)
        } catch {
            problems.append(ConfigurationProblem(error, path: folder))
            return described.keys.map { "\($0).toml" }.sorted()
        }
    }

    private func read(
        _ path: String,
        _ domain: Domain,
        _ problems: inout [ConfigurationProblem]
    ) -> DomainFile? {
        let bytes: [UInt8]
        do {
            guard let found = try OwnFiles.read(path) else { return nil }
            bytes = found
        } catch {
            problems.append(ConfigurationProblem(error, path: path))
            return described[domain]
        }
        do {
            let file = try DomainFile(bytes, path: path, domain: domain, paths: paths)
            problems += file.problems
            return file
        } catch {
            problems.append(ConfigurationProblem(error, path: path, bytes: bytes))
            return described[domain]
        }
    }
}

// MARK: Linking

extension DomainCatalogue {
    private func path(of domain: Domain) -> String { paths.domainFolder + "/\(domain).toml" }

    /// Adds a file to a domain, in the user's own domain file.
    ///
    /// - Throws: ``LinkError``; nothing was changed.
    func link(
        _ replica: ReplicaConfiguration,
        to domain: Domain,
        _ agent: Agent
    ) throws(LinkError) {
        var replica = replica
        replica.path = paths.expanded(replica.path)
        if let known = described[domain],
            known.configuration.replicas.contains(where: { $0.path == replica.path })
        {
            reload(agent)
            return
        }
        try write(domain) { text throws(LinkError) in
            let separator = text.isEmpty || text.last == 0x0A ? "" : "\n"
            return text + Array((separator + (text.isEmpty ? "" : "\n") + table(of: replica)).utf8)
        }
        reload(agent)
    }

    /// Takes a file out of a domain; the file itself is left alone.
    ///
    /// - Throws: ``LinkError``; nothing was changed.
    func unlink(_ file: String, from domain: Domain, _ agent: Agent) throws(LinkError) {
        try write(domain) { text throws(LinkError) in
            guard let document = try? Format.toml.parse(text),  // checked again when it is written
                case .array(let tables) = document.root.table["file"],
                let index = tables.firstIndex(where: { names($0, file) })
            else {
                throw LinkError(
                    code: .invalid,
                    problem: "'\(file)' is not named in '\(path(of: domain))'",
                    advice: "It belongs to every domain, or a package's file names it"
                )
            }
            let place = DocumentPath([.key("file"), .index(index)])
            let revision = document.revised(by: [DocumentChange(place, nil)])
            if let refusal = revision.refusals.first?.error {
                throw LinkError(code: .invalid, problem: refusal.problem, advice: refusal.advice)
            }
            return revision.document.bytes
        }
        reload(agent)
    }

    private func names(_ table: SettingValue, _ file: String) -> Bool {
        guard case .string(let path) = table.table["path"] else { return false }
        return paths.expanded(path) == file
    }

    private func table(of replica: ReplicaConfiguration) -> String {
        func quoted(_ text: String) -> String {
            let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\"\(escaped)\""
        }
        func list(_ texts: [String]) -> String {
            "[" + texts.map(quoted).joined(separator: ", ") + "]"
        }
        var lines = ["[[file]]", "path = \(quoted(replica.path))"]
        if let format = replica.format { lines.append("format = \(quoted(format.rawValue))") }
        if let prefix = replica.prefix { lines.append("prefix = \(quoted(prefix.description))") }
        if let keys = replica.keys { lines.append("keys = \(list(keys.map(\.description)))") }
        if replica.layer != .user { lines.append("layer = \(quoted(replica.layer.rawValue))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func write(
        _ domain: Domain,
        _ change: ([UInt8]) throws(LinkError) -> [UInt8]
    ) throws(LinkError) {
        let path = path(of: domain)
        let changed = try change(try read(path))
        do {
            _ = try DomainFile(changed, path: path, domain: domain, paths: paths)
        } catch {
            throw LinkError(
                code: .invalid,
                problem: "'\(path)':\(error.place.line) can't be read: \(error.problem)",
                advice: "Correct it first"
            )
        }
        do {
            try OwnFiles.makeFolder(paths.domainFolder)
            try OwnFiles.replace(path, with: changed)
        } catch {
            throw LinkError(
                code: .storage,
                problem: "'\(path)' can't be written: \(error.problem)",
                advice: error.advice
            )
        }
    }

    private func read(_ path: String) throws(LinkError) -> [UInt8] {
        do {
            return try OwnFiles.read(path) ?? []
        } catch {
            throw LinkError(
                code: .storage,
                problem: "'\(path)' can't be read: \(error.problem)",
                advice: error.advice
            )
        }
    }
}

extension ConfigurationProblem {
    /// A domain file whose name is no domain's.
    fileprivate static func badName(_ path: String) -> ConfigurationProblem {
        ConfigurationProblem(
            path: path,
            place: nil,
            excerpt: "",
            problem: "the file's name is not a domain's",
            consequence: "Ignored it",
            advice: "Name it after its domain, as in org.example.editor.toml"
        )
    }

    /// A file that can't be read at all.
    init(_ error: StorageError, path: String) {
        self.init(
            path: path,
            place: nil,
            excerpt: "",
            problem: error.problem,
            consequence: "The last good version stays in force",
            advice: error.advice
        )
    }
}
