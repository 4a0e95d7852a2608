// What happens to the engine, and what it asks for.

package import SettingsModel

/// Which request an acknowledgement answers; made by the agent.
package struct AnswerID: Hashable, Sendable {
    package var number: UInt64

    package init(_ number: UInt64) { self.number = number }
}

/// One thing that happened; taken in the order in which it did.
package enum Input: Sendable {
    /// The domains are now these: what a crash left of files that are new is finished, and they are
    /// looked at. A file that is being written stays as it is configured until that is done.
    case configure([DomainConfiguration])
    /// What the link of a file prefers; given before the configuration that names the file.
    case prefer(LinkPreference, ReplicaID)
    case event(FileEvent)
    /// The answer to ``Effect/look(_:_:)``.
    case sighted(ReplicaID, Sighting)
    /// The answers to ``Effect/stage(_:_:expecting:access:in:)``.
    case staged(ReplicaID, StagedFile)
    case stagingFailed(ReplicaID, StorageError)
    /// What the program's own check says of the file, after a save or a write; nil for nothing bad.
    case checked(ReplicaID, Problem?)
    /// The answers to ``Effect/publish(_:_:expecting:)``.
    case published(ReplicaID)
    case publishingFailed(ReplicaID, StorageError)
    /// The answer to ``Effect/lookAtDisplaced(_:_:_:)``.
    case displaced(ReplicaID, Sighting)
    /// The answer to ``Effect/leave(_:_:)``: where it stays, or nil where it couldn't be given a name.
    case left(ReplicaID, at: String?)
    /// The answer to ``Effect/findLeft(_:_:)``: those that aren't there any more.
    case leftAreGone(ReplicaID, [String])
    /// The answer to ``Effect/resolve(_:_:)``.
    case resolved(ReplicaID, StagedState)
    case edit(AnswerID, EditRequest)
    /// Takes the other side of entries of the history.
    case undo(AnswerID, TakenBack)
    /// Answered when every file as of now has been read and all writing is done.
    case rescan(AnswerID, RescanRequest)
    /// Answered when a domain's files say what it says now, as far as they can for now, and after so many
    /// milliseconds all the same; they aren't looked at for it.
    case settle(AnswerID, Domain, patience: Int64?)
    /// Somebody is about to put an earlier text at a file's path, and means all of it.
    case believe(ReplicaID, [UInt8])
    /// The domain was let go on purpose: what is kept of it goes with its last file.
    case forget(Domain, Forgetting?)
    /// ``Engine/nextDeadline`` has come.
    case timePassed
}

extension Input {
    /// The connection that asks for a change; nil where that doesn't matter.
    var connection: UInt64? {
        switch self {
        case .edit(_, let request): request.connection
        case .undo(_, let taken): taken.requester.connection
        default: nil
        }
    }
}

/// Who asks for a change.
package struct Requester: Equatable, Sendable {
    /// The name the client gave.
    package var client: String
    /// Its connection; nil where nobody has to know whose the change is.
    package var connection: UInt64?

    /// Creates a requester.
    package init(client: String, connection: UInt64? = nil) {
        self.client = client
        self.connection = connection
    }
}

/// What a client asks to have changed; all of it or nothing.
package struct EditRequest: Equatable, Sendable {
    /// What must still be so for the edit to be made.
    package enum Condition: Equatable, Sendable {
        case none
        /// The (only) key's last change has this number; 0 for a key never set.
        case rev(UInt64)
        /// Nothing in the domain changed after this number.
        case seq(UInt64)
    }
    package var domain: Domain
    /// A dictionary value stands for its leaves; what else is below its key goes.
    package var edits: [KeyEdit]
    package var condition: Condition
    /// The name the client gave.
    package var client: String
    /// The client's connection, for whoever hears of the change; nil where it doesn't matter.
    package var connection: UInt64?
    /// What decides over the value of the only edit once it is made; nil where the edits say all.
    package var wish: ValueWish?

    package init(
        domain: Domain,
        edits: [KeyEdit],
        condition: Condition = .none,
        client: String
    ) {
        self.domain = domain
        self.edits = edits
        self.condition = condition
        self.client = client
    }
}

/// Which files to look at again.
package struct RescanRequest: Equatable, Sendable {
    /// nil for all.
    package var domain: Domain?
    /// The file alone; nil for all of the domain's.
    package var path: String?
    /// Whether saves that are held are meant: the keys that they lack go.
    package var acceptsHeld = false
    /// A key that mapped files are to say though they have a text of their own; nil for none.
    package var follows: SettingKeyPath?
    /// The name that the client gave.
    package var client = ""
    /// After how many milliseconds it's answered all the same; nil for never.
    package var patience: Int64?

    /// Creates a request that is answered when all is done.
    package init(domain: Domain?) {
        self.domain = domain
    }
}

/// Why an edit was refused; nothing was changed.
package struct Refusal: Error, Equatable, Sendable {
    /// What kind of thing was wrong; the raw value is the stable name for scripts.
    package enum Code: String, Sendable {
        case locked
        case invalid
        case revConflict = "rev-conflict"
        case tooMany = "too-many"
        case notFound = "not-found"
        case readOnly = "read-only"
        /// A file that describes the domain can't be read, or isn't read yet.
        case unread
        /// The file that was to change couldn't be written.
        case unwritten
    }
    package var code: Code
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String
    /// The key's last change, for a conflict.
    package var rev: UInt64?
}

extension Refusal {
    /// Creates a refusal that is for no rev.
    package init(code: Code, problem: String, advice: String) {
        self.init(code: code, problem: problem, advice: advice, rev: nil)
    }

    /// A domain that isn't known.
    init(unknown domain: Domain, advice: String) {
        self.init(code: .notFound, problem: "no domain '\(domain)' is known", advice: advice)
    }
}

/// What became of an edit.
package struct EditReceipt: Equatable, Sendable {
    /// The number of the change, or of the last one when nothing changed.
    package var seq: UInt64
    /// The last change of each edited key, in the order of the request; 0 for a key never set.
    package var revs: [UInt64]
    /// Whether an effective value changed.
    package var changed: Bool
    /// The edits that the request came to, where they are others than its own.
    package var granted: [KeyEdit]?
    /// The step that it made in the history; nil where nothing of the user's own changed.
    package var group: UInt64?

    package init(seq: UInt64, revs: [UInt64], changed: Bool) {
        self.seq = seq
        self.revs = revs
        self.changed = changed
    }

    /// Adds another part of the same edit.
    mutating func add(_ part: EditReceipt) {
        seq = part.seq
        revs += part.revs
        changed = changed || part.changed
    }
}

/// Something that's wrong with a replica, or no longer is.
package struct Problem: Hashable, Sendable {
    package var replica: ReplicaID
    package var code: Code
    /// The key whose value is to blame; nil where it's the file as a whole.
    package var keyPath: SettingKeyPath?
    /// nil when no line is to blame.
    package var place: SourcePlace?
    /// The line with a caret below it; empty without a place.
    package var excerpt = ""
    /// What the file says there; nil where that is a secret, a table or a list, or long.
    package var value: SettingValue?
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the agent did: "Kept the last good values".
    package var consequence: String
    /// What the reader can do about it.
    package var advice: String
}

/// One thing the engine asks of the agent; carried out in the order in which it was asked.
package indirect enum Effect: Sendable {
    /// Write it and do what may follow then, sync it and do the rest. After a failure nothing more of
    /// it, nor of what came after it: the engine is thrown away and another is made from the journal.
    case commit(Transaction, written: [Effect], synced: [Effect])
    case acknowledge(AnswerID, Result<EditReceipt, Refusal>)
    /// Everything up to this number is written: call ``Engine/announce(upTo:)``, then tell subscribers.
    case announce(seq: UInt64)
    case look(ReplicaID, Patience)
    case stage(
        ReplicaID,
        [UInt8],
        expecting: FileContent?,
        access: FileAccess,
        in: FilePlace?
    )
    case publish(ReplicaID, StagedFile, expecting: FileContent?)
    case lookAtDisplaced(ReplicaID, StagedFile, Patience)
    case resolve(ReplicaID, StagedFile)
    case discard(ReplicaID, StagedFile)
    /// Give what was displaced and can't be merged a name beside the file, under which it stays.
    case leave(ReplicaID, StagedFile)
    /// Find out which of the saves that stay beside a file are there still.
    case findLeft(ReplicaID, [String])
    /// Remove what a crash left beside the target.
    case sweep(ReplicaID, keeping: Set<String>)
    case watch(ReplicaID)
    case unwatch(ReplicaID)
    /// Have the program's own check read what somebody saved.
    case check(ReplicaID)
    /// Tell people, once: on stderr, in the journal, to subscribers.
    case report(Problem)
    /// A problem of this replica is over: that with one key's value, or with nil all that was told;
    /// what still holds is told again.
    case recovered(ReplicaID, SettingKeyPath?)
    /// Settings of these domains may be secrets that weren't before: whoever has their values hears of it.
    case markSecrets(Set<Domain>)
}
