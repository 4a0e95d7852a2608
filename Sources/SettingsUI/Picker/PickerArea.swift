// Where an open picker lies.

/// Where the parts of an open picker are.
struct PickerArea: Equatable, Sendable {
    var box: Rect
    /// The first line of titles, and how many there are.
    var firstLine: Int
    var lines: Int
    /// The column of the bar's begin.
    var x: Int

    /// Lays wheels out below a line, or above it where there is no room.
    init(_ picker: OpenPicker, title: String, note: String, body: Rect, below line: Int) {
        let wheels = picker.wheels
        let wanted = wheels.reduce(1) { $0 + $1.allColumns + 3 }
        let words = note.columns + title.columns + 10
        let isLone = wheels.count == 1
        let indent = picker.isDate || isLone ? 6 : 3
        let width = min(body.width - 1, max(wanted + indent * 2 + (isLone ? 1 : 3), words))
        let isBoxed = body.height >= 5
        lines = isBoxed ? min(7, (body.height - 4) / 2 * 2 + 1) : 1
        let height = isBoxed ? lines + 4 : min(1, body.height)
        let y = max(body.y, min(line + 1, body.bottom - height))
        box = Rect(x: body.end - 1 - width, y: y, width: width, height: height)
        firstLine = isBoxed ? y + 2 : y
        x = isBoxed ? box.x + max(1, min(indent, (width - wanted) / 2)) : box.x
    }

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
