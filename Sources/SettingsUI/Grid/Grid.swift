// A screen full of cells, drawn before any terminal sees it.

/// One picture of the screen.
struct Grid: Equatable, Sendable {
    let size: Size
    private(set) var cells: [Cell]
    /// Glyphs of more than one scalar, in the order of their first use.
    private(set) var clusters: [String] = []
    private var clusterIndex: [String: UInt32] = [:]
    /// Where the terminal's own cursor stands: screen readers and Braille displays follow it.
    var cursor = Point(x: 0, y: 0)

    /// An empty screen of at least one cell.
    init(_ size: Size) {
        self.size = Size(width: max(1, size.width), height: max(1, size.height))
        cells = Array(repeating: .blank, count: self.size.width * self.size.height)
    }

    /// The cell at a place on the screen.
    subscript(_ point: Point) -> Cell { cells[point.y * size.width + point.x] }

    func text(_ cell: Cell) -> String {
        if cell.glyph >= Cell.firstCluster {
            return clusters[Int(cell.glyph - Cell.firstCluster)]
        }
        return Unicode.Scalar(cell.glyph).map { String(Character($0)) } ?? " "
    }

    // MARK: Drawing

    /// Writes text from a place on, not past `limit`, and never half of a wide glyph.
    ///
    /// - Returns: The column after it.
    @discardableResult
    mutating func put(
        _ text: String,
        at point: Point,
        _ role: Role,
        marks: Cell.Marks = [],
        limit: Int? = nil
    ) -> Int {
        guard point.y >= 0, point.y < size.height else { return point.x }
        let limit = min(limit ?? size.width, size.width)
        var x = point.x
        for character in text {
            let shown = character.shown
            // A flag's letters are two glyphs.
            let parts =
                shown.text.utf8.count == 2 && shown.width == 2
                ? shown.text.map { ShownCluster(text: String($0), width: 1) } : [shown]
            for part in parts {
                if x + part.width > limit { return x }
                if x >= 0 { set(part, at: Point(x: x, y: point.y), role, marks) }
                x += part.width
            }
        }
        return x
    }

    private mutating func set(
        _ shown: ShownCluster,
        at point: Point,
        _ role: Role,
        _ marks: Cell.Marks
    ) {
        let index = point.y * size.width + point.x
        for column in 0..<shown.width { freeHalves(at: index + column, line: point.y) }
        let width = UInt8(shown.width)
        cells[index] = Cell(glyph: glyph(shown.text), role: role, marks: marks, width: width)
        if shown.width == 2 {
            cells[index + 1] = Cell(glyph: 0x20, role: role, marks: marks, width: 0)
        }
    }

    private mutating func glyph(_ text: String) -> UInt32 {
        let scalars = text.unicodeScalars
        if scalars.count == 1, let scalar = scalars.first { return scalar.value }
        if let index = clusterIndex[text] { return Cell.firstCluster + index }
        let index = UInt32(clusters.count)
        clusters.append(text)
        clusterIndex[text] = index
        return Cell.firstCluster + index
    }

    /// Blanks the other half of a wide glyph that is about to lose this one.
    private mutating func freeHalves(at index: Int, line: Int) {
        let start = line * size.width
        if cells[index].width == 0, index > start {
            cells[index - 1].glyph = 0x20
            cells[index - 1].width = 1
            cells[index].width = 1
        }
        if cells[index].width == 2, index + 1 < start + size.width {
            cells[index + 1].width = 1
            cells[index].glyph = 0x20
            cells[index].width = 1
        }
    }

    /// Blanks a part of the screen.
    mutating func fill(_ area: Rect, _ role: Role, marks: Cell.Marks = []) {
        let columns = max(0, area.x)..<max(0, area.x, min(size.width, area.end))
        guard !columns.isEmpty else { return }
        for line in max(0, area.y)..<max(0, area.y, min(size.height, area.bottom)) {
            let start = line * size.width
            freeHalves(at: start + columns.lowerBound, line: line)
            freeHalves(at: start + columns.upperBound - 1, line: line)
            for column in columns {
                cells[start + column] = Cell(glyph: 0x20, role: role, marks: marks, width: 1)
            }
        }
    }

    /// Adds marks to what is drawn already.
    mutating func mark(_ area: Rect, _ marks: Cell.Marks) {
        for line in max(0, area.y)..<max(0, area.y, min(size.height, area.bottom)) {
            for column in max(0, area.x)..<max(0, area.x, min(size.width, area.end)) {
                cells[line * size.width + column].marks.formUnion(marks)
            }
        }
    }

    // MARK: Reading

    /// The screen as text, a line each, without blanks at the ends of lines.
    var plain: String {
        var shown = ""
        for line in 0..<size.height {
            let row = cells[line * size.width..<(line + 1) * size.width]
            var columns: String = row.lazy.filter { $0.width > 0 }.map { text($0) }.joined()
            while columns.last == " " { columns.removeLast() }
            shown += columns + "\n"
        }
        return shown
    }
}
