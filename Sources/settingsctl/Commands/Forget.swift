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
        let look = try LookWithout(domain, client)
        try confirm(count, files, look)
        let _: Position = try client.call(.forget) { $0.member("domain", domain.name) }
        try look?.write(client)
        guard output.json else {
            show("Forgot '\(domain)'. \(words(of: files))")
            if look?.isEmpty == true {
                show("Forgot the look, too; ~/\(LookFile.ownFile) stays.")
            }
            return
        }
        showJSON {
            $0.member("domain", domain.name)
            $0.member("settings", UInt64(count))
            $0.member("files", files)
        }
    }

    /// - Throws: ``Failure`` with status `.refused` where nobody says yes.
    private func confirm(_ count: Int, _ files: [String], _ look: LookWithout?) throws {
        guard !yes else { return }
        let more = look.map {
            $0.isEmpty
                ? "Nothing else is in the look, so that is forgotten, too, but for ~/\(LookFile.ownFile).\n"
                : "It leaves the look, too.\n"
        }
        let settings = count == 1 ? "1 setting" : "\(count) settings"
        let question =
            "Forget '\(domain)', with \(settings) and the history? This can't be undone.\n"
            + "\(words(of: files))\n\(more ?? "")Forget it?"
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
