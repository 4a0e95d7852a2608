// The inspector's lines as wide as its box is: what is too long goes on below.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// How wide the inspector is, and how it uses that.
struct InspectorColumns: Equatable, Sendable {
    /// The box's columns, its edges among them.
    let width: Int

    init(_ width: Int) { self.width = width }

    /// Whether the place of a layer has room beside its value.
    var hasPlaces: Bool { width >= 60 }

    /// Columns between two edges with a blank each.
    var inside: Int { max(1, width - 4) }

    /// The column within the box where what a fact says begins, after its name.
    static let fact = 10

    /// Whether a long fact stands below its name, as beside it there's next to no room.
    var isNarrow: Bool { inside < 3 * Self.fact }

    /// The column where a fact goes on.
    var rest: Int { isNarrow ? 2 : Self.fact }
}

extension InspectorPage {
    /// The lines of the inspector beside the table: what has room there goes on over several lines,
    /// a problem always does.
    func panelLines(in area: Rect) -> [InspectorLine] {
        let columns = InspectorColumns(area.width)
        var lines = self.lines(columns)
        // Where there is no room for all, that is what one asks for least.
        if lines.count > area.height - 2 { lines.removeAll(where: \.isOfSchema) }
        let parts = lines.map { $0.folded(to: columns) }
        var spare = area.height - 2 - lines.count
        for (line, parts) in zip(lines, parts) where line.isProblem { spare -= parts.count - 1 }
        return zip(lines, parts).flatMap { line, parts -> [InspectorLine] in
            if line.isProblem { return parts }
            guard parts.count - 1 <= spare else { return [line] }
            spare -= parts.count - 1
            return parts
        }
    }

    /// All lines, those that are too long going on below.
    func foldedLines(_ columns: InspectorColumns) -> [InspectorLine] {
        lines(columns).flatMap { $0.folded(to: columns) }
    }

    /// Whether a panel beside the table has too few lines for the page.
    func isCut(in area: Rect) -> Bool { panelLines(in: area).count > area.height - 2 }
}

extension InspectorLine {
    /// Whether it tells where the setting is described.
    fileprivate var isOfSchema: Bool {
        if case .fact("schema", _) = self { true } else { false }
    }

    /// Whether it tells of something wrong.
    var isProblem: Bool {
        if case .fact("problem", _) = self { true } else { false }
    }

    /// The line, and those on which it goes on.
    fileprivate func folded(to columns: InspectorColumns) -> [InspectorLine] {
        guard case .fact(let name, let text) = self else { return [self] }
        let room = columns.inside - InspectorColumns.fact
        if text.utf8.count <= room || text.columns <= room { return [self] }
        let parts = text.folded(to: max(1, columns.inside - columns.rest))
        if columns.isNarrow { return [.fact(name, "")] + parts.map(InspectorLine.rest) }
        return [.fact(name, parts[0])] + parts.dropFirst().map(InspectorLine.rest)
    }
}

extension String {
    /// The text in at most so many columns, its end kept: of a path, the file's name is worth most.
    func cutInFront(to columns: Int, mark: String) -> String {
        if self.columns <= columns { return self }
        let room = columns - mark.columns
        guard room > 0 else { return cut(to: columns, mark: mark) }
        var start = endIndex
        var width = 0
        while start > startIndex {
            let before = index(before: start)
            width += self[before].shown.width
            if width > room { break }
            start = before
        }
        return mark + self[start...]
    }
}
