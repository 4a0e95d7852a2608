// The search over all panes.

import SettingsModel
import SettingsSchema

/// A search in progress.
struct Search: Equatable, Sendable {
    private(set) var index: SearchIndex
    var edit = TextEdit("")
    /// Indices into the index's places, the best first.
    private(set) var results: [Int32] = []
    var chosen = 0

    /// A search for nothing yet.
    init(_ state: State) { index = SearchIndex(state) }

    /// Searches anew.
    mutating func refresh(_ state: State) {
        if index.edition != state.edition { index = SearchIndex(state) }
        results = index.results(edit.text, state)
        chosen = min(chosen, max(0, results.count - 1))
    }

    /// The setting in focus.
    var place: SettingPlace? {
        results.indices.contains(chosen) ? place(results[chosen]) : nil
    }

    /// The setting that a result is.
    func place(_ result: Int32) -> SettingPlace { index.places[Int(result)] }
}

/// What the last search found, for `n` and `N`.
struct LastSearch: Equatable, Sendable {
    var places: [SettingPlace]
    var chosen: Int
}

extension State {
    /// A key while the search is open.
    mutating func pressInSearch(_ key: Key, _ search: Search) {
        var search = search
        switch key {
        case .escape, .control("c"):
            overlay = .none
            return
        case .enter:
            overlay = .none
            if let place = search.place {
                let places = search.results.map(search.place)
                lastSearch = LastSearch(places: places, chosen: search.chosen)
                _ = show(place)
            }
            return
        case .up: search.chosen = max(0, search.chosen - 1)
        case .down: search.chosen = min(max(0, search.results.count - 1), search.chosen + 1)
        case .pageUp: search.chosen = max(0, search.chosen - 5)
        case .pageDown: search.chosen = min(max(0, search.results.count - 1), search.chosen + 5)
        case .tab:
            search.edit.insert(search.edit.text.isEmpty ? "is:modified" : " is:modified")
            search.refresh(self)
        case .character(let letter):
            search.edit.insert(String(letter))
            search.chosen = 0
            search.refresh(self)
        default:
            search.edit.edit(key)
            search.refresh(self)
        }
        overlay = .search(search)
    }

    /// Goes to the next or the previous result of the last search.
    mutating func repeatSearch(_ direction: Direction) {
        guard var search = lastSearch else {
            status = Status(.note, "Nothing was searched for yet: / searches")
            return
        }
        let count = search.places.count
        let step = direction == .next ? 1 : count - 1
        search.chosen = (search.chosen + step) % count
        lastSearch = search
        _ = show(search.places[search.chosen])
        status = Status(.note, "\(search.chosen + 1) of \(count)")
    }

    /// Opens the pane of a setting, with the setting in focus.
    mutating func show(_ place: SettingPlace) -> [Effect] {
        guard let setting = setting(place), let program = program(setting.pane.domain) else {
            return []
        }
        for index in 0..<changesTab {
            guard let path = path(from: tabs[index].screens[0].content, to: setting.pane, program)
            else { continue }
            tab = index
            tabs[index].screens.removeLast(tabs[index].screens.count - 1)
            for (pane, title) in path {
                push(.pane(PaneID(domain: program.domain, pane: pane), title: title))
            }
            break
        }
        let table = table
        let first = place.element(0, nil)
        for id in [RowID.add(place), .setting(first), .option(place, 0), .setting(place)] {
            if let position = table.position(of: id, near: nil) { focus(position, in: table) }
        }
        return []
    }
}

extension State {
    /// The panes that lead from a tab's first screen to a pane; nil where none do.
    private func path(
        from content: Screen.Content,
        to pane: PaneID,
        _ program: Program
    ) -> [(pane: String, title: String)]? {
        switch content {
        case .programs:
            let title = program.panes[program.root]?.title ?? program.title
            return program.path(from: program.root, to: pane.pane).map {
                [(program.root, title)] + $0
            }
        case .pane(let first, _):
            return first.domain == pane.domain
                ? program.path(from: first.pane, to: pane.pane) : nil
        case .options, .element, .changes, .history: return nil
        }
    }
}

extension Program {
    /// The panes that lead from one to another, without the one; nil where none do.
    fileprivate func path(
        from first: String,
        to name: String
    ) -> [(pane: String, title: String)]? {
        var paths: [String: [(pane: String, title: String)]] = [first: []]
        var waiting = [first]
        while let pane = waiting.first, paths[name] == nil {
            waiting.removeFirst()
            for (next, title) in panes[pane]?.links ?? [] where paths[next] == nil {
                paths[next] = (paths[pane] ?? []) + [(next, title)]
                waiting.append(next)
            }
        }
        return paths[name]
    }
}

extension Pane {
    /// The panes that this one opens, with their titles.
    fileprivate var links: [(pane: String, title: String)] {
        let rows = rows.compactMap { row -> (pane: String, title: String)? in
            guard case .childPane(let child) = row.control, let next = child.pane else {
                return nil
            }
            return (next, child.title ?? row.title)
        }
        return tabs.map { ($0.pane, $0.title) } + rows
    }
}
