// Several choices: ticking them, and the stored members that are none of them.

import SettingsModel
import SettingsSchema

extension State {
    /// What the ticks of several choices show and toggling goes on from: what is stored, though a rule
    /// may refuse it as a whole.
    func ticked(_ place: SettingPlace, _ choice: Choice) -> SettingValue? {
        guard choice.count != .one, case .array? = refusedValue(place) else { return value(place) }
        return refusedValue(place)
    }

    /// Adds an option to several, or takes it away; all others stay.
    mutating func toggle(
        _ option: Choice.Option,
        _ specifier: Specifier,
        _ choice: Choice,
        _ place: SettingPlace,
        at moment: Moment
    ) -> [Effect] {
        let values = choice.toggling(option, in: ticked(place, choice))
        guard mayStore(values, specifier, choice, place) else { return [] }
        let effects = write(.array(values), at: place, moment)
        let isAdded = values.contains { $0.means(option.value) }
        status = Status(.good, option.title + (isAdded ? " added" : " removed"))
        return effects
    }

    /// `a` and `n` in a list of several choices; nil elsewhere.
    mutating func chooseMany(_ key: Key, at moment: Moment) -> [Effect]? {
        guard let row = focusedRow, case .option(let specifier, let place, _) = row.target,
            case .choice(let choice) = specifier.control,
            case .several(let least, let most) = choice.count
        else { return nil }
        guard isEditable(row) else { return [] }
        let known = key == .character("a") ? choice.options.map(\.value) : []
        let range = CountRange(minimum: least, maximum: most)
        guard range.contains(known.count) else {
            status = Status(.note, "Choose " + range.description(of: "values"))
            return []
        }
        let values = known + choice.unknown(in: ticked(place, choice))
        guard mayStore(values, specifier, choice, place) else { return [] }
        return write(.array(values), at: place, moment)
    }

    /// Whether members may be stored; says why not.
    private mutating func mayStore(
        _ values: [SettingValue],
        _ specifier: Specifier,
        _ choice: Choice,
        _ place: SettingPlace
    ) -> Bool {
        guard case .several(let least, let most) = choice.count else { return false }
        let range = CountRange(minimum: least, maximum: most)
        guard range.contains(values.count) else {
            status = Status(.note, "Choose " + range.description(of: "values"))
            return false
        }
        // Where the agent has no rule for it, it takes what is none of the choices, too.
        guard refusedValue(place) != nil, let refusal = specifier.rule.refusal(of: .array(values))
        else { return true }
        let unknown = choice.unknown(in: .array(values)).map { "'\($0.plainText)'" }
        let why =
            switch unknown.count {
            case 0: "it is not \(refusal.expected)"
            case 1: "\(unknown[0]) is none of the choices; Space on its row removes it"
            default:
                unknown.joined(separator: ", ")
                    + " are none of the choices; Space on a row of theirs removes them"
            }
        status = Status(.error, "\(glyphs.error) Not changed: \(why)")
        return false
    }

    // MARK: Members that are none of the choices

    /// Removes a stored member that is none of the choices, by its number among these.
    ///
    /// Where no rule takes the rest as long as others of them are there, these go too, which is asked.
    mutating func removeMember(
        _ index: Int,
        _ specifier: Specifier,
        _ place: SettingPlace,
        at moment: Moment
    ) -> [Effect] {
        guard case .choice(let choice) = specifier.control,
            case .array(let values)? = ticked(place, choice)
        else { return [] }
        let isKnown = { (value: SettingValue) in choice.options.contains { $0.value.means(value) } }
        let unknown = values.indices.filter { !isKnown(values[$0]) }
        guard unknown.indices.contains(index) else { return [] }
        var rest = values
        rest.remove(at: unknown[index])
        if unknown.count > 1, specifier.rule.refusal(of: .array(rest)) != nil {
            askToRemove(unknown.map { values[$0] }, of: place, leaving: values.filter(isKnown))
            return []
        }
        guard mayStore(rest, specifier, choice, place) else { return [] }
        return remove([values[unknown[index]]], of: place, leaving: rest, at: moment)
    }

    private mutating func askToRemove(
        _ members: [SettingValue],
        of place: SettingPlace,
        leaving rest: [SettingValue]
    ) {
        let names = members.map { "'\($0.plainText)'" }.joined(separator: ", ")
        overlay = .confirmation(
            Confirmation(
                title: title(place),
                text: "\(names) are none of the choices, and none of them may stay. u undoes it.",
                yes: "remove all of them",
                no: "leave as it is",
                action: .remove(members, place, leaving: rest)
            )
        )
    }

    /// Stores what is left of several choices, and says what went.
    mutating func remove(
        _ members: [SettingValue],
        of place: SettingPlace,
        leaving rest: [SettingValue],
        at moment: Moment
    ) -> [Effect] {
        guard let specifier = setting(place)?.specifier,
            case .choice(let choice) = specifier.control,
            mayStore(rest, specifier, choice, place)
        else { return [] }
        let effects = write(.array(rest), at: place, moment)
        let names = members.map(\.plainText).joined(separator: ", ")
        status = Status(.good, names + " removed")
        return effects
    }

    /// The stored members of several choices that are none of them, below these: they are kept.
    func unknownRows(_ specifier: Specifier, _ choice: Choice, _ place: SettingPlace) -> [Row] {
        guard choice.count != .one, !specifier.isSecret else { return [] }
        return choice.unknown(in: ticked(place, choice)).enumerated().map { index, value in
            var row = Row(.member(place, index), value.plainText, .box(.chosen))
            row.target = .member(specifier, place, index)
            row.access = access(place, specifier)
            row.note = "none of the choices"
            return row
        }
    }
}

extension Choice {
    /// The chosen values with one more or one less, in the order of the options; stored values that
    /// are none of the options stay, at the end.
    fileprivate func toggling(_ option: Option, in value: SettingValue?) -> [SettingValue] {
        let chosen = ChosenOptions(self, value)
        let known = options.filter { candidate in
            candidate.value.means(option.value)
                ? !chosen.contains(candidate.value) : chosen.contains(candidate.value)
        }
        return known.map(\.value) + unknown(in: value)
    }

    /// The stored values that are none of the options.
    func unknown(in value: SettingValue?) -> [SettingValue] {
        guard case .array(let values)? = value else { return [] }
        return values.filter { value in !options.contains { $0.value.means(value) } }
    }
}
