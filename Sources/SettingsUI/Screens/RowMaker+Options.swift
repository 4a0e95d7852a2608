// The rows of options, and of stored values that are none of them.

import SettingsModel
import SettingsSchema

extension RowMaker {
    func optionRow(
        _ specifier: Specifier,
        _ chosen: ChosenOptions,
        _ place: SettingPlace,
        _ index: Int,
        _ shown: [Choice.Option]
    ) -> Row {
        let option = shown[index]
        let state = Widget.Choosing(chosen.contains(option.value))
        let widget: Widget = chosen.isSeveral ? .box(state) : .check(state)
        var row = Row(.option(place, index), option.title, widget)
        row.target = .option(specifier, place, option)
        row.access = scene.access(place, specifier)
        row.isFlashing = scene.values.flashing.contains(place) && state == .chosen
        if !chosen.isSeveral, state == .open, specifier.defaultValue?.means(option.value) == true {
            row.note = "default"
        }
        return row
    }

    /// The stored members of several choices that are none of them, below these: they are kept.
    func unknownRows(_ specifier: Specifier, _ choice: Choice, _ place: SettingPlace) -> [Row] {
        guard choice.count != .one, !specifier.isSecret else { return [] }
        var counts: [SettingValue: Int] = [:]
        return choice.unknown(in: scene.ticked(place, choice)).map { value in
            let member = StrayMember(value: value, sameBefore: counts[value, default: 0])
            counts[value, default: 0] += 1
            var row = Row(.member(place, member), value.plainText, .box(.chosen))
            row.target = .member(specifier, place, member)
            row.access = scene.access(place, specifier)
            row.note = "none of the choices"
            return row
        }
    }

    // MARK: Stored values

    /// The stored value where the row's control shows another one, or none: `stored: 84430`;
    /// empty where it shows it.
    func storedWords(_ place: SettingPlace, _ specifier: Specifier) -> String {
        guard let stored = storedAside(place, specifier) else { return "" }
        guard case .choice(let choice) = specifier.control, choice.count != .one else {
            return "stored: " + stored.shownText
        }
        return "stored: " + choice.shownText(stored)
    }

    private func storedAside(_ place: SettingPlace, _ specifier: Specifier) -> SettingValue? {
        if let refused = scene.refusedValue(place) { return refused }
        guard case .choice(let choice) = specifier.control, choice.style == .segmented,
            choice.count == .one, !specifier.isSecret, let value = scene.value(place),
            choice.title(of: value) == nil
        else { return nil }
        return value
    }

    /// A line on top of the options for a stored value that is none of them, or isn't in force.
    ///
    /// Where the ticks show the stored value, it says the one in force instead.
    func storedRow(_ specifier: Specifier, _ choice: Choice, _ place: SettingPlace) -> Row? {
        let other: SettingValue? =
            if case .one = choice.count, let value = scene.value(place),
                choice.title(of: value) == nil,
                !specifier.isSecret
            {
                value
            } else {
                nil
            }
        guard let value = scene.refusedValue(place) ?? other else { return nil }
        let isTicked = if case .array = value { choice.count != .one } else { false }
        let words = isTicked ? "in force: \(scene.shownValue(place))" : "stored: \(value.plainText)"
        var row = Row(.stored(place), words, .nothing)
        row.mark = .error
        row.access = scene.access(place, specifier)
        return row
    }
}
