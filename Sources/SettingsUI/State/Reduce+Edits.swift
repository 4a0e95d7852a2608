// Writing values, and taking them back.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension State {
    /// Whether a write is something new or goes along the history.
    enum Recording: Equatable, Sendable {
        case recorded, undone, redone
    }

    /// Stores a value here at once and asks the agent to; nil removes it.
    mutating func write(
        _ value: SettingValue?,
        at place: SettingPlace,
        _ moment: Moment,
        _ recording: Recording = .recorded
    ) -> [Effect] {
        if let element = place.element { return write(value, at: place, element, moment) }
        lastWrite += 1
        let old = stored(place)
        writes[lastWrite] = PendingWrite(
            place: place,
            old: old,
            new: value,
            recording: recording
        )
        failures[place] = nil
        let endsRefused = hasRefused(place)
        if endsRefused { replaced.insert(place) }
        unsaved[place] = nil
        switch recording {
        case .undone, .redone: log.note(write: lastWrite, recording)
        case .recorded:
            log.append(
                ChangeLog.Entry(
                    time: moment,
                    author: .us,
                    place: place,
                    old: old?.own,
                    below: old?.other,
                    isHidden: old?.isAboveUser ?? false,
                    new: value,
                    endsRefused: endsRefused,
                    write: lastWrite
                )
            )
        }
        put(value.map { StoredValue(value: $0, layer: .user) }, at: place)
        noteRestart(place)
        status = Status(.good, "\(title(place)) \(glyphs.arrow) \(shown(self.value(place), place))")
        let effect = Effect.write(lastWrite, place, value)
        // Behind another layer's value may be one of the user's own: an undo leaves that as it was.
        let isUnclear = recording == .recorded && old?.other != nil
        return isUnclear ? [.askOwn(lastWrite, place), effect] : [effect]
    }

    /// Marks a setting whose program must start again.
    mutating func noteRestart(_ place: SettingPlace) {
        if setting(place)?.specifier.requiresRestart == true { restarts.insert(place) }
    }

    // MARK: Undo

    /// Takes the last change back, whoever made it.
    ///
    /// What is older than the screen is only taken back where it's seen: in the history. Of a value
    /// that got another key, both ends are, as either alone would leave it at no key, or at two; and
    /// so is all that was made at once.
    mutating func undo(at moment: Moment) -> [Effect] {
        inGroups("Undone", "are as they were") { $0.undoOne(at: moment) }
    }

    /// Goes along the history by one change and all that was made with it.
    private mutating func inGroups(
        _ verb: String,
        _ result: String,
        _ goOne: (inout State) -> [Effect]
    ) -> [Effect] {
        var effects = goOne(&self)
        var last = effects
        var count = 1
        // What an undo can't put back, it warns of.
        var isWhole = status?.kind != .warning
        while !last.isEmpty, log.isAmidMove || log.isAmidGroup {
            if log.isAmidGroup { count += 1 }
            last = goOne(&self)
            effects += last
            isWhole = isWhole && status?.kind != .warning
        }
        if count > 1, !last.isEmpty {
            let words = "\(verb): \(count) settings \(result)"
            status =
                isWhole
                ? Status(.good, words)
                : Status(.warning, words + ", but refused values aren't put back: \(Self.keeper)")
        }
        return effects
    }

    /// Who still knows a refused value that was taken away.
    private static let keeper = "settingsctl log has them"

    private mutating func undoOne(at moment: Moment) -> [Effect] {
        guard !log.isWaiting else {
            status = Status(.note, "What it was before isn't known yet; u tries again")
            return []
        }
        guard let entry = log.undo(screen.content == .history ? .everything : .sinceStart) else {
            let hasMore = log.applied > 0
            let more = " since the start; the history goes further back"
            status = Status(.note, "Nothing to undo" + (hasMore ? more : ""))
            return []
        }
        let effects = write(entry.restored, at: entry.place, moment, .undone)
        let words = "Undone: \(title(entry.place)) is \(now(entry.place)) again"
        status =
            entry.endsRefused
            ? Status(.warning, words + ". No rule takes what was stored: settingsctl log has it")
            : Status(.good, words)
        return effects
    }

    /// Makes the change again that was taken back last.
    mutating func redo(at moment: Moment) -> [Effect] {
        inGroups("Redone", "are changed again") { $0.redoOne(at: moment) }
    }

    private mutating func redoOne(at moment: Moment) -> [Effect] {
        guard let entry = log.redo() else {
            status = Status(.note, "Nothing to redo")
            return []
        }
        let effects = write(entry.new, at: entry.place, moment, .redone)
        status = Status(.good, "Redone: \(title(entry.place)) is \(now(entry.place))")
        return effects
    }

    /// A setting's value as its row shows it.
    func now(_ place: SettingPlace) -> String { shown(value(place), place) }

    /// Takes changes back, or makes them again, until the one at an index is the last in force.
    mutating func goBack(to index: Int, at moment: Moment) -> [Effect] {
        var effects: [Effect] = []
        var isWhole = true
        while log.applied > index + 1, !log.isWaiting {
            effects += undoOne(at: moment)
            isWhole = isWhole && status?.kind != .warning
        }
        while log.applied < index + 1 { effects += redoOne(at: moment) }
        if !isWhole, let last = status, last.kind == .good {
            let words = "Refused values aren't put back: \(Self.keeper)"
            status = Status(.warning, "\(last.text). \(words)")
        }
        return effects
    }

    // MARK: Words

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

    private var thisYear: Int { zone.local(now).date.year }

    // MARK: Other keys

    /// Copies the value of the focused row, or the picked changes as commands.
    mutating func copyFocused() -> [Effect] {
        if case .changes = screen.content { return copyChanges() }
        if case .errand(let errand, _)? = focusedRow?.target, let address = errand.address {
            status = Status(.good, "The address is copied")
            return [.copy(address)]
        }
        guard let place = focusedPlace else { return [] }
        if isSecret(place) {
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
        guard let place = focusedPlace?.root else { return [] }
        if let mistake = mistake(at: place) { return mistake }
        question = Question(place: place, purpose: .editor)
        return [.explain(place)]
    }

    /// Opens the editor where a setting's value is wrong; nil where nothing is, or nobody knows where.
    func mistake(at place: SettingPlace) -> [Effect]? {
        guard let problem = problem(at: place), let line = problem.place?.line else { return nil }
        return [.edit(file: problem.file, line: line)]
    }
}
