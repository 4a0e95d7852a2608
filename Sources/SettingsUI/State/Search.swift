// The search over all panes.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A search in progress.
struct Search: Equatable, Sendable {
    private(set) var index: SearchIndex
    /// What is gathered anew since something changed; the index answers until it's whole.
    private var newer: SearchIndex?
    var edit = TextEdit("")
    /// Indices into the index's places, the best first.
    private(set) var results: [Int32] = []
    /// What else is found; its rows come after the results.
    private(set) var problems: [RowlessProblem] = []
    var chosen = 0
    /// Where the value of the setting in focus comes from; nil until the agent has said it.
    var source: Answer?

    /// How many rows are gathered at a time: so few that a letter typed meanwhile doesn't wait.
    static let rowsAtOnce = 2_000

    /// A search for nothing yet.
    init(_ scene: Scene) {
        index = SearchIndex(of: scene)
        gather(scene)
    }

    /// Whether all that a scene has is gathered.
    func isUpToDate(_ scene: Scene) -> Bool {
        newer == nil && index.isWhole && index.edition == scene.edition
    }

    /// Gathers some more of what is searched, or of what changed since.
    private mutating func gather(_ scene: Scene) {
        guard index.isWhole else { return index.gather(Self.rowsAtOnce, of: scene) }
        // One that is begun is finished first, so that changes without a pause don't keep it away.
        if newer == nil, index.edition != scene.edition { newer = SearchIndex(of: scene) }
        newer?.gather(Self.rowsAtOnce, of: scene)
        guard let whole = newer, whole.isWhole else { return }
        index = whole
        newer = nil
    }

    /// Gathers some more of what there is, and searches that anew.
    mutating func refresh(_ scene: Scene) {
        if !isUpToDate(scene) { gather(scene) }
        let place = chosen > 0 ? place : nil
        results = index.results(edit.text, scene)
        problems = scene.rowlessProblems(edit.text)
        chosen = min(chosen, max(0, count - 1))
        // The one that was gone to keeps the focus when more are found before it.
        guard let place, self.place != place else { return }
        chosen = results.firstIndex { self.place($0) == place } ?? chosen
    }

    /// How many rows are found.
    var count: Int { results.count + problems.count }

    /// What a row that is found stands for.
    func found(_ row: Int) -> Found {
        row < results.count
            ? .setting(place(results[row])) : .problem(problems[row - results.count])
    }

    /// The setting in focus; nil for what is none.
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
            searchArea.height >= 12, let place = search.place?.root,
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
