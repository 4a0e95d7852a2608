// Who is told of changes, over deaths and new beginnings of the agent.

import SettingsModel
import SyncEngine
import TestSupport

/// Somebody who follows every change and resumes where the connection broke.
package final class Subscriber {
    private var cursor: UInt64 = 0
    private var epoch = 1
    private(set) var values: [ChangedKey: SettingValue] = [:]
    /// What was told under each number, to see that it never changes.
    private(set) var told: [UInt64: [ChangedKey: SettingValue?]] = [:]
    package private(set) var complaints: [String] = []

    init() {}

    init(copying other: Subscriber) {
        cursor = other.cursor
        epoch = other.epoch
        values = other.values
        told = other.told
        complaints = other.complaints
    }

    func isTold(upTo seq: UInt64, by changes: ChangeLog) {
        guard seq > cursor else { return }
        var position = changes.position(after: cursor)
        while position < changes.count, changes.rev(at: position) <= seq {
            if let change = changes.change(at: position) { hear(change) }
            position += 1
        }
        cursor = seq
    }

    /// Connects to an agent that has just started.
    func resumes(with changes: ChangeLog, epoch: Int) {
        if epoch != self.epoch {
            // A snapshot: what the numbers of another epoch said means nothing now.
            self.epoch = epoch
            cursor = 0
            values = [:]
            told = [:]
        }
        if changes.seq < cursor {
            complaints.append("the number went back from \(cursor) to \(changes.seq)")
            cursor = 0
            values = [:]
        }
        isTold(upTo: changes.seq, by: changes)
    }

    private func hear(_ change: Change) {
        let key = ChangedKey(change.domain, change.keyPath)
        values[key] = change.value
        told[change.rev, default: [:]].updateValue(change.value, forKey: key)
    }
}
