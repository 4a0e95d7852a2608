// Storing several choices.

import SettingsModel
import SettingsSchema

extension Model {
    /// Adds an option to several, or removes it.
    mutating func toggle(_ option: Choice.Option, _ specifier: Specifier, _ place: SettingPlace) {
        guard let change = SeveralChoices(scene, specifier, at: place)?.toggling(option) else {
            return
        }
        let isAdded = change.members.contains { $0.means(option.value) }
        store(change, at: place, option.title + (isAdded ? " added" : " removed"))
    }

    /// `a` and `n` in a list of several choices; false elsewhere.
    mutating func chooseMany(_ action: KeyAction) -> Bool {
        guard let row = shown.focusedRow, case .option(let specifier, let place, _) = row.target,
            case .choice(let choice) = specifier.control,
            SeveralChoices(scene, specifier, at: place) != nil
        else { return false }
        guard isEditable(row) else { return true }
        let options = action == .all ? choice.options : []
        if let change = SeveralChoices(scene, specifier, at: place)?.choosing(options) {
            store(change, at: place, nil)
        }
        return true
    }

    /// Removes a stored member that is none of the choices; asks first where others must go with it.
    mutating func removeMember(
        _ member: StrayMember,
        _ specifier: Specifier,
        _ place: SettingPlace
    ) {
        guard let change = SeveralChoices(scene, specifier, at: place)?.removing(member) else {
            return
        }
        let together = SeveralChoices(scene, specifier, at: place)?.goingTogether(with: change)
        if let together {
            overlays.current = .confirmation(.removing(together, of: place, scene))
        } else {
            store(change, at: place, member.value.plainText + " removed")
        }
    }

    /// Removes members of the list that is stored now, which may be another than was asked about.
    mutating func remove(_ members: [SettingValue], of place: SettingPlace) {
        guard let specifier = catalogue.setting(place)?.specifier,
            let (change, removed) = SeveralChoices(scene, specifier, at: place)?.removing(members)
        else { return }
        let names = { (values: [SettingValue]) in
            values.map(\.plainText).joined(separator: ", ")
        }
        if removed.isEmpty {
            status = Status(.note, names(members) + ": not stored any more")
        } else {
            store(change, at: place, names(removed) + " removed")
        }
    }

    /// Stores another list, and says what changed; without words, the status names the new value.
    private mutating func store(
        _ change: SeveralChoices.Change,
        at place: SettingPlace,
        _ words: String?
    ) {
        if let refusal = change.refusal {
            status = refusal
            return
        }
        write(.array(change.members), at: place)
        if let words { status = Status(.good, words) }
    }
}
