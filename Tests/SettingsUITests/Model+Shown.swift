// What the tests ask of a model's screen.

import SettingsModel

@testable import SettingsUI

extension Model {
    var inspectedLayer: Layer { inspector.layer(of: navigation.focusedPlace) }

    var backTitle: String { screenView.backTitle }

    /// The inspector's page of any setting.
    private func page(_ place: SettingPlace) -> InspectorPage {
        InspectorPage(
            scene: scene,
            place: place,
            inspector: inspector,
            log: log,
            hasKeys: overlays.current == .inspector || navigation.region == .inspector
        )
    }

    func inspectorLines(_ place: SettingPlace) -> [InspectorLine] { page(place).lines() }

    func inspectorArea(_ place: SettingPlace) -> Rect { InspectorBox(page(place)).area }
}
