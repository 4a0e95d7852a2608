// Where a text of several lines stands on the screen while it's typed.

import SettingsSchema

/// The lines of a row that show the text which is typed.
struct TextBox: Equatable, Sendable {
    let position: RowPosition
    let lines: TextLines
    /// The screen's columns for the text.
    let columns: Range<Int>
    /// The row's first line that is the box's: below its title, where it has one.
    let top: Int
    /// How many lines have room, and the first of the text's that is in view.
    let height: Int
    let first: Int
    /// How many lines the whole row takes.
    let rowLines: Int

    /// The row's line on which the caret stands.
    func rowLine(of caret: Int) -> Int { top + lines.line(of: caret) - first }

    /// The text's line that a line of the row shows; nil for none.
    func line(atRowLine line: Int) -> Int? {
        guard (top..<top + height).contains(line) else { return nil }
        let line = first + line - top
        return lines.ranges.indices.contains(line) ? line : nil
    }
}

extension OpenField {
    /// The box of a text in several lines; nil for a text in one, and where the field's row isn't there.
    ///
    /// It grows with its text, up to all the lines that the table has on the screen; what has no room
    /// then scrolls inside.
    func box(
        in table: Table,
        columns: Range<Int>,
        height tableHeight: Int,
        near focus: RowPosition?,
        _ look: Look
    ) -> TextBox? {
        guard hasLines,
            let position = rows.lazy.compactMap({ table.position(of: $0, near: focus) }).first,
            let row = table.row(at: position)
        else { return nil }
        let inner = RowDrawing.textColumns(of: columns, look.glyphs)
        let lines = TextLines(edit.characters, columns: inner.count)
        let top = row.fieldTitle.isEmpty ? 0 : 1
        let around = top + (row.subtitle.isEmpty ? 0 : 1)
        let closed = row.lines(RowWidth(screen: look.size))
        let wanted = max(lines.ranges.count, closed - around)
        let height = max(1, min(wanted, tableHeight - around))
        let caret = lines.line(of: edit.caret)
        let last = max(0, lines.ranges.count - height)
        let first = max(caret - height + 1, min(firstLine, caret, last))
        return TextBox(
            position: position,
            lines: lines,
            columns: inner,
            top: top,
            height: height,
            first: first,
            rowLines: max(closed, around + height)
        )
    }
}
