// Rows of cells: aligned, with heads and short values on a terminal; as ever for scripts.

import SettingsModel
import SettingsUI

/// One cell of a table.
struct Cell {
    var text: String
    var accent: Accent?

    init(_ text: String, _ accent: Accent? = nil) {
        self.text = text
        self.accent = accent
    }
}

/// A table that is printed.
struct TextTable {
    /// How a row looks where no terminal is.
    enum ScriptForm {
        /// In columns.
        case aligned
        /// With one blank between cells.
        case words
    }
    /// The heads that a terminal shows; none for no line of heads.
    var heads: [String]
    var rows: [[Cell]] = []
    var scriptForm = ScriptForm.aligned
    /// The column whose texts are cut where a line has no room for them; nil for none.
    var cutColumn: Int?

    /// A column is no narrower, even where lines then have no room.
    private static let leastWidth = 12

    /// Prints it.
    func show() {
        guard Display.isTerminal else {
            let texts = rows.map { $0.map(\.text) }
            let lines =
                switch scriptForm {
                case .aligned: columns(texts)
                case .words: texts.map { $0.joined(separator: " ") }
                }
            for line in lines { settingsctl.show(line) }
            return
        }
        guard !rows.isEmpty else { return }
        let shown = rows.map { $0.map { Cell($0.text.escapedForDisplay, $0.accent) } }
        for line in Self.lines(shown, heads, cutColumn, in: Display.width, Display.hasColours) {
            showText(line)
        }
    }

    /// The lines for a terminal.
    static func lines(
        _ rows: [[Cell]],
        _ heads: [String],
        _ cutColumn: Int?,
        in width: Int,
        _ hasColours: Bool
    ) -> [String] {
        let head = heads.isEmpty ? [] : [heads.map { Cell($0, .head) }]
        var rows = head + rows
        var widths: [Int] = []
        for row in rows {
            for (index, cell) in row.enumerated() {
                if index == widths.count { widths.append(0) }
                widths[index] = max(widths[index], cell.text.columns)
            }
        }
        let whole = widths.reduce(0, +) + 2 * max(0, widths.count - 1)
        if let cutColumn, widths.indices.contains(cutColumn), whole > width {
            let most = max(leastWidth, widths[cutColumn] - (whole - width))
            widths[cutColumn] = min(widths[cutColumn], most)
            for index in rows.indices where rows[index].indices.contains(cutColumn) {
                rows[index][cutColumn].text = rows[index][cutColumn].text.cut(to: most, mark: "…")
            }
        }
        return rows.map { line(of: $0, widths, hasColours) }
    }

    private static func line(of row: [Cell], _ widths: [Int], _ hasColours: Bool) -> String {
        let last = row.lastIndex { !$0.text.isEmpty } ?? 0
        var line = ""
        for (index, cell) in row.prefix(last + 1).enumerated() {
            let accent = hasColours && !cell.text.isEmpty ? cell.accent : nil
            line += accent?.text(cell.text) ?? cell.text
            guard index < last else { break }
            line += String(repeating: " ", count: widths[index] - cell.text.columns + 2)
        }
        return line
    }
}
