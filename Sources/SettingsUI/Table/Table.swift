// What one screen shows: groups of rows, asked for only when they are drawn.

import SettingsSchema

/// A grouped table.
struct Table: Sendable {
    var title: String
    var sections: [TableSection]
    /// The titles at the right edge of a long list, each with the row that it jumps to.
    var ribbon: [RibbonTitle] = []

    /// How many rows there are.
    var count: Int { sections.reduce(0) { $0 + $1.count } }

    /// The row at a place; nil past the end.
    func row(at position: RowPosition) -> Row? {
        guard sections.indices.contains(position.section),
            (0..<sections[position.section].count).contains(position.row)
        else { return nil }
        return sections[position.section].row(position.row)
    }

    /// How many rows stand before a place.
    func index(of position: RowPosition) -> Int {
        sections[..<position.section].reduce(0) { $0 + $1.count } + position.row
    }

    /// The place of the row with so many before it; the last one's for a number past the end.
    func position(at index: Int) -> RowPosition? {
        var left = max(0, index)
        var last: RowPosition?
        for (number, section) in sections.enumerated() where section.count > 0 {
            if left < section.count { return RowPosition(section: number, row: left) }
            left -= section.count
            last = RowPosition(section: number, row: section.count - 1)
        }
        return last
    }

    /// The place of a row; `near` is where it was seen last.
    func position(of id: RowID, near: RowPosition?) -> RowPosition? {
        if let near, row(at: near)?.id == id { return near }
        for (number, section) in sections.enumerated() {
            if let row = section.index(of: id) { return RowPosition(section: number, row: row) }
        }
        return nil
    }
}

/// One title of the ribbon.
struct RibbonTitle: Equatable, Sendable {
    var title: String
    var position: RowPosition
}

/// A row's place in a table.
struct RowPosition: Hashable, Sendable {
    var section: Int
    var row: Int
}

/// Rows under one header: a balloon.
struct TableSection: Sendable {
    var header: String
    /// Words at the right of the upper edge.
    var note = ""
    var footer: String
    /// The ribbon that the section's rows want.
    var index = IndexRibbon.none
    /// Whether there may be sliders among its rows.
    var hasSliders = true
    /// The index of the row of a setting, where that is found without making rows.
    var find: (@Sendable (RowID) -> Int?)?
    let count: Int
    /// The row at an index below `count`.
    let row: @Sendable (Int) -> Row
    /// Lines of each row on a narrow screen and on a wide one; nil where every row has one.
    fileprivate let heights: Heights?

    /// A section of rows that are there already.
    init(_ header: String, footer: String = "", rows: [Row]) {
        self.header = header
        self.footer = footer
        count = rows.count
        row = { rows[$0] }
        heights = Heights(rows)
    }

    /// A section whose rows are made when they are drawn, each a line high.
    init(
        _ header: String,
        footer: String = "",
        count: Int,
        row: @escaping @Sendable (Int) -> Row
    ) {
        self.header = header
        self.footer = footer
        self.count = count
        self.row = row
        heights = nil
    }

    /// The line on which each row begins, and at last how many lines there are; nil for one each.
    func lineStarts(_ width: RowWidth) -> [Int]? {
        width == .narrow ? heights?.narrow : heights?.wide
    }

    /// The index of a row; nil where it isn't one of the section's.
    func index(of id: RowID) -> Int? {
        if let find { return find(id) }
        return (0..<count).first { row($0).id == id }
    }

    /// Room for the longest title and the widest number of the section's sliders, so that their
    /// tracks line up; nil where there is no slider, or too many rows to look at.
    var sliderColumns: (title: Int, number: Int)? {
        guard hasSliders, count <= Self.mostAligned else { return nil }
        var columns: (title: Int, number: Int)?
        for row in (0..<count).lazy.map(row) {
            guard case .slider(let scale) = row.widget else { continue }
            let sofar = columns ?? (0, 0)
            columns = (max(sofar.title, row.signedTitle.columns), max(sofar.number, scale.columns))
        }
        return columns
    }

    private static let mostAligned = 200
}

/// Where the rows of a section begin.
private struct Heights: Sendable {
    var narrow: [Int]?
    var wide: [Int]?

    init(_ rows: [Row]) {
        narrow = Self.starts(rows, .narrow)
        wide = Self.starts(rows, .wide)
    }

    /// Nil where every row has one line, which then need not be looked up.
    private static func starts(_ rows: [Row], _ width: RowWidth) -> [Int]? {
        var starts = [0]
        starts.reserveCapacity(rows.count + 1)
        for row in rows { starts.append((starts.last ?? 0) + row.lines(width)) }
        return starts.last == rows.count ? nil : starts
    }
}

extension RibbonTitle {
    /// The titles of a list's ribbon, each with the first row that begins with it.
    static func titles(
        _ index: IndexRibbon,
        _ rows: [String],
        position: (Int) -> RowPosition
    ) -> [RibbonTitle] {
        switch index {
        case .none: return []
        case .firstLetters:
            var titles: [RibbonTitle] = []
            var seen: Set = [""]
            for (row, title) in rows.enumerated() {
                let letter = title.prefix(1).uppercased()
                guard seen.insert(letter).inserted else { continue }
                titles.append(RibbonTitle(title: letter, position: position(row)))
            }
            return titles
        case .titles(let titles):
            return titles.compactMap { title in
                let row = rows.firstIndex { $0.uppercased().hasPrefix(title.uppercased()) }
                return row.map { RibbonTitle(title: title, position: position($0)) }
            }
        }
    }
}
