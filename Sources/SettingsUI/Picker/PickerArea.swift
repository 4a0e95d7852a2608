// Where an open picker lies.

/// Where the parts of an open picker are.
struct PickerArea: Equatable, Sendable {
    var box: Rect
    /// The first line of titles, and how many there are.
    var firstLine: Int
    var lines: Int
    /// The column of the bar's begin.
    var x: Int

    /// The line of the selection bar.
    var barLine: Int { firstLine + lines / 2 }

    /// The columns of each wheel, their units aside.
    func columns(_ wheels: [Wheel]) -> [Range<Int>] {
        var x = x + 2
        return wheels.map { wheel in
            defer { x += wheel.allColumns + 3 }
            return x..<x + wheel.columns
        }
    }
}
