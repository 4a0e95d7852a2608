// Where the children of one container in brackets stand: their commas, comments and lines.

/// A container in brackets, as it is before children come and go.
struct BracketContainer {
    /// A child and the comma after it.
    struct Child {
        /// From the first byte of its key, or of the value where it has none.
        var range: Range<Int>
        /// The comma after the value, if one stands there.
        var comma: Int?
        /// Behind the child and its comma.
        var end: Int { comma.map { $0 + 1 } ?? range.upperBound }
    }
    /// The container with its brackets.
    let range: Range<Int>
    /// At least one.
    let children: [Child]
    /// Whether the children stand on lines of their own.
    let isTall: Bool
    /// Whether a comma stands behind what comes to be the last child, too.
    let endsWithComma: Bool
    let layout: TextLayout
    let comments: [Range<Int>]

    // MARK: Lines

    /// Whether a child's comma stands on the line where the child ends.
    func hasCommaNear(_ position: Int) -> Bool {
        guard let comma = children[position].comma else { return false }
        return !layout.hasLineBreak(children[position].range.upperBound..<comma)
    }

    /// Whether another child begins on the line of an offset behind a child.
    func hasNextOnLine(_ position: Int, of offset: Int) -> Bool {
        guard position + 1 < children.count else { return false }
        return !breaksLine(offset..<children[position + 1].range.lowerBound)
    }

    /// Whether a line ends within a range, to an editor or to the language.
    private func breaksLine(_ range: Range<Int>) -> Bool {
        layout.hasLineBreak(range) || range.contains(where: isLineSeparator)
    }

    /// Whether U+2028 or U+2029 stands at an offset.
    func isLineSeparator(at offset: Int) -> Bool {
        let bytes = layout.bytes[min(offset, layout.bytes.count)...].prefix(3)
        return bytes.elementsEqual([0xE2, 0x80, 0xA8]) || bytes.elementsEqual([0xE2, 0x80, 0xA9])
    }

    /// The indentation that puts a line below the first child of another's line, or the next
    /// child's where that begins one.
    func indentOfLine(with position: Int) -> String {
        if position + 1 < children.count, case let next = leadStart(of: position + 1),
            layout.isFirstInLine(next)
        {
            return layout.indent(at: next)
        }
        let line = layout.lineStart(children[position].range.lowerBound)
        let first = children.firstIndex { $0.range.lowerBound >= line } ?? position
        let start = leadStart(of: first)
        let indent = layout.indent(at: start)
        let rest = layout.text(line + indent.utf8.count..<start).unicodeScalars.count
        return indent + String(repeating: " ", count: layout.isFirstInLine(start) ? 0 : rest)
    }

    // MARK: Comments

    /// The end of the comments that begin on the line of an offset and follow it.
    func commentsEnd(after offset: Int) -> Int {
        var end = offset
        while let comment = comments.range(startingAt: layout.blanksEnd(from: end)) {
            end = comment.upperBound
        }
        return end
    }

    /// Where a child begins with the comments that lead it on its line.
    ///
    /// A comment behind the opening bracket may be about all of the container.
    func leadStart(of position: Int) -> Int {
        let from = children[position].range.lowerBound
        var start = from
        while let comment = comments.range(endingAt: layout.blanksStart(before: start)) {
            start = comment.lowerBound
        }
        if layout.isFirstInLine(start) { return start }
        guard position > 0, let comma = children[position - 1].comma else { return from }
        return layout.blanksStart(before: start) == comma + 1 ? start : from
    }
}
