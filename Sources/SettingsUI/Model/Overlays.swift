// Overlays: what lies on top of the table.

import SettingsModel

/// The help, and below it at most one other overlay.
struct Overlays: Sendable {
    var current = Overlay.none
    var listening = Listening.now
    /// The help lies on top of all else.
    var help = Frame.Presence.hidden
    /// The first line of the help in view.
    var helpScroll = 0

    /// The pause without keys after which they count again.
    static let pauseBeforeKeys = Duration.milliseconds(600)

    /// Ignores keys until a pause where something else than a key has changed their target.
    ///
    /// A field that opens gets them at once: what is typed into it can be cancelled.
    ///
    /// - Returns: Whether the pause begins now.
    mutating func listen(to event: Event, from before: KeyTarget, to target: KeyTarget) -> Bool {
        switch event {
        case .key, .paste, .mouse: break
        default:
            guard target != before, target != .field else { return false }
            listening = .afterPause
        }
        return listening == .afterPause
    }

    /// Hides the help; it opens with its first line.
    mutating func closeHelp() {
        help = .hidden
        helpScroll = 0
    }

    /// A key while the help is shown: it scrolls where not all has room, else the help closes.
    mutating func pressInHelp(_ key: Key, _ page: HelpPage) {
        guard page.isCut, let lines = page.steps(of: key) else { return closeHelp() }
        scrollHelp(by: lines, page)
    }

    mutating func scrollHelp(by lines: Int, _ page: HelpPage) {
        helpScroll = page.first(page.first(helpScroll) + lines)
    }

    /// Closes the search that is open and gives it: in two places, all it has gathered would be
    /// copied at the next change.
    mutating func closeSearch() -> Search? {
        guard case .search(let search) = current else { return nil }
        current = .none
        return search
    }

    /// Changes the search that is open; false if none is.
    @discardableResult
    mutating func changeSearch(_ change: (inout Search) -> Void) -> Bool {
        guard var search = closeSearch() else { return false }
        change(&search)
        current = .search(search)
        return true
    }

    /// Has the search that is open gather more, and adds to its query; false if none is.
    @discardableResult
    mutating func refreshSearch(_ scene: Scene, inserting text: String = "") -> Bool {
        changeSearch { search in
            search.edit.insert(text)
            search.refresh(scene)
        }
    }

    /// Shows where the value of the search's result in focus comes from.
    mutating func note(source: Answer?) { changeSearch { $0.source = source } }

    /// The result in focus of the search that is open.
    var chosenResult: Int? { if case .search(let search) = current { search.chosen } else { nil } }

    /// A click on a part of what lies on top, or beside it; false where it's on something else.
    mutating func click(_ target: Spot.Target?, at point: Point) -> Bool {
        switch (target, current) {
        case (.result(let index)?, _): return changeSearch { $0.chosen = index }
        case (.field(let columns)?, _):
            let column = point.x - columns.lowerBound
            return changeSearch { $0.edit.moveCaret(toColumn: column, of: columns.count) }
        case (.wheel(let column, let title)?, _): chooseWheel(column, title: title)
        case (nil, .picker), (nil, .search): current = .none
        default: return false
        }
        return true
    }

    // MARK: Wheels

    private mutating func changePicker(_ change: (inout OpenPicker) -> Void) {
        guard case .picker(var picker) = current else { return }
        change(&picker)
        current = .picker(picker)
    }

    /// Takes a wheel of the picker in hand, and brings a title of it to the bar.
    mutating func chooseWheel(_ column: Int, title: Int?) {
        changePicker { picker in
            picker.choose(column)
            if let title { picker.turn(column, to: title) }
        }
    }

    /// Puts the wheels that nobody turned on what is in force now.
    mutating func followWheels(of place: SettingPlace, _ scene: Scene) {
        guard case .picker(let picker) = current, picker.place.root == place,
            scene.hasRoom(for: picker.place),
            let specifier = scene.tree.setting(picker.place)?.specifier,
            let now = OpenPicker(specifier, at: picker.place, scene)
        else { return }
        current = .picker(now.turned(as: picker))
    }

    /// Notes the element that is where the wheels' one was.
    mutating func note(element: SettingValue?) { changePicker { $0.element = element } }

    /// Takes a wheel of the picker in hand, and turns it by some titles.
    mutating func turnWheel(_ column: Int, by steps: Int) {
        changePicker { picker in
            picker.choose(column)
            picker.turn(by: steps)
        }
    }
}

/// What lies on top of the table.
enum Overlay: Equatable, Sendable {
    case none
    case inspector
    case search(Search)
    case picker(OpenPicker)
    case confirmation(Confirmation)
}
