// The tables over all settings: what differs from the defaults, and what was changed.

import SettingsModel
import SettingsSchema

extension State {
    /// Every setting that isn't what it's compared with, program by program.
    var changesTable: Table {
        let compared = compared
        var sections = programs.compactMap { program -> TableSection? in
            let places = compared.filter { owner(of: $0) == program.domain && setting($0) != nil }
            guard !places.isEmpty else { return nil }
            let inOrder = program.places.filter(places.contains)
            return TableSection(program.title, rows: inOrder.map(changeRow))
        }
        if let last = sections.indices.last {
            sections[last].footer = changesFooter(settingCount - undescribedCount - compared.count)
        } else {
            sections = [TableSection("", footer: noChangesFooter, rows: [])]
        }
        return Table(title: "Changes", sections: sections)
    }

    private func changesFooter(_ others: Int) -> String {
        switch comparison {
        case .defaults:
            "- is the default, + is the value in use. "
                + (others == 1
                    ? "1 other setting is at its default."
                    : "\(others) other settings are at their defaults.")
        case .start, .entry: "- is what it was, + is the value in use."
        case .files: "- is what the files say, + is the value in use." + unreadableFiles
        }
    }

    private var noChangesFooter: String {
        let way = manner == .keys ? "Tab" : "compare"
        switch comparison {
        case .defaults: return "\(allAtDefaults) \(way) compares with the start."
        case .start: return "Every setting is as it was. \(way) compares with the files."
        case .entry: return "Every setting is as it was. \(way) compares with the defaults."
        case .files where inFiles == nil: return "Reading the files \(glyphs.ellipsis)"
        case .files:
            return "Every setting is as the files say. \(way) compares with the defaults."
                + unreadableFiles
        }
    }

    private var unreadableFiles: String {
        (inFiles?.unreadable ?? []).map { " '\($0.shortened(home: home))' can't be read." }.joined()
    }

    private var allAtDefaults: String {
        programs.contains { !$0.isInferred }
            ? "Every setting is at its default." : "These files come without defaults."
    }

    /// How many settings nobody has given a default, or said that they have none.
    private var undescribedCount: Int {
        programs.lazy.filter(\.isInferred).reduce(0) { $0 + $1.places.count }
    }

    private func changeRow(_ place: SettingPlace) -> Row {
        let widget = Widget.difference(
            .init(picked.contains(place)),
            old: compared(place).map { shown($0, place) } ?? "none",
            new: value(place).map { shown($0, place) } ?? "none"
        )
        var row = Row(.setting(place), title(place), widget)
        row.target = .change(place)
        row.isFlashing = flashing.contains(place)
        if let specifier = setting(place)?.specifier { row.access = access(place, specifier) }
        return row
    }
}
