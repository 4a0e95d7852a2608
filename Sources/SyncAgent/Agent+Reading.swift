// What may be told of what the engine says, and when.

package import SettingsModel
package import SyncEngine

/// Whether what is so in a domain now may be told.
package enum Standing: Equatable, Sendable {
    /// It is written: the agent's death can't undo it.
    case written
    /// It will be, unless the journal fails.
    case beingWritten
    /// Some of it isn't in the journal, which takes nothing for a while.
    case stalled(JournalError)
}

/// What became of what an answer tells of.
package enum CommitEnd: Sendable {
    case written
    /// The journal failed, and the engine forgot it.
    case lost
}

extension Agent {
    /// Whether what a domain (nil for all) says now may be told.
    package func standing(of domain: Domain?) -> Standing { commits.standing(of: domain) }

    /// Whether edits wait for their turn, so that what is so now isn't what their clients know.
    package var hasEditsToCome: Bool { !edits.isEmpty }

    /// Calls back when all edits that were sent so far show.
    package func whenEdited(_ go: @escaping () -> Void) { edits.wait(go) }

    /// Calls back when everything that a domain (nil for all) says now is written, or never will be.
    package func whenWritten(_ domain: Domain?, _ go: @escaping (CommitEnd) -> Void) {
        guard let commit = commits.unwritten(of: domain) else { return go(.written) }
        readers.append((commit, go))
    }

    /// Calls those back who waited for a commit, or one before it.
    func answerReaders(upTo number: UInt64, _ end: CommitEnd) {
        guard !readers.isEmpty else { return }
        let ready = readers.filter { $0.commit <= number }
        readers.removeAll { $0.commit <= number }
        for reader in ready { reader.go(end) }
        pause()
    }
}
