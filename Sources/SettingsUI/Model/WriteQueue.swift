// Writes on their way to the agent: what their settings show, and which changes of them count.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A write that the agent hasn't answered.
struct PendingWrite: Equatable, Sendable {
    /// What a write changes.
    enum Scope: Equatable, Sendable {
        /// All of the value.
        case setting
        /// A part of a list, which goes to the agent as the whole list.
        case element
    }
    /// One for all that is written at once.
    var number: Int
    var place: SettingPlace
    /// The user's own value that the agent is asked to store; nil to remove it.
    var new: SettingValue?
    /// What the setting shows until that is answered; nil for nothing.
    var stored: StoredValue?
    var scope: Scope
    /// Whether it isn't sent before an earlier one to the same setting is answered.
    var isWaiting: Bool
    /// The element that it adds, where that was made in a pane of its own.
    var draft: Draft?
    /// The field in which it was typed; nil for what wasn't.
    var field: OpenField?

    /// Whether a later write to the same setting must wait for it: the agent stores what becomes of an
    /// element only if the list's last change is known.
    fileprivate func holdsUp(_ scope: Scope) -> Bool {
        scope == .element || self.scope == .element || isWaiting
    }
}

/// What a setting is to have.
struct Written: Equatable, Sendable {
    var place: SettingPlace
    /// The user's own value; nil to remove it.
    var new: SettingValue?
    /// What it shows then; nil for nothing.
    var stored: StoredValue?
}

/// The writes that aren't answered, in a queue for each setting.
///
/// While a setting is written, it shows the last write. A change that the agent tells meanwhile waits,
/// and only the newest one: once all writes are answered it counts if it's newer than they are.
struct WriteQueue: Sendable {
    /// A setting that is being written.
    private struct Slot: Sendable {
        /// What the setting has if none of the writes is accepted.
        var base: StoredValue?
        /// The oldest first; never empty.
        var writes: [PendingWrite]
        /// The newest change that was told meanwhile.
        var newest: ChangeMessage?
        /// The number up to which changes are older than the base.
        var seq: UInt64 = 0
    }

    /// What a change means that the agent tells.
    enum Verdict: Equatable, Sendable {
        /// A write is on its way, whose answer is waited for.
        case ignored
        /// It came of a request of ours, and is no news.
        case own
        case foreign
    }

    /// What an answer means for its setting.
    struct Ending: Equatable, Sendable {
        var place: SettingPlace
        /// What it shows.
        var shown: StoredValue?
        /// A change that waited, and is newer than our writes.
        var change: ChangeMessage?
        /// The write that may be sent now.
        var next: PendingWrite?
    }

    /// The number of our connection, by which the agent names our changes; nil before it's known.
    var connection: UInt64?
    /// The number of the last write; 0 for none.
    private(set) var lastNumber = 0
    private var slots: [SettingPlace: Slot] = [:]
    /// What was being written when a connection ended, until a snapshot tells what became of it.
    private var orphans: [SettingPlace: Slot] = [:]
    /// The last change of each list.
    private var listRevs: [SettingPlace: UInt64] = [:]

    /// The writes that aren't answered, the oldest first.
    var pending: [PendingWrite] { Self.sorted(slots) }

    /// Whether a write to a setting waits for its answer.
    func isWriting(_ place: SettingPlace) -> Bool { slots[place] != nil }

    /// Whether a write isn't sent before an earlier one is answered.
    var isWaiting: Bool { slots.values.contains { $0.writes.contains(where: \.isWaiting) } }

    // MARK: Writing

    /// Adds what is written at once, over what the settings have shown until now.
    mutating func add(
        _ changes: [Written],
        over shown: [StoredValue?],
        _ scope: PendingWrite.Scope = .setting
    ) {
        lastNumber += 1
        for (change, shown) in zip(changes, shown) {
            var slot = slots[change.place] ?? Slot(base: shown, writes: [])
            // Several settings don't wait for the list of one of them.
            let waits = changes.count == 1 && slot.writes.contains { $0.holdsUp(scope) }
            slot.writes.append(
                PendingWrite(
                    number: lastNumber,
                    place: change.place,
                    new: change.new,
                    stored: change.stored,
                    scope: scope,
                    isWaiting: waits
                )
            )
            slots[change.place] = slot
        }
    }

    /// The last write; nil where that is answered or waits for an earlier one.
    var lastToSend: PendingWrite? { pending.last { $0.number == lastNumber && !$0.isWaiting } }

    /// Remembers something with the last write.
    mutating func note<Value>(_ value: Value, as member: WritableKeyPath<PendingWrite, Value>) {
        for place in slots.keys {
            let index = slots[place]?.writes.firstIndex { $0.number == lastNumber }
            if let index { slots[place]?.writes[index][keyPath: member] = value }
        }
    }

    /// The number that a list's last change must still have for a write; nil where it doesn't matter.
    func condition(of write: PendingWrite) -> UInt64? {
        write.scope == .element ? listRevs[write.place] ?? 0 : nil
    }

    // MARK: Hearing

    /// Whether a change came of a request of ours.
    func isOwn(_ change: ChangeMessage) -> Bool {
        connection != nil && change.connection == connection
    }

    /// The changes of others of which the agent is asked.
    enum Unclear {
        /// Those of a file's save, or of somebody whom the change doesn't name.
        case unsaid
        /// All: an undo of somebody else isn't told as one either.
        case all
    }

    /// The domains of which the agent is to be asked what happened.
    ///
    /// That a value of a save was not adopted changes nothing, and is in the history alone.
    func unclearDomains(of changes: [ChangeMessage], _ which: Unclear) -> [Domain] {
        let unclear = changes.filter { change in
            !isOwn(change) && (which == .all || change.isUnsaid)
        }
        return Set(unclear.map(\.domain)).sorted()
    }

    /// Judges a change that the agent tells.
    mutating func hear(_ change: ChangeMessage) -> Verdict {
        let place = change.place
        if let slot = slots[place] {
            if slot.newest.map({ $0.rev < change.rev }) ?? true { slots[place]?.newest = change }
            return .ignored
        }
        note(rev: change.rev, of: change.value, at: place)
        return isOwn(change) ? .own : .foreign
    }

    /// Remembers the number of the last change of a setting that is or was a list.
    private mutating func note(rev: UInt64, of value: SettingValue?, at place: SettingPlace) {
        let isList = if case .array? = value { true } else { false }
        guard isList || listRevs[place] != nil else { return }
        listRevs[place] = max(rev, listRevs[place] ?? 0)
    }

    // MARK: Answers

    /// A write was accepted: changes up to a number are older than what is in force now.
    ///
    /// A value that changed nothing was in force already. A removal that changed nothing leaves what is
    /// in force from elsewhere, where the user's own value was the same.
    mutating func accept(_ number: Int, _ outcome: Outcome) -> [Ending] {
        end(number) { queue, slot, write in
            let seq = outcome.seq
            if seq < slot.seq {
                // A snapshot has come that is newer.
            } else if write.stored != nil || outcome.isChange {
                slot.base = write.stored
            } else if slot.base?.layer == .user {
                slot.base?.layer = .default
            }
            slot.seq = max(slot.seq, seq)
            queue.note(rev: seq, of: write.new, at: write.place)
        }
    }

    /// A write wasn't accepted.
    ///
    /// - Returns: The write and those that waited for it, which were made on top of it and aren't sent.
    mutating func refuse(_ number: Int) -> (writes: [PendingWrite], endings: [Ending]) {
        let refused = pending.filter { $0.number == number }
        var waiting: [PendingWrite] = []
        for place in refused.map(\.place) {
            waiting += slots[place]?.writes.filter(\.isWaiting) ?? []
            slots[place]?.writes.removeAll(where: \.isWaiting)
        }
        return (refused + waiting, end(number) { _, _, _ in })
    }

    private mutating func end(
        _ number: Int,
        _ judge: (inout WriteQueue, inout Slot, PendingWrite) -> Void
    ) -> [Ending] {
        pending.filter { $0.number == number }.compactMap { end($0, judge) }
    }

    private mutating func end(
        _ write: PendingWrite,
        _ judge: (inout WriteQueue, inout Slot, PendingWrite) -> Void
    ) -> Ending? {
        guard var slot = slots.removeValue(forKey: write.place) else { return nil }
        let number = write.number
        slot.writes.removeAll { $0.number == number }
        judge(&self, &slot, write)
        if let last = slot.writes.last {
            // Nothing waits for what is answered.
            let isNext = slot.writes[0].isWaiting
            slot.writes[0].isWaiting = false
            slots[write.place] = slot
            return Ending(
                place: write.place,
                shown: last.stored,
                change: nil,
                next: isNext ? slot.writes[0] : nil
            )
        }
        let change = slot.newest.flatMap { $0.rev >= slot.seq ? $0 : nil }
        return Ending(place: write.place, shown: slot.base, change: change, next: nil)
    }

    // MARK: Connections

    /// The connection is over: what became of its writes is in the next snapshot.
    mutating func lose() {
        orphans.merge(slots) { Slot(base: $0.base, writes: $0.writes + $1.writes) }
        (connection, slots) = (nil, [:])
    }

    /// The writes of connections that are over, the oldest first.
    var unanswered: [PendingWrite] { Self.sorted(orphans) }

    /// The values that were known to be stored before a snapshot, without what we wrote and had no answer
    /// to.
    func known(before shown: StoredValues, _ values: Values) -> StoredValues {
        var known = shown
        let bases = slots.mapValues(\.base).merging(orphans.mapValues(\.base)) { $1 }
        for (place, base) in bases {
            // What is there now and was written here is nobody else's; nor is what we write over.
            let isOurs =
                slots[place] != nil || orphans[place]?.writes.contains(where: values.has) == true
            known[place] = isOurs ? values[place] : base
        }
        return known
    }

    /// Takes on a whole snapshot, over which what is being written is shown again.
    ///
    /// - Parameters:
    ///   - seq: The number of its newest change.
    ///   - lists: The last change of each list.
    ///   - base: What a setting has by the snapshot.
    ///   - isStored: Whether the snapshot has what was written.
    /// - Returns: The writes of the connection before that weren't stored, the oldest first: the last one
    ///   of a setting that was speaks for those before it.
    mutating func restart(
        seq: UInt64,
        lists: [SettingPlace: UInt64],
        base: (SettingPlace) -> StoredValue?,
        isStored: (PendingWrite) -> Bool
    ) -> [PendingWrite] {
        listRevs = lists
        for place in slots.keys {
            slots[place]?.base = base(place)
            slots[place]?.seq = seq
        }
        defer { orphans = [:] }
        let lost = orphans.mapValues { slot in
            var slot = slot
            let stored = slot.writes.lastIndex(where: isStored) ?? -1
            slot.writes.removeFirst(stored + 1)
            return slot
        }
        return Self.sorted(lost)
    }

    private static func sorted(_ slots: [SettingPlace: Slot]) -> [PendingWrite] {
        slots.values.flatMap(\.writes).sorted {
            ($0.number, $0.place.keyPath) < ($1.number, $1.place.keyPath)
        }
    }
}
