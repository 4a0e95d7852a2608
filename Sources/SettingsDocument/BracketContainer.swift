// Removes and inserts children of one container in brackets, with separators, comments and lines.

import SettingsModel

/// A container whose children come and go, and what is known about them.
struct BracketContainer {
    let node: Int
    let children: [Int]
    let plan: ContainerPlan
    /// Whether the children stand on lines of their own.
    let isTall: Bool
    /// What stands behind each child: a comma, say.
    let separator: String
    /// Whether it stands behind the last child, too.
    let hasTrailingSeparator: Bool
    /// Whether the children stand in the file itself, without brackets.
    let isBare: Bool
    /// The last child that stays, or -1.
    let lastKept: Int
    /// The first child that stays, or the count for none.
    let firstKept: Int
    let runs: [ContainerPlan.Run]

    /// Creates the description; only what the plan's requests say counts, not what they set.
    init<Source>(
        _ editor: BracketEditor<Source>,
        _ node: Int,
        _ children: [Int],
        _ plan: ContainerPlan,
        isTall: Bool
    ) {
        self.node = node
        self.children = children
        self.plan = plan
        self.isTall = isTall && editor.style == .natural
        separator = editor.writer.separator(in: editor.nodes[node].kind)
        isBare = editor.document.isBare(node)
        hasTrailingSeparator = children.last.map { editor.nodes[$0].comma >= 0 } ?? false
        lastKept = plan.lastKept
        firstKept = plan.firstKept
        runs = plan.runs
    }
}

extension BracketEditor {
    /// Inserts and removes children.
    ///
    /// Every child but the last in the end needs its comma; the last has one where the last had one
    /// before. An insertion is planned before a removal that begins at the same byte.
    mutating func rearrange(_ container: BracketContainer) throws(EditError) {
        for run in container.runs {
            if run.after < 0 { try insertFirst(run, container) } else { try insert(run, container) }
        }
        if container.lastKept < 0, container.runs.isEmpty, clear(container) { return }
        let endsWithNew = container.runs.last?.isLast == true
        if container.lastKept >= 0, !endsWithNew, !container.hasTrailingSeparator {
            let comma = Int(nodes[container.children[container.lastKept]].comma)
            if comma >= 0 { edits.append(Edit(comma..<comma + 1, "")) }
        }
        for child in container.children.indices where container.plan.isRemoved(child) {
            remove(child, container)
        }
    }

    // MARK: Insertions

    private mutating func insert(
        _ run: ContainerPlan.Run,
        _ container: BracketContainer
    ) throws(EditError) {
        let child = nodes[container.children[run.after]]
        let hasComma = child.comma >= 0
        let afterComma = hasComma ? Int(child.comma) + 1 : Int(child.end)
        let tail = run.isLast && !container.hasTrailingSeparator ? "" : container.separator
        let isNextOnLine =
            run.after + 1 < container.children.count
            && !layout.hasLineBreak(afterComma..<nodes[container.children[run.after + 1]].from)
        if container.isTall, layout.isFirstInLine(child.from), !isNextOnLine || run.isLast {
            let indent = layout.indent(at: child.from)
            let separator = layout.lineEnding + indent
            let items = try items(run.insertions, indent: indent).joined(
                separator: container.separator + separator
            )
            let stop = commentsEnd(after: afterComma)
            if hasComma || stop > afterComma {
                if !hasComma { edits.append(Edit(afterComma..<afterComma, container.separator)) }
                edits.append(Edit(stop..<stop, separator + items + tail))
            } else {
                edits.append(Edit(stop..<stop, container.separator + separator + items + tail))
            }
            return
        }
        let comma = container.separator + writer.gap
        let items = try items(run.insertions, indent: nil).joined(separator: comma)
        let before = hasComma ? writer.gap : comma
        edits.append(Edit(afterComma..<afterComma, before + items + tail))
    }

    /// Inserts before all that stays.
    private mutating func insertFirst(
        _ run: ContainerPlan.Run,
        _ container: BracketContainer
    ) throws(EditError) {
        let first = nodes[container.children[0]]
        let tail = run.isLast && !container.hasTrailingSeparator ? "" : container.separator
        guard container.isTall, layout.isFirstInLine(first.from) else {
            let comma = container.separator + writer.gap
            let items = try items(run.insertions, indent: nil).joined(separator: comma)
            let gap = run.isLast ? "" : writer.gap
            edits.append(Edit(first.from..<first.from, items + tail + gap))
            return
        }
        let indent = layout.indent(at: first.from)
        let separator = layout.lineEnding + indent
        let items = try items(run.insertions, indent: indent).joined(
            separator: container.separator + separator
        )
        guard !container.isBare else {
            let start = layout.lineStart(first.from)
            edits.append(Edit(start..<start, indent + items + tail + layout.lineEnding))
            return
        }
        let stop = commentsEnd(after: nodes[container.node].range.lowerBound + 1)
        edits.append(Edit(stop..<stop, separator + items + tail))
    }

    /// The end of the comments that begin on the line of an offset and follow it.
    private func commentsEnd(after offset: Int) -> Int {
        var end = offset
        while let comment = document.tree.comment(at: layout.blanksEnd(from: end)) {
            end = comment.upperBound
        }
        return end
    }

    // MARK: Removals

    /// Empties a container on one line, if it has no comments.
    ///
    /// - Returns: Whether it did.
    private mutating func clear(_ container: BracketContainer) -> Bool {
        let range = nodes[container.node].range
        let inner = range.lowerBound + 1..<range.upperBound - 1
        guard !container.isBare, !layout.hasLineBreak(inner), !document.tree.hasComment(in: inner)
        else {
            return false
        }
        edits.append(Edit(inner, ""))
        return true
    }

    private mutating func remove(_ position: Int, _ container: BracketContainer) {
        let child = nodes[container.children[position]]
        let end = Int(child.end)
        let comma = Int(child.comma)
        let isCommaNear = comma >= 0 && !layout.hasLineBreak(end..<comma)
        let stop = commentsEnd(after: isCommaNear ? comma + 1 : end)
        let isLineDone = layout.isLastInLine(stop)
        if isLineDone, !isCommaNear, removeWithCommaBefore(position, container, stop) { return }
        if comma >= 0, !isCommaNear {
            let blanks = layout.isFirstInLine(comma) ? layout.blanksEnd(from: comma + 1) : comma + 1
            edits.append(Edit(comma..<blanks, ""))
        }
        if container.isTall, isLineDone, layout.isFirstInLine(child.from) {
            edits.append(Edit(layout.lineStart(child.from)..<layout.nextLine(stop), ""))
            return
        }
        let after = isCommaNear ? comma + 1 : end
        if position + 1 < container.children.count {
            let next = nodes[container.children[position + 1]].from
            if !layout.hasLineBreak(after..<next) {
                edits.append(Edit(child.from..<layout.blanksEnd(from: after), ""))
                return
            }
        }
        edits.append(Edit(removalStart(position, container)..<stop, ""))
    }

    /// Where the removal of a child begins that has no line of its own.
    private func removalStart(_ position: Int, _ container: BracketContainer) -> Int {
        let from = nodes[container.children[position]].from
        guard layout.isFirstInLine(from) else {
            let hasNewBefore = container.lastKept < 0 && !container.runs.isEmpty
            return hasNewBefore ? from : layout.blanksStart(before: from)
        }
        // The bracket behind the last child goes back to the line where it would have stood.
        let isLast = position + 1 == container.children.count
        guard isLast, position > 0, !container.plan.isRemoved(position - 1), container.runs.isEmpty
        else { return from }
        let previous = nodes[container.children[position - 1]]
        let end = Int(max(previous.end, previous.comma + 1))
        return layout.isEmptySpace(end..<from) ? end : from
    }

    /// Removes a child whose line begins with the comma before it; the comma after it stays.
    ///
    /// - Returns: Whether the child stands so.
    private mutating func removeWithCommaBefore(
        _ position: Int,
        _ container: BracketContainer,
        _ stop: Int
    ) -> Bool {
        guard position > 0, container.plan.insertions.isEmpty, container.isTall,
            container.firstKept < position
        else { return false }
        let comma = Int(nodes[container.children[position - 1]].comma)
        let from = nodes[container.children[position]].from
        guard layout.isFirstInLine(comma), layout.blanksEnd(from: comma + 1) == from else {
            return false
        }
        edits.append(Edit(layout.lineStart(comma)..<layout.nextLine(stop), ""))
        return true
    }
}
