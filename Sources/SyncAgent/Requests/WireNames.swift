// The engine's words as the wire has them.

import SettingsModel
import SettingsProtocol
import SyncEngine

extension ChangeMessage {
    /// A change of the engine as clients are told of it.
    init(_ change: Change) {
        self.init(
            domain: change.domain,
            key: change.keyPath,
            value: change.value,
            old: change.old,
            rev: change.rev,
            layer: change.layer,
            origin: change.origin.description
        )
        (connection, group) = (change.connection, change.group)
        if case .file(let path) = change.origin { file = path }
    }
}

extension Layer {
    /// A file's layer by its name on the wire.
    init(_ name: Call.FileLayer) {
        self =
            switch name {
            case .user: .user
            case .site: .site
            case .default: .default
            case .managed: .managed
            }
    }
}

extension ReplicaCondition {
    /// The state of a file with some problems as the wire names it.
    func wireState(with problems: [Problem]) -> ReplicaReport.State {
        let differs = problems.contains { $0.severity == .error }
        return switch self {
        case .ok: differs ? .differs : .ok
        case .unknown, .busy: differs ? .differs : .busy
        case .beingWritten: .busy
        case .broken(let problem): problem.isOfHeldSave ? .held : .broken
        case .missing, .absent, .away: .absent
        case .unwritable(let problem):
            switch problem.code {
            case .file(.failedCheck): .differs
            case .file(.raced): .busy
            default: .readOnly
            }
        }
    }
}

extension RPCError {
    /// The failure for a domain that nobody knows.
    init(unknown domain: Domain) {
        self.init(
            .keyNotFound,
            "no domain '\(domain)' is known",
            advice: "List the domains with: settingsctl domains"
        )
    }
}

extension ReplicaReport.Diagnostic {
    /// A problem of the engine as clients are told of it.
    init(_ problem: Problem) {
        self.init(
            code: problem.code.name,
            key: problem.keyPath,
            place: problem.place,
            problem: problem.problem,
            advice: problem.advice
        )
        value = problem.value
        severity = problem.severity
    }
}

extension RPCError {
    /// A domain file that couldn't be changed.
    init(_ error: LinkError) {
        let code: Code =
            switch error.code {
            case .invalid: .invalid
            case .storage: .denied
            case .diskFull: .store
            }
        self.init(code, error.problem, advice: error.advice)
    }

    /// What is set can't be told, as some of it isn't in the journal.
    init(withholding error: JournalError) {
        self.init(
            .store,
            "what is set now can't be recorded, and isn't told before: \(error.problem)",
            advice: error.advice
        )
    }

    /// What files say can't be taken on, as it can't be recorded.
    init(unrecorded error: JournalError) {
        self.init(
            .store,
            "what files say can't be recorded now: \(error.problem)",
            advice: error.advice
        )
    }

    /// Why an edit wasn't made, as clients are told.
    init(_ failure: EditFailure) {
        switch failure {
        case .journal(let error):
            self.init(.store, "nothing was changed: \(error.problem)", advice: error.advice)
        case .uncertain(let error):
            self.init(
                .store,
                "it isn't known whether anything was changed: \(error.problem)",
                advice: "\(error.advice). Then look at the value: it may be the old or the new one"
            )
        case .refused(let refusal):
            let code: Code =
                switch refusal.code {
                case .locked, .readOnly: .readOnly
                case .invalid: .invalid
                case .revConflict: .revConflict
                case .tooMany: .tooLarge
                case .notFound: .keyNotFound
                case .unread: .denied
                case .unwritten: .fileBroken
                }
            self.init(code, refusal.problem, advice: refusal.advice)
            details.rev = refusal.rev
            if refusal.code == .locked { details.layer = .managed }
        }
    }
}
