// Where the user is: the tab, its screens, and the part of the screen that has the keys.

import SettingsModel
import SettingsSchema

/// The tabs with their screens, and what the keys act on.
struct Navigation: Sendable {
    var tabs: [Tab]
    /// The index of the tab in front.
    var tab = 0
    /// Where the keys go in a wide layout.
    var region = Region.table
    /// The line of the side bar that the keys act on.
    var chosenProgram = 0
    /// Whether the next letter is one to jump to.
    var awaitsLetter = false
    /// The slider that the mouse holds.
    var dragged: Drag?
    var lastSearch: LastSearch?

    /// Tabs for programs, and those for changes and history.
    init(_ tree: PaneTree) {
        tabs =
            Self.settingsTabs(of: tree)
            + [Tab("Changes", Screen(.changes)), Tab("History", Screen(.history))]
    }

    /// The tabs of a lone program that has some, else one for all there is.
    private static func settingsTabs(of tree: PaneTree) -> [Tab] {
        guard let program = tree.loneProgram else { return [Tab("Settings", Screen(.programs))] }
        if let root = program.panes[program.root], !root.tabs.isEmpty {
            return root.tabs.prefix(mostTabs).map { tab in
                let id = PaneID(domain: program.domain, pane: tab.pane)
                return Tab(tab.title, Screen(.pane(id, title: tab.title)))
            }
        }
        return [Tab("Settings", Screen(program.firstScreen))]
    }

    /// Tabs that have a key of their own, less those for changes and history.
    private static let mostTabs = 7

    /// The index of the tab with the changes; all before it show settings.
    var changesTab: Int { tabs.count - 2 }

    var isSettingsTab: Bool { tab < changesTab }

    /// Whether the side bar leads to programs: those of a lone program are its tabs.
    var opensFromSideBar: Bool { tabs[0].screens[0].content == .programs }

    /// Brings the tab of an action to the front.
    mutating func changeTab(_ action: KeyAction) {
        switch action {
        case .changes: tab = tab == changesTab ? 0 : changesTab
        case .previousTab: tab = (tab + tabs.count - 1) % tabs.count
        case .nextTab: tab = (tab + 1) % tabs.count
        case .tab(let number): if tabs.indices.contains(number - 1) { tab = number - 1 }
        default: break
        }
    }

    // MARK: Screens

    /// The screens of the tab in front, the one in front last.
    var screens: [Screen] {
        get { tabs[tab].screens }
        set { tabs[tab].screens = newValue }
    }

    /// The screen in front.
    var screen: Screen {
        get { tabs[tab].screens[tabs[tab].screens.count - 1] }
        set { tabs[tab].screens[tabs[tab].screens.count - 1] = newValue }
    }

    /// The setting of the row that the keys act on.
    var focusedPlace: SettingPlace? { screen.focus?.id.place }

    /// The element whose pane is in front.
    var shownElement: SettingPlace? {
        if case .element(let place, _) = screen.content { place } else { nil }
    }

    /// Whether the screen below is of the same element.
    func isInner(_ place: SettingPlace) -> Bool {
        if case .element(place, _)? = screens.dropLast().last?.content { true } else { false }
    }

    /// The element in focus or a part of it, or the one whose pane is in front.
    var elementToDelete: SettingPlace? {
        let place = focusedPlace ?? shownElement
        guard let shown = shownElement,
            place?.element?.levels.count == shown.element?.levels.count
        else { return place }
        return shown
    }

    /// Whether the pane in front is the one in which this new element is made.
    func isMade(_ place: SettingPlace) -> Bool {
        shownElement?.element?.index == nil && shownElement?.list == place.list
    }

    mutating func focus(_ position: RowPosition?, in table: Table) {
        screen.focus(position, in: table)
    }

    /// Focuses the row after the one in focus.
    mutating func focusNext(in table: Table) {
        guard let position = screen.focus?.position else { return }
        focus(table.position(at: table.index(of: position) + 1), in: table)
    }

    /// Goes to the top of the first group, or on the way back of the last one.
    mutating func focusGroup(entering direction: Direction, in table: Table) {
        let groups = table.sections.indices.filter { table.sections[$0].count > 0 }
        guard let section = direction == .next ? groups.first : groups.last else { return }
        focus(RowPosition(section: section, row: 0), in: table)
    }

    /// Opens a screen on top of the one in front.
    mutating func push(_ content: Screen.Content) {
        // A pane that leads to itself would otherwise stack up for ever.
        guard screens.count < Self.mostScreens else { return }
        tabs[tab].screens.append(Screen(content))
    }

    private static let mostScreens = 64

    /// Goes back by one screen, or from another tab to the first one; false where neither can be.
    mutating func leave() -> Bool {
        if screens.count > 1 {
            screens.removeLast()
        } else if !isSettingsTab {
            tab = 0
        } else {
            return false
        }
        return true
    }

    /// Closes the screens of some places, and those on top of them; a tab's first screen stays.
    mutating func closeScreens(where isGone: (SettingPlace) -> Bool) {
        for index in tabs.indices {
            let first = tabs[index].screens.firstIndex { $0.content.place.map(isGone) ?? false }
            guard let first, first > 0 else { continue }
            tabs[index].screens.removeSubrange(first...)
        }
    }

    /// The settings, or parts of them, that screens are about.
    var places: [SettingPlace] { tabs.flatMap(\.screens).compactMap(\.content.place) }

    /// The list of the new element that is made in the screen in front, and not in the one below too.
    var listToLeave: SettingPlace? {
        guard let shown = shownElement, shown.element?.index == nil, !isInner(shown) else {
            return nil
        }
        return shown.list
    }

    /// Goes to the first screen of a tab.
    mutating func returnToFirst(ofTab index: Int) {
        tab = index
        tabs[index].screens.removeLast(tabs[index].screens.count - 1)
    }
}

extension PaneTree {
    /// The only program that there is to see; nil where the first screen is a list.
    fileprivate var loneProgram: Program? {
        programs.count == 1 && adoptable.isEmpty ? programs.first : nil
    }
}

extension Program {
    var firstScreen: Screen.Content {
        let title = panes[root]?.title ?? title
        return .pane(PaneID(domain: domain, pane: root), title: title)
    }
}

/// Which way a search or a move goes.
enum Direction: Equatable, Sendable {
    case next, previous
}

/// A slider that the mouse holds.
struct Drag: Equatable, Sendable {
    var row: RowID
    var track: Range<Int>
    /// Whether it has changed the value.
    var hasWritten = false
}

extension Screen.Content {
    /// The setting, or the part of one, that the screen is about; nil for others.
    fileprivate var place: SettingPlace? {
        switch self {
        case .options(let place), .element(let place, _): place
        case .programs, .pane, .changes, .history: nil
        }
    }
}
