// The screen of the history: what was changed, day by day, the newest first.

import SettingsModel
import SettingsSchema

private enum HistoryRow {
    /// A change, by its index in the log.
    case entry(Int)
    /// What stands above it is undone.
    case now
    /// The screen was opened.
    case start
}

/// Everything that was changed, as far back as the agent knows.
struct HistoryScreen: ScreenContents {
    let scene: Scene

    private var log: ChangeLog { scene.log }

    var backTitle: String { "History" }

    var table: Table {
        var sections: [TableSection] = []
        for (day, rows) in days {
            sections.append(
                TableSection(dayTitle(day), count: rows.count) { self.row(of: rows[$0]) }
            )
            let changes = rows.count(where: isChange)
            let undone = rows.count(where: isUndone)
            sections[sections.count - 1].note =
                (changes == 1 ? "1 change" : "\(changes) changes")
                + (undone > 0 ? ", \(undone) undone" : "")
        }
        if sections.isEmpty { sections = [TableSection("", rows: [])] }
        sections[sections.count - 1].footer =
            log.entries.isEmpty
            ? "Nothing was changed yet."
            : "A change made elsewhere can be undone too."
        return Table(title: "History", sections: sections)
    }

    /// How far back the history goes, in words.
    var note: String? {
        guard let first = log.entries.first else { return "" }
        let day = scene.look.zone.local(first.time.instant).days
        guard day != scene.look.today else { return "today" }
        return "since \(scene.look.dates.date(LocalTime(days: day, seconds: 0)))"
    }

    private func isChange(_ row: HistoryRow) -> Bool {
        switch row {
        case .entry: true
        case .now, .start: false
        }
    }

    private func kind(ofEntry index: Int) -> Widget.HistoryLine.Kind {
        let entry = log.entries[index]
        guard entry.isUndone else { return entry.notAdopted == nil ? .change : .notAdopted }
        return canBeRedone(entry) ? .undone : .replaced
    }

    private func canBeRedone(_ entry: ChangeLog.Entry) -> Bool {
        entry.isUndone && scene.steps.undone.contains { $0.has(entry) }
    }

    private func isUndone(_ row: HistoryRow) -> Bool {
        switch row {
        case .entry(let index): log.entries[index].isUndone
        case .now, .start: false
        }
    }

    /// The lines of each day, the newest first.
    private var days: [(day: Int64, rows: [HistoryRow])] {
        var days: [(day: Int64, rows: [HistoryRow])] = []
        func add(_ row: HistoryRow, on day: Int64?) {
            let day = day ?? days.last?.day ?? scene.look.today
            if days.last?.day != day { days.append((day, [])) }
            days[days.count - 1].rows.append(row)
        }
        let last = log.lastInForce ?? -1
        for index in stride(from: log.entries.count - 1, through: -1, by: -1) {
            if index == last, last < log.entries.count - 1 { add(.now, on: nil) }
            if index == log.start - 1, let start = scene.values.start, !log.entries.isEmpty {
                add(.start, on: scene.look.zone.local(start.instant).days)
            }
            if index >= 0 {
                add(.entry(index), on: scene.look.zone.local(log.entries[index].time.instant).days)
            }
        }
        return days
    }

    private func dayTitle(_ day: Int64) -> String {
        switch scene.look.today - day {
        case 0: "Today"
        case 1: "Yesterday"
        default: scene.look.dates.date(LocalTime(days: day, seconds: 0))
        }
    }

    private func row(of row: HistoryRow) -> Row {
        switch row {
        case .entry(let index):
            var row = entryRow(of: index)
            row.id = .position(section: 0, row: index)
            if !log.entries[index].isUndone || canBeRedone(log.entries[index]) {
                row.target = .history(index)
            }
            return row
        case .now:
            return Row(.position(section: -1, row: 0), "now", .entry(Widget.HistoryLine(.now)))
        case .start:
            var line = Widget.HistoryLine(.start)
            line.time = scene.values.start?.seconds ?? ""
            line.who = "start"
            let words = "\(scene.tree.settingCount) settings read"
            var row = Row(.position(section: -2, row: 0), words, .entry(line))
            row.target = .history(log.start - 1)
            return row
        }
    }

    private func entryRow(of index: Int) -> Row {
        let entry = log.entries[index]
        let specifier = scene.tree.setting(entry.place)?.specifier
        let isSecret = scene.isSecret(entry.place)
        // Without a value, the default is in force.
        let old = entry.from?.value ?? specifier?.defaultValue
        let new = entry.new ?? specifier?.defaultValue
        var line = Widget.HistoryLine(kind(ofEntry: index))
        line.time = entry.time.seconds
        line.who = entry.author.word
        line.isOurs = entry.author == .us
        if scene.tree.programs.count > 1 {
            line.program = scene.tree.program(scene.tree.owner(of: entry.place))?.title ?? ""
        }
        if let file = entry.file?.fileName, !isSecret {
            line.old = file + ": " + (old?.plainText ?? "")
            line.new = new?.plainText ?? ""
            return Row(.position(section: -3, row: 0), scene.title(entry.place), .entry(line))
        }
        line.old = isSecret ? scene.look.glyphs.secret : scene.shown(old, entry.place)
        line.new = isSecret ? "changed" : scene.shown(new, entry.place)
        return Row(.position(section: -3, row: 0), scene.title(entry.place), .entry(line))
    }
}
