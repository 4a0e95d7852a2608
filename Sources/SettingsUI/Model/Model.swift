// All that the screen shows and remembers: a value that only events change.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// The parts of the screen, and what goes on between them.
struct Model: Sendable {
    var look: Look

    var catalogue: Catalogue
    var values = Values()
    var fileProblems = FileProblems()

    /// The effects of the event that is handled, in order.
    private var outbox: [Effect] = []

    var navigation: Navigation
    var typing = Typing()
    var overlays = Overlays()
    var inspector = Inspector()
    var changes = Changes()
    var status: Status?

    // What happened.
    var log = ChangeLog()
    /// What was done on this screen, and can be undone.
    var steps = Steps()
    /// What is being written.
    var writes = WriteQueue()

    /// A screen that knows the programs and waits for their values.
    init(size: Size, glyphs: Glyphs, programs: [Program]) {
        look = Look(size: size, glyphs: glyphs)
        let programs = programs.inGroups
        catalogue = Catalogue(programs)
        navigation = Navigation(programs)
    }

    /// The settings as they are now.
    var scene: Scene {
        Scene(
            look: look,
            catalogue: catalogue,
            values: values,
            problems: fileProblems,
            typing: typing
        )
    }

    /// What is in front now, and where.
    var shown: ShownScreen {
        ShownScreen(
            scene: scene,
            navigation: navigation,
            overlays: overlays,
            inspector: inspector,
            changes: changes,
            log: log,
            writes: writes,
            steps: steps,
            status: status
        )
    }

    /// Draws the screen.
    func view() -> Grid { shown.painted().grid }

    // MARK: Events

    /// Handles one event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - moment: When, for the history.
    /// - Returns: What is to be done outside, in this order.
    mutating func reduce(_ event: Event, at moment: Moment) -> [Effect] {
        outbox = []
        look.now = moment
        handle(event)
        defer { outbox = [] }
        return outbox
    }

    /// Adds an effect to those of the event that is handled, after all that were sent before.
    mutating func send(_ effect: Effect) { outbox.append(effect) }

    // MARK: Programs

    /// Adopts new panes of a program; values, focus and history stay.
    mutating func replace(_ program: Program) {
        guard catalogue.replace(program, at: look.now) else { return }
        values.compareAgain(with: catalogue)
        catalogue.addRows(for: values.stored)
    }

    // MARK: Values

    /// Only remembers a value, or that there is none any more; nothing that is open follows.
    mutating func store(_ value: StoredValue?, at place: SettingPlace) {
        if value?.isSecret == true { catalogue.hide([place]) }
        values.store(value, at: place, catalogue)
    }

    /// Shows the values that were received instead of those from before.
    mutating func replaceValues() -> Values.Replacement {
        let replacement = values.showSnapshot()
        catalogue.hide(values.stored.secrets)
        return replacement
    }
}
