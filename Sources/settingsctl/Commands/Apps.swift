// settingsctl apps: the programs on this machine whose settings are known.

import ArgumentParser
import SettingsCatalogue
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// The programs that could be adopted, and those that are.
struct Apps: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List the programs on this machine whose settings are known.",
        discussion:
            "Those with a settings file in your home folder. Link one with 'settingsctl adopt'."
    )
    @OptionGroup var output: OutputOptions

    func run() throws {
        let programs = FoundProgram.all().filter { $0.file != nil }
        let linked = LinkedFiles(try Client().replicas(of: nil).replicas)
        guard !output.json else {
            for program in programs { showJSON { program.write(to: &$0, linked) } }
            return
        }
        guard !programs.isEmpty else { throw Failure.noPrograms }
        var table = TextTable(heads: ["PROGRAM", "SETTINGS", "STATE", "LIVE", "FILE"])
        table.rows = programs.map { $0.row(linked) }
        table.show()
    }
}

extension FoundProgram {
    private func state(_ linked: LinkedFiles) -> String? {
        file.flatMap(linked.domain).map { domain in
            isAdopted(as: domain) ? "adopted" : "linked to \(domain)"
        }
    }

    /// Name, number of settings, state, how it's live, its file.
    fileprivate func row(_ linked: LinkedFiles) -> [Cell] {
        let entries = try? document().entries  // nil where it can't be read, which the state says
        let others = entries.map(entry.includes)?.count ?? 0
        let state =
            entries == nil ? Cell("can't be read", .bad) : self.state(linked).map { Cell($0) }
        return [
            Cell(entry.domain.name), Cell(entries.map { String($0.count) } ?? ""),
            state ?? Cell("-"), Cell(live, .faint),
            Cell(shownPath(file ?? "") + (others == 0 ? "" : " (+\(others) included)")),
        ]
    }

    /// The same as an object.
    fileprivate func write(to json: inout JSONWriter, _ linked: LinkedFiles) {
        let entries = try? document().entries  // nil where it can't be read
        json.member("domain", entry.domain.name)
        json.member("title", entry.title)
        json.member("file", file)
        json.member("settings", entries.map { UInt64($0.count) })
        json.member("included", entries.map { entry.includes(among: $0).map(\.name) } ?? [])
        json.member("live", entry.reload.rawValue)
        json.member("linked", file.flatMap(linked.domain)?.name)
    }
}
