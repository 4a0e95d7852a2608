// One subscriber: a cursor into the log of changes, and what it wants to hear of.

import SettingsModel
import SettingsProtocol
import SyncEngine

/// Which changes a subscriber wants.
struct Interest: Hashable {
    /// nil for all.
    var domains: Set<Domain>?
    /// nil for all.
    var keys: [KeyPattern]?

    /// Whether a change is among them.
    func includes(_ change: Change) -> Bool {
        includes(change.domain) && (keys?.contains { $0.matches(change.keyPath) } ?? true)
    }

    /// Whether a domain's changes may be among them.
    func includes(_ domain: Domain) -> Bool { domains?.contains(domain) ?? true }
}

/// One subscription: nothing is queued for it but what its socket holds.
struct Subscription {
    /// Where a snapshot under way stands.
    struct Snapshot {
        /// Removals after this number are told, as what they remove may have been sent.
        var start: UInt64
        /// Everything up to this number has been sent.
        var sentUpTo: UInt64 = 0
        /// Where to go on within the next number, if some of its changes have been sent.
        var rest: ChangeLog.Bookmark?
        /// Whether no part has been sent.
        var isFirst = true

        /// Begins a snapshot.
        init(start: UInt64) { self.start = start }
    }
    let id: UInt64
    var interest: Interest
    /// Everything up to here has been sent or doesn't interest it.
    var cursor: UInt64
    /// The number that it was last told it stands at; never after `cursor`.
    var toldSeq: UInt64
    var snapshot: Snapshot?
    /// Domains of which it is to hear which settings are secrets.
    var unmarkedDomains: Set<Domain> = []
    /// Changes passed over since the last message.
    var unmatched = 0
    /// Changes are gathered for so long, in milliseconds.
    var minimumInterval: Int64 = 0
    /// When the next message may be sent, in monotonic milliseconds.
    var nextTime: Int64 = 0
    /// Whether it is the events socket's, whose lines carry no number of a subscription.
    var isWholeSocket = false

    /// Begins after a number.
    init(id: UInt64, interest: Interest, after seq: UInt64) {
        self.id = id
        self.interest = interest
        cursor = seq
        toldSeq = seq
    }

    /// The number that messages carry; nil on the events socket.
    var wireID: UInt64? { isWholeSocket ? nil : id }
}

/// What to send next.
enum Delivery {
    /// Something to tell.
    case message(Notification)
    /// Nothing for it up to the cursor, and it need not hear of that.
    case nothing
}

/// How much of the log one message takes.
enum DeliveryLimit {
    /// Bytes of changes after which a message ends, so that a slow client gets newer values sooner.
    static let messageBytes = 48 << 10
    /// Changes passed over after which a subscriber is told where it stands.
    static let unmatchedChanges = 1_000
    /// Changes kept as JSON: more than are told at once, less than a large domain has.
    static let encodedChanges = 4_096
}
