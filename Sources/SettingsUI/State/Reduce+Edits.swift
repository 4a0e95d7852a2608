// Writing values, and telling them.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension State {
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
        note([Written(place: place, new: value, stored: own(value, at: place))], gesture, scope)
        status = Status(.good, "\(title(place)) \(glyphs.arrow) \(shown(self.value(place), place))")
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
        writes.add(changes, over: changes.map { stored($0.place) }, scope)
        let place = changes.count == 1 ? changes[0].place : nil
        steps.note(write: writes.lastNumber, of: place, gesture, at: now.allMilliseconds)
        for change in changes {
            failures[change.place] = nil
            let endsRefused = hasRefused(change.place)
            if endsRefused { replaced.insert(change.place) }
            let old = stored(change.place)
            // What comes from elsewhere stays as it is when a value of the user's own goes.
            if change.new != nil || old != change.stored || endsRefused {
                log.append(
                    ChangeLog.Entry(
                        time: now,
                        author: .us,
                        place: change.place,
                        from: old,
                        to: change.stored,
                        write: writes.lastNumber,
                        endsRefused: endsRefused
                    )
                )
            }
            put(change.stored, at: change.place)
            noteRestart(change.place)
        }
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
