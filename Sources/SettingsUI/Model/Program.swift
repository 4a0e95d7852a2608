// The programs whose settings are shown, and their panes.

import SettingsModel
import SettingsSchema

/// One program with its panes.
struct Program: Equatable, Sendable {
    var domain: Domain
    var title: String
    let panes: [String: Pane]
    /// The name of the pane that is shown first.
    let root: String
    /// Whether all of its panes are among them.
    let extent: Extent
    /// The names of the panes as one meets them from the first one on, each once.
    private let order: [String]
    /// The rows that open a pane which isn't there; none while only a part is read.
    let missingPanes: [MissingPane]
    /// Its own domain, and those of rows whose values live in another.
    let domains: Set<Domain>
    /// The sections that have a row which isn't always shown, or isn't one line of the table.
    private let uneven: Set<SectionID>
    private let withSliders: Set<SectionID>
    /// Knows what holds a secret; nil where no row does.
    private let secrets: Schema?
    /// Whether a part of the description can't be read, so that any key may be a secret's.
    private let isUnclear: Bool
    /// Whether its panes are made of its files, which know no defaults.
    let isInferred: Bool
    /// Which settings have rows.
    var coverage = Coverage.described
    /// What keeps its panes from being read; nil for nothing.
    var mistake: FileProblem?

    /// How much of a program is known.
    enum Extent: Equatable, Sendable {
        case whole, partial
    }

    /// Which settings of a program have rows.
    enum Coverage: Equatable, Sendable {
        /// Those of its description, or of the texts of its files.
        case described
        /// Those with a current value as well, of which its files may show less.
        case current
    }

    private struct SectionID: Hashable {
        var pane: String
        var section: Int
    }

    init(
        domain: Domain,
        title: String,
        panes: [Pane],
        root: String,
        _ extent: Extent = .whole,
        isUnclear: Bool = false,
        isInferred: Bool = false,
        mistake: FileProblem? = nil
    ) {
        self.mistake = mistake
        self.isInferred = isInferred
        self.extent = extent
        self.domain = domain
        self.title = title
        let named = Dictionary(panes.map { ($0.name, $0) }) { first, _ in first }
        self.panes = named
        self.root = root
        order = Self.order(of: named, from: root)
        missingPanes = extent == .whole ? Self.missing(in: named, order) : []
        domains = panes.reduce(into: [domain]) { domains, pane in
            if let other = pane.domain { domains.insert(other) }
            for section in pane.sections {
                domains.formUnion(section.rows.lazy.compactMap(\.domain))
            }
        }
        var (uneven, withSliders): (Set<SectionID>, Set<SectionID>) = ([], [])
        for pane in panes {
            for (number, section) in pane.sections.enumerated() {
                let isUneven = section.rows.contains { row in
                    row.visibleWhen != .always || !row.idioms.isEmpty || row.isInlineChoice
                        || row.isList
                        || row.lines != nil || row.subtitle != nil
                }
                let id = SectionID(pane: pane.name, section: number)
                if isUneven { uneven.insert(id) }
                if section.rows.contains(where: \.isSlider) { withSliders.insert(id) }
            }
        }
        self.uneven = uneven
        self.withSliders = withSliders
        self.isUnclear = isUnclear
        let hasSecrets = panes.contains { pane in
            pane.sections.contains { $0.rows.contains(where: \.holdsSecret) }
        }
        secrets = hasSecrets ? Schema(panes: panes, problems: [], rules: nil) : nil
    }

    /// Whether two programs are drawn alike.
    static func == (a: Program, b: Program) -> Bool {
        a.domain == b.domain && a.title == b.title && a.panes == b.panes && a.root == b.root
            && a.isUnclear == b.isUnclear && a.extent == b.extent && a.isInferred == b.isInferred
            && a.mistake == b.mistake
    }

    /// The program with a row for each of some current values that its panes don't show.
    func completed(with values: [SettingKeyPath: SettingValue]) -> Program {
        drawn(as: order.compactMap { panes[$0] }.completed(with: values, limits: .standard))
    }

    /// The program with rows that show nothing for some secrets.
    func hiding(_ secrets: Set<SettingPlace>) -> Program {
        guard secrets.contains(where: { domains.contains($0.domain) }) else { return self }
        return drawn(
            as: panes.values.map { pane in
                var hidden = pane
                for section in pane.sections.indices {
                    for (index, row) in pane.sections[section].rows.enumerated() {
                        guard let place = place(of: row, in: pane), secrets.contains(place) else {
                            continue
                        }
                        hidden.sections[section].rows[index].isSecret = true
                    }
                }
                return hidden
            }
        )
    }

    private func drawn(as panes: [Pane]) -> Program {
        var program = Program(
            domain: domain,
            title: title,
            panes: panes,
            root: root,
            extent,
            isUnclear: isUnclear,
            isInferred: isInferred,
            mistake: mistake
        )
        program.coverage = coverage
        return program
    }

    /// Whether some of its values aren't shown, so that no text of its files is.
    var hasSecrets: Bool { secrets != nil || isUnclear }

    /// Whether a value may be shown; `row` is the setting's, nil where no pane has one.
    func secrecy(of place: SettingPlace, row: Setting?) -> Secrecy {
        if isUnclear, row == nil { return .secret }
        let named = place.domain == domain ? nil : place.domain
        return secrets?.secrecy(of: place.keyPath, in: named) ?? .open
    }

    /// Whether every row of a section is one row of the table, whatever the values are.
    func isEven(_ section: Int, of pane: Pane) -> Bool {
        !uneven.contains(SectionID(pane: pane.name, section: section))
    }

    func hasSliders(_ section: Int, of pane: Pane) -> Bool {
        withSliders.contains(SectionID(pane: pane.name, section: section))
    }

    /// The place of a row's value; nil for rows without one.
    func place(of specifier: Specifier, in pane: Pane) -> SettingPlace? {
        specifier.keyPath.map {
            SettingPlace(domain: specifier.domain ?? pane.domain ?? domain, keyPath: $0)
        }
    }

    /// The settings of all panes, as search and changes list them, and where their rows are.
    func forEachSetting(_ body: (Pane, Specifier, SettingPlace, RowIndex) -> Void) {
        var all = Int.max
        _ = forSettings(&all, from: .start, body)
    }

    /// As ``forEachSetting(_:)``, from a row on and for as many rows as are left to do.
    ///
    /// - Returns: Where to go on; nil after the last row.
    func forSettings(
        _ left: inout Int,
        from start: RowIndex,
        _ body: (Pane, Specifier, SettingPlace, RowIndex) -> Void
    ) -> RowIndex? {
        for number in order.indices.dropFirst(Int(start.pane)) {
            guard let pane = panes[order[number]], !pane.isOfElements else { continue }
            let isFirst = number == start.pane
            for section in pane.sections.indices.dropFirst(isFirst ? Int(start.section) : 0) {
                let isFirst = isFirst && section == start.section
                let rows = pane.sections[section].rows
                for row in rows.indices.dropFirst(isFirst ? Int(start.row) : 0) {
                    let index = RowIndex(pane: Int32(number), section: Int32(section), Int32(row))
                    guard left > 0 else { return index }
                    left -= 1
                    guard let place = place(of: rows[row], in: pane) else { continue }
                    body(pane, rows[row], place, index)
                }
            }
        }
        return nil
    }

    /// Where the settings of all panes live.
    var places: [SettingPlace] {
        var places: [SettingPlace] = []
        forEachSetting { _, _, place, _ in places.append(place) }
        return places
    }

    func setting(at index: RowIndex) -> Setting? {
        let name = order[Int(index.pane)]
        return panes[name].map { pane in
            Setting(
                specifier: pane.sections[Int(index.section)].rows[Int(index.row)],
                pane: PaneID(domain: domain, pane: name)
            )
        }
    }

    /// The names of a pane and of all that one comes to from it.
    func panesBelow(_ name: String) -> Set<String> { Set(Self.order(of: panes, from: name)) }

    private static func missing(in panes: [String: Pane], _ order: [String]) -> [MissingPane] {
        order.flatMap { name in
            (panes[name]?.sections ?? []).flatMap { section in
                section.rows.compactMap { row -> MissingPane? in
                    guard case .childPane(let child) = row.control, let next = child.pane,
                        panes[next] == nil
                    else { return nil }
                    return MissingPane(pane: name, title: row.title, name: next)
                }
            }
        }
    }

    private static func order(of panes: [String: Pane], from root: String) -> [String] {
        var found: [String] = []
        var seen: Set<String> = []
        var waiting = [root][...]
        while let name = waiting.popFirst() {
            guard seen.insert(name).inserted, let pane = panes[name] else { continue }
            found.append(name)
            waiting += pane.tabs.map(\.pane)
            for section in pane.sections {
                for case .childPane(let child) in section.rows.lazy.map(\.control) {
                    if let next = child.pane { waiting.append(next) }
                }
            }
        }
        return found
    }
}

/// Where a setting's row is among its program's panes; small, as there may be 200,000 of them.
struct RowIndex: Equatable, Sendable {
    let pane: Int32
    let section: Int32
    let row: Int32

    static let start = RowIndex(pane: 0, section: 0, 0)

    fileprivate init(pane: Int32, section: Int32, _ row: Int32) {
        self.pane = pane
        self.section = section
        self.row = row
    }
}

extension Specifier {
    fileprivate var isSlider: Bool { if case .slider = control { true } else { false } }

    /// Whether the row, or one of an element's, is a secret's.
    fileprivate var holdsSecret: Bool {
        if isSecret { return true }
        guard case .list(let group) = control else { return false }
        return group.item.holdsSecret || group.add?.isSecret == true
    }
}

/// One row with a value.
struct Setting: Equatable, Sendable {
    var specifier: Specifier
    var pane: PaneID
}

/// A row that opens a pane which isn't there.
struct MissingPane: Equatable, Sendable {
    /// The pane that has the row.
    var pane: String
    var title: String
    /// The name of what is missing.
    var name: String
}

extension Program {
    /// The program with the panes that were shown before, where those are whole and its own can't be
    /// read.
    func keepingPanes(of old: Program, since now: Moment) -> Program {
        guard var mistake else { return self }
        mistake.since = old.mistake?.since ?? now
        let hasWhole = old.extent == .whole && (old.mistake.map { $0.subject == .panes } ?? true)
        mistake.subject = hasWhole ? .panes : .partOfPanes
        var kept = hasWhole ? old : self
        kept.mistake = mistake
        return kept
    }
}
