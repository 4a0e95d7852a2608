// settingsctl ui: the settings on the terminal.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsProtocol
import SettingsUI

/// Opens the terminal screen.
struct UI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ui",
        abstract: "Show and change settings on the terminal.",
        discussion: """
            Without TARGET, all domains. A file that belongs to no domain is linked to one of its \
            own as long as it's shown. '?' shows the keys, 'q' quits.

            --plain is for screen readers and pipes, and is the way with TERM=dumb or ACCESSIBLE.

            NO_COLOR turns colours off; SETTINGS_UI_THEME=dark or light names the background; \
            SETTINGS_UI_ASCII=1 draws with ASCII signs; with SETTINGS_UI_MOTION=reduced, a row \
            that someone else changed stays lit until the next key.
            """
    )
    @Argument(help: "A domain, a settings bundle or a settings file.", completion: .domainOrFile)
    var target: String?
    @Flag(help: "Print the settings in words, each with the command that changes it.")
    var plain = false
    @Option(help: "Draw the panes from this bundle; FOLDER or DOMAIN=FOLDER, perhaps several.")
    var bundle: [String] = []

    func run() throws {
        try UIAction(target: target, isPlain: plain, bundles: bundle).run()
    }
}

/// What `ui` does.
struct UIAction {
    var target: String?
    /// Whether words were asked for rather than a screen.
    var isPlain = false
    var bundles: [String] = []

    /// Shows the settings until the user leaves.
    func run() throws {
        guard printsWords || isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 else {
            throw Failure(
                .usage,
                "'ui' needs a terminal, and this is none",
                advice: "Use --plain, or in scripts: settingsctl get, set, watch"
            )
        }
        let client = try Client()
        while try showOnce(client) == .adopt { adoptAll() }
    }

    /// Shows the settings once; says how the screen was left.
    private func showOnce(_ client: Client) throws -> UserInterface.Ending {
        var target = try found(client)
        if self.target == nil { target.adoptable = try Adopt.titles(client) }
        let ending = try shown(target, client)
        try target.end(client)
        return ending
    }

    private func shown(_ target: Target, _ client: Client) throws -> UserInterface.Ending {
        if !printsWords, let screen = try UserInterface(target, client) { return screen.run() }
        if !printsWords { tellOfTerminal() }
        for line in try target.plainText() { showText(line) }
        return .quit
    }

    /// Links all programs as `adopt --all` does, which asks, and waits until the user has read what it says.
    private func adoptAll() {
        do {
            let adopt = try Adopt.parse(["--all"])
            try adopt.run()
        } catch {
            Failure(error).report()
        }
        show("Enter goes back to the screen.")
        _ = readLine()
    }

    /// Whether words were asked for, or the terminal has nothing else.
    private var printsWords: Bool {
        isPlain || value("TERM") == "dumb" || !value("ACCESSIBLE").isEmpty
    }

    private func value(_ variable: String) -> String {
        getenv(variable).map { String(cString: $0) } ?? ""
    }

    /// Says why there are words where a screen was asked for.
    private func tellOfTerminal() {
        let name = value("TERM").escapedForDisplay
        let what = name.isEmpty ? "TERM isn't set" : "no screen can be drawn on a '\(name)' (TERM)"
        show("\(what). Name the terminal, as in: TERM=xterm settingsctl ui")
    }

    private func found(_ client: Client) throws -> Target {
        do {
            return try Target.find(target, bundles: bundles, client)
        } catch let error as TargetError {
            throw Failure(.usage, error.problem, advice: error.advice)
        }
    }
}
