// A table as the screen shows it.

/// A table with its lines and columns.
struct ShownTable: Sendable {
    var table: Table
    var layout: Layout
    var columns: Range<Int>
    /// The box of the text that is being typed, if it has several lines.
    var box: TextBox?
}
