// The screen of a pane.

import SettingsModel
import SettingsSchema

/// A pane of a program.
struct PaneScreen: ScreenContents {
    let scene: Scene
    let id: PaneID
    let title: String

    var backTitle: String { title }

    var program: Domain? { id.domain }

    var notice: FileProblem? {
        scene.problems[id.domain] ?? scene.tree.program(id.domain)?.mistake
    }

    var table: Table {
        guard let program = scene.tree.program(id.domain), let pane = program.panes[id.pane]
        else {
            return .gone(title, "The pane '\(id.pane)' isn't there any more. Esc goes back.")
        }
        let maker = SectionMaker(scene: scene)
        let sections = maker.sections(of: pane, program, element: nil)
        return SectionMaker.table(title, tabSections(of: pane, program) + sections)
    }

    /// The tabs of a program that is one of several, as rows that open their panes.
    private func tabSections(of pane: Pane, _ program: Program) -> [TableSection] {
        // A lone program has them in the tab bar; the pane itself may be the first of them.
        let others = pane.tabs.filter { $0.pane != pane.name }
        guard scene.tree.programs.count > 1, !others.isEmpty else { return [] }
        let rows = others.enumerated().map { index, tab in
            var row = Row(.position(section: -1, row: index), tab.title, .link(""))
            let id = PaneID(domain: program.domain, pane: tab.pane)
            row.target = .pane(id, title: tab.title)
            return row
        }
        return [TableSection("", rows: rows)]
    }
}
