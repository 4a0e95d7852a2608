// Who hears of what the agent does, and how its requests are answered.

package import SettingsModel
package import SyncEngine

/// Who is told what the agent does.
///
/// A seam: the subscriptions conform, and tests with a recorder.
package protocol Audience: AnyObject {
    /// Subscribers may hear of everything up to this number.
    func announced(upTo seq: UInt64)
    /// A file has a problem that it didn't have before.
    func problemAppeared(_ problem: Problem)
    /// A problem of the file is over.
    func recovered(_ replica: ReplicaID, _ keyPath: SettingKeyPath?)
    /// A file isn't linked any more, whatever is wrong with it.
    func unlinked(_ replica: ReplicaID)
    /// Settings of these domains may be secrets that weren't before.
    func secretsAppeared(in domains: Set<Domain>)
    /// Nothing is left to do, or something slow comes next: send what has gathered.
    func paused()
}

/// Why an edit wasn't made.
package enum EditFailure: Error, Equatable, Sendable {
    case refused(Refusal)
    /// The journal takes nothing; nothing was changed.
    case journal(JournalError)
    /// The journal failed and can't even be read: it may have the change, or not.
    case uncertain(JournalError)

    /// The journal's error; nil for a refusal.
    var journalError: JournalError? {
        switch self {
        case .journal(let error), .uncertain(let error): error
        case .refused: nil
        }
    }
}

/// When an edit is answered.
package enum EditAnswer: Sendable {
    case whenDurable
    /// As soon as it is accepted; a crash may still undo it.
    case whenAccepted
}
