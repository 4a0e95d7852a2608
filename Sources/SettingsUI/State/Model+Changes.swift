// The changes: going back to the other side, and copying them.

import SettingsModel
import SettingsSchema

extension Model {
    var changesScreen: ChangesScreen { ChangesScreen(scene: scene, changes: changes, log: log) }

    /// Compares with what else there is.
    mutating func turnComparison() {
        changes.compare(with: changes.comparison == .defaults ? .start : .defaults)
    }

    /// Shows what changed since the line of the history that is in focus.
    mutating func compareWithFocused() {
        guard case .history(let index)? = focusedRow?.target else { return }
        changes.compare(with: .entry(index))
        navigation.tab = navigation.changesTab
    }

    /// The changes that keys act on: those picked, else the one in focus.
    private var chosenChanges: [SettingPlace] {
        let all = table.sections.flatMap { section in
            (0..<section.count).compactMap { index -> SettingPlace? in
                if case .change(let place) = section.row(index).target { place } else { nil }
            }
        }
        let chosen = all.filter(changes.picked.contains)
        if !chosen.isEmpty { return chosen }
        if case .change(let place)? = focusedRow?.target { return [place] }
        return []
    }

    /// Restores the values of the other side of chosen changes.
    mutating func restoreChosen() {
        let places = chosenChanges.filter { place in
            catalogue.setting(place).map { scene.access(place, $0.specifier) == .editable } ?? false
        }
        changes.picked = []
        guard changes.comparison != .defaults else { return reset(places) }
        let other = changesScreen
        let written = places.map { place in
            Written(place: place, new: other.earlier(place)?.own, stored: other.earlier(place))
        }
        apply(written)
        if places.count == 1, let place = places.first {
            status = Status(
                .good,
                "\(scene.title(place)) \(look.glyphs.arrow) \(scene.shownValue(place))"
            )
        } else if places.count > 1 {
            status = Status(.good, "\(places.count) settings are as they were")
        }
    }

    /// Copies the changes, or those picked, as commands.
    mutating func copyChanges() {
        var places = chosenChanges
        if changes.picked.isEmpty {
            places = catalogue.programs.flatMap(\.places).filter(changesScreen.compared.contains)
        }
        let open = places.filter { !scene.isSecret($0) }
        guard !open.isEmpty else {
            status = Status(.note, "There is nothing to copy")
            return
        }
        let text = open.map { scene.command(of: $0) + "\n" }.joined()
        let count = open.count == 1 ? "One change" : "\(open.count) changes"
        let rest = open.count < places.count ? "; secrets aren't copied" : ""
        status = Status(.good, count + " copied as commands" + rest)
        send(.copy(text))
    }
}
