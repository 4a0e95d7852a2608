// Settings and their values in words.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Scene {
    /// The words of a row without a value, where the schema has none.
    static let unset = "not set"
    /// The word of a row whose text has nothing in it.
    static let empty = "empty"

    /// A setting's value as its row shows it.
    func shownValue(_ place: SettingPlace) -> String { shown(value(place), place) }

    /// A setting's title, or its key where it has none.
    func title(_ place: SettingPlace) -> String {
        var title = tree.setting(place)?.specifier.title ?? ""
        if title.isEmpty, place.element != nil {
            title = tree.setting(place.root)?.specifier.title ?? ""
        }
        return title.isEmpty ? place.keyPath.description : title
    }

    /// A value as the row shows it; never a secret.
    func shown(_ value: SettingValue?, _ place: SettingPlace) -> String {
        guard let value else { return Self.unset }
        guard let specifier = tree.setting(place)?.specifier else {
            return isSecret(place) ? look.glyphs.secret : value.shownText
        }
        if isSecret(place) {
            guard case .array(let values) = value, !specifier.isSecret else {
                return look.glyphs.secret
            }
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
            guard let date = StoredDate(value, picker.mode, look.zone) else {
                return value.shownText
            }
            return look.dates.text(date.time, picker.mode, thisYear: look.thisYear)
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

    /// A problem of a file, and the value that is in force instead; never a secret.
    func words(of problem: FileProblem) -> String {
        let file = problem.file.shortened(home: look.home)
        let line = problem.place.map { ":\($0.line)" } ?? ""
        let kept = problem.key.map { key -> String in
            let place = SettingPlace(domain: problem.domain, keyPath: key)
            let verb = problem.severity == .error ? "Still" : "In force:"
            return isSecret(place) ? "" : ". \(verb) \(shownValue(place))"
        }
        return "\(file)\(line): \(problem.problem)\(kept ?? "")"
    }

    /// What keeps a stored value from being in a file.
    func words(of warning: Warning, at place: SettingPlace) -> String {
        guard let file = warning.file?.shortened(home: look.home) else {
            return "\(look.glyphs.error) In no file: \(warning.problem)"
        }
        return switch warning.state {
        case .broken: "\(title(place)) waits until '\(file)' can be read again"
        case .held: "\(title(place)) waits until the save of '\(file)' is accepted"
        default: "\(look.glyphs.error) Not in '\(file)' yet: \(warning.problem)"
        }
    }

    /// That nothing is wrong any more with a setting's value in a file, which may have been in force
    /// all the time.
    func words(ofRecoveryOf place: SettingPlace, in file: String, wasInForce: Bool) -> String {
        let file = "'\(file.shortened(home: look.home))'"
        let what = "What was wrong with \(title(place)) in \(file) is"
        if value(place) == nil { return "\(what) gone" }
        return wasInForce ? "\(what) mended" : "\(title(place)) in \(file) is effective again"
    }

    /// What a setting has since something was written.
    func words(ofNewValueOf place: SettingPlace) -> String {
        "\(title(place)) \(look.glyphs.arrow) \(shownValue(place))"
    }

    /// What changed while no agent was heard.
    func words(ofChangesMeanwhile places: [SettingPlace], since before: StoredValues) -> String {
        guard places.count == 1, let place = places.first else {
            return "\(look.glyphs.changedElsewhere) \(places.count) settings changed meanwhile"
        }
        let old = shown(value(place, in: before), place)
        return "\(look.glyphs.changedElsewhere) \(title(place)) changed meanwhile: "
            + "\(old) \(look.glyphs.arrow) \(shownValue(place))"
    }

    /// Whose change of a setting it is.
    func words(ofChange place: SettingPlace, by who: String) -> String {
        "\(look.glyphs.changedElsewhere) \(title(place)) changed \(who.asAuthor)"
    }

    /// Whose changes of several settings they are.
    func words(ofChanges places: [SettingPlace], by authors: [String]) -> String {
        let who = authors.first ?? ""
        let by = authors.allSatisfy { $0 == who } ? who.asAuthor : "elsewhere"
        let first = places.first.map(title) ?? ""
        return "\(look.glyphs.changedElsewhere) \(first) and \(places.count - 1) more changed \(by)"
    }

    /// That a setting has another default, or none any more.
    func words(ofDefaultOf place: SettingPlace, isGone: Bool) -> String {
        let what = isGone ? "no default any more" : "another default: \(shownValue(place))"
        return "\(look.glyphs.changedElsewhere) \(title(place)) has \(what)"
    }

    /// The special thing about a setting that its row shows.
    func mark(_ place: SettingPlace, _ specifier: Specifier) -> RowMark {
        if values.failures[place] != nil || problems[place] != nil { return .error }
        if let stored = stored(place), specifier.rule.refusal(of: stored.value) != nil {
            return .error
        }
        // Where little is to move, this sign stays in place of the flash.
        if look.motion == .reduced, values.flashing.contains(place) { return .changedElsewhere }
        if stored(place)?.layer == .managed { return .locked }
        if values.restarts.contains(place) { return .restart }
        return values.modified.contains(place) ? .modified : .none
    }

    /// The command that gives a setting its present value, or removes the user's own.
    func command(of place: SettingPlace) -> String {
        let stored = stored(place)
        return ChangeCommand(
            domain: place.domain,
            key: place.keyPath,
            value: stored?.value,
            layer: stored?.layer ?? .user
        ).text
    }
}

extension String {
    /// The word with which a change is told of.
    fileprivate var asAuthor: String { self == "editor" ? "in the editor" : "by \(self)" }
}

extension String {
    /// A path with `~` for the home folder.
    func shortened(home: String) -> String {
        !home.isEmpty && hasPrefix(home + "/") ? "~" + dropFirst(home.count) : self
    }

    /// The last part of a path.
    var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}

extension PickerColumn {
    /// A value's title with the unit; the value as it is where no title has it.
    func shownText(_ value: SettingValue) -> String {
        let title = options.first { $0.value.means(value) }?.title ?? value.plainText
        return unit.map { title + " " + $0 } ?? title
    }
}
