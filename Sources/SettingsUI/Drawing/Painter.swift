// Draws on a grid with one set of signs.

/// A grid in the making.
struct Painter {
    private(set) var grid: Grid
    /// What the mouse can point to, in the order of drawing.
    private(set) var spots: [Spot] = []
    let glyphs: Glyphs

    /// An empty screen to draw on.
    init(_ size: Size, _ glyphs: Glyphs) {
        grid = Grid(size)
        self.glyphs = glyphs
    }

    /// Notes what a part of the picture stands for, over what is noted below it.
    mutating func spot(_ area: Rect, _ target: Spot.Target) {
        spots.append(Spot(area: area, target: target))
    }

    /// Lets the mouse point only to what is drawn from now on.
    mutating func forgetSpots() { spots = [] }

    /// Puts the terminal's cursor on a cell of the screen, or as near as can be.
    mutating func placeCursor(_ point: Point) {
        grid.cursor = Point(
            x: max(0, min(point.x, grid.size.width - 1)),
            y: max(0, min(point.y, grid.size.height - 1))
        )
    }

    /// Writes text; gives the column after it.
    @discardableResult
    mutating func put(
        _ text: String,
        x: Int,
        y: Int,
        _ role: Role,
        marks: Cell.Marks = [],
        limit: Int? = nil
    ) -> Int {
        grid.put(glyphs.drawn(text), at: Point(x: x, y: y), role, marks: marks, limit: limit)
    }

    /// Writes text that ends before a column; gives the column where it begins.
    @discardableResult
    mutating func put(
        _ text: String,
        before end: Int,
        y: Int,
        _ role: Role,
        marks: Cell.Marks = []
    ) -> Int {
        let start = end - text.columns
        put(text, x: start, y: y, role, marks: marks)
        return start
    }

    /// Cuts text to some columns, with this screen's sign for what was cut.
    func cut(_ text: String, to columns: Int) -> String {
        text.cut(to: columns, mark: glyphs.ellipsis)
    }

    /// Blanks a part of the screen.
    mutating func fill(_ area: Rect, _ role: Role = .normal, marks: Cell.Marks = []) {
        grid.fill(area, role, marks: marks)
    }

    /// Adds marks to what is drawn already.
    mutating func mark(_ area: Rect, _ marks: Cell.Marks) { grid.mark(area, marks) }

    /// A line from left to right.
    mutating func line(x: Int, y: Int, columns: Int, _ role: Role = .border) {
        guard columns > 0 else { return }
        put(String(repeating: glyphs.horizontal, count: columns), x: x, y: y, role)
    }

    // MARK: Boxes

    /// A balloon's upper edge, with a title in it.
    mutating func topEdge(
        _ title: String,
        note: String = "",
        x: Int,
        y: Int,
        columns: Int,
        _ role: Role = .border
    ) {
        put(glyphs.upperLeft, x: x, y: y, role)
        line(x: x + 1, y: y, columns: columns - 2, role)
        put(glyphs.upperRight, x: x + columns - 1, y: y, role)
        guard !title.isEmpty, columns > 7 else { return }
        put(" " + cut(title, to: columns - 6) + " ", x: x + 2, y: y, .header)
        guard !note.isEmpty, note.columns + title.columns + 8 < columns else { return }
        put(" " + note + " ", before: x + columns - 2, y: y, .dim)
    }

    /// A balloon's lower edge.
    mutating func bottomEdge(x: Int, y: Int, columns: Int, _ role: Role = .border) {
        put(glyphs.lowerLeft, x: x, y: y, role)
        line(x: x + 1, y: y, columns: columns - 2, role)
        put(glyphs.lowerRight, x: x + columns - 1, y: y, role)
    }

    /// An empty box on top of what is drawn, with words in its upper edge.
    mutating func box(_ area: Rect, title: String, note: String = "", _ role: Role) {
        spot(area, .cover)
        guard area.width >= 2, area.height >= 2 else { return }
        fill(area)
        topEdge(title, note: note, x: area.x, y: area.y, columns: area.width, role)
        for y in area.y + 1..<area.bottom - 1 {
            put(glyphs.vertical, x: area.x, y: y, role)
            put(glyphs.vertical, x: area.end - 1, y: y, role)
        }
        bottomEdge(x: area.x, y: area.bottom - 1, columns: area.width, role)
    }

    /// A line across a box that joins its sides.
    mutating func divider(_ area: Rect, y: Int, _ role: Role) {
        line(x: area.x + 1, y: y, columns: area.width - 2)
        put(glyphs.leftTee, x: area.x, y: y, role)
        put(glyphs.rightTee, x: area.end - 1, y: y, role)
    }

    /// The chosen one of several; gives the column after it.
    @discardableResult
    mutating func chosen(
        _ title: String,
        x: Int,
        y: Int,
        edge: Role = .accent,
        marks: Cell.Marks = []
    ) -> Int {
        if glyphs.kind == .ascii { return put("[\(title)]", x: x, y: y, .chosen) }
        var x = put(glyphs.chosenLeft, x: x, y: y, edge, marks: marks)
        x = put(title, x: x, y: y, .chosen)
        return put(glyphs.chosenRight, x: x, y: y, edge, marks: marks)
    }

    // MARK: Rows

    /// The sign of what is special about a row.
    func sign(_ mark: RowMark) -> (String, Role) {
        switch mark {
        case .none: (" ", .normal)
        case .modified: (glyphs.modified, .modified)
        case .error: (glyphs.error, .error)
        case .changedElsewhere: (glyphs.changedElsewhere, .warning)
        case .locked: (glyphs.locked, .dim)
        case .restart: (glyphs.restart, .warning)
        }
    }

    /// The first column of a line with something in it; the limit where there is nothing.
    func firstDrawn(from start: Int, _ limit: Int, y: Int) -> Int {
        let end = max(start, min(limit, grid.size.width))
        guard start >= 0, (0..<grid.size.height).contains(y) else { return end }
        return (start..<end).first { grid[Point(x: $0, y: y)].glyph != 0x20 } ?? end
    }
}
