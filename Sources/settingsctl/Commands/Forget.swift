// settingsctl forget: a domain removed, all but its files.

import ArgumentParser
import SettingsCatalogue
import SettingsClient
import SettingsModel
import SettingsProtocol

/// A domain forgotten.
struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget a domain: its domain file, values and history. Its files stay.",
        discussion: "It can't be undone, so it asks on a terminal; elsewhere it needs --yes."
    )
    @Argument(help: .domain) var domain: Domain
    @Flag(help: "Don't ask.") var yes = false
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        try client.requireKnown(domain)
        let files = try client.replicas(of: domain).replicas
            .filter { $0.layer == .user && $0.state != .absent }.map(\.file)
        let count = try client.entries(of: domain, layer: .user).count
        let shares = try shares(client)
        try confirm(count, files, isInLook: !shares.isEmpty)
        let _: Position = try client.call(.forget) { $0.member("domain", domain.name) }
        for share in shares { try leaveLook(share, client) }
        guard output.json else { return show("Forgot '\(domain)'. \(words(of: files))") }
        showJSON {
            $0.member("domain", domain.name)
            $0.member("settings", UInt64(count))
            $0.member("files", files)
        }
    }

    /// The domain's files that are in the look, too, where adopting has put them.
    private func shares(_ client: Client) throws -> [ReplicaReport] {
        guard domain.name != LookFile.name else { return [] }
        let linked = try client.replicas(of: nil).replicas
        let files = linked.filter { $0.domain == domain && $0.layer == .user }.map(\.file)
        return linked.filter {
            $0.domain.name == LookFile.name && $0.layer == .user && files.contains($0.file)
        }
    }

    /// Takes a file out of the look.
    private func leaveLook(_ share: ReplicaReport, _ client: Client) throws {
        let _: Linked = try client.call(.unlink) {
            $0.member("domain", share.domain.name)
            $0.member("file", share.file)
        }
    }

    /// - Throws: ``Failure`` with status `.refused` where nobody says yes.
    private func confirm(_ count: Int, _ files: [String], isInLook: Bool) throws {
        guard !yes else { return }
        let settings = count == 1 ? "1 setting" : "\(count) settings"
        let question =
            "Forget '\(domain)', with \(settings) and the history? This can't be undone.\n"
            + "\(words(of: files))\n\(isInLook ? "It leaves the look, too.\n" : "")Forget it?"
        switch settingsctl.confirm(question) {
        case true?: return
        case false?:
            throw Failure(.refused, "'\(domain)' isn't forgotten", advice: "Nothing was changed")
        case nil:
            throw Failure(
                .refused,
                "'forget' can't be undone, and there is no terminal to ask on",
                advice: "Nothing was changed. To do it all the same: "
                    + "settingsctl forget --yes \(domain)"
            )
        }
    }

    /// What becomes of the files.
    private func words(of files: [String]) -> String {
        files.isEmpty ? "It has no files." : "Its files stay: \(files.joined(separator: ", "))"
    }
}
