// Going back to defaults, of what is the user's own.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// Takes the value of the focused row away, so that its default is in force again.
    mutating func resetFocused() {
        if case .changes = navigation.screen.content { return restoreChosen() }
        guard let row = focusedRow, let place = navigation.focusedPlace, isEditable(row) else {
            return
        }
        if let element = place.element, !element.members.isEmpty {
            return write(nil, at: place, element)
        }
        reset([place.root])
    }

    /// Takes values away, so that defaults are in force again; asks first where secrets would be lost.
    mutating func reset(_ places: [SettingPlace]) {
        let lost = places.filter { scene.hasRefused($0) && scene.isSecret($0) }
        guard !lost.isEmpty else { return takeAway(places) }
        guard canAskToReset else { return }
        let places = places.filter(scene.mayHaveOwn)
        overlays.current = .confirmation(.resetting(places, losing: lost, scene))
    }

    /// Asks before a whole group goes back to its defaults.
    mutating func askToResetGroup() {
        guard let position = navigation.screen.focus?.position,
            case .pane = navigation.screen.content
        else { return }
        let section = table.sections[position.section]
        let places = section.editableSettings
        let own = places.filter { scene.stored($0)?.own != nil || scene.hasRefused($0) }
        askToReset(own, section.header)
    }

    /// Takes values away over which it was asked.
    ///
    /// What isn't there is taken away, too: whether it is, the agent knows.
    mutating func takeAway(_ places: [SettingPlace]) {
        let places = places.filter(scene.mayHaveOwn)
        guard let place = places.first else {
            status = Status(.note, "Nothing of yours is stored here")
            return
        }
        apply(places.map(scene.removal))
        let kind = scene.value(place) == nil ? "" : ", the default"
        status =
            places.count == 1
            ? Status(
                .good,
                "\(scene.title(place)) \(look.glyphs.arrow) \(scene.shownValue(place))\(kind)"
            )
            : Status(.good, "\(places.count) settings are at their defaults again")
    }

    private mutating func askToReset(_ places: [SettingPlace], _ title: String) {
        guard !places.isEmpty else {
            status = Status(.note, "Nothing of yours is stored in this group")
            return
        }
        guard canAskToReset else { return }
        overlays.current = .confirmation(.resetting(places, title, scene))
    }

    /// Whether nothing was opened meanwhile that a question about something else doesn't cover.
    private var canAskToReset: Bool {
        [.none, .inspector].contains(overlays.current) && typing.field == nil
    }
}

extension TableSection {
    /// The settings of its rows that can be changed, each once.
    fileprivate var editableSettings: [SettingPlace] {
        (0..<count).reduce(into: []) { places, index in
            let row = row(index)
            guard row.access == .editable else { return }
            switch row.id {
            case .setting(let place), .option(let place, 0), .add(let place):
                if !places.contains(place.root) { places.append(place.root) }
            default: break
            }
        }
    }
}
