// Reads all panes of a bundle.

import SettingsModel

extension BundleReader {
    /// Reads all panes that can be reached from the root.
    ///
    /// Each pane is read once, however many rows open it, so that panes which open each other end.
    mutating func panes() -> [Pane] {
        var panes: [Pane] = []
        var known: Set<String> = [Self.rootName]
        var pending = [PendingPane(name: Self.rootName, depth: 0)]
        var next = 0
        while next < pending.count {
            let current = pending[next]
            next += 1
            guard panes.count < limits.panes else {
                let problem = "the bundle has more than \(limits.panes) panes"
                leaveOut(tooMany(problem, in: current.name))
                break
            }
            guard let pane = pane(named: current.name) else { continue }
            panes.append(pane)
            for child in pane.openedPanes where known.insert(child.name).inserted {
                guard Self.isPaneName(child.name) else {
                    let place = child.place ?? SchemaPlace(file: pane.file)
                    leaveOut(located(noFileName(child.name, at: place)))
                    continue
                }
                let depth = current.depth + 1
                if depth >= limits.paneDepth {
                    let problem = "panes open more than \(limits.paneDepth) deep"
                    leaveOut(tooMany(problem, in: pane.file))
                } else {
                    pending.append(PendingPane(name: child.name, depth: depth))
                }
            }
        }
        panes.markThoseOfElements()
        panes.markListsOfCutPanes(cutPanes)
        for problem in panes.addElementRules() { report(located(problem)) }
        return panes
    }

    private func tooMany(_ problem: String, in file: String) -> SchemaProblem {
        SchemaProblem(
            .limit,
            .error,
            at: SchemaPlace(file: file),
            problem: problem,
            advice: "Put rows together into fewer panes"
        )
    }
}

/// A pane that is still to be read.
private struct PendingPane {
    var name: String
    /// How many panes were opened before it.
    var depth: Int
}

extension [Pane] {
    /// Tells the panes of elements from the domain's own, which can be reached without a list.
    ///
    /// What is reached both ways is the domain's own, too: what it says of keys must be in force.
    fileprivate mutating func markThoseOfElements() {
        let positions = positionsByName
        var own: Set<String> = []
        var pending = [BundleReader.rootName]
        while let name = pending.popLast() {
            guard own.insert(name).inserted, let position = positions[name] else { continue }
            pending += self[position].openedPanes.filter { !$0.isOfElements }.map(\.name)
        }
        for index in indices { self[index].isOfElements = !own.contains(self[index].name) }
    }

    /// Marks the lists whose elements have a pane that is missing or was read in part, or one that
    /// opens such a pane.
    fileprivate mutating func markListsOfCutPanes(_ cutPanes: Set<String>) {
        var whole = Set(map(\.name)).subtracting(cutPanes)
        while true {
            let opening = filter { pane in
                whole.contains(pane.name)
                    && !pane.openedPanes.allSatisfy { whole.contains($0.name) }
            }
            if opening.isEmpty { break }
            whole.subtract(opening.map(\.name))
        }
        changeRows { row, _ in
            let cut = row.openedPanes.filter { $0.isOfElements && !whole.contains($0.name) }
            if !cut.isEmpty { row.isCut = true }
        }
    }

    /// Makes secrets of rows whose settings are secrets in other panes.
    fileprivate mutating func markSecrets(of others: [Pane]) {
        var secrets: [Domain?: Set<SettingKeyPath>] = [:]
        for pane in others {
            for row in pane.rows where row.isSecret {
                guard let keyPath = row.keyPath else { continue }
                secrets[row.domain ?? pane.domain, default: []].insert(keyPath)
            }
        }
        guard !secrets.isEmpty else { return }
        changeRows { row, domain in
            let known = secrets[row.domain ?? domain] ?? []
            if let keyPath = row.keyPath, known.contains(keyPath) { row.isSecret = true }
        }
    }

    /// Changes rows; the closure is told the domain of each one's pane, too.
    private mutating func changeRows(_ change: (inout Specifier, Domain?) -> Void) {
        for pane in indices {
            let domain = self[pane].domain
            for section in self[pane].sections.indices {
                for row in self[pane].sections[section].rows.indices {
                    change(&self[pane].sections[section].rows[row], domain)
                }
            }
        }
    }

    /// Where the pane with a name is.
    var positionsByName: [String: Int] {
        Dictionary(enumerated().map { ($1.name, $0) }) { first, _ in first }
    }
}

extension Pane {
    /// A pane that another opens.
    struct Opened {
        var name: String
        /// The row's place; nil for a tab.
        var place: SchemaPlace?
        /// Whether it's opened for one element of an array.
        var isOfElements = false
    }

    /// The panes that this one opens, tabs first, in display order; some perhaps twice.
    var openedPanes: [Opened] {
        tabs.map { Opened(name: $0.pane) } + rows.flatMap(\.openedPanes)
    }
}

extension Specifier {
    /// The panes that the row opens.
    var openedPanes: [Pane.Opened] {
        switch control {
        case .childPane(let child):
            return child.pane.map { [Pane.Opened(name: $0, place: place)] } ?? []
        case .list(let group):
            let rows = [group.item] + (group.add.map { [$0] } ?? [])
            return rows.flatMap(\.openedPanes).map {
                Pane.Opened(name: $0.name, place: $0.place, isOfElements: true)
            }
        default: return []
        }
    }
}

extension Schema {
    /// Reads a bundle in languages as ``Languages/preferred(environment:)`` gives them, for a screen.
    ///
    /// What only the panes of other screens say is in force all the same, and a secret of theirs is
    /// one on every screen: a setting must not be another because a window is narrow.
    package init(
        bundle files: BundleFiles,
        languages: [String],
        idiom: Idiom,
        limits: SchemaLimits = .standard
    ) {
        var reader = BundleReader(files, languages: languages, idiom: idiom, limits: limits)
        var panes = reader.panes()
        var problems = reader.problems
        var others: [Pane] = []
        let drawn = Set(panes.map(\.file))
        var extent = reader.extent
        for other in Idiom.allCases where other != idiom && files.haveVariants {
            var reader = BundleReader(files, languages: languages, idiom: other, limits: limits)
            others += reader.panes().filter { !drawn.contains($0.file) }
            problems += reader.problems.filter { !problems.contains($0) }
            extent = max(extent, reader.extent)
        }
        panes.markSecrets(of: others)
        self.init(panes: panes, ofOtherScreens: others, problems: problems, rules: nil)
        self.extent = extent
    }
}

extension BundleFiles {
    /// Whether a pane has a file of its own for a kind of screen: the file for all is another's then.
    fileprivate var haveVariants: Bool {
        let marks = Idiom.allCases.flatMap(\.fileSuffixes).map { "~\($0)." }
        return names.contains { name in marks.contains { name.contains($0) } }
    }
}
