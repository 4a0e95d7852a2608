// What the tests ask of a model's screen.

import SettingsModel

@testable import SettingsUI

extension Model {
    var inspectedLayer: Layer { inspector.layer(of: navigation.focusedPlace) }

    // What is in front.
    var contents: any ScreenContents { shown.contents }
    var changesScreen: ChangesScreen { shown.changesScreen }
    var table: Table { shown.table }
    var focusedRow: Row? { shown.focusedRow }
    var hints: [Hint] { Hints(shown).all }
    var backTitle: String { shown.backTitle }
    var screenView: ScreenView { ScreenView(shown) }
    var isInspectorCut: Bool { shown.isInspectorCut }

    // Where it is.
    var frame: Frame { shown.frame }
    var tableArea: Rect { shown.tableArea }
    var shownTable: ShownTable { shown.shownTable }
    var textBox: TextBox? { shown.textBox }

    /// The inspector's page of any setting.
    private func page(_ place: SettingPlace) -> InspectorPage {
        InspectorPage(
            scene: scene,
            place: place,
            inspector: inspector,
            hasKeys: overlays.current == .inspector || navigation.region == .inspector
        )
    }

    func inspectorLines(_ place: SettingPlace) -> [InspectorLine] { page(place).lines() }

    func inspectorArea(_ place: SettingPlace) -> Rect { InspectorBox(page(place)).area }
}
