// Problems that no setting's row tells of, as the search finds them.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// Something wrong that is no setting's: a missing pane, or a file of which nothing is known.
struct RowlessProblem: Equatable, Sendable {
    var title: String
    /// What is wrong, in a few words.
    var words: String
    /// The pane where one sees it.
    var pane: PaneID
}

/// What a search finds.
enum Found: Equatable, Sendable {
    case setting(SettingPlace)
    case problem(RowlessProblem)
}

extension PaneTree {
    /// The pane in which one sees what is found; nil for a setting that no pane has.
    func pane(of found: Found) -> PaneID? {
        switch found {
        case .setting(let place): setting(place)?.pane
        case .problem(let problem): problem.pane
        }
    }
}

extension Table {
    /// The row of what is found; nil where it has none.
    func position(of found: Found) -> RowPosition? {
        switch found {
        case .setting(let place):
            let ids: [RowID] = [
                .setting(place), .option(place, 0), .setting(place.element(0, nil)), .add(place),
            ]
            return ids.lazy.compactMap { position(of: $0, near: nil) }.first
        case .problem(let problem):
            return (0..<count).lazy.compactMap(position).first {
                row(at: $0)?.title == problem.title
            }
        }
    }
}

extension Scene {
    /// The problems without a setting that a query asks for, by their filter and by their words.
    func rowlessProblems(_ query: String) -> [RowlessProblem] {
        let words = query.lowercased().split(separator: " ")
        let filters = words.compactMap { SearchFilter($0) }
        guard !filters.isEmpty, filters.allSatisfy({ $0 == .problem }) else { return [] }
        let texts = words.filter { SearchFilter($0) == nil }
        return rowlessProblems.filter { problem in
            let text = "\(problem.title) \(problem.words) \(tree.location(problem.pane))"
                .lowercased()
            return texts.allSatisfy { text.contains($0) }
        }
    }

    private var rowlessProblems: [RowlessProblem] {
        tree.programs.flatMap { program -> [RowlessProblem] in
            let root = PaneID(domain: program.domain, pane: program.root)
            var found = program.missingPanes.map { missing in
                RowlessProblem(
                    title: missing.title,
                    words: "'\(missing.name)' is missing",
                    pane: PaneID(domain: program.domain, pane: missing.pane)
                )
            }
            if let problem = problems[program.domain], program.places.isEmpty {
                let words = Summaries.words(for: problem)
                found.append(RowlessProblem(title: program.title, words: words, pane: root))
            }
            if let mistake = program.mistake {
                // The folder is the bundle's, which the program is known by.
                let name = mistake.file.split(separator: "/").last ?? ""
                let line = mistake.place.map { ":\($0.line)" } ?? ""
                let words = "\(name)\(line): \(mistake.problem)"
                found.append(RowlessProblem(title: program.title, words: words, pane: root))
            }
            for problem in problems.known where problem.domain == program.domain {
                guard let key = problem.key else { continue }
                let place = SettingPlace(domain: problem.domain, keyPath: key)
                guard tree.setting(place) == nil else { continue }
                found.append(
                    RowlessProblem(title: key.description, words: words(of: problem), pane: root)
                )
            }
            return found
        }
    }
}
