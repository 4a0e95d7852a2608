// What a file says of a setting that isn't in force, or isn't anything that its row can show.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension State {
    /// The value that is stored and not in force, as a rule refuses it; nil for none, and a secret.
    func refusedValue(_ place: SettingPlace) -> SettingValue? {
        guard place.element == nil, !replaced.contains(place),
            let value = problem(at: place)?.value, !isSecret(place)
        else { return nil }
        return value
    }

    /// Whether a file has a value that a rule refuses, which a write takes the place of.
    func hasRefused(_ place: SettingPlace) -> Bool {
        place.element == nil && !replaced.contains(place)
            && problem(at: place)?.code == "invalid"
    }

    /// Whether the value in force is worth storing again: in place of one that a rule refuses, unless
    /// a write is on its way already.
    func mayReplaceRefused(_ place: SettingPlace) -> Bool {
        refusedValue(place) != nil && !writes.isWriting(place)
    }

    /// What is stored where the row's control shows something else, or nothing: `stored: 84430`;
    /// empty where it shows it.
    func storedWords(_ place: SettingPlace, _ specifier: Specifier) -> String {
        guard let stored = storedAside(place, specifier) else { return "" }
        guard case .choice(let choice) = specifier.control, choice.count != .one else {
            return "stored: " + stored.shownText
        }
        return "stored: " + choice.shownText(stored)
    }

    private func storedAside(_ place: SettingPlace, _ specifier: Specifier) -> SettingValue? {
        if let refused = refusedValue(place) { return refused }
        guard case .choice(let choice) = specifier.control, choice.style == .segmented,
            choice.count == .one, !specifier.isSecret, let value = value(place),
            choice.title(of: value) == nil
        else { return nil }
        return value
    }

    /// A line on top of the options for a stored value that is none of them, or isn't in force.
    ///
    /// Where the ticks show what is stored, it says what is in force instead.
    func storedRow(_ specifier: Specifier, _ choice: Choice, _ place: SettingPlace) -> Row? {
        let other: SettingValue? =
            if case .one = choice.count, let value = value(place), choice.title(of: value) == nil,
                !specifier.isSecret
            {
                value
            } else {
                nil
            }
        guard let value = refusedValue(place) ?? other else { return nil }
        let isTicked = if case .array = value { choice.count != .one } else { false }
        let words = isTicked ? "in force: \(now(place))" : "stored: \(value.plainText)"
        var row = Row(.stored(place), words, .nothing)
        row.mark = .error
        row.access = access(place, specifier)
        return row
    }

    /// The row in focus's own mistake, or else what it is for.
    var rowHelp: Status? {
        guard isSettingsTab, let place = focusedPlace else { return nil }
        if refusedValue(place.root) != nil, let problem = problem(at: place.root) {
            return Status(.error, "\(glyphs.error) \(words(of: problem))")
        }
        return setting(place)?.specifier.help.map { Status(.note, $0) }
    }
}
