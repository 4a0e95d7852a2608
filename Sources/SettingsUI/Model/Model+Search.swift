// Keys in the search, and going to what it found.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// A key while the search is open.
    mutating func pressInSearch(_ key: Key) {
        guard var search = overlays.closeSearch() else { return }
        switch key {
        case .escape, .control("c"): return
        case .enter:
            guard search.chosen < search.count else { return }
            switch search.found(search.chosen) {
            case .problem(let problem): show(problem)
            case .setting(let place):
                let places = search.results.map(search.place)
                navigation.lastSearch = LastSearch(places: places, chosen: search.chosen)
                show(place)
            }
            return
        default: search.press(key, scene)
        }
        overlays.current = .search(search)
    }

    /// Makes an open search gather some more.
    mutating func gatherForSearch() {
        let scene = scene
        overlays.changeSearch { $0.refresh(scene) }
    }

    /// Lets an open search gather more after this event.
    mutating func continueGathering() {
        guard case .search(let search) = overlays.current, !search.isUpToDate(scene) else { return }
        send(.wait(.search, .zero))
    }

    /// Goes to the next or the previous result of the last search.
    mutating func repeatSearch(_ direction: Direction) {
        guard var search = navigation.lastSearch else {
            status = Status(.note, "Nothing was searched for yet: / searches")
            return
        }
        let count = search.places.count
        let step = direction == .next ? 1 : count - 1
        search.chosen = (search.chosen + step) % count
        navigation.lastSearch = search
        show(search.places[search.chosen])
        status = Status(.note, "\(search.chosen + 1) of \(count)")
    }

    /// Shows where the value of the result in focus comes from.
    mutating func note(source: Answer?) {
        overlays.changeSearch { $0.source = source }
    }

    /// Forgets the agent's explanations, as something changed.
    mutating func forgetExplanations() {
        (inspector.explanation, inspector.sourceLine) = (nil, nil)
        note(source: nil)
    }

    /// Opens the pane of a setting, with the setting in focus.
    mutating func show(_ place: SettingPlace) {
        guard let setting = catalogue.setting(place) else { return }
        navigation.open(setting.pane, catalogue)
        let table = shown.table
        let first = place.element(0, nil)
        for id in [RowID.add(place), .setting(first), .option(place, 0), .setting(place)] {
            if let position = table.position(of: id, near: nil) {
                navigation.focus(position, in: table)
            }
        }
    }

    /// Opens the pane where one sees a problem, with its row in focus where it has one.
    mutating func show(_ problem: RowlessProblem) {
        navigation.open(problem.pane, catalogue)
        let table = shown.table
        let row = (0..<table.count).lazy.compactMap(table.position).first {
            table.row(at: $0)?.title == problem.title
        }
        navigation.focus(row, in: table)
    }
}
