// Writing values.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// The place of a write in the history: a new change, or a step along those that are there.
    enum Recording: Equatable, Sendable {
        case recorded, undone, redone
    }

    /// Stores a value here at once, and asks the agent to; nil removes it.
    ///
    /// The agent isn't asked yet where the write waits for an earlier one.
    mutating func write(
        _ value: SettingValue?,
        at place: SettingPlace,
        _ recording: Recording = .recorded,
        changing scope: PendingWrite.Scope = .setting
    ) {
        if let element = place.element { return write(value, at: place, element) }
        let old = scene.stored(place)
        writes.add(scene.own(value, at: place), at: place, over: old, scope, recording)
        failures[place] = nil
        let endsRefused = scene.hasRefused(place)
        if endsRefused { replaced.insert(place) }
        switch recording {
        case .undone, .redone:
            log.note(write: writes.lastNumber, recording, endsRefused: endsRefused)
        case .recorded:
            log.append(
                ChangeLog.Entry(
                    time: look.now,
                    author: .us,
                    place: place,
                    old: old?.own,
                    below: old?.other,
                    new: value,
                    endsRefused: endsRefused,
                    write: writes.lastNumber
                )
            )
        }
        put(scene.own(value, at: place), at: place)
        noteRestart(place)
        status = Status(
            .good,
            "\(scene.title(place)) \(look.glyphs.arrow) \(scene.shown(self.scene.value(place), place))"
        )
        // Behind another layer's value may be one of the user's own: an undo leaves that as it was.
        if recording == .recorded, old?.other != nil { send(.askOwn(writes.lastNumber, place)) }
        if let write = writes.lastToSend { send(write) }
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

    /// Whether the value in force is worth storing again: in place of one that a rule refuses, unless
    /// a write is on its way already.
    func mayReplaceRefused(_ place: SettingPlace) -> Bool {
        scene.refusedValue(place) != nil && !writes.isWriting(place)
    }

    // MARK: Other keys

    /// Copies the value of the focused row, or the picked changes as commands.
    mutating func copyFocused() {
        if case .changes = navigation.screen.content { return copyChanges() }
        if let row = focusedRow, case .text(let text) = row.target {
            status = Status(.good, "\(row.title) is copied")
            return send(.copy(text))
        }
        guard let place = navigation.focusedPlace else { return }
        if scene.isSecret(place) {
            status = Status(.note, "\(scene.title(place)) is a secret and isn't copied")
            return
        }
        guard let value = scene.value(place) else {
            status = Status(.note, "\(scene.title(place)) is not set")
            return
        }
        status = Status(.good, "The value of \(scene.title(place)) is copied")
        send(.copy(value.plainText))
    }

    /// Opens the editor where a file is broken, else where the focused value stands.
    mutating func openEditor() {
        if let notice = contents.notice {
            return send(.edit(file: notice.file, line: notice.place?.line ?? 1))
        }
        guard let place = navigation.focusedPlace?.root else { return }
        if let mistake = mistake(at: place) { return send(mistake) }
        inspector.question = Question(place: place, purpose: .editor)
        send(.explain(place))
    }

    /// The editor where a setting's value is wrong; nil where nothing is, or nobody knows where.
    func mistake(at place: SettingPlace) -> Effect? {
        guard let problem = fileProblems[place], let line = problem.place?.line else { return nil }
        return .edit(file: problem.file, line: line)
    }
}
