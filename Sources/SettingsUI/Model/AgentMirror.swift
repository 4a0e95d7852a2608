// The screen's copy of what the agent has: settings, their values, writes on their way and the history.

import SettingsModel
import SettingsSchema

/// What the screen knows of the agent, and what it has asked it to do.
///
/// The agent's messages change it, and so do writes and undos; each leaves the ``News`` for the rest of
/// the screen, in order.
struct AgentMirror: Sendable {
    /// How the news is worded, and when it happens.
    var look: Look
    var tree: PaneTree
    var values = Values()
    var problems = FileProblems()
    /// What is being written.
    var writes = WriteQueue()
    /// What was done on this screen, and can be undone.
    var steps = Steps()
    var log = ChangeLog()
    private var news: [News] = []

    /// The name by which the agent knows this screen.
    static let clientName = "settings ui"
    /// How long a row that someone else changed stays lit.
    static let flashTime = Duration.milliseconds(800)
    /// A bundle is written file by file.
    static let paneSettleTime = Duration.milliseconds(100)

    init(_ look: Look, _ tree: PaneTree) {
        self.look = look
        self.tree = tree
    }

    /// The settings as they are now.
    var scene: Scene { Scene(mirror: self, typing: Typing()) }

    // MARK: News

    /// The news since it was asked for last.
    mutating func takeNews() -> [News] {
        defer { news = [] }
        return news
    }

    mutating func report(_ item: News) { news.append(item) }

    /// Reports what no key asked for.
    mutating func tell(_ status: Status) { report(.told(status)) }

    /// Reports the outcome of what was asked for.
    mutating func say(_ status: Status) { report(.said(status)) }

    mutating func send(_ effect: Effect) { report(.effect(effect)) }

    /// Makes rows go dark again after a while; with reduced motion, the next key does.
    mutating func waitForFlash() {
        if look.motion == .full { send(.wait(.flash, Self.flashTime)) }
    }

    // MARK: Values

    /// Adopts new panes of a program; values and history stay.
    mutating func replace(_ program: Program) {
        guard tree.replace(program, at: look.now) else { return }
        values.compareAgain(with: tree)
        tree.addRows(for: values.stored)
    }

    /// Remembers a value, or that there is none any more; what is open over it follows.
    mutating func adopt(_ value: StoredValue?, at place: SettingPlace) {
        let old = scene.value(place)
        store(value, at: place)
        report(.changed(place, from: old, to: scene.value(place)))
    }

    /// Only remembers a value, or that there is none any more; nothing that is open follows.
    mutating func store(_ value: StoredValue?, at place: SettingPlace) {
        if value?.isSecret == true { tree.hide([place]) }
        values.store(value, at: place, tree)
    }

    /// Marks a setting whose program must start again.
    mutating func noteRestart(_ place: SettingPlace) {
        if tree.setting(place)?.specifier.requiresRestart == true {
            values.restarts.insert(place)
        }
    }
}
