// The rules of a list's elements that have a pane of their own.

import SettingsModel

extension [Pane] {
    /// Gives lists whose elements have a pane the rules of its rows.
    ///
    /// - Returns: What is wrong with the lists' defaults by those rules.
    mutating func addElementRules() -> [SchemaProblem] {
        var rules = ElementRules(of: self)
        var problems: [SchemaProblem] = []
        for pane in indices {
            for section in self[pane].sections.indices {
                for row in self[pane].sections[section].rows.indices {
                    let list = self[pane].sections[section].rows[row]
                    guard let rule = rules.rule(ofList: list) else { continue }
                    self[pane].sections[section].rows[row].rule = rule
                    // What the row's own rule refuses was told when it was read.
                    let row = self[pane].sections[section].rows[row]
                    let key = PaneReading.defaultKey
                    guard list.keyPath != nil, list.badDefault(at: key) == nil,
                        let problem = row.badDefault(at: key)
                    else { continue }
                    problems.append(problem)
                }
            }
        }
        return problems
    }
}

/// The rules of panes as those of one element each.
private struct ElementRules {
    /// How many lists in elements of lists have rules.
    ///
    /// Beyond, any dictionary will do: each is a call within another.
    private static let deepest = 16
    /// How many rows an element may have, those of elements within it counted wherever they are.
    ///
    /// Beyond, any elements will do within it. A small bundle whose panes each open the next one for two
    /// lists has more of them than anybody waits for, as where the rules for two screens are compared; and
    /// no check of a value goes through so many (``CheckBudget``).
    private static let mostRows = 20_000
    /// The same for the elements of all lists together.
    private static let mostRowsOfAll = 200_000

    private let panes: [Pane]
    private let positions: [String: Int]
    private var known: [String: Counted] = [:]
    /// The panes whose rules are being put together.
    private var open: Set<String> = []
    private var rowsLeft = Self.mostRowsOfAll

    /// A rule and the number of rows in it.
    private struct Counted {
        var rule: ValueRule
        var rows: Int
    }

    init(of panes: [Pane]) {
        self.panes = panes
        positions = panes.positionsByName
    }

    /// The rule of a list's row with those of its elements; nil for one without a pane.
    mutating func rule(ofList row: Specifier) -> ValueRule? {
        guard let counted = counted(ofList: row), counted.rows <= rowsLeft else { return nil }
        rowsLeft -= counted.rows
        return counted.rule
    }

    private mutating func counted(ofList row: Specifier) -> Counted? {
        guard case .list(let group) = row.control, case .matching = row.rule.otherItems else {
            return nil
        }
        var rule = row.rule
        if case .childPane(let child) = group.item.control {
            guard let name = child.pane else { return nil }
            let element = counted(ofPane: name)
            rule.otherItems = .matching(element.rule)
            return Counted(rule: rule, rows: element.rows + 1)
        }
        guard let inner = counted(ofList: group.item) else { return nil }
        var element = inner.rule
        if let path = group.item.keyPath {
            element = ValueRule(.dictionary)
            element.insert(inner.rule, at: path.segments[...])
        }
        rule.otherItems = .matching(element)
        return Counted(rule: rule, rows: inner.rows + 1)
    }

    /// The rule of an element whose pane has a name; a pane within itself takes any dictionary.
    private mutating func counted(ofPane name: String) -> Counted {
        if let known = known[name] { return known }
        guard open.count < Self.deepest, open.insert(name).inserted else {
            return Counted(rule: ValueRule(.dictionary), rows: 0)
        }
        defer { open.remove(name) }
        var found = Counted(rule: ValueRule(.dictionary), rows: 0)
        var taken: Set<SettingKeyPath> = []
        var tables: Set<SettingKeyPath> = []
        for row in panes.elementRows(from: name, at: positions) {
            // Of rows that are at odds, the first counts.
            guard let path = row.keyPath, !tables.contains(path),
                !path.ancestors.contains(where: taken.contains), taken.insert(path).inserted
            else { continue }
            tables.formUnion(path.ancestors)
            var inner = Counted(rule: row.rule, rows: 1)
            if let list = counted(ofList: row), found.rows + list.rows <= Self.mostRows {
                inner = list
            }
            found.rule.insert(inner.rule, at: path.segments[...])
            found.rows += inner.rows
        }
        known[name] = found
        return found
    }
}

extension [Pane] {
    /// The rows of an element's pane and of those that it opens; `positions` are the panes' by name.
    func elementRows(from name: String, at positions: [String: Int]) -> [Specifier] {
        var rows: [Specifier] = []
        var found: Set<String> = []
        var pending = [name]
        while let next = pending.popLast() {
            guard found.insert(next).inserted, let position = positions[next] else { continue }
            let pane = self[position]
            // Another domain's settings aren't in the element.
            if pane.domain == nil { rows += pane.rows.filter { $0.domain == nil } }
            pending += pane.openedPanes.filter { !$0.isOfElements }.map(\.name).reversed()
        }
        return rows
    }
}
