// The screen of a list's element.

import SettingsModel
import SettingsSchema

/// The pane of an element, with a row that adds one that is being made.
struct ElementScreen: ScreenContents {
    let scene: Scene
    let place: SettingPlace
    let pane: PaneID
    /// True where a pane of the same element opened it: the element isn't added there.
    let isInner: Bool

    var backTitle: String { scene.title(place) }

    var program: Domain? { scene.tree.setting(place.root)?.pane.domain }

    var notice: FileProblem? { scene.notice(of: place) }

    var table: Table {
        let title = scene.title(place.list)
        guard let program = scene.tree.program(pane.domain),
            let pane = program.panes[pane.pane],
            place.element?.isNew == true || scene.value(place) != nil
        else {
            return .gone(title, "The element isn't there any more. Esc goes back.")
        }
        var sections = SectionMaker(scene: scene).sections(of: pane, program, element: place)
        if place.element?.index == nil, !isInner {
            var row = Row(.position(section: -1, row: 0), "Add to \(title)", .nothing)
            row.target = .addDraft(place)
            row.isAction = true
            let footer = "Nothing is stored before it's added."
            sections.append(TableSection("", footer: footer, rows: [row]))
        }
        return SectionMaker.table(pane.title ?? title, sections)
    }
}

extension Scene {
    /// The broken file that keeps a setting from being changed, or from being shown right.
    func notice(of place: SettingPlace) -> FileProblem? {
        problems[place.domain] ?? tree.program(tree.owner(of: place))?.mistake
    }
}
