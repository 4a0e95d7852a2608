// The tables over all settings: what differs from the defaults, and what was changed.

import SettingsModel
import SettingsSchema

extension State {
    /// Every setting that isn't what it's compared with, program by program.
    var changesTable: Table {
        let compared = compared
        var sections = programs.compactMap { program -> TableSection? in
            let places = compared.filter { setting($0)?.pane.domain == program.domain }
            guard !places.isEmpty else { return nil }
            let inOrder = program.settings.lazy.map(\.place).filter(places.contains)
            return TableSection(program.title, rows: inOrder.map(changeRow))
        }
        if let last = sections.indices.last {
            let others = settings.count - compared.count
            sections[last].footer =
                comparison == .defaults
                ? "- is the default, + is the value in use. "
                    + (others == 1
                        ? "1 other setting is at its default."
                        : "\(others) other settings are at their defaults.")
                : "- is what it was, + is the value in use."
        } else {
            let footer =
                comparison == .defaults
                ? "Every setting is at its default. Tab compares with the start."
                : "Every setting is as it was. Tab compares with the defaults."
            sections = [TableSection("", footer: footer, rows: [])]
        }
        return Table(title: "Changes", sections: sections)
    }

    private func changeRow(_ place: SettingPlace) -> Row {
        let widget = Widget.difference(
            .init(picked.contains(place)),
            old: shown(compared(place), place),
            new: shown(value(place), place)
        )
        var row = Row(.setting(place), title(place), widget)
        row.target = .change(place)
        row.isFlashing = flashing.contains(place)
        if problem(of: place.domain) != nil { row.access = .readOnly }
        return row
    }

    /// Everything that was changed since the start, the newest first.
    var historyTable: Table {
        let entries = log.entries
        guard !entries.isEmpty else {
            let footer = "Nothing was changed since the start."
            return Table(title: "History", sections: [TableSection("", footer: footer, rows: [])])
        }
        let applied = log.applied
        let undone = entries.count - applied
        let header = "Today  \(entries.count) changes" + (undone > 0 ? ", \(undone) undone" : "")
        let section = TableSection(
            entries.count == 1 ? "Today  1 change" : header,
            footer: "Undo is by value: a change made elsewhere can be undone too.",
            count: entries.count
        ) { number in
            let index = entries.count - 1 - number
            return self.historyRow(entries[index], index, isUndone: index >= applied)
        }
        return Table(title: "History", sections: [section])
    }

    private func historyRow(_ entry: ChangeLog.Entry, _ index: Int, isUndone: Bool) -> Row {
        let specifier = setting(entry.place)?.specifier
        let isSecret = specifier?.isSecret == true
        // Without a value, the default is in force.
        let old = entry.old ?? specifier?.defaultValue
        let new = entry.new ?? specifier?.defaultValue
        let line = Widget.HistoryLine(
            time: entry.time.seconds,
            who: entry.author.word,
            isOurs: entry.author == .us,
            old: isSecret ? "" : shown(old, entry.place),
            new: isSecret ? "changed" : shown(new, entry.place),
            isUndone: isUndone
        )
        var row = Row(.position(section: 0, row: index), title(entry.place), .entry(line))
        row.target = .history(index)
        return row
    }
}

extension ChangeLog.Entry.Author {
    /// Who, in a word.
    var word: String {
        switch self {
        case .us: "you"
        case .other(let name): name
        }
    }
}
