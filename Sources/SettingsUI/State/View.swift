// The screen that a state looks like.

import SettingsModel
import SettingsSchema

extension State {
    /// Draws the screen.
    func view() -> Grid { painted().grid }

    /// The picture of the screen, and what the mouse can point to in it.
    func painted() -> Canvas {
        let painter = ScreenPainter(self)
        painter.draw()
        return painter.canvas
    }

    /// The title of the screen that one comes from; empty at the first one.
    var backTitle: String {
        let screens = navigation.screens
        guard screens.count > 1 else { return "" }
        switch screens[screens.count - 2].content {
        case .programs: return "Settings"
        case .pane(_, let title): return title
        case .options(let place), .element(let place, _): return scene.title(place)
        case .changes: return "Changes"
        case .history: return "History"
        }
    }

    /// The program whose settings are in front.
    var shownDomain: Domain? {
        switch navigation.screen.content {
        case .pane(let id, _): id.domain
        case .options(let place), .element(let place, _): catalogue.setting(place.root)?.pane.domain
        case .programs, .changes, .history: nil
        }
    }
}
