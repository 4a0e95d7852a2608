// Puts children into YAML's collections, and takes them out.

import SettingsModel

extension YAMLEditor {
    // MARK: Blocks

    /// Inserts and removes children of a block collection, of which some stay or come.
    mutating func rearrangeBlock(
        _ node: Int,
        _ children: [Int],
        _ plan: ContainerPlan
    ) throws(EditError) {
        let first = tree.from(children[0])
        let indent = layout.column(of: first)
        let isCompact = !layout.isFirstInLine(first)
        if isCompact, plan.lastKept < 0 {
            let items = try blockItems(plan.insertions, node, children, indent: indent)
            let separator = writer.lineEnding + YAMLWriter.blanks(indent)
            let end = Int(nodes[children[children.count - 1]].end)
            edits.replace(first..<end, items.joined(separator: separator))
            return
        }
        for run in plan.runs {
            let items = try blockItems(run.insertions, node, children, indent: indent)
            let start = YAMLWriter.blanks(indent)
            if run.after >= 0 {
                let place = layout.nextLine(Int(nodes[children[run.after]].end))
                insertBlock(items, indent: start, at: place)
            } else if isCompact {
                let separator = writer.lineEnding + start
                edits.replace(first..<first, items.map { $0 + separator }.joined())
            } else {
                insertBlock(items, indent: start, at: front(of: node, children, plan))
            }
        }
        removeFromBlock(children, plan)
    }

    /// Where new children go that come first: in a sequence, above the comment lines about the next.
    private func front(of node: Int, _ children: [Int], _ plan: ContainerPlan) -> Int {
        let first = tree.from(children[0])
        var place = layout.lineStart(first)
        guard nodes[node].kind == .sequence, !plan.isRemoved(0) else { return place }
        while place > layout.lineStarts[0], case let line = layout.lineStart(place - 1),
            let comment = tree.comments.range(startingAt: layout.blanksEnd(from: line)),
            layout.column(of: comment.lowerBound) == layout.column(of: first)
        {
            place = line
        }
        return place
    }

    private mutating func insertBlock(_ items: [String], indent: String, at place: Int) {
        edits.insertLines(items.map { indent + $0 + writer.lineEnding }.joined(), at: place)
    }

    private func blockItems(
        _ insertions: [ContainerPlan.Insertion],
        _ node: Int,
        _ children: [Int],
        indent: Int
    ) throws(EditError) -> [String] {
        let quotes = quotes(ofKeysOf: children)
        var items: [String] = []
        for insertion in insertions {
            if let key = insertion.key {
                let entry = SettingValue.Entry(key, insertion.value)
                items.append(try writer.blockPair(entry, indent: indent, quotes: quotes))
            } else if style == .natural {
                items.append("- " + (try writer.block(insertion.value, indent: indent + 2)))
            } else {
                items.append("- " + (try writer.inline(insertion.value, in: .block)))
            }
        }
        return items
    }

    /// The quotes around the last key, so that a new one looks like it.
    private func quotes(ofKeysOf children: [Int]) -> YAMLNode.Style {
        let last = children.last { nodes[$0].key >= 0 && !tree.isMerge($0, in: document.bytes) }
        guard let last, case let key = nodes[Int(nodes[last].key)], key.kind == .scalar,
            key.style == .doubleQuoted || key.style == .singleQuoted
        else { return .plain }
        let text = tree.text(of: Int(nodes[last].key), in: document.bytes)
        // Quotes that the key needs say nothing of its neighbours.
        return YAMLWriter.isSafePlain(text, in: .block) ? key.style : .plain
    }

    private mutating func removeFromBlock(_ children: [Int], _ plan: ContainerPlan) {
        var position = 0
        if plan.isRemoved(0), !layout.isFirstInLine(tree.from(children[0])) {
            position = removeCompactStart(children, plan)
        }
        for child in children.indices.dropFirst(position) where plan.isRemoved(child) {
            edits.removeLines(ownLines(of: children[child]))
        }
    }

    /// Removes the first children of a block that begins on another's line: `- a: 1`.
    ///
    /// What follows moves up to that line, a comment or the next child.
    ///
    /// - Returns: How many were removed.
    private mutating func removeCompactStart(_ children: [Int], _ plan: ContainerPlan) -> Int {
        let start = tree.from(children[0])
        var count = 0
        var end = start
        repeat {
            end = layout.blanksEnd(from: layout.nextLine(Int(nodes[children[count]].end)))
            count += 1
        } while count < children.count && plan.isRemoved(count) && tree.from(children[count]) == end
        edits.replace(start..<end, "")
        return count
    }

    // MARK: Brackets

    /// Inserts and removes children of a flow collection.
    mutating func rearrangeFlow(
        _ node: Int,
        _ children: [Int],
        _ plan: ContainerPlan
    ) throws(EditError) {
        let range = nodes[node].range
        guard let first = children.first else { return try fill(node, plan.insertions) }
        let isTall =
            style == .natural && layout.hasLineBreak(range.lowerBound..<tree.from(first))
        let commas = children.map { comma(after: $0, before: range.upperBound - 1) }
        let endsWithNew = plan.runs.last?.isLast == true
        let container = BracketContainer(
            range: range,
            children: zip(children, commas).map { child, comma in
                .init(range: tree.from(child)..<flowEnd(of: child), comma: comma)
            },
            isTall: isTall,
            // On one line, a new last child has none.
            endsWithComma: commas[commas.count - 1] != nil && (isTall || !endsWithNew),
            layout: layout,
            comments: tree.comments
        )
        let editor = self
        let quotes = quotes(ofKeysOf: children)
        let spelling = BracketRearrangement.Spelling(gap: " ") {
            insertions,
            _ throws(EditError) in
            try editor.flowItems(insertions, quotes)
        }
        for edit in try BracketRearrangement(of: container, plan, spelling).edits {
            edits.replace(edit)
        }
    }

    /// Where a child ends; a blank after the colon of a missing value belongs to it.
    private func flowEnd(of child: Int) -> Int {
        let end = Int(nodes[child].end)
        guard nodes[child].isEmpty, nodes[child].indicator >= 0 else { return end }
        return document.bytes[end] == 0x20 ? end + 1 : end
    }

    /// The comma after a child, or nil.
    private func comma(after child: Int, before close: Int) -> Int? {
        var index = Int(nodes[child].end)
        while index < close, document.bytes[index] != UInt8(ascii: ",") {
            index = tree.comments.range(startingAt: index)?.upperBound ?? index + 1
        }
        return index < close ? index : nil
    }

    private func flowItems(
        _ insertions: [ContainerPlan.Insertion],
        _ quotes: YAMLNode.Style
    ) throws(EditError) -> [String] {
        var items: [String] = []
        for insertion in insertions {
            if let key = insertion.key {
                items.append(try writer.pair(.init(key, insertion.value), quotes: quotes))
            } else {
                items.append(try writer.inline(insertion.value, in: .flow))
            }
        }
        return items
    }

    /// Puts the first children between two brackets, beside the comments they may have.
    private mutating func fill(
        _ node: Int,
        _ insertions: [ContainerPlan.Insertion]
    ) throws(EditError) {
        let inner = nodes[node].range.lowerBound + 1..<nodes[node].range.upperBound - 1
        let items = try flowItems(insertions, .plain)
        // A comment takes the rest of its line, so the closing bracket begins one.
        let line = layout.lineStart(inner.upperBound)
        guard style == .natural, line > inner.lowerBound else {
            let place = line > inner.lowerBound ? inner.upperBound..<inner.upperBound : inner
            return edits.replace(place, items.joined(separator: ", "))
        }
        let indent = indent(within: inner)
        let text = items.joined(separator: "," + writer.lineEnding + indent)
        edits.replace(line..<line, indent + text + writer.lineEnding)
    }

    /// The indentation of the last line with a comment, or deeper than the closing bracket's.
    private func indent(within inner: Range<Int>) -> String {
        var end = layout.lineStart(inner.upperBound)
        while end > inner.lowerBound {
            let start = layout.lineStart(end - 1)
            if start < inner.lowerBound { break }
            if !layout.isEmptySpace(start..<end) { return layout.indent(at: end - 1) }
            end = start
        }
        return layout.indent(at: inner.upperBound) + "  "
    }
}
