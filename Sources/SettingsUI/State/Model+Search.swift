// Keys in the search, and going to what it found.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// A key while the search is open.
    mutating func pressInSearch(_ key: Key) {
        guard var search = overlays.takeSearch() else { return }
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
        case .up: search.chosen = max(0, search.chosen - 1)
        case .down: search.chosen = min(max(0, search.count - 1), search.chosen + 1)
        case .pageUp: search.chosen = max(0, search.chosen - 5)
        case .pageDown: search.chosen = min(max(0, search.count - 1), search.chosen + 5)
        case .tab:
            search.edit.insert(search.edit.text.isEmpty ? "@modified" : " @modified")
            search.refresh(scene)
        case .character(let letter):
            search.edit.insert(String(letter))
            search.chosen = 0
            search.refresh(scene)
        default:
            search.edit.edit(key)
            search.refresh(scene)
        }
        overlays.current = .search(search)
    }

    /// Has an open search gather some more.
    mutating func gatherForSearch() {
        guard var search = overlays.takeSearch() else { return }
        search.refresh(scene)
        overlays.current = .search(search)
    }

    /// Has an open search go on, between one event and the next.
    mutating func goOnGathering() {
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

    /// Asks where the value of the search's setting in focus comes from, where its line has room for
    /// that and it isn't known.
    mutating func explainFound() {
        guard case .search(let search) = overlays.current, values.link == .live,
            inspector.question == nil,
            searchArea.hasMore, let place = search.place?.root,
            let layer = scene.stored(place)?.layer, layer != .default, search.source?.place != place
        else { return }
        inspector.question = Question(place: place, purpose: .search)
        send(.explain(place))
    }

    /// Takes on where the value of what the search found comes from.
    mutating func note(source: Answer?) {
        guard var search = overlays.takeSearch() else { return }
        search.source = source
        overlays.current = .search(search)
    }

    /// Forgets what the agent said of layers, as something changed.
    mutating func forgetExplanations() {
        (inspector.explanation, inspector.sourceLine) = (nil, nil)
        note(source: nil)
    }

    /// Opens the pane of a setting, with the setting in focus.
    mutating func show(_ place: SettingPlace) {
        guard let setting = catalogue.setting(place) else { return }
        open(setting.pane)
        let table = table
        let first = place.element(0, nil)
        for id in [RowID.add(place), .setting(first), .option(place, 0), .setting(place)] {
            if let position = table.position(of: id, near: nil) {
                navigation.focus(position, in: table)
            }
        }
    }

    /// Opens the pane where one sees a problem, with its row in focus where it has one.
    mutating func show(_ problem: RowlessProblem) {
        open(problem.pane)
        let table = table
        let row = (0..<table.count).lazy.compactMap(table.position).first {
            table.row(at: $0)?.title == problem.title
        }
        navigation.focus(row, in: table)
    }

    /// Opens a pane, by the way that leads to it.
    mutating func open(_ pane: PaneID) {
        guard let program = catalogue.program(pane.domain) else { return }
        for index in 0..<navigation.changesTab {
            guard
                let path = path(from: navigation.tabs[index].screens[0].content, to: pane, program)
            else { continue }
            navigation.returnToFirst(ofTab: index)
            for (pane, title) in path {
                navigation.push(.pane(PaneID(domain: program.domain, pane: pane), title: title))
            }
            return
        }
    }
}

extension Model {
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
