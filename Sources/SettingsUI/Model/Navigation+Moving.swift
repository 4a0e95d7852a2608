// Moving the focus over the rows of a table, and going to a pane.

import SettingsModel
import SettingsSchema

extension Navigation {
    /// Moves the focus to another row; false for an action that doesn't.
    mutating func move(_ action: KeyAction, in table: Table, page: Int) -> Bool {
        let here = screen.focus.map { table.index(of: $0.position) } ?? 0
        let target: Int
        switch action {
        case .up: target = here - 1
        case .down: target = here + 1
        case .pageUp: target = here - page
        case .pageDown: target = here + page
        case .first: target = 0
        case .last: target = Int.max
        default: return false
        }
        focus(table.position(at: target), in: table)
        return true
    }

    /// The group that Tab goes to; nil past the last one, or on the way back past the first.
    func nextGroup(_ direction: Direction, in table: Table) -> NextGroup? {
        guard let here = screen.focus?.position else { return nil }
        let groups = table.sections.indices.filter { table.sections[$0].count > 0 }
        guard let index = groups.firstIndex(of: here.section) else { return nil }
        let isLast = index == (direction == .next ? groups.count - 1 : 0)
        // The first press goes to the top of the group that one is in.
        let goesToTop = direction == .previous && here.row > 0
        let next: Int
        switch direction {
        case .next: next = (index + 1) % groups.count
        case .previous: next = goesToTop ? index : (index + groups.count - 1) % groups.count
        }
        let position = RowPosition(section: groups[next], row: 0)
        return NextGroup(position: position, isAround: isLast && !goesToTop)
    }

    /// Goes to a title of the ribbon; false where there is none.
    mutating func jump(toTitle letter: Character, in table: Table) -> Bool {
        guard let title = table.ribbon.first(where: { $0.title.first == letter }) else {
            return false
        }
        focus(title.position, in: table)
        return true
    }

    /// Goes to the next row whose title starts with a letter, after the last one to the first; false
    /// where there is none.
    mutating func jump(toRow letter: Character, in table: Table) -> Bool {
        let count = table.count
        let here = screen.focus.map { table.index(of: $0.position) } ?? -1
        let wanted = letter.lowercased()
        let found = (1...max(1, count)).lazy.compactMap { step -> RowPosition? in
            guard let position = table.position(at: (here + step) % max(1, count)),
                let title = table.row(at: position)?.title,
                title.prefix(1).lowercased() == wanted
            else { return nil }
            return position
        }.first
        focus(found, in: table)
        return found != nil
    }

    // MARK: Matches

    /// Goes on in the results of the last search; nil where there was none.
    ///
    /// - Returns: The next result, its number and how many there are.
    mutating func repeatSearch(
        _ direction: Direction
    ) -> (place: SettingPlace, number: Int, count: Int)? {
        guard var search = lastSearch else { return nil }
        let count = search.places.count
        let step = direction == .next ? 1 : count - 1
        search.chosen = (search.chosen + step) % count
        lastSearch = search
        return (search.places[search.chosen], search.chosen + 1, count)
    }

    // MARK: Panes

    /// Opens a pane, by the way that leads to it.
    mutating func open(_ pane: PaneID, _ tree: PaneTree) {
        guard let program = tree.program(pane.domain) else { return }
        for index in 0..<changesTab {
            let first = tabs[index].screens[0].content
            guard let path = first.path(to: pane, program) else { continue }
            returnToFirst(ofTab: index)
            for (pane, title) in path {
                push(.pane(PaneID(domain: program.domain, pane: pane), title: title))
            }
            return
        }
    }
}

/// The top of a group that Tab goes to.
struct NextGroup {
    var position: RowPosition
    /// Whether it's around the end of the table, where the parts beside the table come first.
    var isAround: Bool
}

extension Screen.Content {
    /// The panes that lead from a tab's first screen to a pane; nil where none do.
    fileprivate func path(
        to pane: PaneID,
        _ program: Program
    ) -> [(pane: String, title: String)]? {
        switch self {
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
