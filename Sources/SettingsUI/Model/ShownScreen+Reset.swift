// Keys that restore or remove values.

import SettingsModel
import SettingsSchema

extension ShownScreen {
    /// Removes the value of the focused row, so that its default is effective again.
    var reset: KeyOutcome {
        if case .changes = navigation.screen.content { return restoredChanges }
        guard let row = focusedRow, let place = navigation.focusedPlace else { return .nothing }
        if let refusal = row.refusal { return .say(refusal) }
        if place.element?.members.isEmpty == false { return .write(nil, place) }
        return reset([place.root])
    }

    /// Removes values, so that defaults are effective again; asks first where secrets would be lost.
    private func reset(_ places: [SettingPlace]) -> KeyOutcome {
        let places = places.filter(scene.mayHaveOwn)
        let lost = places.filter { scene.hasRefused($0) && scene.isSecret($0) }
        guard !lost.isEmpty else { return .takeAway(places) }
        return canAsk ? .ask(.resetting(places, losing: lost, scene)) : .nothing
    }

    /// Asks before a whole group goes back to its defaults.
    var resetGroup: KeyOutcome {
        guard let position = navigation.screen.focus?.position,
            case .pane = navigation.screen.content
        else { return .nothing }
        let section = table.sections[position.section]
        let places = section.editableSettings.filter { place in
            scene.stored(place)?.own != nil || scene.hasRefused(place)
        }
        guard !places.isEmpty else {
            return .say(Status(.note, "Nothing of yours is stored in this group"))
        }
        return canAsk ? .ask(.resetting(places, section.header, scene)) : .nothing
    }

    /// Whether nothing was opened meanwhile that a question about something else doesn't cover.
    private var canAsk: Bool {
        [.none, .inspector].contains(overlays.current) && scene.typing.field == nil
    }

    // MARK: Changes

    /// Restores the values of the other side of chosen changes.
    private var restoredChanges: KeyOutcome {
        let places = chosenChanges.filter { place in
            scene.tree.setting(place).map { setting in
                scene.access(place, setting.specifier) == .editable
            } ?? false
        }
        guard changes.comparison != .defaults else { return reset(places) }
        let other = changesScreen
        return .restore(
            places.map { place in
                Written(place: place, new: other.earlier(place)?.own, stored: other.earlier(place))
            }
        )
    }

    // MARK: Elements

    /// Removes the element in focus, or the one whose pane is in front.
    var removal: KeyOutcome {
        if case .add? = navigation.screen.focus?.id { return .nothing }
        if case .member? = navigation.screen.focus?.id {
            return control?.activated(by: .enter) ?? .nothing
        }
        guard let place = navigation.elementToDelete, let index = place.element?.index,
            let list = scene.tree.setting(place.list)?.specifier,
            case .list(let group) = list.control
        else { return .nothing }
        guard group.isDeletable, scene.access(place.root, list) == .editable else {
            let title = scene.title(place.list)
            return .say(Status(.note, "Elements of \(title) can't be removed"))
        }
        return .remove(place.list.element(index, nil))
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
