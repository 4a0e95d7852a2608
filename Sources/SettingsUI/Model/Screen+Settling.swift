// The row in focus and the lines in view, when the table or the screen's size changes.

extension Screen {
    /// Makes the focus and the lines in view fit a table.
    ///
    /// - Parameters:
    ///   - shown: The table, with its lines.
    ///   - height: How many of the lines have room.
    ///   - caret: Where the caret is in the text that is typed; nil for no text.
    /// - Returns: The row in focus; nil for a table without rows.
    mutating func settle(in shown: ShownTable, height: Int, caret: Int?) -> Row? {
        guard let position = settledPosition(shown.table),
            let row = shown.table.row(at: position)
        else {
            focus = nil
            scroll = 0
            return nil
        }
        focus = Focus(id: row.id, position: position)
        let lines = shown.layout.lines(of: position)
        // The balloon's edge comes along where there is room, the row itself in any case.
        var wishes = [shown.layout.context(of: position), lines]
        if let box = shown.box, box.position == position, let caret {
            let line = lines.lowerBound + box.rowLine(of: caret)
            wishes.append(line..<line + 1)
        }
        for wanted in wishes {
            if wanted.upperBound > scroll + height { scroll = wanted.upperBound - height }
            if wanted.lowerBound < scroll { scroll = wanted.lowerBound }
        }
        scroll = max(0, min(scroll, shown.layout.count - height))
        return row
    }

    private func settledPosition(_ table: Table) -> RowPosition? {
        guard let focus else { return firstPosition(in: table) }
        if let position = table.position(of: focus.id, near: focus.position) { return position }
        // The row is gone: the one that took its place, or the last before it.
        guard table.sections.indices.contains(focus.position.section) else {
            return table.position(at: Int.max)
        }
        return table.position(at: table.index(of: focus.position))
    }

    /// The first focus of a new screen: on the chosen option, else on the first row.
    private func firstPosition(in table: Table) -> RowPosition? {
        guard case .options = content, let section = table.sections.first else {
            return table.position(at: 0)
        }
        let chosen = (0..<section.count).first { index in
            switch section.row(index).widget {
            case .check(.chosen), .box(.chosen): true
            default: false
            }
        }
        return table.position(at: chosen ?? 0)
    }

    /// Scrolls by some lines, and moves the focus only as far as it must to stay in view.
    mutating func scroll(by lines: Int, in shown: ShownTable, height: Int) {
        scroll = max(0, min(scroll + lines, shown.layout.count - height))
        guard let focus else { return }
        let seen = scroll..<scroll + height
        let own = shown.layout.context(of: focus.position)
        if seen.contains(own.lowerBound), seen.contains(own.upperBound - 1) { return }
        let lines = lines > 0 ? Array(seen) : seen.reversed()
        let position = lines.lazy.compactMap { line -> RowPosition? in
            guard case .row(let position, _)? = shown.layout.line(line) else { return nil }
            let wanted = shown.layout.context(of: position)
            let isSeen = seen.contains(wanted.lowerBound) && seen.contains(wanted.upperBound - 1)
            return isSeen ? position : nil
        }.first
        self.focus(position, in: shown.table)
    }

    mutating func focus(_ position: RowPosition?, in table: Table) {
        guard let position, let row = table.row(at: position) else { return }
        focus = Focus(id: row.id, position: position)
    }
}
