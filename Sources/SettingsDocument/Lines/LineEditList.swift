// Planned lines and replacements put together, with the file's last line kept as it was.

/// The edits of one line-based file while they are gathered.
struct LineEditList {
    private let layout: TextLayout
    /// Whether a blank line stands before each section.
    private let setsSectionsApart: Bool
    private var inner: [Edit] = []
    private var removedLines: [Range<Int>] = []
    /// New lines, by the byte that they stand before.
    private var newLines: [(offset: Int, line: String)] = []
    /// The lines of new sections, in the order they were asked for.
    private var newSections: [[String]] = []

    private var bytes: [UInt8] { layout.bytes }
    /// Past a byte order mark.
    private var start: Int { layout.lineStarts[0] }

    init(_ layout: TextLayout, _ dialect: LineDialect) {
        self.layout = layout
        // git puts no blank lines between its sections.
        setsSectionsApart = dialect.sections != .git
    }

    // MARK: Gathering

    /// Replaces text within lines.
    mutating func replace(_ range: Range<Int>, _ text: String) { inner.append(Edit(range, text)) }

    /// Takes whole lines out.
    mutating func removeLines(_ range: Range<Int>) { removedLines.append(range) }

    /// Puts a line in, at the start of a line or at the end of the file, after those put in there
    /// before.
    mutating func insertLine(_ line: String, at offset: Int) { newLines.append((offset, line)) }

    /// Puts a section behind all that is there.
    ///
    /// - Returns: Which of the new sections it is.
    mutating func addSection(header: String) -> Int {
        newSections.append([header])
        return newSections.count - 1
    }

    /// Puts a line at the end of a new section.
    mutating func addLine(_ line: String, toNewSection section: Int) {
        newSections[section].append(line)
    }

    // MARK: Putting together

    /// All edits, from front to back, without overlaps.
    var assembled: [Edit] {
        let removals = removedLines.joined
        var linesByOffset: [Int: [String]] = [:]
        var linesAtEnd: [String] = []
        for (offset, line) in newLines {
            let place = removals.end(around: offset)
            if place == bytes.count {
                linesAtEnd.append(line)
            } else {
                linesByOffset[place, default: []].append(line)
            }
        }
        let isEmptied = removals == [start..<bytes.count]
        let isBehindBlank = linesAtEnd.isEmpty && (isEmptied || endsBlank)
        linesAtEnd += sectionLines(isBehindBlank: isBehindBlank)
        var edits = inner
        for (offset, lines) in linesByOffset {
            edits.append(Edit(offset..<offset, endingEach(lines)))
        }
        edits += endsOpen ? atOpenEnd(linesAtEnd, removals) : atEnd(linesAtEnd, removals)
        return edits.sorted { $0.range.lowerBound < $1.range.lowerBound }.inOrder()
    }

    private func endingEach(_ lines: [String]) -> String {
        lines.map { $0 + layout.lineEnding }.joined()
    }

    private func sectionLines(isBehindBlank: Bool) -> [String] {
        var lines: [String] = []
        for section in newSections {
            let needsBlank = setsSectionsApart && !(lines.isEmpty && isBehindBlank)
            lines += (needsBlank ? [""] : []) + section
        }
        return lines
    }

    /// Whether the file is empty, or its last line is.
    private var endsBlank: Bool {
        guard bytes.count > start else { return true }
        let end = endsOpen ? bytes.count : bytes.count - 1
        return layout.isEmptySpace(layout.lineStart(end)..<end)
    }

    /// Whether the last line has no line end.
    private var endsOpen: Bool { bytes.count > start && layout.lineStarts.last != bytes.count }

    /// The removals, and lines behind all others.
    private func atEnd(_ lines: [String], _ removals: [Range<Int>]) -> [Edit] {
        let edits = removals.map { Edit($0, "") }
        if lines.isEmpty { return edits }
        return edits + [Edit(bytes.count..<bytes.count, endingEach(lines))]
    }

    /// The same in a file whose last line has no line end; whatever becomes that line has none.
    private func atOpenEnd(_ lines: [String], _ removals: [Range<Int>]) -> [Edit] {
        var edits = removals.map { Edit($0, "") }
        let text = lines.joined(separator: layout.lineEnding)
        if let last = removals.last, last.upperBound == bytes.count {
            let start = lines.isEmpty ? lineEndStart(before: last.lowerBound) : last.lowerBound
            edits[edits.count - 1] = Edit(start..<bytes.count, text)
        } else if !lines.isEmpty {
            edits.append(Edit(bytes.count..<bytes.count, layout.lineEnding + text))
        }
        return edits
    }

    /// Where the line end begins that stands before a line; at the file's first line, the line.
    private func lineEndStart(before line: Int) -> Int {
        guard line > start else { return line }
        let isPair = line > 1 && bytes[line - 2] == 0x0D && bytes[line - 1] == 0x0A
        return line - (isPair ? 2 : 1)
    }
}

extension [Range<Int>] {
    /// The ranges in order, those that touch as one.
    fileprivate var joined: [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, last.upperBound == range.lowerBound {
                joined[joined.count - 1] = last.lowerBound..<range.upperBound
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    /// The end of the range that an offset is in, or the offset itself; the ranges are in order.
    fileprivate func end(around offset: Int) -> Int {
        let next = partitioningIndex { $0.upperBound >= offset }
        return next < count && self[next].lowerBound < offset ? self[next].upperBound : offset
    }
}
