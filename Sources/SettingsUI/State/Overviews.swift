// The tables over all settings: what differs from the defaults, and what was changed.

import SettingsModel
import SettingsSchema

extension Model {
    /// Every setting that isn't what it's compared with, program by program.
    var changesTable: Table {
        let compared = compared
        var sections = catalogue.programs.compactMap { program -> TableSection? in
            let places = compared.filter {
                catalogue.owner(of: $0) == program.domain && catalogue.setting($0) != nil
            }
            guard !places.isEmpty else { return nil }
            let inOrder = program.places.filter(places.contains)
            return TableSection(program.title, rows: inOrder.map(changeRow))
        }
        if let last = sections.indices.last {
            let locked = lockedCount
            let others = catalogue.settingCount - undescribedCount - compared.count - locked
            sections[last].footer = changesFooter(others, locked: locked)
        } else {
            sections = [TableSection("", footer: noChangesFooter, rows: [])]
        }
        return Table(title: "Changes", sections: sections)
    }

    /// How many settings with a description are locked, and so no change of the user's.
    private var lockedCount: Int {
        values.managed.count {
            catalogue.setting($0).map { catalogue.program($0.pane.domain)?.isInferred == false }
                ?? false
        }
    }

    private func changesFooter(_ others: Int, locked: Int) -> String {
        switch changes.comparison {
        case .defaults:
            "- is the default, + is the value in use. "
                + (others == 1
                    ? "1 other setting is at its default"
                    : "\(others) other settings are at their defaults")
                + (locked == 0 ? "." : locked == 1 ? ", 1 is locked." : ", \(locked) are locked.")
        case .start, .entry: "- is what it was, + is the value in use."
        }
    }

    private var noChangesFooter: String {
        switch changes.comparison {
        case .defaults: "\(allAtDefaults) Tab compares with the start."
        case .start, .entry: "Every setting is as it was. Tab compares with the defaults."
        }
    }

    private var allAtDefaults: String {
        guard catalogue.programs.contains(where: { !$0.isInferred }) else {
            return "These files come without defaults."
        }
        guard !catalogue.programs.contains(where: { $0.mistake?.subject == .partOfPanes }) else {
            return "What is changed can't be told until all panes can be read."
        }
        return lockedCount == 0
            ? "Every setting is at its default."
            : "Every setting that isn't locked is at its default."
    }

    /// How many settings nobody has given a default, or said that they have none.
    private var undescribedCount: Int {
        catalogue.programs.lazy.filter(\.isInferred).reduce(0) { $0 + $1.places.count }
    }

    private func changeRow(_ place: SettingPlace) -> Row {
        let widget = Widget.difference(
            .init(changes.picked.contains(place)),
            old: compared(place).map { scene.shown($0, place) } ?? "none",
            new: scene.value(place).map { scene.shown($0, place) } ?? "none"
        )
        var row = Row(.setting(place), scene.title(place), widget)
        row.target = .change(place)
        row.isFlashing = values.flashing.contains(place)
        if let specifier = catalogue.setting(place)?.specifier {
            row.access = scene.access(place, specifier)
        }
        return row
    }
}
