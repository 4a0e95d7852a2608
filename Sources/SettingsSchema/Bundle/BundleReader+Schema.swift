// Reads all panes of a bundle.

import SettingsModel

extension BundleReader {
    /// Reads all panes that can be reached from the root.
    ///
    /// Each pane is read once, however many rows open it, so that panes which open each other end.
    package mutating func schema() -> Schema {
        var panes: [Pane] = []
        var known: Set<String> = [Self.rootName]
        var pending = [PendingPane(name: Self.rootName, depth: 0, isOfElements: false)]
        var next = 0
        while next < pending.count {
            let current = pending[next]
            next += 1
            guard panes.count < limits.panes else {
                report(tooMany("the bundle has more than \(limits.panes) panes", in: current.name))
                break
            }
            guard var pane = pane(named: current.name) else { continue }
            pane.isOfElements = current.isOfElements
            panes.append(pane)
            for child in pane.openedPanes where known.insert(child.name).inserted {
                let isOfElements = child.isOfElements || pane.isOfElements
                let depth = current.depth + 1
                if depth >= limits.paneDepth {
                    report(tooMany("panes open more than \(limits.paneDepth) deep", in: pane.file))
                } else {
                    pending.append(
                        PendingPane(name: child.name, depth: depth, isOfElements: isOfElements)
                    )
                }
            }
        }
        return Schema(panes: panes, problems: problems)
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
    var isOfElements: Bool
}

extension Pane {
    /// A pane that another opens.
    struct Opened {
        var name: String
        /// Whether it's opened for one element of an array.
        var isOfElements: Bool
    }

    /// The panes that this one opens, tabs first, in display order; some perhaps twice.
    var openedPanes: [Opened] {
        tabs.map { Opened(name: $0.pane, isOfElements: false) } + rows.flatMap(\.openedPanes)
    }
}

extension Specifier {
    /// The panes that the row opens.
    var openedPanes: [Pane.Opened] {
        switch control {
        case .childPane(let child):
            return child.pane.map { [Pane.Opened(name: $0, isOfElements: false)] } ?? []
        case .list(let group):
            let rows = [group.item] + (group.add.map { [$0] } ?? [])
            return rows.flatMap(\.openedPanes).map {
                Pane.Opened(name: $0.name, isOfElements: true)
            }
        default: return []
        }
    }
}

extension Schema {
    /// Reads a bundle in languages as ``Languages/preferred(environment:)`` gives them, for a screen.
    package init(
        bundle files: BundleFiles,
        languages: [String],
        idiom: Idiom,
        limits: SchemaLimits = .standard
    ) {
        var reader = BundleReader(files, languages: languages, idiom: idiom, limits: limits)
        self = reader.schema()
    }
}
