// One character cell of the screen.

/// What a text is there for; the theme makes colours of it, so that goldens don't change with them.
enum Role: UInt8, CaseIterable, Sendable {
    case normal, dim, title, header, footer, border, accent
    case on, off, knob, track, fill, value, disabled
    case modified, warning, error, good
    case hint, hintKey, bar, barAccent, chosen, unchosen
    case field, match, added, removed, ribbon, ribbonHere
    case selection
}

/// One cell: eight bytes, so that a screen is one flat array.
struct Cell: Equatable, Sendable {
    /// What else is true of a cell.
    struct Marks: OptionSet, Sendable {
        let rawValue: UInt8

        /// On the row that the keys act on.
        static let focused = Marks(rawValue: 1)
        /// On a row that someone else just changed.
        static let changed = Marks(rawValue: 2)
    }

    /// A Unicode scalar; above ``firstCluster``, an index into the grid's clusters.
    var glyph: UInt32
    var role: Role
    var marks: Marks
    /// Columns: 1, or 2 for a wide glyph, whose second cell has 0.
    var width: UInt8

    /// What glyphs that need more than one scalar are counted from.
    static let firstCluster: UInt32 = 0x8000_0000

    /// An empty cell.
    static let blank = Cell(glyph: 0x20, role: .normal, marks: [], width: 1)
}

/// A part of the screen; counted from the upper left corner, never of negative size.
struct Rect: Equatable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// Creates a rectangle; a negative size is taken as 0.
    init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The first column to the right of it.
    var end: Int { x + width }
    /// The first line below it.
    var bottom: Int { y + height }

    func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < end && point.y >= y && point.y < bottom
    }
}

/// A cell's place.
struct Point: Equatable, Sendable {
    var x: Int
    var y: Int
}

/// How many cells a screen has.
struct Size: Equatable, Sendable {
    var width: Int
    var height: Int
}
