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

extension Model {
    /// The box of the text that is being typed; nil where none is, or its row isn't there.
    ///
    /// It grows with its text, up to all the lines that the table has on the screen; what has no room
    /// then scrolls inside.
    func textBox(in table: Table, columns: Range<Int>) -> TextBox? {
        guard let field = typing.field, field.hasLines,
            let position = position(of: field, in: table),
            let row = table.row(at: position)
        else { return nil }
        let inner = RowDrawing.textColumns(of: columns, look.glyphs)
        let lines = TextLines(field.edit.characters, columns: inner.count)
        let top = row.fieldTitle.isEmpty ? 0 : 1
        let around = top + (row.subtitle.isEmpty ? 0 : 1)
        let closed = row.lines(RowWidth(screen: look.size))
        let wanted = max(lines.ranges.count, closed - around)
        let height = max(1, min(wanted, tableArea.height - around))
        let caret = lines.line(of: field.edit.caret)
        let last = max(0, lines.ranges.count - height)
        let first = max(caret - height + 1, min(field.firstLine, caret, last))
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

    /// The row that an open field is in.
    private func position(of field: OpenField, in table: Table) -> RowPosition? {
        let focus = navigation.screen.focus?.position
        return field.rows.lazy.compactMap { table.position(of: $0, near: focus) }.first
    }

    /// The box of the text that is being typed in the table in front.
    var textBox: TextBox? { typing.field?.hasLines == true ? shownTable.box : nil }
}
