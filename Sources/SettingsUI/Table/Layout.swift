// Which line of a table shows what, found without looking at every row.

/// The lines of a table at one width.
struct Layout: Sendable {
    enum Line: Equatable, Sendable {
        case top(section: Int)
        /// A row's line; most rows have only line 0.
        case row(RowPosition, line: Int)
        case bottom(section: Int)
        case footer(String)
    }

    /// How many lines there are.
    let count: Int
    let width: RowWidth
    /// The line on which each section begins.
    private let starts: [Int]
    private let sections: [SectionLines]

    /// A row that has so many lines for now, whatever its section says.
    struct GrownRow: Sendable {
        var position: RowPosition
        var lines: Int
    }

    private struct SectionLines: Sendable {
        var rows: Int
        /// Nil where each row has one line.
        var lineStarts: [Int]?
        var footer: [String]
        /// The row that has more lines than those say, and how many more.
        var grown: (row: Int, extra: Int)?

        /// Lines of all rows.
        var height: Int { start(of: rows) }

        /// The line on which a row begins; of the number of rows, the one behind the last.
        func start(of row: Int) -> Int {
            let start = lineStarts?[row] ?? row
            guard let grown, row > grown.row else { return start }
            return start + grown.extra
        }

        func row(at line: Int) -> Int {
            guard let grown, line >= start(of: grown.row) else { return ownRow(at: line) }
            return line < start(of: grown.row + 1) ? grown.row : ownRow(at: line - grown.extra)
        }

        private func ownRow(at line: Int) -> Int {
            // The last start is the end of the last row and no row's own.
            lineStarts.map { $0.dropLast().lastReached { $0 <= line } } ?? line
        }

        mutating func grow(_ row: Int, to lines: Int) {
            let extra = lines - (start(of: row + 1) - start(of: row))
            grown = extra > 0 ? (row, extra) : nil
        }
    }

    /// Lays a table out; costs one step for each section.
    init(_ table: Table, columns: Int, width: RowWidth, grown: GrownRow? = nil) {
        var line = 0
        var starts: [Int] = []
        var sections: [SectionLines] = []
        for (number, section) in table.sections.enumerated() {
            starts.append(line)
            var lines = SectionLines(
                rows: section.count,
                lineStarts: section.lineStarts(width),
                footer: section.footer.wrapped(to: max(8, columns - 7))
            )
            if let grown, grown.position.section == number {
                lines.grow(grown.position.row, to: grown.lines)
            }
            sections.append(lines)
            line += 2 + lines.height + lines.footer.count
        }
        self.width = width
        self.starts = starts
        self.sections = sections
        count = line
    }

    /// What a line shows; nil past the end.
    func line(_ number: Int) -> Line? {
        guard number >= 0, number < count else { return nil }
        let section = starts.lastReached { $0 <= number }
        let lines = sections[section]
        let offset = number - starts[section]
        if offset == 0 { return .top(section: section) }
        if offset <= lines.height {
            let row = lines.row(at: offset - 1)
            let position = RowPosition(section: section, row: row)
            return .row(position, line: offset - 1 - lines.start(of: row))
        }
        if offset == lines.height + 1 { return .bottom(section: section) }
        return .footer(lines.footer[offset - lines.height - 2])
    }

    func lines(of position: RowPosition) -> Range<Int> {
        let first = starts[position.section] + 1
        let section = sections[position.section]
        return first + section.start(of: position.row)..<first + section.start(of: position.row + 1)
    }

    /// The lines that should be in view with a row: the balloon's edge comes along.
    func context(of position: RowPosition) -> Range<Int> {
        let lines = lines(of: position)
        let section = sections[position.section]
        let isFirst = position.row == 0
        let isLast = position.row == section.rows - 1
        return lines.lowerBound - (isFirst ? 1 : 0)..<lines.upperBound + (isLast ? 1 : 0)
    }
}

extension RandomAccessCollection where Index == Int {
    /// The index of the last element that is reached, as the first and all up to it are.
    func lastReached(_ isReached: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if isReached(self[middle]) { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
