// Where new lines go in a line-based file, and which bytes go with old ones.

import SettingsModel

/// Edits of whole lines and of values in them, gathered and put in order.
struct LinePlacement {
    private let document: LineDocument
    private let style: EditStyle
    private let layout: TextLayout
    /// What values and parts of lines become.
    private var values: [Edit] = []
    /// Whole lines that go.
    private var removals: [Range<Int>] = []
    /// New lines, by the byte that they stand before.
    private var insertions: [(offset: Int, line: String)] = []
    /// New sections with their lines, in the order they were asked for.
    private var newSections: [(path: [String], lines: [String])] = []
    private var newSectionPlaces: [[String]: Int] = [:]
    /// What stands between key and value in each section, and in the whole file at -1.
    private var separators: [Int: String] = [:]

    private var bytes: [UInt8] { document.bytes }
    private var dialect: LineDialect { document.dialect }
    private var entries: [LineEntry] { document.lineEntries }

    /// Creates a placement without edits.
    init(_ document: LineDocument, _ style: EditStyle) {
        self.document = document
        self.style = style
        layout = TextLayout(document.bytes)
    }

    // MARK: Lines that are there

    /// Gives an entry another text.
    mutating func set(_ index: Int, _ text: String) throws(EditError) {
        let entry = entries[index]
        try checkImmutable(entry)
        let spelled = try dialect.spelled(text, like: bytes[entry.value], style)
        if dialect.repeats == .listWithReset, entry.value.isEmpty, !text.isEmpty {
            // An empty assignment forgets what earlier files said; it stays, and the value follows.
            return try insert(text, besides: index, after: index)
        }
        guard entry.hasSeparator else {
            let separator = separator(for: Int(entry.section), text)
            values.append(Edit(entry.key.upperBound..<entry.key.upperBound, separator + spelled))
            return
        }
        var lead = ""
        if entry.value.isEmpty, !spelled.isEmpty {
            // Behind `key =` the blank that the file has elsewhere; before a comment, always one.
            let isBlankBefore = LineText.isBlank(bytes[entry.value.lowerBound - 1])
            let separator = separator(for: Int(entry.section), text)
            if !isBlankBefore, separator.last == " " || separator.last == "\t" { lead = " " }
        }
        let rest = entry.value.upperBound
        let isCommentNext = rest < bytes.count && bytes[rest] == UInt8(ascii: "#")
        let tail = isCommentNext && dialect.inlineComments == .afterBlank ? " " : ""
        values.append(Edit(entry.value, lead + spelled + tail))
    }

    /// Removes an entry with its lines and the comment on its last line.
    mutating func remove(_ index: Int) throws(EditError) {
        let entry = entries[index]
        try checkImmutable(entry)
        let start = entry.range.lowerBound
        if layout.isFirstInLine(start) {
            removals.append(layout.lineStart(start)..<lineEnd(after: entry.range.upperBound))
        } else {
            // `[section] key = value`: the header stays.
            values.append(Edit(layout.blanksStart(before: start)..<entry.range.upperBound, ""))
        }
    }

    private func lineEnd(after offset: Int) -> Int {
        guard offset < bytes.count else { return bytes.count }
        return LineText.lineBreakEnd(bytes, at: offset) ?? offset
    }

    private func checkImmutable(_ entry: LineEntry) throws(EditError) {
        guard entry.isImmutable else { return }
        throw Self.immutable("key")
    }

    private static func immutable(_ what: String) -> EditError {
        EditError(
            code: .readOnly,
            problem: "the file says with [$i] that the \(what) may not be changed",
            advice: "Ask whoever administers this computer"
        )
    }

    // MARK: New lines

    /// Puts a line of the same key behind an entry, or before the first one.
    mutating func insert(
        _ text: String,
        besides sibling: Int,
        after entry: Int?
    ) throws(EditError) {
        let like = entries[sibling]
        let spelled = try dialect.spelled(text, like: [], style)
        let lead =
            layout.isFirstInLine(like.range.lowerBound)
            ? String(
                decoding: bytes[layout.lineStart(like.range.lowerBound)..<like.key.lowerBound],
                as: UTF8.self
            )
            : dialect.newIndent
        let key = String(decoding: bytes[like.key.lowerBound..<like.key.upperBound], as: UTF8.self)
        let line = lead + key + separator(for: Int(like.section), text) + spelled
        if let entry {
            insertions.append((lineEnd(after: entries[entry].range.upperBound), line))
        } else {
            insertions.append((layout.lineStart(like.range.lowerBound), line))
        }
    }

    /// Puts a new key at the end of its section, or in a new section.
    mutating func insert(_ text: String, at path: [String]) throws(EditError) {
        let group = Array(path.dropLast())
        let key = try dialect.spelledKey(path[path.count - 1])
        let spelled = try dialect.spelled(text, like: [], style)
        guard case .group(let known)? = document.place(at: group),
            known == 0 || !document.outline.groups[known].sections.isEmpty
        else {
            let line = key + separator(for: nil, text) + spelled
            return try insert(line, inNew: group)
        }
        let section = document.outline.groups[known].sections.last ?? 0
        if document.sections[section].isImmutable || document.isImmutable {
            throw Self.immutable("section")
        }
        let line = key + separator(for: section, text) + spelled
        let place = place(in: section)
        insertions.append((place.offset, place.indent + line))
    }

    /// Refuses a new key that no value could be given to: too deep, or with a name that can't be.
    func checkPlace(_ path: [String]) throws(EditError) {
        try checkDepth(Array(path.dropLast()))
        _ = try dialect.spelledKey(path[path.count - 1])
    }

    private func checkDepth(_ group: [String]) throws(EditError) {
        let most: Int
        switch dialect.sections {
        case .none: most = 0
        case .brackets, .git, .hosts: most = 1
        case .nested: most = document.limits.keyPathSegments - 1
        }
        guard group.count <= most, !group.isEmpty || dialect.hasRootKeys else {
            switch (dialect.sections, group.isEmpty) {
            case (_, true):
                throw dialect.unrepresentable(
                    "a key outside of a section",
                    "Put it into one, as in section.key"
                )
            case (.none, false):
                throw dialect.unrepresentable(
                    "a key within another",
                    "Put a key with dots in quotes, as in \"a.b\""
                )
            default:
                throw dialect.unrepresentable(
                    "a key in more than \(most) section\(most == 1 ? "" : "s")",
                    "Put a name with dots in quotes, as in \"a.b\".key"
                )
            }
        }
    }

    private mutating func insert(_ line: String, inNew group: [String]) throws(EditError) {
        if document.isImmutable { throw Self.immutable("file") }
        let line = (sampleIndent ?? dialect.newIndent) + line
        if let index = newSectionPlaces[group] {
            newSections[index].lines.append(line)
        } else {
            newSectionPlaces[group] = newSections.count
            newSections.append((group, [try dialect.header(group), line]))
        }
    }

    /// The last entry of a section, or nil for one without any.
    private func lastEntry(in section: Int) -> Int? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if Int(entries[middle].section) <= section { low = middle + 1 } else { high = middle }
        }
        return low > 0 && Int(entries[low - 1].section) == section ? low - 1 : nil
    }

    /// Behind the last key of a section, or behind its header; at the front, before the first header.
    private func place(in section: Int) -> (offset: Int, indent: String) {
        if let index = lastEntry(in: section) {
            let last = entries[index]
            let start = last.range.lowerBound
            let isFirst = layout.isFirstInLine(start)
            let indent = isFirst ? layout.indent(at: start) : sampleIndent ?? dialect.newIndent
            return (lineEnd(after: last.range.upperBound), indent)
        }
        let header = document.sections[section].header
        if section > 0 {
            return (layout.nextLine(header.upperBound - 1), sampleIndent ?? dialect.newIndent)
        }
        guard document.sections.count > 1 else { return (bytes.count, "") }
        return (commentsStart(before: layout.lineStart(document.sections[1].header.lowerBound)), "")
    }

    /// Where the comments begin that stand right above a line.
    private func commentsStart(before line: Int) -> Int {
        var start = line
        for comment in document.comments.reversed() where comment.lowerBound < line {
            let commentStart = layout.lineStart(comment.lowerBound)
            guard layout.nextLine(comment.lowerBound) == start,
                layout.isFirstInLine(comment.lowerBound)
            else { break }
            start = commentStart
        }
        return start
    }

    private var sampleIndent: String? {
        entries.last { layout.isFirstInLine($0.range.lowerBound) }
            .map { layout.indent(at: $0.range.lowerBound) }
    }

    /// What stands between key and value in the last entry of a section, or else of the file.
    private mutating func separator(for section: Int?, _ text: String) -> String {
        let known = separators[section ?? -1] ?? sampleSeparator(in: section)
        separators[section ?? -1] = known
        guard text.isEmpty, dialect.quoting != .git else { return known }
        return String(known.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    private mutating func sampleSeparator(in section: Int?) -> String {
        guard style == .natural else { return dialect.newSeparator }
        guard let section else {
            for entry in entries.reversed() {
                if let text = separator(of: entry) { return text }
            }
            return dialect.newSeparator
        }
        if let last = lastEntry(in: section) {
            var index = last
            while index >= 0, Int(entries[index].section) == section {
                if let text = separator(of: entries[index]) { return text }
                index -= 1
            }
        }
        let common = separators[-1] ?? sampleSeparator(in: nil)
        separators[-1] = common
        return common
    }

    private func separator(of entry: LineEntry) -> String? {
        guard entry.hasSeparator, !entry.value.isEmpty else { return nil }
        let start = dialect.quoting == .kconfig ? separatorStart(entry) : entry.key.upperBound
        let range = start..<entry.value.lowerBound
        // Columns of values that are lined up fit no other key.
        return range.count <= 3 && !layout.hasLineBreak(range) ? layout.text(range) : nil
    }

    /// Past the flags of a key: `Path[$e]=`.
    private func separatorStart(_ entry: LineEntry) -> Int {
        var start = entry.key.upperBound
        while start < entry.value.lowerBound, bytes[start] != UInt8(ascii: "="),
            !LineText.isBlank(bytes[start])
        {
            start += 1
        }
        return start
    }
}

// MARK: Putting together

extension LinePlacement {
    /// Everything planned, from front to back, without overlaps.
    var edits: [Edit] {
        let removals = joinedRemovals
        var lines: [Int: [String]] = [:]
        var end: [String] = []
        for insertion in insertions {
            let offset = removals.end(around: insertion.offset)
            if offset == bytes.count {
                end.append(insertion.line)
            } else {
                lines[offset, default: []].append(insertion.line)
            }
        }
        let isEmptied = removals == [layout.lineStarts[0]..<bytes.count]
        end += newSectionLines(isBehindBlank: end.isEmpty && (isEmptied || endsBlank))
        var edits = values
        for (offset, lines) in lines {
            let text = lines.map { $0 + layout.lineEnding }.joined()
            edits.append(Edit(offset..<offset, text))
        }
        return (edits + atEnd(end, removals)).sorted { $0.range.lowerBound < $1.range.lowerBound }
            .inOrder()
    }

    private var joinedRemovals: [Range<Int>] {
        var joined: [Range<Int>] = []
        for removal in removals.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, last.upperBound == removal.lowerBound {
                joined[joined.count - 1] = last.lowerBound..<removal.upperBound
            } else {
                joined.append(removal)
            }
        }
        return joined
    }

    private func newSectionLines(isBehindBlank: Bool) -> [String] {
        var lines: [String] = []
        for section in newSections {
            // git puts no blank lines between its sections.
            let hasBlank = dialect.sections == .git || lines.isEmpty && isBehindBlank
            lines += (hasBlank ? [] : [""]) + section.lines
        }
        return lines
    }

    /// Whether the file is empty, or its last line is.
    private var endsBlank: Bool {
        guard bytes.count > layout.lineStarts[0] else { return true }
        let end = layout.lineStarts.last == bytes.count ? bytes.count - 1 : bytes.count
        return layout.isEmptySpace(layout.lineStart(end)..<end)
    }

    /// The removals, and the lines that come behind all others; the file ends as it ended.
    private func atEnd(_ lines: [String], _ removals: [Range<Int>]) -> [Edit] {
        let ending = layout.lineEnding
        let isOpen = bytes.count > layout.lineStarts[0] && layout.lineStarts.last != bytes.count
        var edits = removals.map { Edit($0, "") }
        guard isOpen else {
            guard !lines.isEmpty else { return edits }
            let text = lines.map { $0 + ending }.joined()
            return edits + [Edit(bytes.count..<bytes.count, text)]
        }
        let text = lines.joined(separator: ending)
        if let last = removals.last, last.upperBound == bytes.count {
            // The line before becomes the last one, and loses its ending if nothing follows it.
            var start = last.lowerBound
            if lines.isEmpty, start > layout.lineStarts[0] {
                start -= start > 1 && bytes[start - 2] == 0x0D && bytes[start - 1] == 0x0A ? 2 : 1
            }
            edits[edits.count - 1] = Edit(start..<bytes.count, text)
        } else if !lines.isEmpty {
            edits.append(Edit(bytes.count..<bytes.count, ending + text))
        }
        return edits
    }
}

extension [Range<Int>] {
    /// The end of the range that an offset is in, or the offset itself; the ranges are in order.
    fileprivate func end(around offset: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].upperBound < offset { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].lowerBound < offset ? self[low].upperBound : offset
    }
}
