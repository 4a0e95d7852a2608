// Updates of what is open over a setting, when that gets another value.

import SettingsModel

extension Model {
    /// Updates the field, the wheels and the panes that are open over a setting to its new value.
    ///
    /// A field that somebody typed into, and wheels that somebody turned, keep what they have.
    mutating func follow(
        _ place: SettingPlace,
        from old: SettingValue?,
        to new: SettingValue?
    ) {
        closeElements(of: place, from: old, to: new)
        if let news = typing.follow(place, scene) { status = news }
        overlays.followWheels(of: place, scene)
    }

    /// Closes the panes of elements that aren't where they were, as elements came before them or left
    /// the list.
    private mutating func closeElements(
        of list: SettingPlace,
        from old: SettingValue?,
        to new: SettingValue?
    ) {
        let isElsewhere = { (place: SettingPlace?) in
            place?.root == list && place?.element?.isElsewhere(from: old, to: new) == true
        }
        navigation.closeScreens(where: isElsewhere)
        let lost = typing.removeDrafts { isElsewhere($0.list) }
        guard let draft = lost.last(where: \.isBegun) else { return }
        let what = "the list was changed meanwhile. The new element is not added"
        status = Status(
            .unsaved,
            "\(mirror.look.glyphs.error) \(scene.title(draft.list)): \(what)."
        )
    }
}

extension RowID {
    /// The setting, or the part of one, that the row is about; nil for other rows.
    var place: SettingPlace? {
        switch self {
        case .setting(let place), .option(let place, _), .stored(let place), .member(let place, _),
            .add(let place):
            place
        case .program, .position: nil
        }
    }
}
