// settingsctl pending: who still runs with old settings.

import ArgumentParser
import SettingsClient
import SettingsModel
import SettingsProtocol

/// The programs that don't run with the newest settings.
struct Pending: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the programs that still run with old settings, and of which keys.",
        discussion: """
            Programs that tell the agent what they run with, and those that a [[reload]] of the \
            domain file has read their settings again. Status 1 if none is behind.
            """
    )
    @Argument(help: .domain) var domain: Domain?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let found: SettingsProtocol.Pending = try client.call(.pending) {
            $0.member("domain", domain?.name)
        }
        if output.json {
            for client in found.clients { client.showJSON() }
        } else {
            let rows = found.clients.map { (domain == nil ? [$0.domain.name] : []) + $0.row }
            for line in columns(rows) { show(line) }
        }
        if found.clients.isEmpty {
            try client.requireKnown(domain)
            throw ExitStatus.notSet
        }
    }
}

extension PendingClient {
    /// The program's name with its number, and the keys.
    fileprivate var row: [String] {
        let number = pid > 0 ? " (\(pid))" : ""
        return [client + number, behind.map(\.description).joined(separator: " ")]
    }

    fileprivate func showJSON() {
        settingsctl.showJSON {
            $0.member("client", client)
            $0.member("pid", pid)
            $0.member("domain", domain.name)
            $0.member("seq", seq)
            $0.member("behind", behind.map(\.description))
        }
    }
}
