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

    /// Compares a screen with the file, cell by cell, its cursor with it.
    func check(_ grid: Grid, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let cursor = "cursor \(grid.cursor.x),\(grid.cursor.y)\n"
        try check(grid.plain + cursor, sourceLocation: sourceLocation)
    }

    /// Compares lines with the file's.
    func check(_ drawn: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(drawn.utf8).write(to: url)
        }
        let kept = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        let wanted = kept.split(separator: "\n", omittingEmptySubsequences: false)
        let found = drawn.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(found.count == wanted.count, sourceLocation: sourceLocation)
        let differences = zip(wanted, found).enumerated().filter { $1.0 != $1.1 }.map {
            line,
            pair in
            "line \(line + 1)\n- \(pair.0)\n+ \(pair.1)"
        }
        #expect(differences == [], sourceLocation: sourceLocation)
    }
}
