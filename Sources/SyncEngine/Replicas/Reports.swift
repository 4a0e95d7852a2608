// Problems of a file that were told, and what ends them.

import SettingsDocument
import SettingsModel

/// A problem that was told, and what ends it.
struct ToldProblem: Equatable, Sendable {
    /// What must be well again for the problem to be over.
    enum Concern: Sendable {
        /// The file's content could not be taken.
        case reading
        /// The file could not be written.
        case writing
        /// The program's own check refuses the file, or couldn't run.
        case check
        /// Some values can't be in this file.
        case values
        /// Lines without effect, as a managed layer decides over their keys.
        case locks
        /// Values that break a rule of the domain's schema.
        case rules
        /// Keys that stand several times.
        case repeats
        /// A save that could be read in another way.
        case doubts
        /// Comments that the last save doesn't have.
        case comments
        /// A save that stands beside the file, as it couldn't be merged.
        case displaced
        /// A writer that has had the file open for long.
        case writer
    }
    var problem: Problem
    var concern: Concern
}

/// The problems of one file that were told, so that each is told once and its end as well.
///
/// What changes them returns what subscribers are to hear, in this order.
struct Reports: Sendable {
    private let id: ReplicaID
    private(set) var told: [ToldProblem] = []

    /// Nothing is wrong with a file, as far as told.
    init(of id: ReplicaID) { self.id = id }

    /// Whether a problem was told and isn't over.
    func has(_ problem: Problem, _ concern: ToldProblem.Concern) -> Bool {
        told.contains(ToldProblem(problem: problem, concern: concern))
    }

    /// Whether any problem of a concern was told and isn't over.
    func has(_ concern: ToldProblem.Concern) -> Bool { told.contains { $0.concern == concern } }

    /// Adds a problem; of some concerns the newest alone counts.
    mutating func add(_ problem: Problem, _ concern: ToldProblem.Concern) -> [Effect] {
        guard !has(problem, concern) else { return [] }
        if concern == .reading || concern == .writing {
            told.removeAll { $0.concern == concern }
        }
        told.append(ToldProblem(problem: problem, concern: concern))
        return [.report(problem)]
    }

    /// Ends a concern.
    ///
    /// That is told once nothing keeps the file as a whole from being read or written; what is still wrong with
    /// single values, or stands beside the file, is told anew, as who hears that takes all for well.
    mutating func end(_ concern: ToldProblem.Concern) -> [Effect] {
        guard has(concern) else { return [] }
        told.removeAll { $0.concern == concern }
        let left = told.map(\.problem)
        guard left.allSatisfy(\.leavesFileUsable) else { return [] }
        return [.recovered(id, nil)] + left.map { .report($0) }
    }

    /// Adds the problems of a concern that are new, and ends those that aren't among them.
    mutating func keep(_ problems: [Problem], _ concern: ToldProblem.Concern) -> [Effect] {
        let mended = keys(of: concern).subtracting(problems.compactMap(\.keyPath))
        let effects = replace(concern, by: problems)
        return effects + recoveries(of: mended)
    }

    /// The same for keys that stand several times; one that only moved to another line isn't new.
    mutating func keepRepeats(_ problems: [Problem]) -> [Effect] {
        renewTold(.repeats, by: problems) { $0.keyPath }
        return keep(problems, .repeats)
    }

    /// The same for values that break a rule; one that only moved to another line isn't new.
    ///
    /// Where nothing else is wrong, the end of them all is told of the whole file.
    mutating func keepRules(_ problems: [Problem]) -> [Effect] {
        let hadSome = has(.rules)
        let former = keys(of: .rules)
        renewTold(.rules, by: problems) { [$0.problem, $0.consequence] }
        let effects = replace(.rules, by: problems)
        if hadSome, told.isEmpty { return effects + [.recovered(id, nil)] }
        return effects + recoveries(of: former.subtracting(problems.compactMap(\.keyPath)))
    }

    /// Puts problems in the place of those told ones that are the same, if of another line.
    private mutating func renewTold<Name: Hashable>(
        _ concern: ToldProblem.Concern,
        by problems: [Problem],
        sameWhere name: (Problem) -> Name
    ) {
        let indices = told.indices.filter { told[$0].concern == concern }
        let places = Dictionary(indices.map { (name(told[$0].problem), $0) }) { first, _ in first }
        for problem in problems {
            if let index = places[name(problem)] { told[index].problem = problem }
        }
    }

    /// Adds the problems of a concern, after its end if one of those before is over.
    mutating func renew(_ problems: [Problem], _ concern: ToldProblem.Concern) -> [Effect] {
        let isOver = told.contains { $0.concern == concern && !problems.contains($0.problem) }
        var effects = isOver ? end(concern) : []
        for problem in problems { effects += add(problem, concern) }
        return effects
    }

    private mutating func replace(
        _ concern: ToldProblem.Concern,
        by problems: [Problem]
    ) -> [Effect] {
        let wanted = Set(problems)
        told.removeAll { $0.concern == concern && !wanted.contains($0.problem) }
        var known = Set(told.lazy.filter { $0.concern == concern }.map(\.problem))
        let new = problems.filter { known.insert($0).inserted }
        told += new.map { ToldProblem(problem: $0, concern: concern) }
        return new.map { .report($0) }
    }

    private func keys(of concern: ToldProblem.Concern) -> Set<SettingKeyPath> {
        Set(told.lazy.filter { $0.concern == concern }.compactMap(\.problem.keyPath))
    }

    /// Says of keys that they are well again, but for those of which something else is told still.
    private func recoveries(of keys: Set<SettingKeyPath>) -> [Effect] {
        guard !keys.isEmpty else { return [] }
        let wrong = told.compactMap(\.problem.keyPath)
        return keys.subtracting(wrong).sorted().map { .recovered(id, $0) }
    }
}
