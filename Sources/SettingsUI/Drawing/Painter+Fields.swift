// How fields look while they are typed into.

extension RowDrawing {
    /// The columns of a text that stands below its title, or has none.
    static func textColumns(of columns: Range<Int>, _ glyphs: Glyphs) -> Range<Int> {
        let start = columns.lowerBound + 3
        let end = max(start + 1, columns.upperBound - 3)
        let hasBrackets = glyphs.kind == .ascii && end - start > Painter.leastBracketed
        return hasBrackets ? start + 1..<end - 1 : start..<end
    }
}

extension Painter {
    /// Columns from which a field has room for the brackets around it.
    fileprivate static let leastBracketed = 6

    /// A field that is typed into: scrolls sideways so that the caret, and with it the terminal's
    /// cursor, is always in view.
    mutating func field(_ edit: TextEdit, x: Int, y: Int, columns: Int) {
        guard columns > 1 else { return placeCursor(Point(x: x, y: y)) }
        var x = x
        var columns = columns
        if glyphs.kind == .ascii, columns > Self.leastBracketed {
            put("[", x: x, y: y, .accent)
            put("]", x: x + columns - 1, y: y, .accent)
            x += 1
            columns -= 2
        }
        fill(Rect(x: x, y: y, width: columns, height: 1), .field)
        spot(x..<x + columns, y: y, .field(x..<x + columns))
        let shown = edit.shown(hiddenAs: glyphs.kind == .ascii ? "*" : "•")
        let first = edit.firstShown(columns: columns)
        var end = x
        var cursor = x
        for index in first..<shown.count {
            if index == edit.shownCaret { cursor = end }
            let limit = x + columns
            guard end + shown[index].shown.width <= limit else { break }
            end = put(String(shown[index]), x: end, y: y, .field, limit: limit)
        }
        if edit.shownCaret >= shown.count { cursor = end }
        if first > 0 { put(glyphs.back, x: x, y: y, .dim) }
        placeCursor(Point(x: min(cursor, x + columns - 1), y: y))
    }
}
