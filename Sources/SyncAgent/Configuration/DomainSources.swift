// Where domains are described: domain files, and the files that add to them.

import Glibc
import SettingsModel
import SyncEngine
import SyncPlatform

/// The files that describe one domain.
struct DomainSource: Equatable {
    /// Where its domain file may be; the first that is there counts alone.
    var files: [String] = []
    /// The files that add to it, in the order in which they are read.
    var additions: [String] = []
    /// A folder of additions that can't be read.
    var unreadFolder: ConfigurationProblem?
}

extension DomainSource {
    /// The domain file that counts, and those that add to it, as they are now; none where none is there.
    ///
    /// - Throws: ``ConfigurationProblem`` for a file or folder that can't be read.
    func texts() throws(ConfigurationProblem) -> [DomainText] {
        if let unreadFolder { throw unreadFolder }
        var texts: [DomainText] = []
        for path in files {
            guard let text = try DomainText(path) else { continue }
            texts.append(text)
            break
        }
        for path in additions {
            if let text = try DomainText(path) { texts.append(text) }
        }
        return texts
    }
}

/// One of the files that describe a domain, and what it holds.
struct DomainText: Equatable {
    let path: String
    let bytes: [UInt8]

    /// Reads a file; nil where there is none.
    ///
    /// - Throws: ``ConfigurationProblem`` when it is there but can't be read.
    init?(_ path: String) throws(ConfigurationProblem) {
        do {
            guard let bytes = try OwnFiles.read(path) else { return nil }
            self.path = path
            self.bytes = bytes
        } catch {
            throw ConfigurationProblem(error, path: path)
        }
    }

    /// The file's tables.
    ///
    /// - Throws: ``ConfigurationProblem`` when it isn't TOML.
    func reader() throws(ConfigurationProblem) -> TableReader {
        do {
            return try TableReader(bytes, path: path)
        } catch {
            throw ConfigurationProblem(error, path: path, bytes: bytes)
        }
    }
}

/// What the files that describe a domain held, and what that means.
///
/// As long as they hold the same, they aren't taken apart again: a link would cost more with each domain
/// that has nothing to do with it.
struct DomainReading {
    let texts: [DomainText]
    /// The domain as they describe it; which hooks may run is asked each time.
    let file: DomainFile
}

/// The files that describe all domains, as their folders list them.
struct DomainSources {
    private(set) var domains: [Domain: DomainSource] = [:]
    /// The folders of files that add to domain files.
    private(set) var folders: [String] = []
    /// Names that are no domain's, and folders that can't be read.
    private(set) var problems: [ConfigurationProblem] = []
    /// The last folder that can't be read: any domain may be described in it.
    private(set) var unreadFolder: ConfigurationProblem?

    init() {}

    /// Lists the folders.
    ///
    /// Of a folder that can't be read, the files count that were `known` to be there. `found` is called
    /// with each folder of additions before it is read, for it to be watched.
    init(in paths: AgentPaths, known: DomainSources, found: (String) -> Void) {
        for folder in paths.domainFolders {
            for path in list(folder) ?? known.paths(in: folder) where counts(path, ".toml") {
                add(path, in: folder, suffix: ".toml") { $0.files.append(path) }
            }
        }
        for root in paths.additionFolders {
            for folder in list(root) ?? known.paths(in: root) where counts(folder, ".d") {
                add(folder, in: root, suffix: ".d") { _ in }
                guard let domain = domain(of: folder, in: root, suffix: ".d") else { continue }
                folders.append(folder)
                found(folder)
                addAdditions(in: folder, of: domain)
            }
        }
        domains = domains.filter {
            !$0.value.files.isEmpty || !$0.value.additions.isEmpty || $0.value.unreadFolder != nil
        }
    }

    /// The paths of what is in a folder, in the order of their names; nil if it can't be read, so that
    /// nobody knows which domains are described in it.
    private mutating func list(_ folder: String) -> [String]? {
        do {
            return try OwnFiles.names(in: folder).map { folder + "/" + $0 }
        } catch {
            let problem = ConfigurationProblem(error, path: folder)
            unreadFolder = problem
            problems.append(problem)
            return nil
        }
    }

    private mutating func addAdditions(in folder: String, of domain: Domain) {
        do {
            for name in try OwnFiles.names(in: folder) {
                let path = folder + "/" + name
                guard counts(path, ".toml") else { continue }
                domains[domain, default: DomainSource()].additions.append(path)
            }
        } catch {
            domains[domain, default: DomainSource()].unreadFolder = ConfigurationProblem(
                error,
                path: folder
            )
        }
    }

    /// Whether a file or folder with this ending may describe a domain; a copy that a synchroniser made is
    /// reported.
    ///
    /// A name that begins with a dot is that of an editor's lock or another system's attributes.
    private mutating func counts(_ path: String, _ suffix: String) -> Bool {
        let name = path.dropFirst(path.pathFolder.count)
        guard name.hasSuffix(suffix), !name.hasPrefix(".") else { return false }
        guard name.isSynchroniserCopy else { return true }
        problems.append(.copy(path))
        return false
    }

    /// What is known to be in a folder: files, and folders of additions.
    private func paths(in folder: String) -> [String] {
        let start = folder + "/"
        let all = domains.values.flatMap { $0.files + $0.additions }
            .filter { $0.begins(with: start) }
        return Set(all.map { start + $0.dropFirst(start.count).prefix { $0 != "/" } }).sorted()
    }

    private mutating func add(
        _ path: String,
        in folder: String,
        suffix: String,
        _ change: (inout DomainSource) -> Void
    ) {
        guard let domain = self.domain(of: path, in: folder, suffix: suffix) else {
            return problems.append(.badName(path, suffix: suffix))
        }
        change(&domains[domain, default: DomainSource()])
    }

    /// The domain by whose name a path in a folder is called; nil for another name.
    private func domain(of path: String, in folder: String, suffix: String) -> Domain? {
        try? Domain(String(path.dropFirst(folder.count + 1).dropLast(suffix.count)))
    }
}

extension Substring {
    /// Whether a program that keeps folders the same on several machines calls a file so that was changed on
    /// two of them: Syncthing, Dropbox, Nextcloud, ownCloud, Seafile.
    fileprivate var isSynchroniserCopy: Bool {
        let marks = [
            ".sync-conflict-", "conflicted copy", "case conflict", "_conflict-", "(sfconflict",
        ]
        let name = lowercased()
        // A search of the standard library's takes longer than all else that is done with a name.
        return marks.contains { strstr(name, $0) != nil }
    }
}

extension ConfigurationProblem {
    /// A copy of a domain file, or of a folder or file that adds to one.
    fileprivate static func copy(_ path: String) -> ConfigurationProblem {
        ConfigurationProblem(
            path: path,
            problem: "the name is that of a copy which a synchroniser makes of a conflict",
            consequence: "Ignored it",
            advice: "Compare it with the file of the domain's own name, and remove it"
        )
    }

    /// A domain file, or a folder of additions, whose name is no domain's.
    fileprivate static func badName(_ path: String, suffix: String) -> ConfigurationProblem {
        ConfigurationProblem(
            path: path,
            problem: "the \(suffix == ".d" ? "folder" : "file")'s name is not a domain's",
            consequence: "Ignored it",
            advice: "Name it after its domain, for example org.example.editor\(suffix)"
        )
    }
}
