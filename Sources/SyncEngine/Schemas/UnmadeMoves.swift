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
    mutating func sorted(
        _ moves: [Move],
        in domain: Domain
    ) -> (made: [Move], unmade: [UnmadeMove]) {
        guard let state = domains[domain], !moves.isEmpty else { return (moves, []) }
        let trials = state.configuration.replicas.compactMap {
            trial(of: moves, in: ReplicaID(domain: domain, path: $0.path), state)
        }
        var made: [Move] = []
        var unmade: [UnmadeMove] = []
        for move in moves {
            let isInFile = trials.contains { $0.before[move.from] != nil }
            let isKept = trials.contains { $0.after[move.to] != nil }
            if isKept || !isInFile {
                made.append(move)
            } else {
                let reasons = trials.compactMap { reason(for: move, $0, in: domain) }
                unmade.append(UnmadeMove(move, reasons.first))
            }
        }
        return (made, unmade)
    }

    /// What a file would say after all of these moves; nil for one that says nothing of the user's.
    ///
    /// Tried anew only where that may come to something else: a move may stay unmade for ever.
    private mutating func trial(
        of moves: [Move],
        in id: ReplicaID,
        _ state: DomainState
    ) -> Trial? {
        guard let replica = replicas[id], replica.configuration.layer == .user,
            let top = replica.top
        else { return nil }
        let adopts = adoption(of: replica)
        let subject = Trial.Subject(
            moves: moves,
            version: top.version.number,
            configuration: replica.configuration,
            rules: state.rules,
            adopted: moves.map { adopts($0.to) },
            hidden: moves.map {
                replica.isOpenToOthers && state.hasSecrets && state.secrecy(of: $0.to) == .secret
            }
        )
        if let known = replica.trial, known.subject == subject { return known }
        let trial = newTrial(of: subject, in: replica, state)
        replicas[id]?.trial = trial
        return trial
    }

    private func newTrial(
        of subject: Trial.Subject,
        in replica: ReplicaState,
        _ state: DomainState
    ) -> Trial? {
        guard let top = replica.top, let text = try? read(top.bytes, of: replica) else {
            return nil  // What the format can't read any more is told at the next look.
        }
        var registers = state.registers
        var clock = clock
        let edits = subject.moves.edits
        let renames = subject.rules?.renames ?? [:]
        _ = registers.apply(
            edits,
            at: 0,
            sight: .everything { _ in .zero },
            origin: .agent,
            clock: &clock
        )
        let after = Projection(
            of: registers,
            onto: text.renaming(renames, by: registers, as: subject.configuration),
            in: replica,
            among: Set(edits.map(\.keyPath)),
            renaming: renames,
            hiding: { path in
                zip(subject.moves, subject.hidden).contains { $0.to == path && $1 }
            },
            adopts: adoption(of: replica)
        )
        return Trial(
            subject: subject,
            path: replica.id.path,
            before: text.keys,
            after: after.text.keys,
            refusals: after.refusals
        )
    }

    /// Why a file can't have a value at its new key; nil where it only doesn't take it on.
    private func reason(for move: Move, _ trial: Trial, in domain: Domain) -> UnmadeMove.Reason? {
        guard let refusal = trial.refusals.first(where: { $0.keyPath == move.to }) else {
            return nil
        }
        // What a format can't hold may be quoted there.
        let isExposed = refusal.error == .exposed(in: trial.path)
        let isHidden = !isExposed && (isSecret(domain, move.to) || isSecret(domain, move.from))
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
        var excerpts = Excerpts(of: text.document)
        let problems = state.unmadeMoves.filter { text.keys[$0.from] != nil }.map { move in
            let place = configuration.place(of: move.from, in: text.document)
            return Problem(
                replica: id,
                code: .notMoved,
                keyPath: move.from,
                place: place,
                excerpt: excerpt(at: place, in: &excerpts, of: id),
                problem: move.problem,
                consequence: "The value stays at its old key",
                advice: move.advice
            )
        }
        keepTold(problems, .moves, id, &step)
    }
}

/// What a file says, and what it would say after some moves.
struct Trial: Sendable {
    /// What the outcome depends on.
    struct Subject: Equatable, Sendable {
        var moves: [Move]
        /// The number of the file's newest version.
        var version: UInt64
        var configuration: ReplicaConfiguration
        var rules: DomainRules?
        /// Whether the file takes each new key on.
        var adopted: [Bool]
        /// Whether each value is a secret that the file may not have.
        var hidden: [Bool]
    }
    var subject: Subject
    var path: String
    fileprivate var before: SharedMap<SettingValue>
    fileprivate var after: SharedMap<SettingValue>
    fileprivate var refusals: [(keyPath: SettingKeyPath, error: EditError)]
}

extension [Move] {
    /// The moves as edits: what goes comes first.
    var edits: [KeyEdit] {
        map { KeyEdit($0.from, nil) } + map { KeyEdit($0.to, $0.value) }
    }
}
