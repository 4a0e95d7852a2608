// One subscriber: a cursor into the log of changes, and what it wants to hear of.

import SettingsModel
import SettingsProtocol
import SyncEngine

/// Which changes a subscriber wants.
struct Interest: Hashable {
    /// nil for all.
    var domains: Set<Domain>?
    /// nil for all.
    var keys: [SettingsModel.KeyPattern]?

    func includes(_ change: Change) -> Bool {
        includes(change.domain) && (keys?.contains { $0.matches(change.keyPath) } ?? true)
    }

    func includes(_ domain: Domain) -> Bool { domains?.contains(domain) ?? true }
}

/// One subscription: nothing is queued for it but what its socket holds.
struct Subscription {
    /// Where a snapshot under way stands.
    struct Snapshot {
        /// The number that the subscriber will be at when it is through.
        var seq: UInt64
        /// Everything up to this number has been sent.
        var sentUpTo: UInt64
        var isFirst: Bool
    }
    let id: UInt64
    var interest: Interest
    /// Everything up to here has been sent.
    var cursor: UInt64
    var snapshot: Snapshot?
    /// Changes passed over since the last message.
    var unmatched = 0
    /// Changes are gathered for so long, in milliseconds.
    var minimumInterval: Int64 = 0
    /// When the next message may be sent, in monotonic milliseconds.
    var nextTime: Int64 = 0
    /// Whether it is the events socket's, whose lines carry no number of a subscription.
    var isWholeSocket = false

    /// The number that messages carry; nil on the events socket.
    var wireID: UInt64? { isWholeSocket ? nil : id }
}

/// What to send next.
enum Delivery {
    case message(SettingsProtocol.Notification)
    /// Nothing for it up to the number; it need not hear of that.
    case nothing
}

/// How much of the log one message takes.
enum DeliveryLimit {
    /// Bytes of changes after which a message ends, so that a slow client gets newer values sooner.
    static let messageBytes = 48 << 10
    /// Changes passed over after which a subscriber is told where it stands.
    static let unmatchedChanges = 1_000
}

/// Encodes changes once for all subscribers.
struct ChangeEncoder {
    let epoch: String
    private var bytes: [ChangedKey: (rev: UInt64, json: [UInt8])] = [:]
    /// Messages of the newest announcement by what they hold, as most subscribers are up to date.
    private var messages: [MessageKey: SettingsProtocol.Notification] = [:]
    private var messagesSeq: UInt64 = 0

    private struct MessageKey: Hashable {
        var from: UInt64
        var seq: UInt64
        var interest: Interest
    }

    init(epoch: String) { self.epoch = epoch }

    /// The next message for a subscriber that is behind; moves its cursor.
    mutating func next(
        for subscription: inout Subscription,
        in log: ChangeLog,
        upTo seq: UInt64
    ) -> Delivery? {
        if subscription.snapshot == nil, subscription.cursor < log.horizon {
            // A tombstone that this cursor would have to hear of is forgotten.
            subscription.snapshot = Subscription.Snapshot(seq: seq, sentUpTo: 0, isFirst: true)
        }
        if let snapshot = subscription.snapshot {
            return nextPart(of: snapshot, for: &subscription, in: log)
        }
        guard subscription.cursor < seq else { return nil }
        let key = MessageKey(from: subscription.cursor, seq: seq, interest: subscription.interest)
        if messagesSeq == seq, let message = messages[key] {
            subscription.cursor = seq
            subscription.unmatched = 0
            return .message(message)
        }
        let part = collect(subscription.interest, in: log, after: subscription.cursor, upTo: seq)
        defer { subscription.cursor = part.seq }
        guard !part.changes.isEmpty else { return passOver(part, for: &subscription) }
        subscription.unmatched = 0
        let message = SettingsProtocol.Notification.changed(
            epoch: epoch,
            from: subscription.cursor,
            seq: part.seq,
            changes: part.changes
        )
        if part.seq == seq { remember(message, key) }
        return .message(message)
    }

    /// The changes after a cursor, for one answer that holds them all.
    mutating func changes(
        for interest: Interest,
        in log: ChangeLog,
        after cursor: UInt64,
        upTo seq: UInt64
    ) -> [Change] {
        var found: [Change] = []
        var position = log.position(after: cursor)
        while position < log.count, log.rev(at: position) <= seq {
            if let change = log.change(at: position), interest.includes(change) {
                found.append(change)
            }
            position += 1
        }
        return found
    }

    private mutating func remember(_ message: SettingsProtocol.Notification, _ key: MessageKey) {
        if messagesSeq != key.seq {
            messages = [:]
            messagesSeq = key.seq
        }
        messages[key] = message
    }

    private func passOver(_ part: Part, for subscription: inout Subscription) -> Delivery {
        subscription.unmatched += part.passed
        guard subscription.unmatched >= DeliveryLimit.unmatchedChanges else { return .nothing }
        subscription.unmatched = 0
        return .message(.bookmark(epoch: epoch, seq: part.seq))
    }

    private mutating func nextPart(
        of snapshot: Subscription.Snapshot,
        for subscription: inout Subscription,
        in log: ChangeLog
    ) -> Delivery {
        var snapshot = snapshot
        if snapshot.seq < log.horizon {
            // The horizon has passed this snapshot midway: what was sent of it may be gone.
            snapshot = Subscription.Snapshot(seq: log.seq, sentUpTo: 0, isFirst: true)
        }
        let part = collect(
            subscription.interest,
            in: log,
            after: snapshot.sentUpTo,
            upTo: snapshot.seq,
            keepsRemovals: false
        )
        let isLast = part.seq == snapshot.seq
        let message = SettingsProtocol.Notification.snapshot(
            epoch: epoch,
            seq: snapshot.seq,
            part: .init(isFirst: snapshot.isFirst, isLast: isLast),
            changes: part.changes
        )
        snapshot.sentUpTo = part.seq
        snapshot.isFirst = false
        subscription.snapshot = isLast ? nil : snapshot
        subscription.cursor = isLast ? snapshot.seq : subscription.cursor
        return .message(message)
    }

    private struct Part {
        var changes: [[UInt8]] = []
        var passed = 0
        /// The number that the part reaches.
        var seq: UInt64
    }

    /// Entries after a cursor that are still current, at most one message full, cut between numbers.
    private mutating func collect(
        _ interest: Interest,
        in log: ChangeLog,
        after cursor: UInt64,
        upTo seq: UInt64,
        keepsRemovals: Bool = true
    ) -> Part {
        var part = Part(seq: seq)
        var size = 0
        var position = log.position(after: cursor)
        var rev = cursor
        while position < log.count {
            let next = log.rev(at: position)
            guard next <= seq else { break }
            if next != rev, size >= DeliveryLimit.messageBytes {
                part.seq = next - 1
                return part
            }
            rev = next
            if let change = log.change(at: position), keepsRemovals || change.value != nil {
                if interest.includes(change) {
                    let json = json(of: change)
                    size += json.count
                    part.changes.append(json)
                } else {
                    part.passed += 1
                }
            }
            position += 1
        }
        return part
    }

    private mutating func json(of change: Change) -> [UInt8] {
        let key = ChangedKey(change.domain, change.keyPath)
        if let known = bytes[key], known.rev == change.rev { return known.json }
        // Only what is being told now is worth keeping; the log itself holds the rest.
        if bytes.count > 4_096 { bytes = [:] }
        let json = ChangeMessage(change).json
        bytes[key] = (change.rev, json)
        return json
    }
}

extension ChangeMessage {
    /// A change of the engine as clients are told of it.
    init(_ change: Change) {
        self.init(
            domain: change.domain,
            key: change.keyPath,
            value: change.value,
            old: change.old,
            rev: change.rev,
            layer: LayerName(change.layer),
            origin: change.origin.description
        )
        if case .file(let path) = change.origin { file = path }
    }
}

extension LayerName {
    /// A layer by its name on the wire.
    init(_ layer: Layer) {
        self =
            switch layer {
            case .managed: .managed
            case .session: .session
            case .user: .user
            case .site: .site
            case .global: .global
            case .default: .default
            }
    }
}

extension Layer {
    /// A layer by its name on the wire.
    init(_ name: LayerName) {
        self =
            switch name {
            case .managed: .managed
            case .session: .session
            case .user: .user
            case .site: .site
            case .global: .global
            case .default: .default
            }
    }
}
