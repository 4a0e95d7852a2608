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
        try confirm(count, files)
        try leaveLook(files, client)
        let _: Position = try client.call(.forget) { $0.member("domain", domain.name) }
        guard output.json else { return show("Forgot '\(domain)'. \(words(of: files))") }
        showJSON {
            $0.member("domain", domain.name)
            $0.member("settings", UInt64(count))
            $0.member("files", files)
        }
    }

    /// Takes the domain's files out of the look, in which adopting has put them.
    private func leaveLook(_ files: [String], _ client: Client) throws {
        guard domain.name != LookFile.name, !files.isEmpty else { return }
        let linked = try client.replicas(of: nil).replicas.filter {
            $0.domain.name == LookFile.name && $0.layer == .user && files.contains($0.file)
        }
        for replica in linked {
            let _: Linked = try client.call(.unlink) {
                $0.member("domain", replica.domain.name)
                $0.member("file", replica.file)
            }
        }
    }

    /// - Throws: ``Failure`` with status `.refused` where nobody says yes.
    private func confirm(_ count: Int, _ files: [String]) throws {
        guard !yes else { return }
        let settings = count == 1 ? "1 setting" : "\(count) settings"
        let question =
            "Forget '\(domain)', with \(settings) and the history? This can't be undone.\n"
            + "\(words(of: files))\nForget it?"
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
