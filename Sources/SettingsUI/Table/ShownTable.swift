// A table as the screen shows it.

/// A table with its lines and columns.
struct ShownTable: Sendable {
    var table: Table
    var layout: Layout
    var columns: Range<Int>
    /// Where the text is that is being typed, if it has several lines.
    var box: TextBox?
}
