// How what is open keeps to its element while others come into the list or leave it.

import SettingsModel

extension State {
    /// Takes a value on; all that is open keeps to the elements that it was about.
    mutating func put(_ value: StoredValue?, at place: SettingPlace) {
        let old = self.value(place)
        store(value, at: place)
        followElements(of: place, from: old)
    }

    /// Lets screens, the focus, fields and wheels follow the elements of a list that changed.
    mutating func followElements(of list: SettingPlace, from old: SettingValue?) {
        let new = value(list)
        guard old != new else { return }
        let moved = { (place: SettingPlace) in place.moved(with: list, from: old, to: new) }
        for tab in tabs.indices {
            for number in tabs[tab].screens.indices { tabs[tab].screens[number].follow(moved) }
        }
        for number in drafts.indices { drafts[number].list = moved(drafts[number].list) }
        for number in writes.keys {
            if let list = writes[number]?.draft?.list { writes[number]?.draft?.list = moved(list) }
            if let place = writes[number]?.typed?.place {
                writes[number]?.typed?.place = moved(place)
            }
        }
        unsaved = unsaved.values.reduce(into: [:]) { kept, typed in
            var typed = typed
            typed.place = moved(typed.place)
            if typed.place.element?.isGone != true { kept[typed.place] = typed }
        }
        if let place = field?.place { field?.place = moved(place) }
        if let row = dragged?.row { dragged?.row = row.with(moved) }
        failures = failures.reduce(into: [:]) { kept, failure in
            let place = moved(failure.key)
            if place.element?.isGone != true { kept[place] = failure.value }
        }
        guard var picker = overlay.wheels else { return }
        picker.place = moved(picker.place)
        if case .conflict(var conflict) = overlay {
            conflict.wheels = picker
            overlay = .conflict(conflict)
        } else {
            overlay = .picker(picker)
        }
    }
}

extension State {
    /// The settings that a screen, the focus, a field or wheels are about.
    var openSettings: Set<SettingPlace> {
        var places = drafts.map(\.list) + unsaved.keys + [field?.place].compactMap(\.self)
        if let picker = overlay.wheels { places.append(picker.place) }
        for screen in tabs.flatMap(\.screens) {
            places += [screen.focus?.id.place, screen.content.place].compactMap(\.self)
        }
        return Set(places.map(\.root))
    }
}

extension Screen.Content {
    /// The setting, or the part of one, that the screen is about; nil for others.
    fileprivate var place: SettingPlace? {
        switch self {
        case .options(let place), .element(let place, _): place
        case .programs, .pane, .changes, .history: nil
        }
    }
}

extension Screen {
    /// Keeps to the same element, and the focus on the same.
    fileprivate mutating func follow(_ moved: (SettingPlace) -> SettingPlace) {
        switch content {
        case .element(let place, let pane): content = .element(moved(place), pane)
        case .options(let place): content = .options(moved(place))
        case .programs, .pane, .changes, .history: break
        }
        // Where the element in focus is gone, the one that took its place gets the focus.
        guard let id = focus?.id.with(moved), id.place?.element?.isGone != true else { return }
        focus?.id = id
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

    /// The row about another place.
    fileprivate func with(_ moved: (SettingPlace) -> SettingPlace) -> RowID {
        switch self {
        case .setting(let place): .setting(moved(place))
        case .option(let place, let index): .option(moved(place), index)
        case .stored(let place): .stored(moved(place))
        case .member(let place, let member): .member(moved(place), member)
        case .add(let place): .add(moved(place))
        case .program, .position: self
        }
    }
}
