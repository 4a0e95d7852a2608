// Screens as files, to be read whole in review.

import Foundation
import Testing

@testable import SettingsUI

/// A screen that is kept as a file in `Golden/`; `UPDATE_GOLDEN=1` writes it anew.
struct GoldenFile {
    private let url: URL

    init(_ name: String) {
        url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/\(name).txt")
    }

    /// Compares a screen with the file: its text, its cursor and what each cell is there for.
    func check(_ grid: Grid, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let cursor = "cursor \(grid.cursor.x),\(grid.cursor.y)\n"
        try check(grid.plain + cursor + grid.roles, sourceLocation: sourceLocation)
    }

    /// Compares lines with the file's.
    func check(_ drawn: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(drawn.utf8).write(to: url)
        }
        let kept = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        let wanted = kept.split(separator: "\n", omittingEmptySubsequences: false)
        let found = drawn.split(separator: "\n", omittingEmptySubsequences: false)
        let differences = (0..<max(wanted.count, found.count)).compactMap { line -> String? in
            let old = line < wanted.count ? wanted[line] : nil
            let new = line < found.count ? found[line] : nil
            return old == new ? nil : "line \(line + 1)\n- \(old ?? "")\n+ \(new ?? "")"
        }
        #expect(differences == [], sourceLocation: sourceLocation)
    }
}

extension Grid {
    /// What the cells are there for: a line for each of the screen's, or for several that are alike.
    ///
    /// `3-4 border 2, title* 5` says that lines 3 and 4, from 0 on, have two cells of border and five
    /// of a title; `*` is on the row in focus, `!` on one that was just changed.
    var roles: String {
        var text = ""
        var first = 0
        let lines = (0..<size.height).map(runs)
        for line in lines.indices where line == lines.count - 1 || lines[line + 1] != lines[line] {
            text += (first == line ? "\(line)" : "\(first)-\(line)") + " \(lines[line])\n"
            first = line + 1
        }
        return text
    }

    private func runs(ofLine line: Int) -> String {
        var runs: [(name: String, columns: Int)] = []
        for column in 0..<size.width {
            let cell = self[Point(x: column, y: line)]
            let marks = [(Cell.Marks.focused, "*"), (.changed, "!")]
            let name = marks.reduce("\(cell.role)") { cell.marks.contains($1.0) ? $0 + $1.1 : $0 }
            if runs.last?.name == name {
                runs[runs.count - 1].columns += 1
            } else {
                runs.append((name, 1))
            }
        }
        return runs.map { "\($0.name) \($0.columns)" }.joined(separator: ", ")
    }
}
