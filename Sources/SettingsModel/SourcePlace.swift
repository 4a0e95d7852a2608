// A place in a file.

/// A line and a column, both counted from 1; columns count Unicode scalars.
package struct SourcePlace: Hashable, Comparable, Sendable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// `:12:8`, as it goes behind a file's name.
    package var suffix: String { ":\(line):\(column)" }

    package static func < (a: SourcePlace, b: SourcePlace) -> Bool {
        (a.line, a.column) < (b.line, b.column)
    }
}

extension SourcePlace? {
    /// `:12:8`, as it goes behind a file's name; empty where no place is known.
    package var suffix: String { self?.suffix ?? "" }
}
