// All panes of a domain, wherever they came from, and the rules of its settings.

package import SettingsModel

/// The panes of a domain and what its settings may be: of a bundle, a JSON Schema or a file.
package struct Schema: Sendable {
    /// The first is the one to begin with; none twice.
    package let panes: [Pane]
    /// Panes for other screens, which aren't drawn: what they say of settings holds all the same.
    private let otherPanes: [Pane]
    /// What was wrong, in the order it was met.
    package let problems: [SchemaProblem]
    /// What a domain's settings may be as one dictionary; nil is the domain that it's linked to.
    package let rules: [Domain?: ValueRule]
    /// Which settings are never shown.
    let secrets: SecretPaths
    /// How much of what it was read from it says.
    package internal(set) var extent = Extent.whole
    /// Where each setting's row is.
    private let rows: [Domain?: [SettingKeyPath: RowPlace]]

    /// How much a schema says of what it was read from.
    package enum Extent: Comparable, Sendable {
        /// All of it.
        case whole
        /// Parts are in other files, which are never read.
        case referring
        /// Parts can't be read, perhaps as they are just being written.
        case cut
    }

    /// One value that is registered while nothing is stored.
    package struct Default: Equatable, Sendable {
        package var domain: Domain?
        package var keyPath: SettingKeyPath
        package var value: SettingValue
    }

    /// Puts panes together; the rules are those of their rows, unless the domain has some of its own.
    package init(
        panes: [Pane],
        ofOtherScreens others: [Pane] = [],
        problems: [SchemaProblem],
        rules given: [Domain?: ValueRule]?
    ) {
        var rows: [Domain?: [SettingKeyPath: RowPlace]] = [:]
        let all = panes + others
        var assembly = RuleAssembly(panes: all, problems: problems)
        for (paneIndex, pane) in all.enumerated() {
            for (sectionIndex, section) in pane.sections.enumerated() {
                for (rowIndex, row) in section.rows.enumerated() {
                    guard let keyPath = row.keyPath, !pane.isOfElements else { continue }
                    let domain = row.domain ?? pane.domain
                    let place = RowPlace(pane: paneIndex, section: sectionIndex, row: rowIndex)
                    guard given != nil || assembly.add(row, place, at: keyPath, in: domain),
                        rows[domain]?[keyPath] == nil
                    else { continue }
                    rows[domain, default: [:]][keyPath] = place
                }
            }
        }
        self.panes = panes
        otherPanes = others
        self.rows = rows
        secrets = SecretPaths(of: all)
        self.problems = assembly.problems
        rules = given ?? assembly.rules
    }

    /// The row of a setting; the first if several rows show it, nil if none does.
    package func specifier(at keyPath: SettingKeyPath, in domain: Domain? = nil) -> Specifier? {
        guard var place = rows[domain]?[keyPath] else { return nil }
        if place.pane < panes.count { return panes[place] }
        place.pane -= panes.count
        return otherPanes[place]
    }

    /// Whether a row says all that the schema has to say of a setting.
    package func isKnown(_ keyPath: SettingKeyPath, in domain: Domain? = nil) -> Bool {
        specifier(at: keyPath, in: domain)?.isCut == false
    }

    /// The panes of this screen, then what others have.
    package var allPanes: [Pane] { otherPanes.isEmpty ? panes : panes + otherPanes }

    /// The defaults of all rows, in the order of the panes; each key once.
    package var defaults: [Default] {
        var seen: [Domain?: Set<SettingKeyPath>] = [:]
        var defaults: [Default] = []
        for pane in allPanes where !pane.isOfElements {
            for row in pane.rows {
                guard let keyPath = row.keyPath, let value = row.defaultValue else { continue }
                let domain = row.domain ?? pane.domain
                guard seen[domain, default: []].insert(keyPath).inserted else { continue }
                defaults.append(Default(domain: domain, keyPath: keyPath, value: value))
            }
        }
        return defaults
    }
}

/// Where a row is among panes.
private struct RowPlace {
    var pane: Int
    var section: Int
    var row: Int
}

extension [Pane] {
    fileprivate subscript(place: RowPlace) -> Specifier {
        self[place.pane].sections[place.section].rows[place.row]
    }
}

/// Joins the rules of rows into one for each domain.
private struct RuleAssembly {
    var rules: [Domain?: ValueRule] = [:]
    var problems: [SchemaProblem]
    private let panes: [Pane]
    private var owners: [Domain?: [SettingKeyPath: RowPlace]] = [:]
    private var prefixes: [Domain?: [SettingKeyPath: RowPlace]] = [:]

    init(panes: [Pane], problems: [SchemaProblem]) {
        self.panes = panes
        self.problems = problems
    }

    /// Adds a row; false if its key is at odds with another row's.
    mutating func add(
        _ row: Specifier,
        _ place: RowPlace,
        at keyPath: SettingKeyPath,
        in domain: Domain?
    ) -> Bool {
        if let owner = owners[domain]?[keyPath].map({ panes[$0] }) {
            if owner.rule != row.rule {
                report(row, keyPath, "has another rule at \(owner.place)")
            }
            return true
        }
        if let other = conflicting(keyPath, in: domain) {
            report(
                row,
                keyPath,
                "leads through another setting, or another through it, at \(other.place)"
            )
            return false
        }
        owners[domain, default: [:]][keyPath] = place
        var parent = keyPath.parent
        while let path = parent, prefixes[domain]?[path] == nil {
            prefixes[domain, default: [:]][path] = place
            parent = path.parent
        }
        rules[domain, default: ValueRule(.dictionary)].insert(row.rule, at: keyPath.segments[...])
        return true
    }

    private func conflicting(_ keyPath: SettingKeyPath, in domain: Domain?) -> Specifier? {
        if let other = prefixes[domain]?[keyPath] { return panes[other] }
        return keyPath.ancestors.lazy.compactMap { owners[domain]?[$0] }.first.map { panes[$0] }
    }

    private mutating func report(_ row: Specifier, _ keyPath: SettingKeyPath, _ what: String) {
        guard problems.count < SchemaLimits.standard.problems else { return }
        problems.append(
            SchemaProblem(
                .duplicateKey,
                .warning,
                at: row.place,
                problem: "the key '\(keyPath)' \(what)",
                advice: "Give each setting one key; the first row's rule counts"
            )
        )
    }
}

extension ValueRule {
    /// Puts the rule of a member in, dictionaries on the way included.
    mutating func insert(_ rule: ValueRule, at segments: ArraySlice<String>) {
        guard let first = segments.first else { return }
        if segments.count == 1 {
            members[ExactText(first)] = rule
        } else {
            members[ExactText(first), default: ValueRule(.dictionary)]
                .insert(rule, at: segments.dropFirst())
        }
    }
}
