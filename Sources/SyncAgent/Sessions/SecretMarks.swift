// Which settings are secrets, for subscribers that may have their values as open ones.

import SettingsModel
import SettingsProtocol
import SyncEngine

/// What subscribers are told of secrets, made once for all who want the same.
struct SecretMarks {
    private struct Place: Hashable {
        var domain: Domain
        var interest: Interest
    }
    /// nil where there is nothing to tell.
    private var known: [Place: Notification?] = [:]
    /// The number as of which they are known.
    private var seq: UInt64 = 0

    /// The next message for a subscriber that has to hear of secrets; nil for none.
    ///
    /// In the middle of a snapshot it's put off: what was sent of that is marked after it.
    ///
    /// Cost: linear in the log, once for each interest and number.
    mutating func next(
        for subscription: inout Subscription,
        in engine: Engine
    ) -> Notification? {
        guard subscription.snapshot == nil else { return nil }
        while let domain = subscription.unmarkedDomains.popFirst() {
            let place = Place(domain: domain, interest: subscription.interest)
            if let marks = marks(at: place, in: engine) { return marks }
        }
        return nil
    }

    private mutating func marks(
        at place: Place,
        in engine: Engine
    ) -> Notification? {
        if seq != engine.changes.announced {
            known = [:]
            seq = engine.changes.announced
        }
        if let known = known[place] { return known }
        let keys = engine.changes.written(of: place.domain).filter { change in
            change.value != nil && place.interest.includes(change)
                && engine.hides(change.domain, change.keyPath)
        }.map(\.keyPath).sorted()
        let marks: Notification? =
            keys.isEmpty ? nil : .secrets(domain: place.domain, keys: keys)
        known[place] = .some(marks)
        return marks
    }
}
