// The tabs, and the screens that lie over each other in them.

import SettingsModel

/// One tab: its screens, the one in front last; never empty.
struct Tab: Equatable, Sendable {
    var title: String
    var screens: [Screen]

    /// Creates a tab that shows one screen.
    init(_ title: String, _ screen: Screen) {
        self.title = title
        screens = [screen]
    }
}

/// One screen of a tab, with what is in view of it.
struct Screen: Equatable, Sendable {
    enum Content: Equatable, Sendable {
        case programs
        case pane(PaneID, title: String)
        case options(SettingPlace)
        /// A pane with one element of a list.
        case element(SettingPlace, PaneID)
        case changes, history
    }
    var content: Content
    var focus: Focus?
    /// The first line in view.
    var scroll = 0

    /// Creates a screen with its first row in focus.
    init(_ content: Content) { self.content = content }

    /// The row that the keys act on, and where it was when it was last seen.
    struct Focus: Equatable, Sendable {
        var id: RowID
        var position: RowPosition
    }
}
