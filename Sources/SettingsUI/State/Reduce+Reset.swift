// Going back to defaults, of what is the user's own.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// Settings that go back to their defaults once it's known which of their values are the user's own.
struct PendingReset: Equatable, Sendable {
    /// What is done when that is known.
    enum Action: Equatable, Sendable {
        case reset
        /// A question first, under this title.
        case ask(String)
        /// What was asked about.
        case goOn
    }
    var places: [SettingPlace]
    /// Those that the agent was asked about and hasn't answered yet.
    var waiting: Set<SettingPlace> = []
    var action: Action
}

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

    /// Takes values away, so that defaults are in force again.
    mutating func reset(_ places: [SettingPlace]) {
        begin(PendingReset(places: places, action: .reset))
    }

    /// Takes values away over which it was asked.
    mutating func goOn(resetting places: [SettingPlace]) {
        begin(PendingReset(places: places, action: .goOn))
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
        begin(PendingReset(places: places, action: .ask(section.header)))
    }

    // MARK: What is the user's own

    /// More rows than a group has that anyone takes back as a whole.
    private static let mostAsked = 500

    /// Asks which values are the user's own where that isn't sure, and goes on when it's known.
    ///
    /// A value that the layer below has too changes nothing when it comes or goes, and so isn't told.
    private mutating func begin(_ reset: PendingReset) {
        let unclear = reset.places.filter { values[$0]?.other != nil }.prefix(Self.mostAsked)
        guard !unclear.isEmpty else { return finish(reset) }
        var reset = reset
        reset.waiting = Set(unclear)
        resets.append(reset)
        for place in unclear { send(.findOwn(place)) }
    }

    /// Takes on what the user's own value of a setting is.
    mutating func found(_ value: SettingValue?, at place: SettingPlace) {
        if let value, values[place]?.layer.isBelowUser == true {
            store(scene.own(value, at: place), at: place)
        }
        for index in resets.indices { resets[index].waiting.remove(place) }
        let known = resets.filter(\.waiting.isEmpty)
        resets.removeAll(where: \.waiting.isEmpty)
        for reset in known { finish(reset) }
    }

    private mutating func finish(_ reset: PendingReset) {
        let own = reset.places.filter { scene.stored($0)?.own != nil || scene.hasRefused($0) }
        switch reset.action {
        case .goOn: takeAway(own)
        case .reset:
            let lost = own.filter { scene.hasRefused($0) && scene.isSecret($0) }
            guard let first = lost.first else { return takeAway(own) }
            askToReset(own, losing: lost.count, scene.title(first))
        case .ask(let title):
            askToReset(own, title)
        }
    }

    private mutating func takeAway(_ places: [SettingPlace]) {
        guard let place = places.first else {
            status = Status(.note, "Nothing of yours is stored here")
            return
        }
        let known = log.appended
        for place in places { write(nil, at: place) }
        log.group(from: known)
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
