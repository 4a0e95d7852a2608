// Where the agent's own files are, after the XDG Base Directory Specification.

import SettingsModel

/// The folders of one user, read from the environment once.
///
/// https://specifications.freedesktop.org/basedir-spec/latest/ : a variable that is unset, empty or
/// not absolute counts as unset.
package struct AgentPaths: Equatable, Sendable {
    package var home: String
    package var configHome: String
    package var stateHome: String
    /// Where the sockets are; nil for a user without a session.
    package var runtimeHome: String?
    /// Searched in this order, after `configHome`, for domain files that packages bring.
    package var dataFolders: [String]
    /// Where an administrator's layers are, the most important first.
    package var configFolders: [String]

    /// Reads the environment.
    package init(environment: (String) -> String?) {
        func absolute(_ name: String) -> String? {
            environment(name).flatMap { $0.begins(with: "/") ? Self.normalized($0) : nil }
        }
        func list(_ name: String, _ fallback: [String]) -> [String] {
            let paths = (environment(name) ?? "").utf8.split(separator: UInt8(ascii: ":"))
                .map { String(Substring($0)) }.filter { $0.begins(with: "/") }
            return paths.isEmpty ? fallback : paths.map(Self.normalized)
        }
        home = absolute("HOME") ?? "/"
        configHome = absolute("XDG_CONFIG_HOME") ?? home + "/.config"
        stateHome = absolute("XDG_STATE_HOME") ?? home + "/.local/state"
        runtimeHome = absolute("XDG_RUNTIME_DIR")
        let dataHome = absolute("XDG_DATA_HOME") ?? home + "/.local/share"
        dataFolders = [dataHome] + list("XDG_DATA_DIRS", ["/usr/local/share", "/usr/share"])
        configFolders = list("XDG_CONFIG_DIRS", ["/etc/xdg"])
    }

    /// Where the agent's own settings are.
    package var agentFolder: String { configHome + "/settings-agent" }
    package var agentFile: String { agentFolder + "/agent.toml" }
    /// The domain files that the user edits and `link` writes.
    package var domainFolder: String { agentFolder + "/domains" }
    /// The folders of domain files, the first that has a domain decides over it.
    package var domainFolders: [String] {
        [domainFolder] + dataFolders.map { $0 + "/settings-agent/domains" }
    }
    /// The folders with files that add to domain files, wherever those are; a later one's count more.
    ///
    /// An administrator's come first, the least important of `$XDG_CONFIG_DIRS` before the others.
    package var additionFolders: [String] {
        configFolders.reversed().map { $0 + "/settings-agent/domains" }
            .filter { $0 != domainFolder } + [domainFolder]
    }
    /// The user's own folder of files that add to a domain file.
    func additionFolder(of domain: Domain) -> String { domainFolder + "/\(domain).d" }
    package var journalFolder: String { stateHome + "/settings-agent" }
    package var journal: String { journalFolder + "/journal.db" }
    /// The folders that only the agent's own files are in, also those that a package brings.
    var ownFolders: [String] {
        [journalFolder]
            + ([configHome] + (runtimeHome.map { [$0] } ?? []) + dataFolders + configFolders)
            .map { $0 + "/settings-agent" }
    }
    /// Copies of bundles and schemas, for when they can't be read any more.
    package var schemaFolder: String { journalFolder + "/schemas" }
    /// What programs list of their options.
    var optionFolder: String { journalFolder + "/options" }
    /// What the program of a domain lists.
    func optionFile(of domain: Domain) -> String { optionFolder + "/\(domain)" }

    /// The domain's defaults store: what Foundation's `UserDefaults(suiteName:)` reads and writes on Linux.
    package func defaultsStore(of domain: String) -> String {
        // Foundation's own name for the domain of all programs.
        configHome + "/\(domain == Self.globalDomain ? ".GlobalPreferences" : domain).plist"
    }

    /// The domain whose settings are those of every program that has none of its own.
    package static let globalDomain = Domain.globalName

    /// The files with which an administrator decides over a domain, the least important first.
    package func managedFiles(of domain: String) -> [String] {
        configFolders.reversed().map { $0 + "/settings-agent/managed/\(domain).toml" }
    }

    /// A path as a domain file writes it: `~` is the home folder, and relative paths begin there.
    package func expanded(_ path: String) -> String {
        if path == "~" { return home }
        if path.begins(with: "~/") {
            return Self.normalized(home + String(Substring(path.utf8.dropFirst())))
        }
        return Self.normalized(path.begins(with: "/") ? path : home + "/" + path)
    }

    /// A command's words, with paths below `~` written out, as no shell does it.
    func opened(_ words: [String]) -> [String] {
        words.map { $0 == "~" || $0.begins(with: "~/") ? expanded($0) : $0 }
    }

    /// The path as a person would write it into a domain file.
    package func abbreviated(_ path: String) -> String {
        guard home != "/", path.begins(with: home + "/") else { return path }
        return "~" + String(Substring(path.utf8.dropFirst(home.utf8.count)))
    }

    /// The path without what makes no difference, so that one file has one name.
    ///
    /// A `..` stays: what it means is known only once symlinks are followed.
    private static func normalized(_ path: String) -> String {
        "/" + path.pathNames.filter { $0 != "." }.joined(separator: "/")
    }
}
