// The screen of all programs.

import SettingsModel
import SettingsSchema

/// Every program, in groups by what describes its settings.
struct ProgramsScreen: ScreenContents {
    let scene: Scene

    var backTitle: String { "Settings" }

    /// Every program's row, in groups by what tells of its settings.
    var table: Table {
        let groups = [
            ("Settings of installed programs, from their bundles and schemas.", false),
            ("Files without a description: their values tell what can be set.", true),
        ]
        var sections = groups.compactMap { footer, isInferred -> TableSection? in
            let rows = scene.tree.programs.filter { $0.isInferred == isInferred }.map(row)
            return rows.isEmpty ? nil : TableSection("", footer: footer, rows: rows)
        }
        if !scene.tree.adoptable.isEmpty { sections.append(adoptable) }
        if sections.isEmpty {
            let footer =
                "No program's settings are linked. Link some: settingsctl link DOMAIN FILE"
            sections = [TableSection("", footer: footer, rows: [])]
        }
        return Table(title: "Settings", sections: sections)
    }

    /// One row for all programs that aren't linked.
    private var adoptable: TableSection {
        let titles = scene.tree.adoptable
        let more = scene.tree.programs.isEmpty ? "" : " more"
        let words =
            titles.count == 1 ? "1\(more) program found" : "\(titles.count)\(more) programs found"
        var row = Row(.adoptable, words, .link("adopt"))
        row.target = .adoptable
        let named = titles.prefix(Self.mostNamed).joined(separator: ", ")
        let rest = titles.count - Self.mostNamed
        let footer = rest > 0 ? "\(named), and \(rest) others." : "\(named)."
        return TableSection("", footer: footer + " Their files stay as they are.", rows: [row])
    }

    /// More names than that hardly anybody reads.
    private static let mostNamed = 8

    private func row(of program: Program) -> Row {
        let summaries = Summaries(scene)
        var row = Row(
            .program(program.domain),
            program.title,
            .link(summaries.summary(of: program))
        )
        row.target = .program(program.domain)
        row.mark = summaries.mark(of: program)
        return row
    }
}

extension [Program] {
    /// Those that a bundle or a schema describes, and after them those of files alone.
    var inGroups: [Program] { filter { !$0.isInferred } + filter(\.isInferred) }
}
