// The keys and what they do, as the help shows them.

/// The lines of the help.
private let helpLines = KeyMap.lines.filter { $0.keys != nil }

/// The help on a screen: where it lies, and its words.
struct HelpPage: Equatable, Sendable {
    /// A key or what it does, in its place.
    struct Word: Equatable, Sendable {
        var text: String
        /// From the box's left edge.
        var x: Int
        /// The line, counted from the first.
        var line: Int
        /// Columns that it may take.
        var columns: Int
        var role: Role
    }

    let area: Rect
    private(set) var words: [Word] = []
    /// How many lines there are, and how many of them are in view.
    let count: Int
    let shown: Int
    /// Where the first line in view is drawn.
    let top: Int

    /// From here on two lists of keys, each with what they do, have room beside each other.
    private static let leastForTwo = 70
    /// From here on a key and what it does have room on one line.
    private static let leastForBoth = 30

    init(_ size: Size, _ glyphs: Glyphs) {
        let isWide = size.width >= Self.leastForTwo
        let isLow = size.height < Frame.tallLines
        let isNarrow = size.width < Self.leastForBoth
        let rows = isWide ? (helpLines.count + 1) / 2 : helpLines.count
        let width = min(size.width - (isLow ? 0 : 2), isWide ? 74 : 42)
        let height = isLow ? size.height - 1 : min(size.height - 2, rows + 4)
        area = Rect(
            x: (size.width - width) / 2,
            y: isLow ? 0 : (size.height - height) / 2,
            width: width,
            height: height
        )
        count = isNarrow ? 2 * rows : rows
        shown = max(0, height - (isLow ? 2 : 3))
        top = area.y + (isLow ? 1 : 2)
        for (index, line) in helpLines.enumerated() {
            let column = isWide ? index / rows : 0
            let x = 2 + column * (width / 2)
            let end = min(width - 1, x + (isWide ? width / 2 - 1 : width))
            let keys = (glyphs.kind == .ascii ? line.ascii : nil) ?? line.keys ?? ""
            let row = (index - column * rows) * (isNarrow ? 2 : 1)
            let does = isNarrow ? (x: x + 2, line: row + 1) : (x: x + 14, line: row)
            words.append(Word(text: keys, x: x, line: row, columns: end - x, role: .hintKey))
            words.append(
                Word(
                    text: line.does,
                    x: does.x,
                    line: does.line,
                    columns: end - does.x,
                    role: .normal
                )
            )
        }
    }

    /// Whether some lines are out of view.
    var isCut: Bool { shown < count }

    /// The first line in view, where as much of the page as can be is.
    func first(_ scroll: Int) -> Int { max(0, min(scroll, count - shown)) }
}

extension HelpPage {
    /// The lines that a key scrolls by; nil for one that doesn't.
    func steps(of key: Key) -> Int? {
        switch key.action {
        case .up: -1
        case .down: 1
        case .toggle, .pageDown: max(1, shown - 1)
        case .pageUp: -max(1, shown - 1)
        default: nil
        }
    }
}

extension HelpPage {
    /// Draws the help, from a line on.
    func draw(on canvas: Canvas, scroll: Int) {
        let move = "\(canvas.glyphs.upDown) scroll, Esc closes"
        canvas.box(area, title: "Keys", note: isCut ? move : "any key closes", .accent)
        let first = first(scroll)
        for word in words where (first..<first + shown).contains(word.line) {
            let x = area.x + word.x
            let y = top + word.line - first
            canvas.put(word.text, x: x, y: y, word.role, limit: x + max(0, word.columns))
        }
        let lines = Rect(x: area.x, y: top, width: area.width, height: shown)
        canvas.scrollBar(count, in: lines, scroll: first)
        canvas.placeCursor(Point(x: area.x + 2, y: top))
    }
}
