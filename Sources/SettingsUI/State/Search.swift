// The search over all panes.

import SettingsModel
import SettingsSchema

/// What is searched: every setting's words, folded once when the search opens.
struct SearchIndex: Equatable, Sendable {
    /// One setting.
    struct Entry: Equatable, Sendable {
        var place: SettingPlace
        var title: String
        /// The program and the pane.
        var location: String
        /// Title, key, keywords, help, footer, options: small letters, line by line.
        fileprivate var words: [UInt8]
    }
    let entries: [Entry]

    /// Every setting of a state that isn't a secret's value.
    init(_ state: State) {
        var entries: [Entry] = []
        for program in state.programs {
            program.forEachSetting { pane, specifier, place, _ in
                let isRoot = pane.name == program.root
                let paneTitle = pane.title ?? pane.name
                let location = isRoot ? program.title : "\(program.title) › \(paneTitle)"
                let texts = [specifier.title, place.keyPath.description, specifier.help ?? ""]
                let all = texts + specifier.keywords + specifier.control.optionTitles + [location]
                entries.append(
                    Entry(
                        place: place,
                        title: specifier.title.isEmpty
                            ? place.keyPath.description : specifier.title,
                        location: location,
                        words: Array(all.joined(separator: "\n").lowercased().utf8)
                    )
                )
            }
        }
        self.entries = entries
    }

    /// The settings that have all words of a query, by their texts or their present values; those
    /// with the query in the title come first.
    func results(_ query: String, _ state: State) -> [Int] {
        var words: [[UInt8]] = []
        var filters: [SearchFilter] = []
        for word in query.lowercased().split(separator: " ") {
            if let filter = SearchFilter(word) {
                filters.append(filter)
            } else {
                words.append(Array(word.utf8))
            }
        }
        guard !words.isEmpty || !filters.isEmpty else { return [] }
        var inTitle: [Int] = []
        var elsewhere: [Int] = []
        for (index, entry) in entries.enumerated()
        where filters.allSatisfy({ $0.passes(entry.place, state) }) {
            let isFound = words.allSatisfy { word in
                entry.words.has(word) || valueHas(word, entry.place, state)
            }
            guard isFound else { continue }
            let title = Array(entry.title.lowercased().utf8)
            if words.allSatisfy({ title.has($0) }) {
                inTitle.append(index)
            } else {
                elsewhere.append(index)
            }
        }
        return inTitle + elsewhere
    }

    private func valueHas(_ word: [UInt8], _ place: SettingPlace, _ state: State) -> Bool {
        guard let value = state.stored(place)?.value,
            !state.isSecret(place)
        else { return false }
        return Array(value.shownText.lowercased().utf8).has(word)
    }
}

/// A search in progress.
struct Search: Equatable, Sendable {
    let index: SearchIndex
    var edit = TextEdit("")
    /// Indices into the entries, the best first.
    private(set) var results: [Int] = []
    var chosen = 0

    /// A search for nothing yet.
    init(index: SearchIndex) { self.index = index }

    /// Searches anew.
    mutating func refresh(_ state: State) {
        results = index.results(edit.text, state)
        chosen = min(chosen, max(0, results.count - 1))
    }

    /// The entry in focus.
    var entry: SearchIndex.Entry? {
        results.indices.contains(chosen) ? index.entries[results[chosen]] : nil
    }
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
            if let entry = search.entry {
                lastSearch = search
                _ = show(entry.place)
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
        guard var search = lastSearch, !search.results.isEmpty else {
            status = Status(.note, "Nothing was searched for yet: / searches")
            return
        }
        let count = search.results.count
        let step = direction == .next ? 1 : count - 1
        search.chosen = (search.chosen + step) % count
        lastSearch = search
        if let entry = search.entry {
            _ = show(entry.place)
            status = Status(.note, "\(search.chosen + 1) of \(count)")
        }
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

extension Control {
    /// The titles of what can be chosen.
    fileprivate var optionTitles: [String] {
        if case .choice(let choice) = self { return choice.options.map(\.title) }
        return []
    }
}

extension [UInt8] {
    /// Whether the bytes hold others.
    fileprivate func has(_ other: [UInt8]) -> Bool {
        guard let first = other.first else { return true }
        guard count >= other.count else { return false }
        var index = startIndex
        let last = count - other.count
        while index <= last {
            if self[index] == first, self[index..<index + other.count].elementsEqual(other) {
                return true
            }
            index += 1
        }
        return false
    }
}
