// Words between a row's title and its control.

extension Painter {
    /// Columns below which the words would say nothing.
    private static let leastColumns = 10

    /// Draws words in the columns that are left, a blank or two from both sides.
    mutating func aside(_ words: String, in columns: Range<Int>, y: Int, _ drawing: RowDrawing) {
        let room = columns.count - 4
        guard !words.isEmpty, room >= min(words.columns, Self.leastColumns) else { return }
        put(
            cut(words, to: room),
            before: columns.upperBound - 2,
            y: y,
            .error,
            marks: drawing.marks
        )
    }

    /// The first column of a line with something in it; the limit where there is nothing.
    func firstDrawn(from start: Int, _ limit: Int, y: Int) -> Int {
        let end = max(start, min(limit, grid.size.width))
        guard start >= 0, (0..<grid.size.height).contains(y) else { return end }
        return (start..<end).first { grid[Point(x: $0, y: y)].glyph != 0x20 } ?? end
    }
}
