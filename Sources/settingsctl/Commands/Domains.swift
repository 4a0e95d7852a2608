// settingsctl domains, and settingsctl alone: what there is, and what to do next.

import ArgumentParser
import Glibc
import SettingsCatalogue
import SettingsClient
import SettingsModel
import SettingsProtocol

/// Every domain.
struct Domains: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domains",
        abstract: "Print the domains; on a terminal, with their files, settings and state.",
        discussion: "Without a terminal a line is a domain's name alone; --json has the rest."
    )
    @OptionGroup var output: OutputOptions

    func run() throws {
        let reports = try Client().domains()
        guard !output.json else {
            for report in reports { showObject(writtenBy: report.write(to:)) }
            return
        }
        guard Display.isTerminal else {
            for report in reports { show(report.domain.name) }
            return
        }
        guard !reports.isEmpty else { return Failure.nothingLinked.report() }
        var table = TextTable(heads: ["DOMAIN", "SETTINGS", "STATE", "FILES"])
        table.rows = reports.map(\.row)
        table.show()
    }
}

extension DomainReport {
    /// Name, number of settings, state, files.
    fileprivate var row: [Cell] {
        [
            Cell(domain.name), Cell(settings.map(String.init) ?? ""),
            state.map { Cell($0.phrase, $0.accent) } ?? Cell("no file", .faint),
            Cell(files.map(shownPath).joined(separator: ", ")),
        ]
    }
}

extension Failure {
    /// That there is no domain yet.
    static var nothingLinked: Failure {
        Failure(
            .notSet,
            "no program's settings are linked yet",
            advice: "See how to start: settingsctl"
        )
    }
}

// MARK: Without a command

/// Where one stands, and what to do next.
struct Overview {
    func run() throws {
        let reports = try Client().domains()
        for line in reports.isEmpty ? beginning : lines(reports) { show(line) }
    }

    /// What to do in an empty world: with the programs or files that are there, where some are known.
    private var beginning: [String] {
        let programs = FoundProgram.all().filter { $0.file != nil }.map(\.entry.title)
        guard programs.isEmpty else {
            let others = programs.count > 3 ? ", and \(programs.count - 3) more" : ""
            return [
                "No program's settings are linked yet.", "",
                "Start with those that you have ("
                    + programs.prefix(3).joined(separator: ", ") + others + "):",
                "  settingsctl adopt --all", "",
                "Any other file: settingsctl link FILE", "All commands: settingsctl help",
            ]
        }
        let found = KnownFile.present.prefix(3)
        let examples =
            found.isEmpty
            ? ["  settingsctl link kitty ~/.config/kitty/kitty.conf"]
            : found.map { "  settingsctl link \($0.domain) \($0.shellPath)" }
        return ["No program's settings are linked yet.", "", "Link a settings file, for example:"]
            + examples
            + [
                "", "It then follows each change of its settings, wherever they are changed.",
                "All commands: settingsctl help",
            ]
    }

    private func lines(_ reports: [DomainReport]) -> [String] {
        // A program's file is in the look's domain, too.
        let files = Set(reports.flatMap(\.files)).count
        let words = [
            reports.count == 1 ? "1 domain" : "\(reports.count) domains",
            files == 1 ? "1 file" : "\(files) files",
        ]
        let trouble = reports.filter { $0.problems > 0 || $0.state.map { !$0.isWell } ?? false }
        let names = trouble.prefix(3).map(\.domain.name).joined(separator: ", ")
        let more = trouble.count > 3 ? " and \(trouble.count - 3) more" : ""
        let state = trouble.isEmpty ? ", in sync." : ". Needs attention: \(names)\(more)."
        let name = (trouble.first ?? reports[0]).domain
        return [words.joined(separator: ", ") + state, ""]
            + TextTable.lines(
                [
                    trouble.isEmpty ? [] : ["What to do:", "settingsctl doctor"],
                    ["Files and state:", "settingsctl status"],
                    ["Settings:", "settingsctl list \(name)"],
                    ["On the screen:", "settingsctl ui"],
                    ["All commands:", "settingsctl help"],
                ].filter { !$0.isEmpty }.map { $0.map { Cell($0) } },
                [],
                nil,
                in: 0,
                false
            )
    }
}
