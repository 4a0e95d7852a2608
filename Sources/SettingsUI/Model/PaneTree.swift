// The programs and their panes: which settings there are, whatever their values.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// The programs that the screen shows, with the row of each setting.
struct PaneTree: Sendable {
    private(set) var programs: [Program]
    /// The titles of programs that are on this machine and aren't linked; none where some were asked for.
    let adoptable: [String]
    private var rows: RowPlaces
    /// Another number for each change of the panes.
    private(set) var edition = 0
    /// The programs whose panes were written and aren't read again yet.
    var written: Set<Domain> = []

    init(_ programs: [Program], adoptable: [String] = []) {
        self.programs = programs
        self.adoptable = adoptable
        rows = RowPlaces(programs)
    }

    // MARK: Programs

    func program(_ domain: Domain) -> Program? { programs.first { $0.domain == domain } }

    /// The program in whose panes a setting is; its own domain where none has it.
    func owner(of place: SettingPlace) -> Domain {
        rows[place].map { programs[Int($0.program)].domain } ?? place.domain
    }

    /// The domains of all settings that the panes show.
    var domains: Set<Domain> { programs.reduce(into: []) { $0.formUnion($1.domains) } }

    /// A pane's program in words, and its title where it isn't the first.
    func location(_ id: PaneID) -> String {
        guard let program = program(id.domain) else { return "" }
        guard id.pane != program.root, let pane = program.panes[id.pane] else {
            return program.title
        }
        return "\(program.title) › \(pane.title ?? pane.name)"
    }

    // MARK: Settings

    /// How many settings have a row.
    var settingCount: Int { rows.count }

    /// How many settings of each domain have a row.
    var settingCounts: [Domain: Int] { rows.counts }

    /// The same place with the key path that its row has: two copies of 50,000 take megabytes.
    func shared(_ place: SettingPlace) -> SettingPlace { rows.shared(place) }

    /// The row of a setting or of a part of one; nil where no pane has it.
    func setting(_ place: SettingPlace) -> Setting? {
        let whole = rows[place].flatMap { programs[Int($0.program)].setting(at: $0.row) }
        guard let element = place.element else { return whole }
        return whole.flatMap { list in
            elementSpecifier(element, of: list).map { Setting(specifier: $0, pane: list.pane) }
        }
    }

    /// The row of an element, or of a part of it.
    private func elementSpecifier(_ element: ElementPlace, of list: Setting) -> Specifier? {
        guard let program = program(list.pane.domain) else { return nil }
        return element.levels.reduce(list.specifier as Specifier?) { specifier, level in
            guard case .list(let group)? = specifier?.control else { return nil }
            return group.specifier(of: level, program)
        }
    }

    /// Whether a stored value is a change of the user's: not the default, and not locked.
    func isModified(_ place: SettingPlace, _ stored: StoredValue?) -> Bool {
        guard let stored, stored.layer != .default, stored.layer != .managed,
            let setting = setting(place)
        else { return false }
        if let wanted = setting.specifier.defaultValue { return !wanted.means(stored.value) }
        // Where nobody has said what the defaults are, nothing differs from them.
        return program(setting.pane.domain)?.isInferred == false
    }

    /// Whether the panes have a row for such a value: those that are made of files know no more of a
    /// key than which type its value had.
    func hasRow(for value: SettingValue, at place: SettingPlace) -> Bool {
        guard let setting = setting(place) else { return false }
        return program(setting.pane.domain)?.isInferred != true
            || setting.specifier.rule.refusal(of: value) == nil
    }

    /// The domains of changes to values that the panes have no row for, in the changes' order.
    private func domainsWithoutRow(for changes: [ChangeMessage]) -> [Domain] {
        changes.reduce(into: []) { domains, change in
            guard let value = change.value, !domains.contains(change.domain) else { return }
            if !hasRow(for: value, at: change.place) { domains.append(change.domain) }
        }
    }

    /// The domains of settings whose values the panes have no row for.
    func domainsWithoutRow(for places: [SettingPlace], _ values: Values) -> [Domain] {
        let unknown = places.filter { place in
            values[place].map { !hasRow(for: $0.value, at: place) } ?? false
        }
        return Set(unknown.map(\.domain)).sorted()
    }

    // MARK: Changes

    /// Notes keys that came where no pane has a row for them.
    ///
    /// - Returns: The domains whose panes are to be read again, and whether that is due once more a moment
    ///   later, when what no file's save tells is in a bare file.
    mutating func domainsToRead(
        for changes: [ChangeMessage]
    ) -> (domains: [Domain], mayChange: Bool) {
        let domains = domainsWithoutRow(for: changes)
        let unwritten = domains.filter { domain in
            program(domain)?.isInferred == true
                && changes.contains { $0.domain == domain && !$0.isOfFile }
        }
        written.formUnion(unwritten)
        return (domains, !unwritten.isEmpty)
    }

    /// Adopts new panes of a program; false for a program that isn't shown.
    mutating func replace(_ program: Program, at now: Moment) -> Bool {
        guard let index = programs.firstIndex(where: { $0.domain == program.domain }) else {
            return false
        }
        programs[index] = program.keepingPanes(of: programs[index], since: now)
        edition += 1
        rows = RowPlaces(programs)
        return true
    }

    /// Adds rows for current values that panes made of files don't show, such as those of a broken
    /// file.
    mutating func addRows(for values: StoredValues) {
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
        hide(values.secrets)
    }

    /// Makes the rows of secrets show nothing: the agent alone knows what an unlinked bundle called
    /// one.
    mutating func hide(_ places: [SettingPlace]) {
        let secrets = Set(places.filter { setting($0) != nil && !isSecret($0) })
        guard !secrets.isEmpty else { return }
        programs = programs.map { $0.hiding(secrets) }
        edition += 1
    }

    /// Whether the panes say that a whole setting is a secret.
    private func isSecret(_ place: SettingPlace) -> Bool {
        let setting = setting(place)
        return setting?.specifier.isSecret == true
            || program(owner(of: place))?.secrecy(of: place, row: setting) == .secret
    }
}

extension ListGroup {
    /// The row of an element, or of a part of it; nil where no pane has one.
    fileprivate func specifier(of level: ElementPlace.Level, _ program: Program) -> Specifier? {
        for specifier in [level.index == nil ? add : nil, item, add] {
            guard let specifier else { continue }
            if case .childPane(let child) = specifier.control {
                if let row = program.row(of: level.members, from: child.pane) { return row }
            } else if (specifier.keyPath?.segments ?? []).isSame(as: level.members) {
                return specifier
            }
        }
        return level.members.isEmpty ? item : nil
    }
}

extension Program {
    /// The row for a part of an element, in its pane or in one that is opened there.
    fileprivate func row(of members: [String], from pane: String?) -> Specifier? {
        var seen: Set<String> = []
        var waiting = pane.map { [$0] } ?? []
        while let name = waiting.popLast() {
            guard seen.insert(name).inserted, let pane = panes[name] else { continue }
            if let row = pane.rows.first(where: { $0.keyPath?.segments.isSame(as: members) == true }
            ) {
                return row
            }
            waiting += pane.rows.compactMap { row in
                if case .childPane(let child) = row.control { child.pane } else { nil }
            }
        }
        return nil
    }
}
