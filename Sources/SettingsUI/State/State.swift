// All that the screen shows and remembers: a value, changed only by events.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// The state of the whole screen.
struct State: Sendable {
    var look: Look

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
    /// What goes back to its default when it's known which values are the user's own.
    var resets: [PendingReset] = []
    /// The number of the newest entry of the agent's history that is known.
    var lastReport: UInt64 = 0
    /// When the first values had come; nil until then.
    var start: Moment?
    var writes: [Int: PendingWrite] = [:]
    /// The writes of a connection that is over, until a snapshot tells what became of them.
    var unanswered: [Int: PendingWrite] = [:]
    var lastWrite = 0
    /// The last change of each list that the agent told of.
    var listRevs: [SettingPlace: UInt64] = [:]
    /// What was told of settings while they were written, and may be ours.
    var held: [SettingPlace: [ChangeMessage]] = [:]
    /// The numbers of our own changes that weren't told yet.
    var ownRevs: [SettingPlace: Set<UInt64>] = [:]
    /// The numbers and places of our last writes, whether told or not.
    var ownWrites: [OwnWrite] = []
    var flashing: Set<SettingPlace> = []
    /// Why the last write to a setting failed.
    var failures: [SettingPlace: String] = [:]
    /// What is stored and not in a file yet that can't be read, or not be written.
    var waiting: [String: Set<SettingPlace>] = [:]
    /// What was changed and is in force only after a restart of its program.
    var restarts: Set<SettingPlace> = []
    /// The programs whose panes were written and aren't read again yet.
    var writtenPanes: Set<Domain> = []

    /// A screen that knows the programs and waits for their values.
    init(size: Size, glyphs: Glyphs, programs: [Program]) {
        look = Look(size: size, glyphs: glyphs)
        let programs = programs.inGroups
        self.programs = programs
        rows = RowPlaces(programs)
        navigation = Navigation(programs)
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
        look.now = moment
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
        programs[index] = program.keepingPanes(of: programs[index], since: look.now)
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
            if case .array? = change.value { incoming.listRevs[place] = change.rev }
        }
    }

    /// Shows the values that were received instead of those from before, and gives these.
    mutating func replaceValues() -> StoredValues {
        let old = values
        incoming.values.removeRoom()
        (values, modified, managed) = (incoming.values, incoming.modified, incoming.managed)
        listRevs = incoming.listRevs
        incoming = IncomingValues()
        edition += 1
        hideRows(of: values.secrets)
        return old
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
