// Writing values, taking them back, and going back to defaults.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension State {
    /// Whether a write is something new or goes along the history.
    enum Recording: Equatable, Sendable {
        case recorded, silent
    }

    /// Stores a value here at once and asks the agent to; nil removes it.
    mutating func write(
        _ value: SettingValue?,
        at place: SettingPlace,
        _ moment: Moment,
        _ recording: Recording = .recorded
    ) -> [Effect] {
        lastWrite += 1
        let old = values[place]
        writes[lastWrite] = PendingWrite(place: place, old: old, new: value)
        echoes[place, default: []].append(value)
        failures[place] = nil
        if recording == .recorded {
            log.append(
                ChangeLog.Entry(
                    time: moment,
                    author: .us,
                    place: place,
                    old: old?.value,
                    new: value,
                    write: lastWrite
                )
            )
        }
        store(value.map { StoredValue(value: $0, layer: .user) }, at: place)
        noteRestart(place)
        status = Status(.good, "\(title(place)) \(glyphs.arrow) \(shown(self.value(place), place))")
        return [.write(lastWrite, place, value)]
    }

    /// Marks a setting whose program must start again.
    mutating func noteRestart(_ place: SettingPlace) {
        if settings[place]?.specifier.requiresRestart == true { restarts.insert(place) }
    }

    // MARK: Undo

    /// Takes the last change back, whoever made it.
    mutating func undo(at moment: Moment) -> [Effect] {
        guard let entry = log.undo() else {
            status = Status(.note, "Nothing to undo")
            return []
        }
        let effects = write(entry.old, at: entry.place, moment, .silent)
        status = Status(.good, "Undone: \(title(entry.place)) is \(now(entry.place)) again")
        return effects
    }

    /// Makes the change again that was taken back last.
    mutating func redo(at moment: Moment) -> [Effect] {
        guard let entry = log.redo() else {
            status = Status(.note, "Nothing to redo")
            return []
        }
        let effects = write(entry.new, at: entry.place, moment, .silent)
        status = Status(.good, "Redone: \(title(entry.place)) is \(now(entry.place))")
        return effects
    }

    private func now(_ place: SettingPlace) -> String { shown(value(place), place) }

    /// Takes changes back, or makes them again, until the one at an index is the last in force.
    mutating func goBack(to index: Int, at moment: Moment) -> [Effect] {
        var effects: [Effect] = []
        while log.applied > index + 1 { effects += undo(at: moment) }
        while log.applied < index + 1 { effects += redo(at: moment) }
        return effects
    }

    // MARK: Defaults

    /// Takes the value of the focused row away, so that its default is in force again.
    mutating func resetFocused(at moment: Moment) -> [Effect] {
        if case .changes = screen.content { return resetPicked(at: moment) }
        guard let row = focusedRow, let place = focusedPlace, isEditable(row) else { return [] }
        return reset([place], at: moment)
    }

    private mutating func reset(_ places: [SettingPlace], at moment: Moment) -> [Effect] {
        let stored = places.filter { values[$0].map { $0.layer != .default } ?? false }
        guard let place = stored.first else {
            status = Status(.note, "Nothing is stored; the default is in force")
            return []
        }
        let effects = stored.flatMap { write(nil, at: $0, moment) }
        status =
            stored.count == 1
            ? Status(.good, "\(title(place)) \(glyphs.arrow) \(now(place)), the default")
            : Status(.good, "\(stored.count) settings are at their defaults again")
        return effects
    }

    /// Asks before a whole group goes back to its defaults.
    mutating func askToResetGroup() {
        guard let position = screen.focus?.position, case .pane = screen.content else { return }
        let section = table.sections[position.section]
        let places = (0..<section.count).compactMap { index -> SettingPlace? in
            let row = section.row(index)
            guard row.access == .editable else { return nil }
            switch row.id {
            case .setting(let place), .option(let place, 0): return place
            default: return nil
            }
        }
        let stored = places.filter { values[$0].map { $0.layer != .default } ?? false }
        if stored.isEmpty {
            status = Status(.note, "Nothing of this group is stored; the defaults are in force")
        } else {
            overlay = .resetGroup(header: section.header, stored)
        }
    }

    /// The answer to whether a group goes back to its defaults.
    mutating func answerReset(
        _ key: Key,
        _ places: [SettingPlace],
        at moment: Moment
    ) -> [Effect] {
        overlay = .none
        switch key {
        case .enter, .character("y"), .character("D"): return reset(places, at: moment)
        default:
            status = Status(.note, "Nothing was changed")
            return []
        }
    }

    private mutating func resetPicked(at moment: Moment) -> [Effect] {
        var places = table.sections.indices.flatMap { section in
            (0..<table.sections[section].count).compactMap { index -> SettingPlace? in
                guard case .change(let place) = table.sections[section].row(index).target else {
                    return nil
                }
                return picked.contains(place) ? place : nil
            }
        }
        if places.isEmpty, case .change(let place)? = focusedRow?.target { places = [place] }
        places = places.filter { problem(of: $0.domain) == nil }
        picked = []
        return reset(places, at: moment)
    }

    // MARK: Words

    /// A setting's title, or its key where it has none.
    func title(_ place: SettingPlace) -> String {
        let title = settings[place]?.specifier.title ?? ""
        return title.isEmpty ? place.keyPath.description : title
    }

    /// A value as the row shows it; never a secret.
    func shown(_ value: SettingValue?, _ place: SettingPlace) -> String {
        guard let specifier = settings[place]?.specifier else {
            return value?.shownText ?? "not set"
        }
        if specifier.isSecret { return value == nil ? "not set" : glyphs.secret }
        guard let value else { return "not set" }
        switch specifier.control {
        case .toggle(let toggle):
            return toggle.on.means(value) ? "On" : toggle.off.means(value) ? "Off" : value.shownText
        case .slider(let slider):
            return Number(value).map { slider.text($0) } ?? value.shownText
        case .choice(let choice): return choice.shownText(value)
        case .text(let field): return field.shownText(value)
        case .readOnly(let titles):
            return titles.first { $0.value.means(value) }?.title ?? value.shownText
        default: return value.shownText
        }
    }

    // MARK: Other keys

    /// Copies the value of the focused row, or the picked changes as commands.
    mutating func copyFocused() -> [Effect] {
        guard let place = focusedPlace else { return [] }
        if settings[place]?.specifier.isSecret == true {
            status = Status(.note, "\(title(place)) is a secret and isn't copied")
            return []
        }
        guard let value = value(place) else {
            status = Status(.note, "\(title(place)) is not set")
            return []
        }
        status = Status(.good, "The value of \(title(place)) is copied")
        return [.copy(value.plainText)]
    }

    /// Opens the editor where a file is broken, else where the focused value stands.
    mutating func openEditor() -> [Effect] {
        if let notice { return [.edit(file: notice.file, line: notice.place?.line ?? 1)] }
        guard let place = focusedPlace else { return [] }
        question = Question(place: place, purpose: .editor)
        return [.explain(place)]
    }
}
