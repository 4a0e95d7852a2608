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

    /// A key that chooses a result, or changes the query.
    mutating func press(_ key: Key, _ scene: Scene) {
        let last = max(0, count - 1)
        switch key {
        case .up: chosen = max(0, chosen - 1)
        case .down: chosen = min(last, chosen + 1)
        case .pageUp: chosen = max(0, chosen - 5)
        case .pageDown: chosen = min(last, chosen + 5)
        case .tab:
            edit.insert(edit.text.isEmpty ? "@modified" : " @modified")
            refresh(scene)
        case .character(let letter):
            edit.insert(String(letter))
            chosen = 0
            refresh(scene)
        default:
            edit.edit(key)
            refresh(scene)
        }
    }

    /// How many rows are found.
    var count: Int { results.count + problems.count }

    /// What a row that is found stands for.
    func found(_ row: Int) -> Found {
        row < results.count
            ? .setting(place(results[row])) : .problem(problems[row - results.count])
    }

    /// What the row in focus stands for; nil where nothing is found.
    var chosenFound: Found? { chosen < count ? found(chosen) : nil }

    /// All settings that are found, to go on from the one in focus.
    var last: LastSearch { LastSearch(places: results.map(place), chosen: chosen) }

    /// The setting in focus; nil for what is none.
    var place: SettingPlace? {
        results.indices.contains(chosen) ? place(results[chosen]) : nil
    }

    func place(_ result: Int32) -> SettingPlace { index.places[Int(result)] }
}

/// What the last search found, for `n` and `N`.
struct LastSearch: Equatable, Sendable {
    var places: [SettingPlace]
    var chosen: Int
}
