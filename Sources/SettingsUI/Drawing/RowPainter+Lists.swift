// How the rows of lists look: options, changes and the history.

extension RowPainter {
    /// Columns from which the history and the changes have room for all that they say.
    private static let wideTable = 60
    /// Columns from which the history has room for the name of `settingsctl`.
    private static let tableWithNames = 70

    /// An option's title, with a note at the end of the line.
    func option(x: Int, _ role: Role) {
        let room = drawing.end - x
        let note = canvas.cut(row.note, to: room / 2)
        let columns = room - (note.isEmpty ? 0 : note.columns + 2)
        put(canvas.cut(row.signedTitle, to: columns), x: x, role)
        canvas.put(note, before: drawing.end, y: y, .dim, marks: drawing.marks)
    }

    /// A setting's title, with its value before and now.
    func difference(_ old: String, _ new: String, x: Int) {
        var middle = drawing.columns.lowerBound + (drawing.columns.count + 1) / 2 - 5
        var right = middle + 18
        if drawing.columns.count < Self.wideTable {
            let room = drawing.end - x
            middle = x + room * 2 / 5
            right = middle + (room * 3 / 5 + 1) / 2
        }
        put(canvas.cut(row.signedTitle, to: middle - x - 1), x: x, .normal)
        let removed = "- " + canvas.cut(old, to: min(14, right - middle - 3))
        put(removed, x: middle, .removed, limit: drawing.end)
        let added = "+ " + canvas.cut(new, to: drawing.end - right - 2)
        put(added, x: right, .added, limit: drawing.end)
    }

    /// An entry of the history: when, who and what.
    func history(_ entry: Widget.HistoryLine) {
        let x = drawing.columns.lowerBound
        let limit = drawing.end
        put(sign(of: entry), x: x + 2, .dim, limit: limit)
        let isInForce = entry.kind == .change || entry.kind == .notAdopted
        let role: Role = isInForce ? .normal : .dim
        let undone = words(of: entry)
        let arrow = " \(glyphs.arrow) "
        let isWide = drawing.columns.count >= Self.wideTable
        var end: Int
        if isWide {
            put(entry.time, x: x + 5, .dim, limit: limit)
            let whoRole: Role = entry.isOurs ? .dim : .warning
            let who = drawing.columns.count < Self.tableWithNames ? 7 : 11
            put(canvas.cut(entry.who, to: who), x: x + 15, whoRole, limit: limit)
            let start = x + 16 + who
            let program = entry.program.isEmpty ? "" : "\(entry.program) \(glyphs.opens) "
            let change = entry.old.columns + arrow.columns + entry.new.columns
            let wanted = limit - start - 2 - change - (undone ?? "").columns
            let room = max((limit - start) * 2 / 5, wanted)
            let title = canvas.cut(program + row.signedTitle, to: room)
            let least = program.isEmpty ? 13 : 19
            end = max(put(title, x: start, role, limit: limit), start + min(least, room))
        } else {
            // What changed comes before when; the order tells that much.
            let room = (limit - x - 5) * 2 / 5
            put(canvas.cut(row.signedTitle, to: room), x: x + 5, role, limit: limit)
            end = x + 6 + room
            put(canvas.cut(entry.who, to: 6), x: end, .dim, limit: limit)
            end += 5
        }
        guard let undone else { return }
        let room = limit - end - 2 - arrow.columns - (isWide ? undone.columns : 0)
        let (old, new) = cut(entry.old, entry.new, to: room)
        end = put(old, x: end + 2, .removed, limit: limit)
        end = put(arrow, x: end, .dim, limit: limit)
        end = put(new, x: end, .added, limit: limit)
        put(undone, x: end, .dim, limit: limit)
    }

    private func sign(of entry: Widget.HistoryLine) -> String {
        switch entry.kind {
        case .undone, .replaced: "o"
        case .now: glyphs.bead
        case .change, .notAdopted, .start: glyphs.bullet
        }
    }

    /// The words behind an entry's values; nil where it has no values.
    private func words(of entry: Widget.HistoryLine) -> String? {
        switch entry.kind {
        case .change: ""
        case .undone: "  undone; ^R redo"
        case .replaced: "  undone"
        case .notAdopted: "  not adopted"
        case .now, .start: nil
        }
    }

    /// Two texts that share so many columns; one that needs less than half leaves the rest to the other.
    private func cut(_ a: String, _ b: String, to columns: Int) -> (String, String) {
        let half = columns / 2
        let first = canvas.cut(a, to: max(half, columns - b.columns))
        return (first, canvas.cut(b, to: columns - first.columns))
    }
}
