// Several choices of one setting: which members its list may get, and why not others.

import SettingsModel
import SettingsSchema

/// The members of a setting that is several choices.
struct SeveralChoices {
    /// Another list for the setting.
    struct Change {
        var members: [SettingValue]
        /// Why it can't be stored; nil where it can.
        var refusal: Status?
    }
    private let scene: Scene
    private let specifier: Specifier
    private let choice: Choice
    private let place: SettingPlace
    private let range: CountRange

    /// Nil for a setting that is one choice, or none.
    init?(_ scene: Scene, _ specifier: Specifier, at place: SettingPlace) {
        guard case .choice(let choice) = specifier.control,
            case .several(let least, let most) = choice.count
        else { return nil }
        self.scene = scene
        self.specifier = specifier
        self.choice = choice
        self.place = place
        range = CountRange(minimum: least, maximum: most)
    }

    private var stored: SettingValue? { scene.ticked(place, choice) }

    private var members: [SettingValue] {
        if case .array(let values)? = stored { values } else { [] }
    }

    // MARK: Ticks

    /// Adds an option, or removes it; all others stay, and stored values that are none of the options.
    func toggling(_ option: Choice.Option) -> Change {
        let chosen = ChosenOptions(choice, stored)
        let known = choice.options.filter { candidate in
            candidate.value.means(option.value)
                ? !chosen.contains(candidate.value) : chosen.contains(candidate.value)
        }
        return change(to: known.map(\.value) + choice.unknown(in: stored))
    }

    /// Chooses these options and no others; stored values that are none of the options stay.
    func choosing(_ options: [Choice.Option]) -> Change {
        guard range.contains(options.count) else {
            return Change(members: [], refusal: wrongCount)
        }
        return change(to: options.map(\.value) + choice.unknown(in: stored))
    }

    // MARK: Members that are none of the choices

    /// Removes a stored member that is none of the choices; nil where it isn't stored any more.
    func removing(_ member: StrayMember) -> Change? {
        var rest = members
        let same = rest.indices.filter { rest[$0] == member.value }
        guard same.indices.contains(member.sameBefore) else { return nil }
        rest.remove(at: same[member.sameBefore])
        return change(to: rest)
    }

    /// The members that must go together with one: where a rule refuses the list, it refuses the rest
    /// as long as others are there that are none of the choices.
    func goingTogether(with change: Change) -> [SettingValue]? {
        let unknown = choice.unknown(in: stored)
        guard unknown.count > 1, scene.refusedValue(place) != nil,
            specifier.rule.refusal(of: .array(change.members)) != nil
        else { return nil }
        return unknown
    }

    /// Removes members of the list that is stored now, which may be another than was asked about.
    func removing(_ members: [SettingValue]) -> KeyOutcome {
        let names = { (values: [SettingValue]) in
            values.map(\.plainText).joined(separator: ", ")
        }
        var rest = self.members
        var removed: [SettingValue] = []
        for member in members {
            guard let index = rest.firstIndex(of: member) else { continue }
            removed.append(rest.remove(at: index))
        }
        guard !removed.isEmpty else {
            return .say(Status(.note, names(members) + ": not stored any more"))
        }
        return change(to: rest).outcome(at: place, names(removed) + " removed")
    }

    // MARK: Refusals

    private func change(to members: [SettingValue]) -> Change {
        guard range.contains(members.count) else {
            return Change(members: members, refusal: wrongCount)
        }
        let refusal = objection(to: members).map { why in
            Status(.error, "\(scene.look.glyphs.error) Not changed: \(why)")
        }
        return Change(members: members, refusal: refusal)
    }

    private var wrongCount: Status {
        Status(.note, "Choose " + range.description(of: "values"))
    }

    /// Why members can't replace a list that a rule refuses, and what to do about it; nil where they
    /// can.
    ///
    /// Where no list is refused, the agent may have no rule, and accepts what is none of the choices.
    private func objection(to members: [SettingValue]) -> String? {
        guard scene.refusedValue(place) != nil else {
            // The agent doesn't report a long list: its members would be lost, and no undo has them.
            return scene.hasRefused(place)
                ? "the file's list isn't known here; e opens it, d takes it away" : nil
        }
        guard let refusal = specifier.rule.refusal(of: .array(members)) else { return nil }
        let unknown = choice.unknown(in: .array(members)).map { "'\($0.plainText)'" }
        switch unknown.count {
        case 0: return "it is not \(refusal.expected)"
        case 1: return "\(unknown[0]) is none of the choices; Space on its row removes it"
        default:
            return unknown.joined(separator: ", ")
                + " are none of the choices; Space on a row of theirs removes them"
        }
    }
}

extension Choice {
    /// The stored values that are none of the options.
    func unknown(in value: SettingValue?) -> [SettingValue] {
        guard case .array(let values)? = value else { return [] }
        return values.filter { value in !options.contains { $0.value.means(value) } }
    }
}
