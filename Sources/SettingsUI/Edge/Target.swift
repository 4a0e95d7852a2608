// What the user asked to see, and which programs that is.

import Glibc
package import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// Why there is nothing to show.
package struct TargetError: Error, Equatable, Sendable {
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String
}

/// The programs that a word on the command line asks for.
package struct Target: Sendable {
    private(set) var sources: [PaneSource]
    /// The titles of programs that could be linked, to be offered beside all domains.
    package var adoptable: [String] = []
    /// A file that is linked only as long as a connection holds it.
    private var borrowed: (domain: Domain, file: String)?

    /// The file that belongs to no domain.
    var borrowedFile: String? { borrowed?.file }

    /// Whether it's one file, whatever else its domain has.
    private let isFile: Bool

    private init(_ sources: [PaneSource]) {
        self.sources = sources
        isFile = false
    }

    private init(file source: PaneSource) {
        sources = [source]
        isFile = true
    }

    /// Finds what a word means: a domain, a settings bundle, a settings file, or with nil all
    /// domains.
    ///
    /// A file that belongs to no domain is linked to one of its own until ``end(_:)``.
    ///
    /// - Parameters:
    ///   - word: What the user wrote.
    ///   - bundles: The folders of bundles to draw panes from in place of the domains' own, as
    ///     `FOLDER` for the domain that the word is, or as `DOMAIN=FOLDER`.
    ///   - client: The agent to ask.
    /// - Returns: The programs, in the order of their domains behind the look.
    /// - Throws: ``ClientError``, ``TargetError``.
    package static func find(
        _ word: String?,
        bundles: [String],
        _ client: Client
    ) throws -> Target {
        let reports = try client.call(.domains, returning: Domains.self).domains
        let bundles = try NamedBundles(bundles)
        guard let word else {
            guard bundles.own == nil else { throw TargetError(bundleWithoutDomain: "FOLDER") }
            // A domain without files may be one that was shown for a bare file.
            let shown = reports.filter {
                !$0.files.isEmpty || $0.bundle != nil || $0.schema != nil
                    || bundles.named[$0.domain] != nil
            }
            // What programs share comes before the programs.
            let look = shown.filter { $0.domain.name == Domain.lookName }
            return Target(
                try (look + shown.filter { $0.domain.name != Domain.lookName }).map {
                    try source($0.domain, $0, bundles.named[$0.domain], client)
                }
            )
        }
        let path = absolute(word)
        let kind = kind(of: path)
        let isKnown = reports.contains { $0.domain.name == word }
        // A domain's name means the domain, whatever happens to lie here under that name.
        let isPath = !isKnown || word.utf8.contains(UInt8(ascii: "/"))
        if kind == .folder, isPath {
            let owner = reports.first { $0.bundle.map(absolute) == path }
            guard let owner else { throw TargetError(bundleWithoutDomain: word) }
            return Target([try source(owner.domain, owner, path, client)])
        }
        if kind == .file, isPath { return try file(path, reports, client) }
        // What can't be a domain's name can only have been meant as a file.
        guard let domain = try? Domain(word) else { throw TargetError(nothingNamed: word) }
        let report = reports.first { $0.domain == domain }
        let bundle = bundles.named[domain] ?? bundles.own
        if report == nil, bundle == nil { throw TargetError(unknown: domain) }
        return Target([try source(domain, report, bundle, client)])
    }

    private static func source(
        _ domain: Domain,
        _ report: DomainReport?,
        _ bundle: String?,
        _ client: Client
    ) throws(ClientError) -> PaneSource {
        let title = report?.title ?? domain.name
        if let folder = bundle ?? report?.bundle {
            // Another bundle is shown as it is.
            let options = bundle == nil ? report?.options : nil
            return PaneSource(
                domain: domain,
                title: title,
                description: .bundle(absolute(folder), options: options)
            )
        }
        if let file = report?.schema {
            return PaneSource(domain: domain, title: title, description: .schema(absolute(file)))
        }
        return PaneSource(
            domain: domain,
            title: title,
            description: .files(try files(of: domain, client)),
            coverage: .current
        )
    }

    /// The files of a domain that are there.
    private static func files(
        of domain: Domain,
        _ client: Client
    ) throws(ClientError) -> [SourceFile] {
        let replicas = try client.call(.replicas, returning: Replicas.self) {
            $0.member("domain", domain.name)
        }.replicas
        return replicas.filter { $0.state != .absent }.map {
            sourceFile(absolute($0.file), $0)
        }
    }

    private static func sourceFile(_ path: String, _ report: ReplicaReport) -> SourceFile {
        SourceFile(
            path: path,
            prefix: report.prefix,
            format: Format(rawValue: report.format),
            keys: report.keys
        )
    }

    /// Looks again which files tell of a domain's settings, as some may have come since.
    ///
    /// They stay as they were where none is left, and where no agent answers.
    mutating func findFiles(of domain: Domain, _ client: Client) {
        guard !isFile, let index = sources.firstIndex(where: { $0.domain == domain }) else {
            return
        }
        switch sources[index].description {
        case .bundle, .schema: return
        case .files: break
        }
        guard let files = try? Self.files(of: domain, client), !files.isEmpty else { return }
        sources[index].description = .files(files)
    }

    // MARK: Files

    private static func file(
        _ path: String,
        _ reports: [DomainReport],
        _ client: Client
    ) throws -> Target {
        let replicas = try client.call(.replicas, returning: Replicas.self).replicas
        let name = path.fileName
        let domain = try borrowedDomain(of: path, name: name)
        // One that another screen borrowed is borrowed here, too.
        let owner = replicas.first { absolute($0.file) == path && $0.domain != domain }
        if let owner {
            let report = reports.first { $0.domain == owner.domain }
            let coverage = coverage(of: owner, in: report, replicas)
            let file = sourceFile(path, owner)
            return Target(file: fileSource(owner.domain, name, file, coverage))
        }
        let _: Linked = try client.call(.link) {
            $0.member("domain", domain.name)
            $0.member("file", path)
            $0.member("borrowed", true)
        }
        let file = SourceFile(path: path, prefix: nil)
        var target = Target(file: fileSource(domain, name, file, .current))
        target.borrowed = (domain, path)
        return target
    }

    /// All settings of a domain are a file's where it has no other, and nothing else tells of them.
    private static func coverage(
        of file: ReplicaReport,
        in domain: DomainReport?,
        _ files: [ReplicaReport]
    ) -> Program.Coverage {
        let isAlone = files.count { $0.domain == file.domain } == 1
        let isDescribed = domain?.bundle != nil || domain?.schema != nil
        let isWhole = file.prefix == nil && file.keys == nil
        return isAlone && isWhole && !isDescribed ? .current : .described
    }

    /// The domain of a file that has none: files of one name in two folders have two.
    private static func borrowedDomain(
        of path: String,
        name: String
    ) throws(ModelError) -> Domain {
        let readable = name.prefix(64).map {
            $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-"
        }
        // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ : the same in every start.
        let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return try Domain("file." + readable + "-" + String(hash, radix: 16))
    }

    private static func fileSource(
        _ domain: Domain,
        _ title: String,
        _ file: SourceFile,
        _ coverage: Program.Coverage
    )
        -> PaneSource
    {
        PaneSource(
            domain: domain,
            title: title,
            description: .files([file]),
            coverage: coverage
        )
    }

    /// Takes back what was done only for the screen.
    package func end(_ client: Client) throws(ClientError) {
        guard let borrowed else { return }
        do throws(ClientError) {
            _ = try client.result(of: .unlink) {
                $0.member("domain", borrowed.domain.name)
                $0.member("file", borrowed.file)
            }
        } catch {
            // An agent that was started anew has let go of it by itself.
            guard error.refusal == .keyNotFound else { throw error }
        }
    }

    private enum Kind: Equatable {
        case folder, file, nothing
    }

    private static func kind(of path: String) -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else { return .nothing }
        return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    /// The path from the root, without links; as it is where there is nothing.
    private static func absolute(_ path: String) -> String {
        var path = path
        if path.hasPrefix("~/"), let home = getenv("HOME") {
            path = String(cString: home) + path.dropFirst()
        }
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }
}

/// The bundles that were named on the command line.
private struct NamedBundles {
    var own: String?
    var named: [Domain: String] = [:]

    init(_ words: [String]) throws(TargetError) {
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            // A folder's path may hold a '=' too; then what stands before it is no domain.
            if parts.count == 2, let domain = try? Domain(parts[0]) {
                named[domain] = parts[1]
            } else if own == nil {
                own = word
            } else {
                throw TargetError(
                    problem: "two bundles are named for one domain",
                    advice: "Write them as DOMAIN=FOLDER"
                )
            }
        }
    }
}

extension TargetError {
    fileprivate init(bundleWithoutDomain word: String) {
        self.init(
            problem: "the bundle '\(word.escapedForDisplay)' belongs to no domain that is known",
            advice: "Say whose settings it shows: settingsctl ui DOMAIN --bundle "
                + word.quotedForShell
        )
    }

    fileprivate init(nothingNamed word: String) {
        self.init(
            problem: "'\(word.escapedForDisplay)' is neither a domain nor a file",
            advice: "List the domains with: settingsctl domains"
        )
    }

    fileprivate init(unknown domain: Domain) {
        self.init(
            problem: "no domain '\(domain)' is known",
            advice: "Link a file to it: settingsctl link \(domain) FILE"
        )
    }
}
