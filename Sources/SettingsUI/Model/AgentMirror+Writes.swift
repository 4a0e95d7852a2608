// Writing values, one or several at once.

import SettingsModel

extension AgentMirror {
    /// Stores a value here at once, and asks the agent to; nil removes it.
    ///
    /// The agent isn't asked yet where the write waits for an earlier one.
    mutating func write(
        _ value: SettingValue?,
        at place: SettingPlace,
        _ gesture: Steps.Gesture,
        changing scope: PendingWrite.Scope
    ) {
        note(
            [Written(place: place, new: value, stored: scene.own(value, at: place))],
            gesture,
            scope
        )
        say(Status(.good, scene.words(ofNewValueOf: place)))
        if let write = writes.lastToSend { send(write) }
    }

    /// Stores and removes values as one step; all of a domain or none.
    private mutating func apply(_ changes: [Written]) {
        let known = writes.lastNumber
        for domain in Set(changes.map(\.place.domain)).sorted() {
            let changes = changes.filter { $0.place.domain == domain }
            note(changes, .alone, .setting)
            if changes.count > 1 {
                send(.apply(writes.lastNumber, domain, changes))
            } else if let write = writes.lastToSend {
                send(write)
            }
        }
        steps.join(since: known)
    }

    /// Shows what is written, and remembers it as a step.
    private mutating func note(
        _ changes: [Written],
        _ gesture: Steps.Gesture,
        _ scope: PendingWrite.Scope
    ) {
        writes.add(changes, over: changes.map { scene.stored($0.place) }, scope)
        let place = changes.count == 1 ? changes[0].place : nil
        steps.note(write: writes.lastNumber, of: place, gesture, at: look.now.allMilliseconds)
        for change in changes {
            values.failures[change.place] = nil
            let entry = ChangeLog.Entry(of: change, write: writes.lastNumber, scene)
            if scene.hasRefused(change.place) { problems.replaced.insert(change.place) }
            if let entry { log.append(entry) }
            adopt(change.stored, at: change.place)
            noteRestart(change.place)
        }
    }

    /// Asks the agent to store what was written.
    mutating func send(_ write: PendingWrite) {
        send(.write(write.number, write.place, write.new, ifRev: writes.condition(of: write)))
    }

    // MARK: Several

    /// Removes the user's own values of settings that may have one, so that defaults are effective.
    ///
    /// Where none is known a removal is sent, too: only the agent knows whether there is one.
    mutating func takeAway(_ places: [SettingPlace]) {
        guard let place = places.first else { return say(.nothingOwn) }
        apply(places.map(scene.removal))
        let kind = scene.value(place) == nil ? "" : ", the default"
        guard places.count == 1 else {
            return say(Status(.good, "\(places.count) settings are at their defaults again"))
        }
        var status = Status(.good, scene.words(ofNewValueOf: place) + kind)
        status.reset = place
        say(status)
    }

    /// Stores values again that were compared with.
    mutating func restore(_ changes: [Written]) {
        apply(changes)
        if changes.count == 1 {
            say(Status(.good, scene.words(ofNewValueOf: changes[0].place)))
        } else if changes.count > 1 {
            say(Status(.good, "\(changes.count) settings are as they were"))
        }
    }
}
