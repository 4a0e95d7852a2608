// settingsctl edit: the file of a setting in the user's editor, at its line.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsUI

/// A file opened.
struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Open the file of a setting in $VISUAL or $EDITOR, at its line.",
        discussion: """
            Without KEY, or where no file has it, the first of the domain's own files. When the \
            editor has ended, the file is looked at: status 5 if it can't be read as settings, 6 if \
            there is no such editor. With --json, how it fares then is printed as 'status' does.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingText?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        try client.requireKnown(domain)
        let (file, line) = try place(client)
        if let problem = edit(file: file, line: line) {
            throw Failure(
                .fileTrouble,
                problem,
                advice: "Name another editor in VISUAL or EDITOR, for example EDITOR=nano"
            )
        }
        let _: Position = try client.call(.rescan) { $0.member("domain", domain.name) }
        let replica = try client.replicas(of: domain).replicas.first { $0.file == file }
        if output.json, let replica { showObject(writtenBy: replica.write(to:)) }
        guard let replica, let problem = replica.problem else { return }
        let place = replica.place.suffix
        if let repeated = replica.onlyRepeat {
            writeError(
                """
                settingsctl: \(file.escapedForDisplay)\(place): \(problem.escapedForDisplay)
                The file was taken, and one of them counts. \(repeated.advice.asSentence)

                """
            )
            return
        }
        throw Failure(
            .replicaTrouble,
            "\(file)\(place): \(problem)",
            advice: "The last valid values stay effective. Correct it: settingsctl edit \(domain)"
        )
    }

    /// The file to open and the line to go to.
    private func place(_ client: Client) throws -> (file: String, line: Int) {
        let key = try client.key(key, in: domain)
        if let key {
            let explanation = try client.explanation(of: key, in: domain)
            // The user's own file before those that are only read. Defaults aren't for the user to edit.
            let layers = explanation.layers.filter { $0.file != nil && $0.layer != .default }
            if let layer = layers.first(where: { $0.layer == .user }) ?? layers.first,
                let file = layer.file
            {
                return (file, layer.place?.line ?? 1)
            }
        }
        let files = try client.replicas(of: domain).replicas.filter { $0.layer == .user }
        guard let file = files.first(where: { $0.state != .absent }) ?? files.first else {
            throw Failure(
                .notSet,
                "no file holds the settings of '\(domain)'",
                advice: "Name one: settingsctl link \(domain) FILE"
            )
        }
        if let key {
            let meant = didYouMean(try client.meantKey(by: key, in: domain))
            writeError(
                "settingsctl: no file of '\(domain)' has '\(key)'\n"
                    + "\(meant)'\(shownPath(file.file).escapedForDisplay)' is opened.\n"
            )
        }
        return (file.file, 1)
    }
}

extension ReplicaReport {
    /// A key that stands twice, where nothing worse is wrong with the file: it was taken.
    fileprivate var onlyRepeat: Diagnostic? {
        guard state == .ok, diagnostics.allSatisfy({ $0.severity == .warning }) else { return nil }
        return diagnostics.first
    }
}
