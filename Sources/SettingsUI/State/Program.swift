// The programs whose settings are shown, and their panes.

import SettingsModel
import SettingsSchema

/// A pane of a program.
struct PaneID: Hashable, Sendable {
    var domain: Domain
    /// The ``Pane/name``.
    var pane: String
}

/// One program with its panes.
struct Program: Equatable, Sendable {
    var domain: Domain
    var title: String
    var panes: [String: Pane]
    /// The name of the pane that is shown first.
    var root: String
    /// The sections that have a row which isn't always shown, or isn't one line of the table.
    private let uneven: Set<SectionID>
    /// Knows what holds a secret; nil where no row does.
    private let secrets: Schema?
    /// Whether a part of the description can't be read, so that any key may be a secret's.
    private let isUnclear: Bool

    private struct SectionID: Hashable {
        var pane: String
        var section: Int
    }

    /// Creates a program.
    init(domain: Domain, title: String, panes: [Pane], root: String, isUnclear: Bool = false) {
        self.domain = domain
        self.title = title
        self.panes = Dictionary(panes.map { ($0.name, $0) }) { first, _ in first }
        self.root = root
        var uneven: Set<SectionID> = []
        for pane in panes {
            for (number, section) in pane.sections.enumerated() {
                let isUneven = section.rows.contains { row in
                    row.visibleWhen != .always || !row.idioms.isEmpty || row.isInlineChoice
                        || row.isList
                        || row.lines != nil || row.subtitle != nil
                }
                if isUneven { uneven.insert(SectionID(pane: pane.name, section: number)) }
            }
        }
        self.uneven = uneven
        self.isUnclear = isUnclear
        let hasSecrets = panes.contains { pane in pane.rows.contains(where: \.holdsSecret) }
        secrets = hasSecrets ? Schema(panes: panes, problems: []) : nil
    }

    /// Whether two programs are drawn alike.
    static func == (a: Program, b: Program) -> Bool {
        a.domain == b.domain && a.title == b.title && a.panes == b.panes && a.root == b.root
            && a.isUnclear == b.isUnclear
    }

    /// Whether a value may be shown.
    func secrecy(of place: SettingPlace, isKnown: Bool) -> Secrecy {
        if isUnclear, !isKnown { return .secret }
        let named = place.domain == domain ? nil : place.domain
        return secrets?.secrecy(of: place.keyPath, in: named) ?? .open
    }

    /// Whether every row of a section is one row of the table, whatever the values are.
    func isEven(_ section: Int, of pane: Pane) -> Bool {
        !uneven.contains(SectionID(pane: pane.name, section: section))
    }

    /// Where a row's value lives; nil for rows without one.
    func place(of specifier: Specifier, in pane: Pane) -> SettingPlace? {
        specifier.keyPath.map {
            SettingPlace(domain: specifier.domain ?? pane.domain ?? domain, keyPath: $0)
        }
    }

    /// Every row with a value, with the pane that it is in; panes in the order of their names, the
    /// first pane first, as search and changes list them.
    var settings: [(pane: Pane, specifier: Specifier, place: SettingPlace)] {
        orderedPanes.filter { !$0.isOfElements }.flatMap { pane in
            pane.rows.compactMap { row in
                place(of: row, in: pane).map { (pane, row, $0) }
            }
        }
    }

    /// Panes as one meets them from the first one on, each once.
    var orderedPanes: [Pane] {
        var seen: Set<String> = []
        var found: [Pane] = []
        var waiting = [root]
        while let name = waiting.first {
            waiting.removeFirst()
            guard seen.insert(name).inserted, let pane = panes[name] else { continue }
            found.append(pane)
            waiting += pane.tabs.map(\.pane)
            waiting += pane.rows.compactMap { row in
                guard case .childPane(let child) = row.control else { return nil }
                return child.pane
            }
        }
        return found
    }
}

extension Specifier {
    /// Whether the row, or one of an element's, is a secret's.
    fileprivate var holdsSecret: Bool {
        if isSecret { return true }
        guard case .list(let group) = control else { return false }
        return group.item.holdsSecret || group.add?.isSecret == true
    }
}

extension State {
    /// Whether a value is a secret or holds one, so that it's never shown.
    func isSecret(_ place: SettingPlace) -> Bool {
        let setting = setting(place)
        if setting?.specifier.isSecret == true { return true }
        let domain = settings[place.root]?.pane.domain ?? place.domain
        let secrecy = program(domain)?.secrecy(of: place.root, isKnown: setting != nil)
        guard secrecy == .secret else { return false }
        // Of an element that holds a secret, the parts that are none have rows of their own.
        return place.element == nil || value(place)?.isScalar == false
    }
}
