// Removes and inserts children of one container in brackets, with their commas, comments and lines.

import SettingsModel

/// A container in brackets whose children come and go, and what is known about them.
struct BracketContainer {
    /// A child and the comma after it.
    struct Child {
        /// The first byte of its key, or of the value where it has none.
        var from: Int
        var end: Int
        /// The comma after the value, or -1.
        var comma: Int
    }
    /// The container with its brackets.
    let range: Range<Int>
    /// At least one.
    let children: [Child]
    let plan: ContainerPlan
    /// Whether the children stand on lines of their own.
    let isTall: Bool
    /// Whether a separator stands behind the last child too, which a new last child takes over.
    let hasTrailingSeparator: Bool
    /// Whether the children stand in the file itself, without brackets.
    let isBare: Bool
    /// What stands behind each child: a comma, say.
    let separator: String
    /// Behind a separator, where the next child follows on the same line.
    let gap: String
    let layout: TextLayout
    let comments: [Range<Int>]
    /// The texts of new children without commas, for an indentation or, for nil, one line.
    let items: ([ContainerPlan.Insertion], String?) throws(EditError) -> [String]

    /// The last child that stays, or -1.
    private let lastKept: Int
    /// The first child that stays, or the count for none.
    private let firstKept: Int
    private let runs: [ContainerPlan.Run]
    private(set) var edits: [Edit] = []

    /// Creates the description; only what the plan's requests say counts, not what they set.
    init(
        range: Range<Int>,
        children: [Child],
        plan: ContainerPlan,
        isTall: Bool,
        hasTrailingSeparator: Bool,
        isBare: Bool,
        separator: String,
        gap: String,
        layout: TextLayout,
        comments: [Range<Int>],
        items: @escaping ([ContainerPlan.Insertion], String?) throws(EditError) -> [String]
    ) {
        self.range = range
        self.children = children
        self.plan = plan
        self.isTall = isTall
        self.hasTrailingSeparator = hasTrailingSeparator
        self.isBare = isBare
        self.separator = separator
        self.gap = gap
        self.layout = layout
        self.comments = comments
        self.items = items
        lastKept = plan.lastKept
        firstKept = plan.firstKept
        runs = plan.runs
    }
}

extension BracketContainer {
    /// Inserts and removes children.
    ///
    /// Every child but the last in the end needs its comma; the last has one where the last had one
    /// before. An insertion is planned before a removal that begins at the same byte.
    mutating func rearrange() throws(EditError) {
        for run in runs { if run.after < 0 { try insertFirst(run) } else { try insert(run) } }
        if lastKept < 0, runs.isEmpty, clear() { return }
        let endsWithNew = runs.last?.isLast == true
        if lastKept >= 0, !endsWithNew, !hasTrailingSeparator {
            let comma = children[lastKept].comma
            if comma >= 0 { edits.append(Edit(comma..<comma + 1, "")) }
        }
        for child in children.indices where plan.isRemoved(child) {
            remove(child)
        }
    }

    // MARK: Insertions

    private mutating func insert(_ run: ContainerPlan.Run) throws(EditError) {
        let child = children[run.after]
        let hasComma = child.comma >= 0
        let afterComma = hasComma ? child.comma + 1 : child.end
        let tail = run.isLast && !hasTrailingSeparator ? "" : separator
        let isNextOnLine =
            run.after + 1 < children.count
            && !breaksLine(afterComma..<children[run.after + 1].from)
        let lead = leadStart(of: run.after)
        let ownsLine = isTall && layout.isFirstInLine(lead) && (!isNextOnLine || run.isLast)
        let stop = ownsLine || !isNextOnLine ? commentsEnd(after: afterComma) : afterComma
        // A comment that ends with its line keeps what is new off the line.
        guard ownsLine || stop > afterComma && layout.isLastInLine(stop) else {
            return try insertOnLine(run, at: stop, behind: child, tail)
        }
        let indent = ownsLine ? layout.indent(at: lead) : indentOfLine(with: run.after)
        let start = layout.lineEnding + indent
        let items = try items(run.insertions, ownsLine ? indent : nil)
            .joined(separator: separator + start)
        if hasComma || stop > afterComma {
            if !hasComma { edits.append(Edit(afterComma..<afterComma, separator)) }
            edits.append(Edit(stop..<stop, start + items + tail))
        } else {
            edits.append(Edit(stop..<stop, separator + start + items + tail))
        }
    }

    /// Inserts behind a child and its comments on the same line.
    private mutating func insertOnLine(
        _ run: ContainerPlan.Run,
        at stop: Int,
        behind child: Child,
        _ tail: String
    ) throws(EditError) {
        let items = try items(run.insertions, nil).joined(separator: separator + gap)
        let comma = child.comma >= 0 ? "" : separator
        // A line separator ends a comment, and no line of an editor.
        let isSeparated = isLineSeparator(at: stop) && stop > child.end
        guard isSeparated, !comma.isEmpty else {
            let place = isSeparated ? stop + 3 : stop
            edits.append(Edit(place..<place, comma + gap + items + tail))
            return
        }
        edits.append(Edit(child.end..<child.end, comma))
        edits.append(Edit(stop + 3..<stop + 3, gap + items + tail))
    }

    /// Inserts before all that stays.
    private mutating func insertFirst(_ run: ContainerPlan.Run) throws(EditError) {
        let first = plan.isRemoved(0) ? children[0].from : leadStart(of: 0)
        let tail = run.isLast && !hasTrailingSeparator ? "" : separator
        guard isTall, layout.isFirstInLine(leadStart(of: 0)) else {
            let items = try items(run.insertions, nil).joined(separator: separator + gap)
            let before = items + tail + (run.isLast ? "" : gap)
            edits.append(Edit(first..<first, before))
            return
        }
        let indent = layout.indent(at: leadStart(of: 0))
        let start = layout.lineEnding + indent
        let items = try items(run.insertions, indent).joined(separator: separator + start)
        guard !isBare else {
            let place = layout.lineStart(leadStart(of: 0))
            edits.append(Edit(place..<place, indent + items + tail + layout.lineEnding))
            return
        }
        let stop = commentsEnd(after: range.lowerBound + 1)
        edits.append(Edit(stop..<stop, start + items + tail))
    }

    // MARK: Comments and lines

    /// The end of the comments that begin on the line of an offset and follow it.
    private func commentsEnd(after offset: Int) -> Int {
        var end = offset
        while let comment = comments.range(startingAt: layout.blanksEnd(from: end)) {
            end = comment.upperBound
        }
        return end
    }

    /// Where a child begins with the comments that lead it on its line.
    ///
    /// A comment behind the opening bracket may be about all of the container.
    private func leadStart(of position: Int) -> Int {
        let from = children[position].from
        var start = from
        while let comment = comments.range(endingAt: layout.blanksStart(before: start)) {
            start = comment.lowerBound
        }
        let isBehindComma =
            position > 0
            && layout.blanksStart(before: start) == children[position - 1].comma + 1
        return isBehindComma || layout.isFirstInLine(start) ? start : from
    }

    /// The indentation that puts a line below the first child of another's line.
    private func indentOfLine(with position: Int) -> String {
        let line = layout.lineStart(children[position].from)
        let first = children.firstIndex { $0.from >= line } ?? position
        let start = leadStart(of: first)
        let indent = layout.indent(at: start)
        let rest = layout.text(line + indent.utf8.count..<start).unicodeScalars.count
        return indent + String(repeating: " ", count: layout.isFirstInLine(start) ? 0 : rest)
    }

    /// Whether a line ends within a range, to an editor or to the language.
    private func breaksLine(_ range: Range<Int>) -> Bool {
        layout.hasLineBreak(range) || range.contains(where: isLineSeparator)
    }

    /// Whether U+2028 or U+2029 stands at an offset.
    private func isLineSeparator(at offset: Int) -> Bool {
        let bytes = layout.bytes[min(offset, layout.bytes.count)...].prefix(3)
        return bytes.elementsEqual([0xE2, 0x80, 0xA8]) || bytes.elementsEqual([0xE2, 0x80, 0xA9])
    }

    // MARK: Removals

    /// Empties a container on one line, if it has no comments.
    ///
    /// - Returns: Whether it did.
    private mutating func clear() -> Bool {
        let inner = range.lowerBound + 1..<range.upperBound - 1
        guard !isBare, !layout.hasLineBreak(inner), !comments.hasStart(in: inner) else {
            return false
        }
        edits.append(Edit(inner, ""))
        return true
    }

    private mutating func remove(_ position: Int) {
        let child = children[position]
        let end = child.end
        let comma = child.comma
        let lead = leadStart(of: position)
        let isCommaNear = comma >= 0 && !layout.hasLineBreak(end..<comma)
        let stop = commentsEnd(after: isCommaNear ? comma + 1 : end)
        let isLineDone = layout.isLastInLine(stop)
        if isLineDone, !isCommaNear, removeWithCommaBefore(position, stop) { return }
        if comma >= 0, !isCommaNear {
            let blanks = layout.isFirstInLine(comma) ? layout.blanksEnd(from: comma + 1) : comma + 1
            edits.append(Edit(comma..<blanks, ""))
        }
        if isTall, isLineDone, layout.isFirstInLine(lead) {
            edits.append(Edit(layout.lineStart(lead)..<layout.nextLine(stop), ""))
            return
        }
        let after = isCommaNear ? comma + 1 : end
        if position + 1 < children.count {
            let next = children[position + 1].from
            if !breaksLine(after..<next) {
                edits.append(Edit(lead..<layout.blanksEnd(from: after), ""))
                return
            }
        }
        edits.append(Edit(removalStart(position)..<stop, ""))
    }

    /// Where the removal of a child begins that has no line of its own.
    private func removalStart(_ position: Int) -> Int {
        let from = leadStart(of: position)
        guard layout.isFirstInLine(from) else {
            let hasNewBefore = lastKept < 0 && !runs.isEmpty
            return hasNewBefore ? from : layout.blanksStart(before: from)
        }
        // The bracket behind the last child goes back to the line where it would have stood.
        let isLast = position + 1 == children.count
        guard isLast, position > 0, !plan.isRemoved(position - 1), runs.isEmpty
        else { return from }
        let previous = children[position - 1]
        let end = max(previous.end, previous.comma + 1)
        return layout.isEmptySpace(end..<from) ? end : from
    }

    /// Removes a child whose line begins with the comma before it; the comma after it stays.
    ///
    /// - Returns: Whether the child stands so.
    private mutating func removeWithCommaBefore(
        _ position: Int,
        _ stop: Int
    ) -> Bool {
        guard position > 0, plan.insertions.isEmpty, isTall,
            firstKept < position
        else { return false }
        let comma = children[position - 1].comma
        guard layout.isFirstInLine(comma),
            layout.blanksEnd(from: comma + 1) == leadStart(of: position)
        else { return false }
        edits.append(Edit(layout.lineStart(comma)..<layout.nextLine(stop), ""))
        return true
    }
}
