// Changes within arrays, item by item, and within inline tables, entry by entry.

import SettingsModel

extension TOMLEditPlan {
    /// Makes the changes at positions of an array.
    mutating func changeArray(_ node: Int, as changes: ChangeTree) throws(EditError) {
        guard let new = try changes.applied(to: document.value(of: node)) else { return }
        try set(node, to: new)
    }

    // MARK: Arrays of values

    /// Makes an array say other values, with as much of its text kept as can be.
    mutating func setArray(_ node: Int, to new: [SettingValue]) throws(EditError) {
        let nodes = tree.children(of: node)
        let old = nodes.map { document.value(of: $0) }
        let span = tree.nodes[node].span
        if new.isEmpty { return clear(span, of: nodes.map(item)) }
        guard !old.isEmpty else {
            var texts: [String] = []
            for value in new { texts.append(try writer.text(of: value)) }
            return fill(span, texts)
        }
        let plan = ContainerPlan(values: old, becoming: new)
        guard plan.keepsInsertionsApart else { return try pairItems(nodes, old, new, span) }
        for (node, request) in zip(nodes, plan.requests) {
            if case .set(let value) = request { try set(node, to: value) }
        }
        var items = nodes.map(item)
        for run in plan.runs {
            let values = run.insertions.map(\.value)[...]
            if run.after == nodes.count - 1 {
                try append(values, to: items, close: span.upperBound - 1)
            } else {
                try insert(values, after: run.after, in: nodes.map(item), span)
            }
        }
        for index in items.indices { items[index].isRemoved = plan.isRemoved(index) }
        removeItems(items, close: span.upperBound - 1)
    }

    /// Makes items say what stands at their positions, but for equal ones at the front and the end.
    private mutating func pairItems(
        _ nodes: [Int],
        _ old: [SettingValue],
        _ new: [SettingValue],
        _ span: Range<Int>
    ) throws(EditError) {
        let prefix = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - prefix
        let suffix = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let paired = rest - suffix
        for index in prefix..<prefix + paired { try set(nodes[index], to: new[index]) }
        if old.count > new.count {
            var items = nodes.map(item)
            for index in prefix + paired..<old.count - suffix { items[index].isRemoved = true }
            removeItems(items, close: span.upperBound - 1)
        } else if old.count < new.count {
            let added = new[prefix + paired..<new.count - suffix]
            if suffix == 0 {
                try append(added, to: nodes.map(item), close: span.upperBound - 1)
            } else {
                try insert(added, after: old.count - suffix - 1, in: nodes.map(item), span)
            }
        }
    }

    private func item(_ node: Int) -> Item {
        let start =
            tree.nodes[node].keySpan.isEmpty
            ? tree.nodes[node].span.lowerBound : tree.nodes[node].keySpan.lowerBound
        return Item(range: start..<tree.nodes[node].span.upperBound, comma: tree.nodes[node].comma)
    }

    /// Puts items before one that stays: on its line, or on lines of their own above its comments.
    private mutating func insert(
        _ values: ArraySlice<SettingValue>,
        after index: Int,
        in items: [Item],
        _ span: Range<Int>
    ) throws(EditError) {
        let next = items[index + 1].range.lowerBound
        let start = bytes.lineStart(next)
        var texts: [String] = []
        for value in values { texts.append(try writer.text(of: value) + ",") }
        guard bytes.isBlank(start..<next) else {
            let text = texts.map { $0 + " " }.joined()
            return inner.append(Edit(next..<next, text))
        }
        let place = bytes.lineContentEnd(index < 0 ? span.lowerBound + 1 : items[index].end)
        let lead = writer.lineEnding + bytes.text(start..<next)
        inner.append(Edit(place..<place, texts.map { lead + $0 }.joined()))
    }

    private mutating func append(
        _ values: ArraySlice<SettingValue>,
        to items: [Item],
        close: Int
    ) throws(EditError) {
        var texts: [String] = []
        for value in values { texts.append(try writer.text(of: value)) }
        append(texts, after: items[items.count - 1], close: close)
    }

    /// Puts items after the last one, on lines of their own where it is on one.
    private mutating func append(_ texts: [String], after last: Item, close: Int) {
        let start = bytes.lineStart(last.range.lowerBound)
        let isOnOwnLine = bytes.isBlank(start..<last.range.lowerBound)
        let tail = bytes.lineContentEnd(max(last.range.upperBound, last.comma + 1))
        let hasComment =
            tail < close && !bytes.isBlank(max(last.range.upperBound, last.comma + 1)..<tail)
        let isMultiline = isOnOwnLine || hasComment
        let indent = isOnOwnLine ? bytes.text(start..<last.range.lowerBound) : ""
        let separator = isMultiline ? writer.lineEnding + indent : " "
        let text = texts.joined(separator: "," + separator)
        let hasComma = last.comma != TOMLTree.none
        if !hasComma {
            let end = last.range.upperBound
            guard isMultiline, tail < close else {
                inner.append(Edit(end..<end, "," + separator + text))
                return
            }
            inner.append(Edit(end..<end, ","))
        }
        let place = isMultiline ? min(tail, close) : last.comma + 1
        inner.append(Edit(place..<place, separator + text + (hasComma ? "," : "")))
    }

    // MARK: Inline tables

    /// Makes the changes to an inline table entry by entry, or writes it anew where that can't be.
    mutating func changeInlineTable(_ table: Int, as changes: ChangeTree) throws(EditError) {
        var removed = Set<Int>()
        var set: [(node: Int, changes: ChangeTree)] = []
        var added: [(parts: [String], value: SettingValue)] = []
        let isSorted = try sort(changes, of: table, at: [], &removed, &set, &added)
        let entries = inlineEntries(of: table)
        let isLastKept = entries.last.map { !removed.contains($0) } ?? false
        guard isSorted, writer.style == .natural, isLastKept || added.isEmpty,
            removed.count < entries.count
        else {
            return try rewriteInlineTable(table, as: changes)
        }
        for entry in set { try change(entry.node, as: entry.changes) }
        let close = tree.nodes[table].span.upperBound - 1
        if !removed.isEmpty {
            let items = entries.map { node in
                var item = item(node)
                item.isRemoved = removed.contains(node)
                return item
            }
            removeItems(items, close: close)
        }
        guard !added.isEmpty, let last = entries.last else { return }
        var texts: [String] = []
        for entry in added { texts.append(try writer.entry(writer.key(entry.parts), entry.value)) }
        append(texts, after: item(last), close: close)
    }

    /// Sorts changes into those that one entry takes; false when one needs the table written anew.
    private func sort(
        _ changes: ChangeTree,
        of table: Int,
        at path: [String],
        _ removed: inout Set<Int>,
        _ set: inout [(node: Int, changes: ChangeTree)],
        _ added: inout [(parts: [String], value: SettingValue)]
    ) throws(EditError) -> Bool {
        guard tree.nodes[table].firstChild != TOMLTree.none, changes.indexed.isEmpty else {
            return false
        }
        for key in changes.keys {
            guard let below = changes.child(key) else { continue }
            guard let node = tree.child(of: table, key) else {
                if let value = try below.applied(to: nil) { added.append((path + [key], value)) }
                continue
            }
            if tree.nodes[node].origin == .dotted {
                guard let inner = try difference(below, of: node),
                    try sort(inner, of: node, at: path + [key], &removed, &set, &added)
                else { return false }
            } else if try below.applied(to: document.value(of: node)) == nil {
                removed.insert(node)
            } else {
                set.append((node, below))
            }
        }
        return true
    }

    /// The changes of a dotted table key by key; nil where it doesn't stay one.
    private func difference(_ changes: ChangeTree, of node: Int) throws(EditError) -> ChangeTree? {
        if case .kept = changes.base { return changes }
        let old = document.value(of: node)
        guard case .dictionary(let entries) = old,
            case .dictionary(let new)? = try changes.applied(to: old), !new.isEmpty
        else { return nil }
        return ChangeTree(from: entries, to: new)
    }

    /// The entries of an inline table with those of its dotted tables, in the order of the file.
    private func inlineEntries(of table: Int) -> [Int] {
        var entries: [Int] = []
        for child in tree.children(of: table) {
            if tree.nodes[child].origin == .dotted {
                entries += inlineEntries(of: child)
            } else {
                entries.append(child)
            }
        }
        return entries.sorted {
            tree.nodes[$0].keySpan.lowerBound < tree.nodes[$1].keySpan.lowerBound
        }
    }

    /// Writes an inline table anew; entries that no change is about keep their text.
    private mutating func rewriteInlineTable(
        _ table: Int,
        as changes: ChangeTree
    ) throws(EditError) {
        let old = document.value(of: table)
        guard case .dictionary(let entries)? = try changes.applied(to: old),
            .dictionary(entries) != old
        else { return }
        var texts: [String] = []
        for entry in entries {
            if changes.child(entry.key) == nil,
                let node = tree.child(of: table, entry.key)
            {
                let kept = tree.nodes[node].origin == .dotted ? inlineEntries(of: node) : [node]
                texts += kept.map { bytes.text(item($0).range) }
            } else {
                texts.append(try writer.entry(writer.key(entry.key), entry.value))
            }
        }
        let span = tree.nodes[table].span
        if texts.isEmpty {
            clear(span, of: inlineEntries(of: table).map(item))
        } else if tree.nodes[table].firstChild == TOMLTree.none {
            fill(span, texts)
        } else {
            inner.append(Edit(span, "{ " + texts.joined(separator: ", ") + " }"))
        }
    }
}

extension ContainerPlan {
    /// Whether no new child stands beside one that goes, or before one that is set: their edits
    /// would meet.
    fileprivate var keepsInsertionsApart: Bool {
        insertions.allSatisfy { insertion in
            guard insertion.after < 0 || !isRemoved(insertion.after) else { return false }
            guard insertion.after + 1 < requests.count else { return true }
            guard case .keep = requests[insertion.after + 1] else { return false }
            return true
        }
    }
}

extension [UInt8] {
    /// The end of the line that a place is on, before its line end.
    func lineContentEnd(_ offset: Int) -> Int {
        let next = nextLine(offset)
        guard next > offset, self[next - 1] == .lineFeed else { return next }
        return next - 1 > offset && self[next - 2] == .carriageReturn ? next - 2 : next - 1
    }
}
