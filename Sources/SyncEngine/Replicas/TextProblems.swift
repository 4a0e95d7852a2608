// What is wrong with single values of a text.

import SettingsDocument
import SettingsModel
import SettingsSchema

/// A text of a file beside its domain: finds the values that have no effect, or another than they seem to.
///
/// It refers to all domains and files, so nobody keeps it while they change.
struct TextProblems {
    /// Keys that are told of one file; to show the line of each means to look through the text.
    static let mostRepeatsTold = 16
    /// Wrong values of one file whose lines are shown, for the same reason.
    private static let mostShown = 64

    let text: ReadText
    let replica: ReplicaState
    let state: DomainState
    /// What may be spent on checks against rules.
    let checks: CheckBudget
    /// The lines of the text.
    var lines: ShownLines

    /// The lines that have no effect, as a managed layer decides over their keys.
    var locked: [Problem] {
        mutating get {
            guard let managed = state.layers[.managed], !managed.values.isEmpty else { return [] }
            var problems: [Problem] = []
            let places = SourcePlaces(text.bytes)
            for entry in replica.configuration.settings(of: text.document) {
                let path = entry.keyPath
                guard let lock = state.lock(on: path) else { continue }
                let place = places.place(entry.offset)
                problems.append(
                    Problem(
                        replica: replica.id,
                        code: .locked,
                        keyPath: path,
                        place: place,
                        excerpt: problems.count < Self.mostShown ? lines.line(at: place) : "",
                        problem: "'\(path)' is locked by '\(lock.origin.place)'",
                        consequence: "The locked value stays in force",
                        advice: "Remove the line, or ask whoever administers this computer"
                    )
                )
            }
            return problems
        }
    }

    /// The keys that stand several times.
    var repeated: [Problem] {
        mutating get {
            var problems: [Problem] = []
            let (document, configuration) = (text.document, replica.configuration)
            for repeated in document.repeatedKeys where problems.count < Self.mostRepeatsTold {
                let keys = repeated.keyPath.map(configuration.keys) ?? []
                guard let path = keys.first(where: configuration.owns) else { continue }
                let place = repeated.place(in: document.bytes)
                problems.append(
                    Problem(
                        replica: replica.id,
                        code: .repeated,
                        keyPath: path,
                        place: place,
                        excerpt: lines.line(at: place),
                        problem: repeated.problem(in: document.bytes),
                        consequence: repeated.consequence,
                        advice: repeated.advice
                    )
                )
            }
            return problems
        }
    }

    /// The values that the file holds against a rule, in the order of the file.
    var held: [(keyPath: SettingKeyPath, problem: Problem)] {
        mutating get {
            guard let held = replica.held?.timestamps.values, !held.isEmpty else { return [] }
            let (document, configuration) = (text.document, replica.configuration)
            var repeated = KeyMap<Bool>()
            for path in document.repeatedKeys.compactMap(\.keyPath) {
                for key in configuration.keys(at: path) { repeated[key] = true }
            }
            let values = held.keys.compactMap { path in
                text.keys[path].map {
                    (path, state.meant($0, at: path, in: document, as: configuration, checks))
                }
            }
            var problems: [(keyPath: SettingKeyPath, problem: Problem)] = []
            for (path, value) in values {
                var problem = problem(
                    with: value,
                    at: path,
                    isShown: problems.count < Self.mostShown
                )
                // What stands twice may not be removable, and the last good value isn't the other one's.
                if repeated[path] != nil || repeated.hasConflict(with: path) {
                    problem.advice =
                        "Fix the line, or run: settingsctl set \(replica.id.domain) "
                        + path.description.quotedForShell + " VALUE"
                }
                problems.append((path, problem))
            }
            return problems.sorted { a, b in
                let end = SourcePlace(line: .max, column: 0)
                return (a.problem.place ?? end, a.keyPath) < (b.problem.place ?? end, b.keyPath)
            }
        }
    }

    /// What is wrong with values that are left out of the file's layer, in their order.
    mutating func leftOut(_ edits: [KeyEdit]) -> [Problem] {
        var problems: [Problem] = []
        for edit in edits {
            guard let value = edit.value else { continue }
            let isShown = problems.count < Self.mostShown
            var problem = problem(with: value, at: edit.keyPath, isShown: isShown)
            problem.advice = "Fix the line"
            problems.append(problem)
        }
        return problems
    }

    private mutating func problem(
        with value: SettingValue,
        at path: SettingKeyPath,
        isShown: Bool
    ) -> Problem {
        let place = isShown ? replica.configuration.place(of: path, in: text.document) : nil
        var problem = state.problem(with: value, at: path, place, replica.id, checks)
        problem.excerpt = lines.line(at: place)
        return problem
    }
}
