// Resets: the user's own values are removed, so that defaults are effective.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// Removes the value of the focused row, so that its default is effective again.
    mutating func resetFocused() {
        if case .changes = navigation.screen.content { return restoreChosen() }
        guard let row = shown.focusedRow, let place = navigation.focusedPlace else { return }
        if let refusal = row.refusal {
            status = refusal
            return
        }
        if let element = place.element, !element.members.isEmpty {
            return write(nil, at: place, element)
        }
        reset([place.root])
    }

    /// Removes values, so that defaults are effective again; asks first where secrets would be lost.
    mutating func reset(_ places: [SettingPlace]) {
        let places = places.filter(scene.mayHaveOwn)
        let lost = places.filter { scene.hasRefused($0) && scene.isSecret($0) }
        guard !lost.isEmpty else { return takeAway(places) }
        guard canAskToReset else { return }
        overlays.current = .confirmation(.resetting(places, losing: lost, scene))
    }

    /// Asks before a whole group goes back to its defaults.
    mutating func askToResetGroup() {
        guard let (title, places) = shown.focusedGroup else { return }
        let own = places.filter { scene.stored($0)?.own != nil || scene.hasRefused($0) }
        askToReset(own, title)
    }

    /// Removes the user's own values of settings that may have one.
    ///
    /// Where none is known a removal is sent, too: only the agent knows whether there is one.
    mutating func takeAway(_ places: [SettingPlace]) {
        guard let place = places.first else {
            status = .nothingOwn
            return
        }
        apply(places.map(scene.removal))
        let kind = scene.value(place) == nil ? "" : ", the default"
        status =
            places.count == 1
            ? Status(.good, scene.words(ofNewValueOf: place) + kind)
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
