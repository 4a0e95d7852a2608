// Removes and inserts children of one container in brackets, with their commas, comments and lines.

import SettingsModel

/// The edits by which children of a container come and go.
struct BracketRearrangement {
    /// How new children are written.
    struct Spelling {
        /// Behind a comma, where the next child follows on the same line.
        let gap: String
        /// The texts of new children without commas; an indentation of nil asks for one line.
        let items: ([ContainerPlan.Insertion], String?) throws(EditError) -> [String]
    }
    private let container: BracketContainer
    private let plan: ContainerPlan
    private let spelling: Spelling
    /// The last child that stays, or -1.
    private let lastKept: Int
    /// The first child that stays, or the count for none.
    private let firstKept: Int
    private let runs: [ContainerPlan.Run]
    private(set) var edits: [Edit] = []

    private var children: [BracketContainer.Child] { container.children }
    private var layout: TextLayout { container.layout }

    /// Inserts and removes children; only what the plan's requests say counts, not what they set.
    ///
    /// Every child but the last in the end needs its comma. An insertion is planned before a removal that begins at the same byte.
    ///
    /// - Throws: ``EditError`` with code `.unrepresentable` for a new child.
    init(
        of container: BracketContainer,
        _ plan: ContainerPlan,
        _ spelling: Spelling
    ) throws(EditError) {
        self.container = container
        self.plan = plan
        self.spelling = spelling
        lastKept = plan.lastKept
        firstKept = plan.firstKept
        runs = plan.runs
        for run in runs { if run.after < 0 { try insertFirst(run) } else { try insert(run) } }
        if lastKept < 0, runs.isEmpty, clear() { return }
        if runs.last?.isLast != true { dropCommaOfLastKept() }
        removeChildren()
    }

    private mutating func replace(_ range: Range<Int>, _ text: String) {
        edits.append(Edit(range, text))
    }

    private mutating func put(_ text: String, at offset: Int) {
        edits.append(Edit(offset..<offset, text))
    }

    // MARK: Insertions

    /// Inserts behind a child that stays.
    private mutating func insert(_ run: ContainerPlan.Run) throws(EditError) {
        let child = children[run.after]
        let lead = container.leadStart(of: run.after)
        let isNextOnLine = container.hasNextOnLine(run.after, of: child.end)
        let ownsLine =
            container.isTall && layout.isFirstInLine(lead) && (!isNextOnLine || run.isLast)
        // The comments behind the child are its own, unless another child follows on its line.
        let takesComments = ownsLine || !isNextOnLine
        let stop = takesComments ? container.commentsEnd(after: child.end) : child.end
        // A comment that ends with its line keeps what is new off the line.
        let endsWithComment = stop > child.end && layout.isLastInLine(stop)
        guard ownsLine || endsWithComment else { return try insertOnLine(run, at: stop) }
        let indent =
            ownsLine ? layout.indent(at: lead) : container.indentOfLine(with: run.after)
        let items = try lines(of: run, itemIndent: ownsLine ? indent : nil, indent)
        if child.comma == nil { put(",", at: child.end) }
        put(layout.lineEnding + indent + items, at: stop)
    }

    /// Inserts behind a child and its comments, on the same line.
    private mutating func insertOnLine(
        _ run: ContainerPlan.Run,
        at stop: Int
    ) throws(EditError) {
        let child = children[run.after]
        // A line separator ends a comment, and no line of an editor; it has three bytes.
        let isSeparated = container.isLineSeparator(at: stop) && stop > child.range.upperBound
        if child.comma == nil {
            put(",", at: isSeparated ? child.range.upperBound : stop)
        }
        put(spelling.gap + (try line(of: run)), at: isSeparated ? stop + 3 : stop)
    }

    /// Inserts before all that stays.
    private mutating func insertFirst(_ run: ContainerPlan.Run) throws(EditError) {
        let lead = container.leadStart(of: 0)
        guard container.isTall, layout.isFirstInLine(lead) else {
            let start = plan.isRemoved(0) ? children[0].range.lowerBound : lead
            return put(try line(of: run) + (run.isLast ? "" : spelling.gap), at: start)
        }
        let indent = layout.indent(at: lead)
        let items = try lines(of: run, itemIndent: indent, indent)
        let stop = container.commentsEnd(after: container.range.lowerBound + 1)
        put(layout.lineEnding + indent + items, at: stop)
    }

    /// New children for one line, with what stands behind the last.
    private func line(of run: ContainerPlan.Run) throws(EditError) -> String {
        let items = try spelling.items(run.insertions, nil)
        return items.joined(separator: "," + spelling.gap) + tail(of: run)
    }

    /// New children, each on a line with an indentation but for the first one's.
    private func lines(
        of run: ContainerPlan.Run,
        itemIndent: String?,
        _ indent: String
    ) throws(EditError) -> String {
        let items = try spelling.items(run.insertions, itemIndent)
        let gap = "," + layout.lineEnding + indent
        return items.joined(separator: gap) + tail(of: run)
    }

    /// What stands behind the last of new children.
    private func tail(of run: ContainerPlan.Run) -> String {
        run.isLast && !container.endsWithComma ? "" : ","
    }

    // MARK: Removals

    /// Empties a container on one line, if it has no comments.
    ///
    /// - Returns: Whether it did.
    private mutating func clear() -> Bool {
        let inner = container.range.lowerBound + 1..<container.range.upperBound - 1
        guard !layout.hasLineBreak(inner), !container.comments.hasStart(in: inner) else {
            return false
        }
        replace(inner, "")
        return true
    }

    /// Takes off the comma of the child that comes to be the last.
    private mutating func dropCommaOfLastKept() {
        guard lastKept >= 0, !container.endsWithComma, let comma = children[lastKept].comma
        else { return }
        replace(comma..<comma + 1, "")
    }

    private mutating func removeChildren() {
        var position = 0
        while position < children.count {
            guard plan.isRemoved(position) else {
                position += 1
                continue
            }
            var end = position + 1
            while end < children.count, plan.isRemoved(end),
                container.hasNextOnLine(end - 1, of: children[end - 1].end)
            {
                end += 1
            }
            if end == position + 1 || !removeLine(of: position..<end) {
                for child in position..<end { remove(child) }
            }
            position = end
        }
    }

    /// Removes the line that children have to themselves.
    ///
    /// - Returns: Whether they have one.
    private mutating func removeLine(of run: Range<Int>) -> Bool {
        let last = run.upperBound - 1
        let lead = container.leadStart(of: run.lowerBound)
        let stop = container.commentsEnd(after: children[last].end)
        guard container.isTall || run.lowerBound > 0, layout.isFirstInLine(lead),
            !layout.hasLineBreak(lead..<children[last].range.lowerBound),
            layout.isLastInLine(stop), children[last].comma == nil || container.hasCommaNear(last)
        else { return false }
        replace(layout.lineStart(lead)..<layout.nextLine(stop), "")
        return true
    }

    private mutating func remove(_ position: Int) {
        let child = children[position]
        let lead = container.leadStart(of: position)
        let isCommaNear = container.hasCommaNear(position)
        let end = isCommaNear ? child.end : child.range.upperBound
        let stop = container.commentsEnd(after: end)
        let isLineDone = layout.isLastInLine(stop)
        if isLineDone, !isCommaNear, removeWithCommaBefore(position, stop) { return }
        if let comma = child.comma, !isCommaNear { removeFarComma(comma) }
        // On one line with the opening bracket, the first child may give way to a new one.
        let ownsLine =
            isLineDone && layout.isFirstInLine(lead) && (container.isTall || position > 0)
        if ownsLine {
            replace(layout.lineStart(lead)..<layout.nextLine(stop), "")
        } else if container.hasNextOnLine(position, of: end) {
            replace(lead..<layout.blanksEnd(from: end), "")
        } else {
            replace(removalStart(position)..<stop, "")
        }
    }

    /// Removes a child whose line begins with the comma before it; the comma after it stays.
    ///
    /// - Returns: Whether the child stands so.
    private mutating func removeWithCommaBefore(_ position: Int, _ stop: Int) -> Bool {
        guard position > 0, firstKept < position, plan.insertions.isEmpty,
            let comma = children[position - 1].comma, layout.isFirstInLine(comma),
            layout.blanksEnd(from: comma + 1) == container.leadStart(of: position)
        else { return false }
        replace(layout.lineStart(comma)..<layout.nextLine(stop), "")
        return true
    }

    /// Removes a comma on a later line than its child, with the blanks behind it if it begins one.
    private mutating func removeFarComma(_ comma: Int) {
        let end = layout.isFirstInLine(comma) ? layout.blanksEnd(from: comma + 1) : comma + 1
        replace(comma..<end, "")
    }

    /// Where the removal of a child begins that has no line of its own.
    private func removalStart(_ position: Int) -> Int {
        let lead = container.leadStart(of: position)
        guard layout.isFirstInLine(lead) else {
            let hasNewBefore = lastKept < 0 && !runs.isEmpty
            return hasNewBefore ? lead : layout.blanksStart(before: lead)
        }
        // The bracket behind the last child goes back to the line where it would have stood.
        let isLast = position + 1 == children.count
        guard isLast, position > 0, !plan.isRemoved(position - 1), runs.isEmpty else { return lead }
        let previousEnd = children[position - 1].end
        return layout.isEmptySpace(previousEnd..<lead) ? previousEnd : lead
    }
}
