// Several choices: ticking them, and the stored members that are none of them.

import SettingsModel
import SettingsSchema

extension Model {
    /// Adds an option to several, or takes it away; all others stay.
    mutating func toggle(
        _ option: Choice.Option,
        _ specifier: Specifier,
        _ choice: Choice,
        _ place: SettingPlace
    ) {
        let values = choice.toggling(option, in: scene.ticked(place, choice))
        guard mayStore(values, specifier, choice, place) else { return }
        write(.array(values), at: place)
        let isAdded = values.contains { $0.means(option.value) }
        status = Status(.good, option.title + (isAdded ? " added" : " removed"))
    }

    /// `a` and `n` in a list of several choices; false elsewhere.
    mutating func chooseMany(_ action: KeyAction) -> Bool {
        guard let row = focusedRow, case .option(let specifier, let place, _) = row.target,
            case .choice(let choice) = specifier.control,
            case .several(let least, let most) = choice.count
        else { return false }
        guard isEditable(row) else { return true }
        let known = action == .all ? choice.options.map(\.value) : []
        let range = CountRange(minimum: least, maximum: most)
        guard range.contains(known.count) else {
            status = Status(.note, "Choose " + range.description(of: "values"))
            return true
        }
        let values = known + choice.unknown(in: scene.ticked(place, choice))
        if mayStore(values, specifier, choice, place) { write(.array(values), at: place) }
        return true
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
        guard let why = objection(to: values, specifier, choice, place) else { return true }
        status = Status(.error, "\(look.glyphs.error) Not changed: \(why)")
        return false
    }

    /// Why members can't take the place of a list that a rule refuses, and what to do about it; nil
    /// where they can.
    ///
    /// Where no list is refused, the agent may have no rule, and takes what is none of the choices, too.
    func objection(
        to values: [SettingValue],
        _ specifier: Specifier,
        _ choice: Choice,
        _ place: SettingPlace
    ) -> String? {
        guard scene.refusedValue(place) != nil else {
            return scene.hasRefused(place) ? objectionToUnknown : nil
        }
        guard let refusal = specifier.rule.refusal(of: .array(values)) else { return nil }
        let unknown = choice.unknown(in: .array(values)).map { "'\($0.plainText)'" }
        switch unknown.count {
        case 0: return "it is not \(refusal.expected)"
        case 1: return "\(unknown[0]) is none of the choices; Space on its row removes it"
        default:
            return unknown.joined(separator: ", ")
                + " are none of the choices; Space on a row of theirs removes them"
        }
    }

    /// Why nothing is stored over a list that the agent doesn't tell, as a long one: its members would
    /// be lost, and no undo has them.
    private var objectionToUnknown: String {
        "the file's list isn't known here; e opens it, d takes it away"
    }

    // MARK: Members that are none of the choices

    /// Removes a stored member that is none of the choices.
    ///
    /// Where a rule refuses the list, and the rest as long as others of them are there, these go too,
    /// which is asked.
    mutating func removeMember(
        _ member: StrayMember,
        _ specifier: Specifier,
        _ place: SettingPlace
    ) {
        guard case .choice(let choice) = specifier.control,
            case .array(var rest)? = scene.ticked(place, choice)
        else { return }
        let unknown = choice.unknown(in: .array(rest))
        let same = rest.indices.filter { rest[$0] == member.value }
        guard same.indices.contains(member.sameBefore) else { return }
        rest.remove(at: same[member.sameBefore])
        if unknown.count > 1, scene.refusedValue(place) != nil,
            specifier.rule.refusal(of: .array(rest)) != nil
        {
            askToRemove(unknown, of: place)
            return
        }
        store(rest, without: [member.value], specifier, choice, place)
    }

    private mutating func askToRemove(_ members: [SettingValue], of place: SettingPlace) {
        let names = members.map { "'\($0.plainText)'" }.joined(separator: ", ")
        overlays.current = .confirmation(
            Confirmation(
                title: scene.title(place),
                text: "\(names) are none of the choices, and none of them may stay. "
                    + "u undoes it, but for refused values.",
                yes: "remove all of them",
                no: "leave as it is",
                action: .remove(members, place)
            )
        )
    }

    /// Takes members away from what is stored now, which may be another list than was asked about.
    mutating func remove(_ members: [SettingValue], of place: SettingPlace) {
        guard let specifier = catalogue.setting(place)?.specifier,
            case .choice(let choice) = specifier.control
        else { return }
        var rest: [SettingValue] = []
        if case .array(let values)? = scene.ticked(place, choice) { rest = values }
        var removed: [SettingValue] = []
        for member in members {
            guard let index = rest.firstIndex(of: member) else { continue }
            removed.append(rest.remove(at: index))
        }
        guard !removed.isEmpty else {
            let names = members.map(\.plainText).joined(separator: ", ")
            status = Status(.note, names + ": not stored any more")
            return
        }
        store(rest, without: removed, specifier, choice, place)
    }

    /// Stores what is left of several choices, and says what went.
    private mutating func store(
        _ rest: [SettingValue],
        without members: [SettingValue],
        _ specifier: Specifier,
        _ choice: Choice,
        _ place: SettingPlace
    ) {
        guard mayStore(rest, specifier, choice, place) else { return }
        write(.array(rest), at: place)
        let names = members.map(\.plainText).joined(separator: ", ")
        status = Status(.good, names + " removed")
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
