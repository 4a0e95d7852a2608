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
        guard let first = lost.first else { return takeAway(places) }
        askToReset(places.filter(mayHaveOwn), losing: lost.count, scene.title(first))
    }

    /// Asks before a whole group goes back to its defaults.
    mutating func askToResetGroup() {
        guard let position = navigation.screen.focus?.position,
            case .pane = navigation.screen.content
        else { return }
        let section = table.sections[position.section]
        let places = (0..<section.count).compactMap { index -> SettingPlace? in
            let row = section.row(index)
            guard row.access == .editable else { return nil }
            switch row.id {
            case .setting(let place), .option(let place, 0), .add(let place): return place.root
            default: return nil
            }
        }.reduce(into: [SettingPlace]()) { if !$0.contains($1) { $0.append($1) } }
        let own = places.filter { scene.stored($0)?.own != nil || scene.hasRefused($0) }
        askToReset(own, section.header)
    }

    // MARK: What is the user's own

    /// Whether the user may have a value of his own: one that the layer below has too isn't told.
    private func mayHaveOwn(_ place: SettingPlace) -> Bool {
        scene.stored(place).map { $0.layer != .managed } ?? scene.hasRefused(place)
    }

    /// Takes values away over which it was asked.
    ///
    /// What isn't there is taken away, too: whether it is, the agent knows.
    mutating func takeAway(_ places: [SettingPlace]) {
        let places = places.filter(mayHaveOwn)
        guard let place = places.first else {
            status = Status(.note, "Nothing of yours is stored here")
            return
        }
        let changes = places.map { place in
            let isOwn = scene.stored(place)?.layer == .user || scene.hasRefused(place)
            return Written(place: place, new: nil, stored: isOwn ? nil : scene.stored(place))
        }
        apply(changes)
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
        let what = places.count == 1 ? "One setting goes" : "\(places.count) settings go"
        overlays.current = .confirmation(
            Confirmation(
                title: title.isEmpty ? "This group" : title,
                text: what + " back to the default. u undoes it"
                    + (places.contains(where: scene.hasRefused)
                        ? ", but for refused values." : "."),
                yes: "to the default",
                no: "leave as it is",
                action: .reset(places)
            )
        )
    }

    /// Asks before secrets are taken away that nothing can bring back.
    private mutating func askToReset(_ places: [SettingPlace], losing count: Int, _ title: String) {
        guard canAskToReset else { return }
        let rest = places.count > 1 ? " \(places.count) settings go back to the default." : ""
        overlays.current = .confirmation(
            Confirmation(
                title: count == 1 ? title : "\(count) secrets",
                text: (count == 1
                    ? "A file has a secret there that no rule takes. It can't be brought back."
                    : "Files have secrets there that no rule takes. They can't be brought back.")
                    + rest,
                yes: "take away",
                no: "leave as it is",
                action: .reset(places)
            )
        )
    }

    /// Whether nothing was opened meanwhile that a question about something else doesn't cover.
    private var canAskToReset: Bool {
        [.none, .inspector].contains(overlays.current) && typing.field == nil
    }
}
