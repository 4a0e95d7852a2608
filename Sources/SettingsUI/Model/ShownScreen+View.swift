// The picture of the screen that is shown.

import SettingsModel
import SettingsSchema

extension ShownScreen {
    /// The picture of the screen, and what the mouse can point to in it.
    func painted() -> Canvas { view.painted() }

    var view: ScreenView {
        let back = navigation.screens.dropLast().last
        return ScreenView(
            scene: scene,
            navigation: navigation,
            overlays: overlays,
            contents: contents,
            backTitle: back.map { contents($0.content).backTitle } ?? "",
            frame: frame,
            tableArea: tableArea,
            shown: shownTable,
            row: focusedRow,
            page: inspectorPage,
            status: status,
            hints: hints
        )
    }

    var searchArea: SearchArea { SearchArea(scene.look.size, body: frame.body) }

    /// The hints of what the keys do now.
    var hints: [Hint] {
        let table = table
        return Hints(
            scene: scene,
            navigation: navigation,
            overlays: overlays,
            comparison: changes.comparison,
            row: navigation.screen.focus.flatMap { table.row(at: $0.position) },
            hasRibbon: !table.ribbon.isEmpty
        ).all
    }
}
