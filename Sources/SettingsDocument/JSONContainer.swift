// Removes and inserts children of one JSON container, with their commas, comments and lines.

import SettingsModel

/// A container whose children come and go, and what is known about them.
struct JSONContainer {
    let node: Int
    let children: [Int]
    let plan: ContainerPlan
    /// Whether the children stand on lines of their own.
    let isTall: Bool
    /// Whether a comma follows the last child.
    let hasTrailingComma: Bool
    /// The last child that stays, or -1.
    let lastKept: Int
    /// Whether the last of all in the end is a new one.
    let endsWithNew: Bool

    init(
        _ editor: JSONEditor,
        _ node: Int,
        _ children: [Int],
        _ plan: ContainerPlan,
        isTall: Bool
    ) {
        self.node = node
        self.children = children
        self.plan = plan
        self.isTall = isTall && editor.style == .natural
        hasTrailingComma = children.last.map { editor.nodes[$0].comma >= 0 } ?? false
        let lastKept =
            plan.requests.lastIndex { if case .remove = $0 { false } else { true } } ?? -1
        self.lastKept = lastKept
        endsWithNew = plan.insertions.last.map { $0.after >= lastKept } ?? false
    }

    func isRemoved(_ child: Int) -> Bool {
        if case .remove = plan.requests[child] { true } else { false }
    }

    /// The last child up to a position that stays, or -1.
    func kept(upTo position: Int) -> Int {
        var child = position
        while child >= 0, isRemoved(child) { child -= 1 }
        return child
    }
}

extension JSONEditor {
    /// Inserts and removes children.
    ///
    /// Every child but the last in the end needs its comma; the last has one where the last had one
    /// before. An insertion is planned before a removal that begins at the same byte.
    mutating func rearrange(_ container: JSONContainer) throws(EditError) {
        if !container.plan.insertions.isEmpty { try insert(container) }
        if container.lastKept < 0, container.plan.insertions.isEmpty, clear(container) { return }
        let last = container.lastKept
        if last >= 0, !container.endsWithNew, !container.hasTrailingComma {
            let comma = Int(nodes[container.children[last]].comma)
            if comma >= 0 { edits.append(Edit(comma..<comma + 1, "")) }
        }
        for child in container.children.indices where container.isRemoved(child) {
            remove(child, container)
        }
    }

    // MARK: Insertions

    private mutating func insert(_ container: JSONContainer) throws(EditError) {
        let insertions = container.plan.insertions
        var start = 0
        var kept = -1
        var position = -1
        while start < insertions.count {
            // The children grow with the insertions, so that all are passed over once.
            while position < insertions[start].after {
                position += 1
                if !container.isRemoved(position) { kept = position }
            }
            var end = start + 1
            while end < insertions.count, insertions[end].after == insertions[start].after {
                end += 1
            }
            let isLast = kept == container.lastKept && end == insertions.count
            let run = Array(insertions[start..<end])
            if kept < 0 {
                try insertFirst(run, container, isLast: isLast)
            } else {
                try insert(run, after: kept, container, isLast: isLast)
            }
            start = end
        }
    }

    private mutating func insert(
        _ insertions: [ContainerPlan.Insertion],
        after position: Int,
        _ container: JSONContainer,
        isLast: Bool
    ) throws(EditError) {
        let child = nodes[container.children[position]]
        let hasComma = child.comma >= 0
        let afterComma = hasComma ? Int(child.comma) + 1 : Int(child.end)
        let tail = isLast && !container.hasTrailingComma ? "" : ","
        let isNextOnLine =
            position + 1 < container.children.count
            && !layout.hasLineBreak(afterComma..<nodes[container.children[position + 1]].from)
        if container.isTall, layout.isFirstInLine(child.from), !(isNextOnLine && !isLast) {
            let indent = layout.indent(at: child.from)
            let separator = layout.lineEnding + indent
            let items = try items(insertions, indent: indent).joined(separator: "," + separator)
            let stop = commentsEnd(after: afterComma, in: container)
            if hasComma || stop > afterComma {
                if !hasComma { edits.append(Edit(afterComma..<afterComma, ",")) }
                edits.append(Edit(stop..<stop, separator + items + tail))
            } else {
                edits.append(Edit(stop..<stop, "," + separator + items + tail))
            }
            return
        }
        let items = try items(insertions, indent: nil).joined(separator: writer.comma)
        let gap = writer.comma.hasSuffix(" ") ? " " : ""
        edits.append(Edit(afterComma..<afterComma, (hasComma ? gap : writer.comma) + items + tail))
    }

    /// Inserts before all that stays.
    private mutating func insertFirst(
        _ insertions: [ContainerPlan.Insertion],
        _ container: JSONContainer,
        isLast: Bool
    ) throws(EditError) {
        let first = nodes[container.children[0]]
        let isOnly = isLast && container.lastKept < 0
        let tail = isOnly && !container.hasTrailingComma ? "" : ","
        guard container.isTall, layout.isFirstInLine(first.from) else {
            let items = try items(insertions, indent: nil).joined(separator: writer.comma)
            let gap = isOnly || !writer.comma.hasSuffix(" ") ? "" : " "
            edits.append(Edit(first.from..<first.from, items + tail + gap))
            return
        }
        let indent = layout.indent(at: first.from)
        let separator = layout.lineEnding + indent
        let items = try items(insertions, indent: indent).joined(separator: "," + separator)
        let stop = commentsEnd(after: nodes[container.node].range.lowerBound + 1, in: container)
        edits.append(Edit(stop..<stop, separator + items + tail))
    }

    /// The end of the comments that begin on the line of an offset and follow it.
    private func commentsEnd(after offset: Int, in container: JSONContainer) -> Int {
        let close = nodes[container.node].range.upperBound - 1
        var end = offset
        while document.dialect.hasComments {
            let start = layout.blanksEnd(from: end)
            guard start + 1 < close, document.bytes[start] == UInt8(ascii: "/") else { return end }
            let next = document.bytes.withUnsafeBufferPointer {
                JSONLiteral.commentEnd($0, from: start, document.dialect)
            }
            guard let next else { return end }
            end = next
        }
        return end
    }

    // MARK: Removals

    /// Empties a container on one line, if it has no comments.
    ///
    /// - Returns: Whether it did.
    private mutating func clear(_ container: JSONContainer) -> Bool {
        let range = nodes[container.node].range
        let inner = range.lowerBound + 1..<range.upperBound - 1
        guard !layout.hasLineBreak(inner), !document.hasComment(in: inner) else { return false }
        edits.append(Edit(inner, ""))
        return true
    }

    private mutating func remove(_ position: Int, _ container: JSONContainer) {
        let child = nodes[container.children[position]]
        let end = Int(child.end)
        let comma = Int(child.comma)
        let isCommaNear = comma >= 0 && !layout.hasLineBreak(end..<comma)
        let stop = commentsEnd(after: isCommaNear ? comma + 1 : end, in: container)
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
        let isFirst = layout.isFirstInLine(child.from)
        let hasNewBefore = container.lastKept < 0 && !container.plan.insertions.isEmpty
        let start = isFirst || hasNewBefore ? child.from : layout.blanksStart(before: child.from)
        edits.append(Edit(start..<stop, ""))
    }

    /// Removes a child whose line begins with the comma before it; the comma after it stays.
    ///
    /// - Returns: Whether the child stands so.
    private mutating func removeWithCommaBefore(
        _ position: Int,
        _ container: JSONContainer,
        _ stop: Int
    ) -> Bool {
        guard position > 0, container.plan.insertions.isEmpty, container.isTall,
            container.kept(upTo: position - 1) >= 0
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

extension JSONDocument {
    /// Whether a comment begins in a range.
    func hasComment(in range: Range<Int>) -> Bool {
        var low = 0
        var high = comments.count
        while low < high {
            let middle = (low + high) / 2
            if comments[middle].lowerBound < range.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < comments.count && comments[low].lowerBound < range.upperBound
    }
}
