// Values that stay at keys which were renamed since, and why.

import SettingsDocument
import SettingsModel
import SettingsSchema

/// A value that stays at its old key.
struct UnmadeMove: Equatable, Sendable {
    var from: SettingKeyPath
    /// What was found and what was expected, as a sentence without its period.
    var problem: String
    /// What the reader can do about it.
    var advice: String

    /// What keeps a file from having it at its new key.
    struct Reason {
        var problem: String
        var advice: String
    }
}

extension UnmadeMove {
    /// A value that no file would have at its new key.
    fileprivate init(_ move: Move, _ reason: Reason?) {
        from = move.from
        problem = "'\(move.from)' was renamed to '\(move.to)', which "
        if let reason {
            problem += "can't be written: \(reason.problem)"
            advice = reason.advice
        } else {
            problem += "none of the domain's files takes on"
            advice = "Set the new key and remove this one, or link a file that takes all keys"
        }
    }
}

extension Engine {
    /// Sorts moves by whether some file would have each value at its new key.
    ///
    /// A value that is in a file now must not be in the journal alone. What is in no file goes
    /// wherever it's called.
    func sorted(_ moves: [Move], in domain: Domain) -> (made: [Move], unmade: [UnmadeMove]) {
        guard let state = domains[domain], !moves.isEmpty else { return (moves, []) }
        let trials = trials(of: moves, in: state)
        var made: [Move] = []
        var unmade: [UnmadeMove] = []
        for move in moves {
            let isInFile = trials.contains { $0.before.keys[move.from] != nil }
            let isKept = trials.contains { $0.after.text.keys[move.to] != nil }
            if isKept || !isInFile {
                made.append(move)
            } else {
                let reason = trials.lazy.compactMap { self.reason(for: move, $0, in: domain) }.first
                unmade.append(UnmadeMove(move, reason))
            }
        }
        return (made, unmade)
    }

    /// What each file would say after all of these moves.
    private func trials(of moves: [Move], in state: DomainState) -> [Trial] {
        var registers = state.registers
        var clock = clock
        _ = registers.apply(
            moves.edits,
            at: 0,
            sight: .everything { _ in .zero },
            origin: .agent,
            clock: &clock
        )
        let domain = state.configuration.domain
        let owners = state.configuration.replicas.filter { $0.layer == .user }
        return owners.compactMap { owner in
            guard let replica = replicas[ReplicaID(domain: domain, path: owner.path)],
                let top = replica.top, let text = replica.read(top)
            else { return nil }
            let isOpen = replica.isOpenToOthers && state.hasSecrets
            let after = Projection(
                of: registers,
                onto: text.renaming(state.rules?.renames ?? [:], by: registers, as: owner),
                in: replica,
                among: Set(moves.edits.map(\.keyPath)),
                hiding: { isOpen && state.secrecy(of: $0) == .secret },
                adopts: adoption(of: replica)
            )
            return Trial(path: owner.path, before: text, after: after)
        }
    }

    /// Why a file can't have a value at its new key; nil where it only doesn't take it on.
    private func reason(for move: Move, _ trial: Trial, in domain: Domain) -> UnmadeMove.Reason? {
        guard let refusal = trial.after.refusals.first(where: { $0.keyPath == move.to }) else {
            return nil
        }
        // What a format can't hold may be quoted there.
        let isExposed = refusal.error == .exposed(in: trial.path)
        let isHidden = !isExposed && isSecret(domain, move.to)
        return UnmadeMove.Reason(
            problem: isHidden ? "the file's format can't hold its value" : refusal.error.problem,
            advice: refusal.error.advice
        )
    }

    /// Values at old keys that the rules of the new ones refuse.
    func refusedMoves(in domain: Domain) -> [UnmadeMove] {
        guard let state = domains[domain], let rules = state.rules else { return [] }
        return rules.renames.sorted { $0.key < $1.key }.compactMap { old, new in
            guard let value = state.registers.value(at: old), rules.row(of: old) == nil,
                isFree(new, in: state), let (refusal, _) = rules.refusal(of: value, at: new)
            else { return nil }
            let isSecret = state.secrecy(of: old) == .secret || state.secrecy(of: new) == .secret
            let shown = isSecret ? refusal.hidingValue() : refusal
            return UnmadeMove(
                from: old,
                problem: "'\(old)' was renamed to '\(new)', and " + shown.problem(at: new),
                advice: "Set the new key, and remove this one"
            )
        }
    }

    /// Tells which of a file's lines stay at keys that were renamed, and that they needn't any more.
    mutating func reportUnmadeMoves(
        in text: ReadText,
        _ id: ReplicaID,
        _ step: inout Step
    ) {
        let isTold = replicas[id]?.told.contains { $0.concern == .moves } == true
        guard let state = domains[id.domain], let configuration = replicas[id]?.configuration,
            isTold || !state.unmadeMoves.isEmpty
        else { return }
        let problems = state.unmadeMoves.filter { text.keys[$0.from] != nil }.map { move in
            let place = configuration.place(of: move.from, in: text.document)
            let isHidden = state.secrecy(of: move.from) == .secret
            return Problem(
                replica: id,
                code: "not-moved",
                keyPath: move.from,
                place: place,
                excerpt: isHidden ? "" : place.map { excerpt(at: $0, in: text.bytes) } ?? "",
                problem: move.problem,
                consequence: "The value stays at its old key",
                advice: move.advice
            )
        }
        keepTold(problems, .moves, id, &step)
    }
}

/// A file as it is, and as it would be after some moves.
private struct Trial {
    var path: String
    var before: ReadText
    var after: Projection
}

extension [Move] {
    /// The moves as edits: what goes comes first.
    var edits: [KeyEdit] {
        map { KeyEdit($0.from, nil) } + map { KeyEdit($0.to, $0.value) }
    }
}
