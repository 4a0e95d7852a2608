// Writing values, and telling them.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension State {
    /// Whether a write is something new or goes along the history.
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
        let old = stored(place)
        writes.add(own(value, at: place), at: place, over: old, scope, recording)
        failures[place] = nil
        let endsRefused = hasRefused(place)
        if endsRefused { replaced.insert(place) }
        switch recording {
        case .undone, .redone:
            log.note(write: writes.lastNumber, recording, endsRefused: endsRefused)
        case .recorded:
            log.append(
                ChangeLog.Entry(
                    time: now,
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
        put(own(value, at: place), at: place)
        noteRestart(place)
        status = Status(.good, "\(title(place)) \(glyphs.arrow) \(shown(self.value(place), place))")
        // Behind another layer's value may be one of the user's own: an undo leaves that as it was.
        if recording == .recorded, old?.other != nil { send(.askOwn(writes.lastNumber, place)) }
        if let write = writes.lastToSend { send(write) }
    }

    /// Asks the agent to store what was written.
    mutating func send(_ write: PendingWrite) {
        send(.write(write.number, write.place, write.new, ifRev: writes.condition(of: write)))
    }

    /// A value of the user's own as it is stored; nil for none.
    func own(_ value: SettingValue?, at place: SettingPlace) -> StoredValue? {
        value.map { StoredValue(value: $0, layer: .user, isSecret: isSecret(place)) }
    }

    /// Marks a setting whose program must start again.
    mutating func noteRestart(_ place: SettingPlace) {
        if setting(place)?.specifier.requiresRestart == true { restarts.insert(place) }
    }

    // MARK: Words

    /// A setting's value as its row shows it.
    func now(_ place: SettingPlace) -> String { shown(value(place), place) }

    /// A setting's title, or its key where it has none.
    func title(_ place: SettingPlace) -> String {
        var title = setting(place)?.specifier.title ?? ""
        if title.isEmpty, place.element != nil {
            title = setting(place.root)?.specifier.title ?? ""
        }
        return title.isEmpty ? place.keyPath.description : title
    }

    /// A value as the row shows it; never a secret.
    func shown(_ value: SettingValue?, _ place: SettingPlace) -> String {
        guard let value else { return "not set" }
        guard let specifier = setting(place)?.specifier else {
            return isSecret(place) ? glyphs.secret : value.shownText
        }
        if isSecret(place) {
            guard case .array(let values) = value, !specifier.isSecret else { return glyphs.secret }
            return values.count == 1 ? "1 element" : "\(values.count) elements"
        }
        switch specifier.control {
        case .toggle(let toggle):
            return toggle.on.means(value) ? "On" : toggle.off.means(value) ? "Off" : value.shownText
        case .slider(let slider):
            return Number(value).map { slider.text($0) } ?? value.shownText
        case .choice(let choice): return choice.shownText(value)
        case .picker(let columns):
            guard case .array(let values) = value else { return value.shownText }
            return zip(columns, values).map { $0.shownText($1) }.joined(separator: ", ")
        case .date(let picker):
            guard let date = StoredDate(value, picker.mode, zone) else { return value.shownText }
            return dates.text(date.time, picker.mode, thisYear: thisYear)
        case .text(let field): return field.shownText(value)
        case .readOnly(let titles):
            return titles.first { $0.value.means(value) }?.title ?? value.shownText
        case .list:
            guard case .array(let values) = value, !values.allSatisfy(\.isScalar) else {
                return value.shownText
            }
            return values.count == 1 ? "1 element" : "\(values.count) elements"
        default: return value.shownText
        }
    }

    private var thisYear: Int { zone.local(now.instant).date.year }

    // MARK: Other keys

    /// Copies the value of the focused row, or the picked changes as commands.
    mutating func copyFocused() {
        if case .changes = screen.content { return copyChanges() }
        if let row = focusedRow, case .text(let text) = row.target {
            status = Status(.good, "\(row.title) is copied")
            return send(.copy(text))
        }
        guard let place = focusedPlace else { return }
        if isSecret(place) {
            status = Status(.note, "\(title(place)) is a secret and isn't copied")
            return
        }
        guard let value = value(place) else {
            status = Status(.note, "\(title(place)) is not set")
            return
        }
        status = Status(.good, "The value of \(title(place)) is copied")
        send(.copy(value.plainText))
    }

    /// Opens the editor where a file is broken, else where the focused value stands.
    mutating func openEditor() {
        if let notice { return send(.edit(file: notice.file, line: notice.place?.line ?? 1)) }
        guard let place = focusedPlace?.root else { return }
        if let mistake = mistake(at: place) { return send(mistake) }
        question = Question(place: place, purpose: .editor)
        send(.explain(place))
    }

    /// The editor where a setting's value is wrong; nil where nothing is, or nobody knows where.
    func mistake(at place: SettingPlace) -> Effect? {
        guard let problem = problem(at: place), let line = problem.place?.line else { return nil }
        return .edit(file: problem.file, line: line)
    }
}
