// The search over all panes.

import SettingsModel
import SettingsSchema

/// A search in progress.
struct Search: Equatable, Sendable {
    private(set) var index: SearchIndex
    /// What is gathered anew since something changed; the index answers until it's whole.
    private var newer: SearchIndex?
    var edit = TextEdit("")
    /// Indices into the index's places, the best first.
    private(set) var results: [Int32] = []
    var chosen = 0

    /// How many rows are gathered at a time: so few that a letter typed meanwhile doesn't wait.
    static let rowsAtOnce = 2_000

    /// A search for nothing yet.
    init(_ state: State) {
        index = SearchIndex(of: state)
        gather(state)
    }

    /// A search for nothing yet that has gathered all there is.
    static func ofEverything(in state: State) -> Search {
        var search = Search(state)
        search.index = SearchIndex(state)
        return search
    }

    /// Whether all that a state has is gathered.
    func isUpToDate(_ state: State) -> Bool {
        newer == nil && index.isWhole && index.edition == state.edition
    }

    /// Gathers some more of what is searched, or of what changed since.
    private mutating func gather(_ state: State) {
        guard index.isWhole else { return index.gather(Self.rowsAtOnce, of: state) }
        // One that is begun is finished first, so that changes without a pause don't keep it away.
        if newer == nil, index.edition != state.edition { newer = SearchIndex(of: state) }
        newer?.gather(Self.rowsAtOnce, of: state)
        guard let whole = newer, whole.isWhole else { return }
        index = whole
        newer = nil
    }

    /// Gathers some more of what there is, and searches that anew.
    mutating func refresh(_ state: State) {
        if !isUpToDate(state) { gather(state) }
        let place = chosen > 0 ? place : nil
        results = index.results(edit.text, state)
        chosen = min(chosen, max(0, results.count - 1))
        // The one that was gone to keeps the focus when more are found before it.
        guard let place, self.place != place else { return }
        chosen = results.firstIndex { self.place($0) == place } ?? chosen
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
    mutating func pressInSearch(_ key: Key) {
        guard var search = takeSearch() else { return }
        switch key {
        case .escape, .control("c"): return
        case .enter:
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
            search.edit.insert(search.edit.text.isEmpty ? "@modified" : " @modified")
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

    /// Closes the search that is open and gives it: in two places, all it has gathered would be
    /// copied at the next change.
    mutating func takeSearch() -> Search? {
        guard case .search(let search) = overlay else { return nil }
        overlay = .none
        return search
    }

    /// Has an open search gather some more.
    mutating func gatherForSearch() {
        guard var search = takeSearch() else { return }
        search.refresh(self)
        overlay = .search(search)
    }

    /// Has an open search go on, between one event and the next.
    func goOnGathering() -> [Effect] {
        guard case .search(let search) = overlay, !search.isUpToDate(self) else { return [] }
        return [.wait(.search, .zero)]
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
