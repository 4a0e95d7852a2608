// settingsctl unlink: the end of a link.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A file unlinked, or a bundle or schema.
struct Unlink: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlink",
        abstract: "Stop syncing a file, a bundle or a schema.",
        usage: "settingsctl unlink [DOMAIN] FILE [--revert] [--json]",
        discussion: """
            Without DOMAIN, it's the one that FILE is linked to.

            The file isn't changed, unless --revert restores the text that it had before it was \
            linked; that is refused where another program has saved the file since. Settings that only this file has are forgotten; the history keeps them.
            """
    )
    @Argument(help: "A domain, and one of its files.", completion: .domainOrFile)
    var words: [String]
    @Flag(help: "Restore the text that the file had before it was linked.") var revert = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard words.count <= 2, !words.contains("") else {
            throw ValidationError("Give FILE, or DOMAIN and FILE.")
        }
    }

    /// As it was typed.
    private var file: String { words.last ?? "" }

    func run() throws {
        let client = try Client()
        let domain = try domain(client)
        let path = absolutePath(file)
        // How the file was is of no concern any more.
        let linked: Linked = try client.call(.unlink) {
            $0.member("domain", domain.name)
            $0.member("file", path)
            $0.member("revert", revert ? true : nil)
        }
        if output.json {
            showJSON {
                $0.member("domain", domain.name)
                $0.member("file", path)
                $0.member("kept", linked.kept)
                $0.member("forgotten", linked.forgotten)
                $0.member("secrets", linked.secrets)
            }
        } else if let forgotten = linked.forgotten {
            let settings = forgotten == 1 ? "1 setting" : "\(forgotten) settings"
            show("Forgot \(settings) of '\(file)' alone.")
            show("The history has them: settingsctl log \(domain)")
        }
        if !output.json, let secrets = linked.secrets { show(Self.words(ofSecrets: secrets)) }
        if Display.isTerminal, !output.json, let replica = linked.replica {
            let again = replica.linkCommand.map { " To link it again: " + $0 } ?? ""
            show("Unlinked '\(shownPath(replica.file))'.\(again)")
        }
        if !output.json { showOtherDomains(of: path, besides: domain, client) }
        guard let kept = linked.kept else { return }
        let settings = kept == 1 ? "1 setting" : "\(kept) settings"
        let lacks = revert ? "may not have" : "didn't have"
        writeError(
            "settingsctl: '\(file.escapedForDisplay)' \(lacks) all that was set; "
                + "only the agent's database has the domain's \(settings) now\n"
                + "Give them a file again: settingsctl link \(domain) FILE\n"
        )
    }

    /// The domain that was named, else the one that the file is linked to.
    ///
    /// - Throws: ``Failure`` for a domain that isn't known, and where no domain or more than one has the file.
    private func domain(_ client: Client) throws -> Domain {
        if words.count > 1 {
            let domain = try Domain(words[0])
            try client.requireKnown(domain)
            return domain
        }
        let path = absolutePath(file)
        let found = try client.replicas(of: nil)
        let files = found.replicas.map { ($0.domain, $0.file) }
        let schemas = found.schemas.map { ($0.domain, $0.file) }
        let domains = Set((files + schemas).filter { $0.1 == path }.map(\.0)).sorted()
        guard let domain = domains.first else {
            throw Failure(
                .notSet,
                "'\(file)' isn't linked",
                advice: "Nothing was changed. See the linked files: settingsctl status"
            )
        }
        guard domains.count == 1 else {
            throw Failure(
                .usage,
                "'\(file)' is linked to \(domains.map { "'\($0)'" }.joined(separator: " and "))",
                advice: "Nothing was unlinked. Name one of them: settingsctl unlink \(domain) "
                    + file.quotedForShell
            )
        }
        return domain
    }

    /// Names the other domains that have the file, such as the look: they write it as before.
    private func showOtherDomains(of path: String, besides domain: Domain, _ client: Client) {
        // It is unlinked, so other files that can't be asked for now are no failure.
        guard let replicas = try? client.replicas(of: nil).replicas else { return }
        for other in replicas where other.domain != domain && other.leads(to: path) {
            show("It is still linked to '\(other.domain)', which writes it, too.")
            show(
                "To stop that: settingsctl unlink \(other.domain) \(other.file.quotedForShell)"
            )
        }
    }

    /// That secrets stay hidden when what called them secrets is gone.
    private static func words(ofSecrets keys: [String]) -> String {
        let named = keys.prefix(5).map(\.quotedForShell).joined(separator: ", ")
        let others = keys.count > 5 ? " and \(keys.count - 5) more" : ""
        return keys.count == 1
            ? "Stays a secret until a bundle or schema has an open row for it: \(named)"
            : "Stay secrets until a bundle or schema has open rows for them: \(named)\(others)"
    }
}

extension ReplicaReport {
    /// The command that links the file as it was linked; nil where its map, which it had, isn't known.
    fileprivate var linkCommand: String? {
        if mapped != nil { return nil }
        var words = ["settingsctl", "link", domain.name, file]
        let isTold = Format.detect(name: file, bytes: [])?.rawValue == format
        if !isTold { words += ["--format", format] }
        if let prefix { words += ["--prefix", prefix.description] }
        for key in keys ?? [] { words += ["--keys", key.description] }
        if let adopt, adopt != Adoption.primary.rawValue { words += ["--adopt", adopt] }
        if layer != .user { words += ["--layer", layer.rawValue] }
        return words.map(\.quotedForShell).joined(separator: " ")
    }
}
