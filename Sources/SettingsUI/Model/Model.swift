// All that the screen shows and remembers: a value that only events change.

import SettingsModel

/// The parts of the screen, and what goes on between them.
struct Model: Sendable {
    /// What is so.
    var mirror: AgentMirror

    // Where one is.
    var navigation: Navigation
    var typing = Typing()
    var overlays = Overlays()
    var inspector = Inspector()
    var changes = Changes()
    var status: Status?

    /// The effects of the event that is handled, in order.
    private var outbox: [Effect] = []

    /// A screen that knows the programs and waits for their values; and the titles of those that could be adopted.
    init(size: Size, glyphs: Glyphs, programs: [Program], adoptable: [String] = []) {
        let tree = PaneTree(programs.inGroups, adoptable: adoptable)
        mirror = AgentMirror(Look(size: size, glyphs: glyphs), tree)
        navigation = Navigation(tree)
    }

    /// The settings as they are now.
    var scene: Scene { Scene(mirror: mirror, typing: typing) }

    /// What is in front now, and where.
    var shown: ShownScreen {
        ShownScreen(
            scene: scene,
            navigation: navigation,
            overlays: overlays,
            inspector: inspector,
            changes: changes,
            status: status
        )
    }

    func view() -> Grid { ScreenView(shown).painted().grid }

    // MARK: Events

    /// Handles one event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - moment: When, for the history.
    /// - Returns: What is to be done outside, in this order.
    mutating func reduce(_ event: Event, at moment: Moment) -> [Effect] {
        outbox = []
        mirror.look.now = moment
        handle(event)
        defer { outbox = [] }
        return outbox
    }

    /// Adds an effect to those of the event that is handled, after all that were sent before.
    mutating func send(_ effect: Effect) { outbox.append(effect) }
}
