// Writing values.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// Stores a value here at once, and asks the agent to; nil removes it.
    ///
    /// The agent isn't asked yet where the write waits for an earlier one.
    mutating func write(
        _ value: SettingValue?,
        at place: SettingPlace,
        _ gesture: Steps.Gesture = .alone,
        changing scope: PendingWrite.Scope = .setting
    ) {
        if let element = place.element { return write(value, at: place, element) }
        note(
            [Written(place: place, new: value, stored: scene.own(value, at: place))],
            gesture,
            scope
        )
        status = Status(.good, scene.words(ofNewValueOf: place))
        if let write = writes.lastToSend { send(write) }
    }

    /// Stores and removes values as one step; all of a domain or none.
    mutating func apply(_ changes: [Written]) {
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
            if scene.hasRefused(change.place) { fileProblems.replaced.insert(change.place) }
            if let entry { log.append(entry) }
            adopt(change.stored, at: change.place)
            noteRestart(change.place)
        }
    }

    /// Asks the agent to store what was written.
    mutating func send(_ write: PendingWrite) {
        send(.write(write.number, write.place, write.new, ifRev: writes.condition(of: write)))
    }

    /// Marks a setting whose program must start again.
    mutating func noteRestart(_ place: SettingPlace) {
        if catalogue.setting(place)?.specifier.requiresRestart == true {
            values.restarts.insert(place)
        }
    }
}
