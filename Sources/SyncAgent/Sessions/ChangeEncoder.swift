// What each subscriber is told next, encoded once for all.

import SettingsModel
import SettingsProtocol
import SyncEngine

/// Makes the messages of subscribers from the log of changes.
struct ChangeEncoder {
    /// Whether a change's value is or may be a secret, and kept from who didn't name its domain.
    typealias Hiding = (Change) -> Bool

    let epoch: String
    private var encoded: [ChangedKey: (rev: UInt64, json: [UInt8])] = [:]
    /// Messages that reach the newest number, by what they hold: most subscribers are up to date.
    private var messages: [MessageKey: Notification] = [:]
    private var messagesSeq: UInt64 = 0
    /// The edition of the rules that say what is a secret: what was made by another's isn't sent.
    var rulesEdition: UInt64 = 0 {
        didSet { if rulesEdition != oldValue { messages = [:] } }
    }

    private struct MessageKey: Hashable {
        var from: UInt64
        var interest: Interest
    }

    /// Creates an encoder of one journal's changes.
    init(epoch: String) { self.epoch = epoch }

    /// The next message for a subscriber that is behind; moves its cursor.
    ///
    /// Nothing after `seq` may be told yet, and of what `hides` says no value.
    ///
    /// - Returns: nil when it is up to date.
    mutating func next(
        for subscription: inout Subscription,
        in log: ChangeLog,
        upTo seq: UInt64,
        hiding hides: Hiding
    ) -> Delivery? {
        if let passed = unmatched(by: subscription, in: log, upTo: seq) {
            return passOver(Part(passed: passed, seq: seq), for: &subscription)
        }
        // A snapshot from below the horizon would have to be begun again at once.
        guard subscription.snapshot != nil || subscription.cursor < seq, log.horizon <= seq else {
            return nil
        }
        if (subscription.snapshot?.start ?? subscription.cursor) < log.horizon {
            // A tombstone that it would have to hear of is forgotten, perhaps of a key that a
            // snapshot under way has sent.
            subscription.snapshot = Subscription.Snapshot(start: seq)
        }
        if let snapshot = subscription.snapshot {
            return nextPart(of: snapshot, for: &subscription, in: log, upTo: seq, hides)
        }
        return nextChanges(for: &subscription, in: log, upTo: seq, hides)
    }

    /// Every change after a cursor, for one answer that holds them all.
    func changes(
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
}

// MARK: Changes

extension ChangeEncoder {
    /// How many changes there are for a subscriber that is behind, if none is in its domains.
    private func unmatched(
        by subscription: Subscription,
        in log: ChangeLog,
        upTo seq: UInt64
    ) -> Int? {
        let cursor = subscription.cursor
        guard subscription.snapshot == nil, cursor < seq,
            let domains = subscription.interest.domains,
            domains.allSatisfy({ log.lastRev(of: $0) <= cursor })
        else { return nil }
        return log.position(after: seq) - log.position(after: cursor)
    }

    private mutating func nextChanges(
        for subscription: inout Subscription,
        in log: ChangeLog,
        upTo seq: UInt64,
        _ hides: Hiding
    ) -> Delivery {
        let key = MessageKey(from: subscription.toldSeq, interest: subscription.interest)
        if messagesSeq == seq, let message = messages[key] {
            subscription.noteTold(upTo: seq)
            return .message(message)
        }
        let part = collect(
            subscription.interest,
            in: log,
            after: subscription.cursor,
            upTo: seq,
            hiding: hides
        )
        guard !part.changes.isEmpty else { return passOver(part, for: &subscription) }
        let message = Notification.changed(
            epoch: epoch,
            from: subscription.toldSeq,
            seq: part.seq,
            changes: part.changes
        )
        subscription.noteTold(upTo: part.seq)
        if part.seq == seq { remember(message, key, seq) }
        return .message(message)
    }

    private mutating func remember(
        _ message: Notification,
        _ key: MessageKey,
        _ seq: UInt64
    ) {
        if messagesSeq != seq {
            messages = [:]
            messagesSeq = seq
        }
        messages[key] = message
    }

    /// Drops messages that are kept, as what was open in them may be a secret now.
    mutating func forgetMessages() { messages = [:] }

    private func passOver(_ part: Part, for subscription: inout Subscription) -> Delivery {
        subscription.cursor = part.seq
        subscription.unmatched += part.passed
        guard subscription.unmatched >= DeliveryLimit.unmatchedChanges else { return .nothing }
        subscription.noteTold(upTo: part.seq)
        return .message(.bookmark(epoch: epoch, seq: part.seq))
    }
}

// MARK: Snapshots

extension ChangeEncoder {
    private mutating func nextPart(
        of snapshot: Subscription.Snapshot,
        for subscription: inout Subscription,
        in log: ChangeLog,
        upTo seq: UInt64,
        _ hides: Hiding
    ) -> Delivery {
        let part = collect(
            subscription.interest,
            in: log,
            after: snapshot.sentUpTo,
            upTo: seq,
            cut: .anywhere(from: snapshot.rest),
            removalsAfter: snapshot.start,
            hiding: hides
        )
        let isLast = part.seq == seq
        let message = Notification.snapshot(
            epoch: epoch,
            seq: isLast ? seq : snapshot.start,
            part: .init(isFirst: snapshot.isFirst, isLast: isLast),
            changes: part.changes
        )
        if isLast {
            subscription.snapshot = nil
            subscription.noteTold(upTo: seq)
        } else {
            subscription.snapshot?.sentUpTo = part.seq
            subscription.snapshot?.rest = part.rest
            subscription.snapshot?.isFirst = false
        }
        return .message(message)
    }
}

// MARK: The log

extension ChangeEncoder {
    private struct Part {
        var changes: [[UInt8]] = []
        var passed = 0
        /// The number that the part reaches.
        var seq: UInt64
        /// Where the rest of the next number begins, if some of it is in the part.
        var rest: ChangeLog.Bookmark?
    }

    /// Where a message that is full may end.
    private enum Cut {
        /// A client goes on from any message that it was sent.
        case betweenNumbers
        /// Of a snapshot only all is of use, and a large file is read under one number.
        case anywhere(from: ChangeLog.Bookmark?)
    }

    /// Entries after a cursor that are still current, at most one message full.
    ///
    /// Removals up to `removalsAfter` are left out. Where the log was compacted within a number, all of
    /// that number is told again.
    private mutating func collect(
        _ interest: Interest,
        in log: ChangeLog,
        after cursor: UInt64,
        upTo seq: UInt64,
        cut: Cut = .betweenNumbers,
        removalsAfter: UInt64 = 0,
        hiding hides: Hiding
    ) -> Part {
        var part = Part(seq: seq)
        var size = 0
        var position = log.position(after: cursor)
        var isCutAnywhere = false
        if case .anywhere(let bookmark) = cut {
            isCutAnywhere = true
            position = bookmark.flatMap { log.position(of: $0) } ?? position
        }
        var last = cursor
        while position < log.count {
            let rev = log.rev(at: position)
            guard rev <= seq else { break }
            if size >= DeliveryLimit.messageBytes, isCutAnywhere || rev != last {
                part.seq = rev - 1
                if rev == last { part.rest = log.bookmark(at: position) }
                return part
            }
            last = rev
            if let change = log.change(at: position), change.value != nil || rev > removalsAfter {
                if interest.includes(change) {
                    let json =
                        hides(change) ? secretJSON(of: change, for: interest) : json(of: change)
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

    /// Not kept: secrets are few, and may be none at the next change of their bundle.
    private func secretJSON(of change: Change, for interest: Interest) -> [UInt8] {
        let message = ChangeMessage(change)
        return interest.domains == nil ? message.withoutValue.json : message.ofSecret.json
    }

    private mutating func json(of change: Change) -> [UInt8] {
        let key = ChangedKey(change.domain, change.keyPath)
        if let known = encoded[key], known.rev == change.rev { return known.json }
        // Only what is being told now is worth keeping; the log itself holds the rest.
        if encoded.count >= DeliveryLimit.encodedChanges { encoded = [:] }
        let json = ChangeMessage(change).json
        encoded[key] = (change.rev, json)
        return json
    }
}

extension Subscription {
    fileprivate mutating func noteTold(upTo seq: UInt64) {
        cursor = seq
        toldSeq = seq
        unmatched = 0
    }
}
