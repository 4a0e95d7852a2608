// The problems that people are shown a notice of.

import SettingsModel
import SyncEngine

/// A problem of a file as a notice has it: without any value, which may be a secret.
struct Trouble: Sendable {
    /// What makes it the same problem as another.
    struct Identity: Hashable, Sendable {
        var file: ReplicaID
        /// The key whose value is to blame; nil where it's the file as a whole.
        var key: SettingKeyPath?
        /// Tells changes of one file from each other; empty for a file that is broken or held.
        var change = ""
    }
    var identity: Identity
    var kind: NoticeKind
    /// What happened, as sentences with their periods.
    var text: String
}

extension Trouble {
    /// A file's problem; nil for one that nobody need be shown.
    init?(_ problem: Problem, _ paths: AgentPaths) {
        guard let kind = problem.code.noticeKind else { return nil }
        var identity = Identity(file: problem.replica, key: problem.keyPath)
        // A file that is broken stays so with another mistake; each change that is lost is one of its own.
        if kind == .lost {
            identity.change = problem.code.name + (problem.keyPath == nil ? problem.problem : "")
        }
        let file = paths.abbreviated(problem.replica.path)
        let text =
            switch problem.code {
            // The other words may quote the text or a value.
            case .text: "\(file)\(problem.place.suffix) can't be read. \(problem.consequence)."
            case .invalid:
                "\(file)\(problem.place.suffix): the value of '\(problem.keyPath?.description ?? "")' "
                    + "isn't accepted."
            case .file(.failedCheck):
                "\(file): the file's check refuses the new text. \(problem.consequence)."
            default: "\(file): \(problem.problem). \(problem.consequence)."
            }
        self.init(identity: identity, kind: kind, text: text.escapedForDisplay)
    }

    /// A mistake in a domain file; nil for one in a file of no domain.
    init?(_ mistake: ConfigurationProblem, _ paths: AgentPaths) {
        guard let domain = mistake.domain else { return nil }
        let file = ReplicaID(domain: domain, path: mistake.path)
        let shown = paths.abbreviated(mistake.path) + mistake.place.suffix
        self.init(
            identity: Identity(file: file),
            kind: .broken,
            text: "\(shown) has a mistake.".escapedForDisplay
        )
    }
}

extension Problem.Code {
    /// What kind of notice is shown of it; nil for none.
    ///
    /// None of what passes by itself, of what the file's user did, and of warnings that lose nothing.
    fileprivate var noticeKind: NoticeKind? {
        switch self {
        // The file's drive isn't there.
        case .file(.noFolder): nil
        case .text, .file, .noFixpoint: .broken
        case .empty, .wiped: .held
        case .keptOut, .replaced, .droppedComments, .locked, .invalid, .superseded, .displaced:
            .lost
        case .value, .repeated, .missing, .busy, .check: nil
        }
    }
}
