// All that the screen shows and remembers: a value, changed only by events.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// The state of the whole screen.
struct State: Sendable {
    var size: Size
    var glyphs: Glyphs
    /// The user's home folder, shown as `~`.
    var home = ""
    /// How dates are written here.
    var dates = DateStyle.plain
    /// Whether a row that someone else changed goes dark by itself.
    var motion = Motion.full
    /// What clocks show here.
    var zone = Zone.utc

    // What there is.
    private(set) var programs: [Program]
    private var rows: RowPlaces
    private(set) var values = StoredValues()
    /// Another number for each change of the panes or of a value.
    private(set) var edition = 0
    /// Those of a snapshot that isn't whole yet.
    private var incoming = IncomingValues()
    /// The domains that the next snapshot is of, and those of the one before.
    var subscribed: Set<Domain> = []
    var heard: Set<Domain> = []
    /// The settings whose value isn't the default, and isn't locked: those that the user changed.
    private(set) var modified: Set<SettingPlace> = []
    /// The settings that a managed layer decides over.
    private(set) var managed: Set<SettingPlace> = []
    var problems: [FileProblem] = []
    /// The settings whose refused value in a file a write of ours takes the place of, until a problem
    /// of theirs is told anew.
    var replaced: Set<SettingPlace> = []
    /// The files that something is well with again, until it's known what is still wrong.
    var recovered: Set<DomainFileName> = []
    /// What was said last of something that is well again.
    var recoveryTold: String?
    var link = AgentLink.waiting

    /// When the last event happened.
    private(set) var now = Moment(0, in: .utc)
    /// The effects of the event that is handled, in order.
    private var outbox: [Effect] = []

    // Where one is.
    var tabs: [Tab]
    var tab = 0
    var field: OpenField?
    /// The elements that are being added to lists, an inner one last.
    var drafts: [Draft] = []
    var overlay = Overlay.none
    /// Whether what is pressed counts.
    var listening = Listening.now
    /// Whether the keys are shown, on top of all else.
    var help = Frame.Presence.hidden
    /// The first line of the keys in view.
    var helpScroll = 0
    var isInspectorWanted = true
    /// Where the keys go in a wide layout.
    var region = Region.table
    /// The line of the side bar that the keys act on.
    var chosenProgram = 0
    /// The layer that was chosen in the inspector; nil for the one that wins.
    var chosenLayer: Layer?
    /// The first line of the inspector in view.
    var inspectorScroll = 0
    /// Which layers have a say in the setting that was asked for last.
    var explanation: Answer?
    /// The line on which the value of the layer in hand stands.
    var sourceLine: FileLine?
    /// What the agent's answer is waited for.
    var question: Question?
    var status: Status?
    /// Whether the mouse is ours, or the terminal's for marking text.
    var mouse = Frame.Presence.shown
    /// Whether the next letter is one to jump to.
    var awaitsLetter = false
    var dragged: Drag?

    // What happened.
    var log = ChangeLog()
    /// What was done on this screen, and can be undone.
    var steps = Steps()
    /// The number of the newest entry of the agent's history that is known.
    var lastReport: UInt64 = 0
    /// When the first values had come; nil until then.
    var start: Moment?
    /// What is being written.
    var writes = WriteQueue()
    var flashing: Set<SettingPlace> = []
    /// Why the last write to a setting failed.
    var failures: [SettingPlace: String] = [:]
    /// What is stored and not in a file yet that can't be read, or not be written.
    var waiting: [String: Set<SettingPlace>] = [:]
    /// What was changed and is in force only after a restart of its program.
    var restarts: Set<SettingPlace> = []
    /// The programs whose panes were written and aren't read again yet.
    var writtenPanes: Set<Domain> = []
    var picked: Set<SettingPlace> = []
    /// What the changes are compared with.
    var comparison = Comparison.defaults
    var lastSearch: LastSearch?

    /// A screen that knows the programs and waits for their values.
    init(size: Size, glyphs: Glyphs, programs: [Program]) {
        self.size = size
        self.glyphs = glyphs
        let programs = programs.inGroups
        self.programs = programs
        rows = RowPlaces(programs)
        tabs =
            Self.settingsTabs(of: programs)
            + [Tab("Changes", Screen(.changes)), Tab("History", Screen(.history))]
    }

    /// The tabs of a lone program that has some, else one for all there is.
    private static func settingsTabs(of programs: [Program]) -> [Tab] {
        if programs.count == 1, let program = programs.first,
            let root = program.panes[program.root],
            !root.tabs.isEmpty
        {
            return root.tabs.prefix(mostTabs).map { tab in
                let id = PaneID(domain: program.domain, pane: tab.pane)
                return Tab(tab.title, Screen(.pane(id, title: tab.title)))
            }
        }
        return [Tab("Settings", firstScreen(of: programs))]
    }

    /// Tabs that have a key of their own, less those for changes and history.
    private static let mostTabs = 7

    /// The index of the tab with the changes; all before it show settings.
    var changesTab: Int { tabs.count - 2 }

    /// Whether the tab in front shows settings.
    var isSettingsTab: Bool { tab < changesTab }

    private static func firstScreen(of programs: [Program]) -> Screen {
        guard programs.count == 1, let program = programs.first else { return Screen(.programs) }
        let id = PaneID(domain: program.domain, pane: program.root)
        return Screen(.pane(id, title: program.panes[program.root]?.title ?? program.title))
    }

    /// The screen in front.
    var screen: Screen {
        get { tabs[tab].screens[tabs[tab].screens.count - 1] }
        set { tabs[tab].screens[tabs[tab].screens.count - 1] = newValue }
    }

    // MARK: Events

    /// Takes one event on.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - moment: When, for the history.
    /// - Returns: What is to be done outside, in this order.
    mutating func reduce(_ event: Event, at moment: Moment) -> [Effect] {
        outbox = []
        now = moment
        handle(event)
        defer { outbox = [] }
        return outbox
    }

    /// Adds an effect to those of the event that is handled, after all that were sent before.
    mutating func send(_ effect: Effect) { outbox.append(effect) }

    // MARK: Programs

    /// Takes the panes of a program anew; values, focus and history stay.
    mutating func replace(_ program: Program) {
        guard let index = programs.firstIndex(where: { $0.domain == program.domain }) else {
            return
        }
        programs[index] = program.keepingPanes(of: programs[index], since: now)
        edition += 1
        rows = RowPlaces(programs)
        modified = Set(values.places.filter { isModified($0, values[$0]) })
        let coming = incoming.values
        incoming.modified = Set(coming.places.filter { isModified($0, coming[$0]) })
        addMissingRows()
    }

    /// Adds rows for current values that panes made of files don't show, as where a file is broken.
    mutating func addMissingRows() {
        for index in programs.indices where programs[index].coverage == .current {
            let domain = programs[index].domain
            let missing = values[domain].filter { keyPath, stored in
                !hasRow(for: stored.value, at: SettingPlace(domain: domain, keyPath: keyPath))
            }
            guard !missing.isEmpty else { continue }
            programs[index] = programs[index].completed(with: missing.mapValues(\.value))
            edition += 1
            rows = RowPlaces(programs)
        }
        hideRows(of: values.secrets)
    }

    /// Has the rows of secrets show nothing: the agent alone knows what an unlinked bundle called one.
    private mutating func hideRows(of places: [SettingPlace]) {
        let secrets = Set(places.filter { setting($0) != nil && !isSecret($0) })
        programs = programs.map { $0.hiding(secrets) }
        edition += 1
    }

    /// How many settings have a row.
    var settingCount: Int { rows.count }

    /// The program in whose panes a setting is; its own domain where none has it.
    func owner(of place: SettingPlace) -> Domain {
        rows[place].map { programs[Int($0.program)].domain } ?? place.domain
    }

    /// Where all that the programs' panes show lives.
    var domains: Set<Domain> { programs.reduce(into: []) { $0.formUnion($1.domains) } }

    /// The program of a domain.
    func program(_ domain: Domain) -> Program? { programs.first { $0.domain == domain } }

    // MARK: Values

    /// The value in force, the schema's default included.
    func value(_ place: SettingPlace) -> SettingValue? {
        stored(place)?.value ?? setting(place)?.specifier.defaultValue
    }

    /// What is stored, without the schema's default; nil for nothing.
    func stored(_ place: SettingPlace) -> StoredValue? {
        guard let element = place.element else { return values[place] }
        return part(element, of: place.root).map {
            StoredValue(value: $0, layer: values[place.root]?.layer ?? .user)
        }
    }

    /// The row of a setting or of a part of one; nil where no pane has it.
    func setting(_ place: SettingPlace) -> Setting? {
        let whole = rows[place].flatMap { programs[Int($0.program)].setting(at: $0.row) }
        guard let element = place.element else { return whole }
        return whole.flatMap { list in
            elementSpecifier(element, of: list).map { Setting(specifier: $0, pane: list.pane) }
        }
    }

    /// Only remembers a value, or that there is none any more; nothing that is open follows.
    mutating func store(_ value: StoredValue?, at place: SettingPlace) {
        values[place] = value
        if value?.isSecret == true { hideRows(of: [place]) }
        edition += 1
        if isModified(place, value) { modified.insert(place) } else { modified.remove(place) }
        if value?.layer == .managed { managed.insert(place) } else { managed.remove(place) }
    }

    /// Begins to take all values anew.
    mutating func expectValues(_ amount: IncomingValues.Amount) {
        // To make room while they come takes some milliseconds for the last of 50,000.
        incoming = IncomingValues(room: amount == .many ? rows.counts : [:])
    }

    /// Takes some of all values, which are shown when they are whole.
    mutating func receive(_ changes: [ChangeMessage]) {
        for change in changes {
            let place = rows.shared(change.place)
            let isModified = isModified(place, change.stored)
            incoming.take(change.stored, at: place, isModified ? .modified : .unmodified)
            incoming.seq = max(incoming.seq, change.rev)
            if case .array? = change.value { incoming.listRevs[place] = change.rev }
        }
    }

    /// Shows the values that were received instead of those from before.
    ///
    /// - Returns: Those from before, the number of the newest change, and that of each list.
    mutating func replaceValues() -> (
        old: StoredValues, seq: UInt64, listRevs: [SettingPlace: UInt64]
    ) {
        incoming.values.removeRoom()
        let (old, seq, listRevs) = (values, incoming.seq, incoming.listRevs)
        (values, modified, managed) = (incoming.values, incoming.modified, incoming.managed)
        incoming = IncomingValues()
        edition += 1
        hideRows(of: values.secrets)
        return (old, seq, listRevs)
    }

    private func isModified(_ place: SettingPlace, _ stored: StoredValue?) -> Bool {
        guard let stored, stored.layer != .default, stored.layer != .managed,
            let setting = setting(place)
        else { return false }
        if let wanted = setting.specifier.defaultValue { return !wanted.means(stored.value) }
        // Where nobody has said what the defaults are, nothing differs from them.
        return program(setting.pane.domain)?.isInferred == false
    }
}

/// How much moves on the screen by itself.
enum Motion: Equatable, Sendable {
    case full
    /// A row stays lit until the next key.
    case reduced
}

/// One row with a value.
struct Setting: Equatable, Sendable {
    var specifier: Specifier
    var pane: PaneID
}

/// Whether values come from the agent.
enum AgentLink: Equatable, Sendable {
    /// The first values haven't come yet.
    case waiting
    case live
    /// The connection is over; it's tried again.
    case lost(String)
}

/// What lies on top of the table.
enum Overlay: Equatable, Sendable {
    case none
    case inspector
    case search(Search)
    case picker(OpenPicker)
    case confirmation(Confirmation)
}

/// The line above the key hints.
struct Status: Equatable, Sendable {
    /// How it's meant.
    enum Kind: Equatable, Sendable {
        case good, note, warning, error
        /// Something that was typed or chosen isn't stored: told until a key comes.
        case unsaved
    }
    var text: String
    var kind: Kind

    /// Creates a status.
    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}

/// What the agent is asked to explain, and for what.
struct Question: Equatable, Sendable {
    /// What the answer is for.
    enum Purpose: Equatable, Sendable {
        case inspector
        /// The editor opens at the value in force.
        case editor
        /// The line below the search's results.
        case search
    }
    var place: SettingPlace
    var purpose: Purpose
}

/// The agent's explanation of a setting.
struct Answer: Equatable, Sendable {
    var place: SettingPlace
    var explanation: Explanation
}
