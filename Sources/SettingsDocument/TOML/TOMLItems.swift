// Items of arrays and entries of inline tables that come first and that go, with their comments.

import SettingsModel

extension TOMLEditPlan {
    /// One item of an array, or one entry of an inline table.
    struct Item {
        var range: Range<Int>
        var comma: Int
        /// Whether it is to go.
        var isRemoved = false
        /// Behind the item and its comma.
        var end: Int { max(range.upperBound, comma + 1) }
    }

    // MARK: The first and the last

    /// Puts the first items between two brackets, on lines of their own where these stand on two.
    mutating func fill(_ brackets: Range<Int>, _ texts: [String]) {
        let content = brackets.lowerBound + 1..<brackets.upperBound - 1
        // A comment takes the rest of its line, so the closing bracket begins one.
        let line = bytes.lineStart(content.upperBound)
        guard line > content.lowerBound else {
            let gap = bytes[brackets.lowerBound] == UInt8(ascii: "{") ? " " : ""
            let text = gap + texts.joined(separator: ", ") + gap
            return inner.append(Edit(content, text))
        }
        let indent = indent(within: content)
        let text = texts.joined(separator: "," + writer.lineEnding + indent)
        inner.append(Edit(line..<line, indent + text + writer.lineEnding))
    }

    /// The indentation of the last line with a comment, or deeper than the closing bracket's.
    private func indent(within content: Range<Int>) -> String {
        var end = bytes.lineStart(content.upperBound)
        while end > content.lowerBound {
            let start = bytes.lineStart(end - 1)
            if start < content.lowerBound { break }
            if !bytes.isBlank(start..<end) { return bytes.indent(at: end - 1) }
            end = start
        }
        return bytes.indent(at: content.upperBound) + "  "
    }

    /// Takes all items out from between two brackets; comments on other lines stay.
    mutating func clear(_ brackets: Range<Int>, of items: [Item]) {
        let content = brackets.lowerBound + 1..<brackets.upperBound - 1
        var text = ""
        for comment in comments(in: content, besides: items) {
            let line = bytes.lineStart(comment.lowerBound)
            if bytes.isBlank(line..<comment.lowerBound) {
                text += writer.lineEnding + bytes.text(line..<comment.upperBound)
            } else if bytes.isBlank(content.lowerBound..<comment.lowerBound) {
                text += bytes.text(content.lowerBound..<comment.upperBound)
            }
        }
        if !text.isEmpty { text += writer.lineEnding + bytes.indent(at: content.upperBound) }
        inner.append(Edit(content, text))
    }

    private func comments(in content: Range<Int>, besides items: [Item]) -> [Range<Int>] {
        var comments: [Range<Int>] = []
        var position = content.lowerBound
        for item in items.map(\.range) + [content.upperBound..<content.upperBound] {
            while let start = bytes[position..<item.lowerBound].firstIndex(of: UInt8(ascii: "#")) {
                position = bytes.lineContentEnd(start)
                comments.append(start..<position)
            }
            position = item.upperBound
        }
        return comments
    }

    // MARK: Removals

    /// Removes the marked items with their commas and same-line comments.
    ///
    /// - Parameters:
    ///   - items: All of the container's items, in order; at least one stays.
    ///   - close: Where the closing bracket is.
    mutating func removeItems(_ items: [Item], close: Int) {
        let items = joined(items)
        guard let lastKept = items.lastIndex(where: { !$0.isRemoved }) else { return }
        var removals = RangeSet<Int>()
        // Whether the comma behind the item before is still there.
        var isCommaLeft = false
        for index in items.indices {
            guard items[index].isRemoved else {
                isCommaLeft = true
                continue
            }
            let next = index + 1 < items.count ? items[index + 1].range.lowerBound : close
            if isCommaLeft, let lines = linesWithCommaFirst(of: items[index], before: next) {
                removals.insert(contentsOf: lines)
                continue
            }
            isCommaLeft = false
            let removal =
                ownLines(of: items[index], before: next)
                ?? (index < lastKept
                    ? removal(of: index, in: items) : removalAtEnd(of: index, in: items))
            removals.insert(contentsOf: removal)
        }
        // A list without a comma at its end stays one.
        if lastKept + 1 < items.count, items[items.count - 1].comma == TOMLTree.none {
            removals.insert(contentsOf: items[lastKept].comma..<items[lastKept].comma + 1)
        }
        for range in removals.ranges { inner.append(Edit(range, "")) }
    }

    /// The items, with those that go and follow one another on a line as one.
    private func joined(_ items: [Item]) -> [Item] {
        var joined: [Item] = []
        for item in items {
            guard let last = joined.last, last.isRemoved, item.isRemoved,
                !bytes[last.end..<item.range.lowerBound].contains(.lineFeed)
            else {
                joined.append(item)
                continue
            }
            joined[joined.count - 1] = Item(
                range: last.range.lowerBound..<item.range.upperBound,
                comma: item.comma,
                isRemoved: true
            )
        }
        return joined
    }

    /// The lines that have nothing but an item, its comma and a comment; nil where more stands there.
    private func ownLines(of item: Item, before next: Int) -> Range<Int>? {
        let line = bytes.lineStart(item.range.lowerBound)
        let end = bytes.nextLine(item.end)
        return bytes.isBlank(line..<item.range.lowerBound) && end <= next ? line..<end : nil
    }

    /// The lines of an item that begin with the comma before it; the one behind it stays instead.
    private func linesWithCommaFirst(of item: Item, before next: Int) -> Range<Int>? {
        let line = bytes.lineStart(item.range.lowerBound)
        let end = bytes.nextLine(item.range.upperBound)
        let lead = bytes[line..<item.range.lowerBound].filter { $0 != .space && $0 != .tab }
        let isCommaBehind = item.comma != TOMLTree.none && item.comma < end
        return lead == [UInt8(ascii: ",")] && end <= next && !isCommaBehind ? line..<end : nil
    }

    /// What goes with an item that shares its line, and that one which stays follows.
    private func removal(of index: Int, in items: [Item]) -> Range<Int> {
        let item = items[index]
        let next = items[index + 1]
        let lineEnd = bytes.lineContentEnd(item.end)
        // The next one takes its place, on the same line or behind the opening bracket.
        let isPulledUp =
            lineEnd >= next.range.lowerBound
            || index == 0 && !next.isRemoved && bytes.isBlank(lineEnd..<next.range.lowerBound)
        if isPulledUp { return item.range.lowerBound..<next.range.lowerBound }
        return bytes.blanksStart(before: item.range.lowerBound)..<lineEnd
    }

    /// What goes with an item that shares its line, and that none which stays follows.
    private func removalAtEnd(of index: Int, in items: [Item]) -> Range<Int> {
        let item = items[index]
        let previousEnd = items[index - 1].end
        if bytes.isBlank(previousEnd..<item.range.lowerBound) { return previousEnd..<item.end }
        return item.range.lowerBound..<bytes.blanksEnd(from: item.end)
    }
}

extension [UInt8] {
    /// Where the blanks before an offset begin, on its line.
    fileprivate func blanksStart(before offset: Int) -> Int {
        var start = offset
        while start > 0, self[start - 1] == .space || self[start - 1] == .tab { start -= 1 }
        return start
    }

    /// Where the blanks from an offset end, on its line.
    fileprivate func blanksEnd(from offset: Int) -> Int {
        self[offset...].firstIndex { $0 != .space && $0 != .tab } ?? count
    }
}
