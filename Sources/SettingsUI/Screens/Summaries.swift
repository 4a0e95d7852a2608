// Summaries of programs and panes, for the rows that open them.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// Summaries of programs and panes, for the rows that open them.
struct Summaries: Sendable {
    let scene: Scene

    init(_ scene: Scene) { self.scene = scene }

    /// The words of the first thing that is special about a program; else its gist.
    func summary(of program: Program) -> String {
        if let problem = scene.problems[program.domain] { return Self.words(for: problem) }
        if program.mistake != nil { return Self.unreadablePanes }
        let wrong = scene.problems.count(of: .error, in: program.domain)
        if wrong > 0 { return wrong == 1 ? "1 value is wrong" : "\(wrong) values are wrong" }
        if isManaged(program) { return "read-only" }
        if scene.values.restarts.contains(where: { $0.domain == program.domain }) {
            return "restart to apply"
        }
        let unsure = scene.problems.count(of: .warning, in: program.domain)
        if unsure > 0 { return unsure == 1 ? "1 value to look at" : "\(unsure) values to look at" }
        let changed = scene.values.modifiedCount(program.domain)
        if changed > 0 { return "\(changed) modified" }
        let locked = scene.values.managed.count { $0.domain == program.domain }
        if locked > 0 { return "\(locked) locked" }
        return program.panes[program.root].map { gist(of: $0, program) } ?? ""
    }

    /// The words for a program of whose file nothing is taken.
    static func words(for problem: FileProblem) -> String {
        problem.state == .held ? "save isn't accepted yet" : "file can't be read"
    }

    /// The words for a program whose description can't be read.
    static let unreadablePanes = "panes can't be read"

    /// True where a managed layer decides over all of a program's settings.
    private func isManaged(_ program: Program) -> Bool {
        scene.values.managed.contains { $0.domain == program.domain }
            && program.places.allSatisfy(scene.values.managed.contains)
    }

    /// The mark of the first thing that is special about a program.
    func mark(of program: Program) -> RowMark {
        let isUnreadable = scene.problems[program.domain] != nil || program.mistake != nil
        if isUnreadable || scene.problems.count(of: .error, in: program.domain) > 0 {
            return .error
        }
        if isManaged(program) { return .locked }
        if scene.values.restarts.contains(where: { $0.domain == program.domain }) {
            return .restart
        }
        if scene.problems.count(of: .warning, in: program.domain) > 0 { return .error }
        return scene.values.modifiedCount(program.domain) > 0 ? .modified : .none
    }

    // MARK: Panes

    /// The words of the first thing that is special about a child pane; else its gist.
    func summary(of child: ChildPane, _ program: Program) -> String {
        guard let name = child.pane else { return "" }
        guard let pane = program.panes[name] else {
            guard program.extent == .whole else { return "" }
            return "'\(name)' " + (program.mistake == nil ? "is missing" : "can't be read")
        }
        // The keys of an element's pane aren't the domain's.
        guard !pane.isOfElements else { return "" }
        let wrong = problemCount(inAndBelow: name, program, .error)
        if wrong > 0 { return wrong == 1 ? "1 value is wrong" : "\(wrong) values are wrong" }
        let unsure = problemCount(inAndBelow: name, program, .warning)
        if unsure > 0 { return unsure == 1 ? "1 value to look at" : "\(unsure) values to look at" }
        let count = pane.sections.reduce(0) { count, section in
            count
                + section.rows.count { row in
                    program.place(of: row, in: pane).map(scene.values.modified.contains) ?? false
                }
        }
        return count == 0 ? gist(of: pane, program) : "\(count) modified"
    }

    /// The number of settings of a pane, and of those that it leads to, with something wrong in
    /// some file; without a severity, whatever it is.
    func problemCount(
        inAndBelow pane: String,
        _ program: Program,
        _ severity: ProblemSeverity? = nil
    ) -> Int {
        let places = scene.problems.known.compactMap { problem -> SettingPlace? in
            guard severity == nil || problem.severity == severity else { return nil }
            return problem.key.map { SettingPlace(domain: problem.domain, keyPath: $0) }
        }
        guard !places.isEmpty else { return 0 }
        let panes = program.panesBelow(pane)
        return Set(places).count { place in
            guard let pane = scene.tree.setting(place)?.pane else { return false }
            return pane.domain == program.domain && panes.contains(pane.pane)
        }
    }

    /// Panes with more rows are about more than one thing, and aren't looked through.
    private static let mostRowsOfGist = 50

    /// The gist of a pane that is about one thing: how much its only list has, or the value of its
    /// only setting; empty for others, and for a secret.
    private func gist(of pane: Pane, _ program: Program) -> String {
        let count = pane.sections.reduce(0) { $0 + $1.rows.count }
        guard count <= Self.mostRowsOfGist else { return "" }
        let rows = pane.sections.flatMap { section in section.rows.map { ($0, section.header) } }
        let lists = rows.filter(\.0.isList)
        let only = lists.count == 1 ? lists[0] : rows.count == 1 ? rows[0] : nil
        guard let (row, header) = only, let place = program.place(of: row, in: pane),
            !row.isSecret, !scene.isSecret(place)
        else { return "" }
        guard row.isList else {
            return scene.value(place) == nil ? "" : scene.shown(scene.value(place), place).firstLine
        }
        return words(
            ofCount: scene.elements(of: place).count,
            row.title.isEmpty ? header : row.title
        )
    }

    private func words(ofCount count: Int, _ title: String?) -> String {
        if count == 1 { return "1 element" }
        guard let title, !title.isEmpty else { return "\(count) elements" }
        // Other languages than English have capitals within a sentence.
        let noun = scene.look.dates.words == .english ? title.lowercased() : title
        return (count == 0 ? "no" : String(count)) + " " + noun
    }
}

extension String {
    /// The text up to its first line's end.
    fileprivate var firstLine: String { String(prefix { !$0.isNewline }) }
}
