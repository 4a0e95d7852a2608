// Plans the edits of an XML property list: which bytes a list of changes must touch.

import SettingsModel

/// Plans edits of one XML property list; walks only what the changes lead to.
struct XMLPropertyListEditor {
    private let document: XMLPropertyList
    private let style: EditStyle
    private let layout: TextLayout
    private let writer: XMLPropertyListWriter
    private var edits: [Edit] = []

    private var nodes: [SourceNode] { document.tree.nodes }

    init(_ document: XMLPropertyList, _ style: EditStyle) {
        self.document = document
        self.style = style
        layout = TextLayout(document.bytes)
        writer = XMLPropertyListWriter(
            lineEnding: layout.lineEnding,
            unit: layout.unit(of: document.tree)
        )
    }

    /// The edits that make the changes, from front to back.
    mutating func edits(for changes: [DocumentChange]) throws(EditError) -> [Edit] {
        let tree = ChangeTree(changes)
        if case .kept = tree.base, nodes[0].kind != .dictionary, !tree.keys.isEmpty {
            throw .notADictionary(document.root)
        }
        switch try tree.request(of: nodes[0].containerKind) {
        case .keep: break
        case .remove: try set(0, .dictionary([]))
        case .set(let value): try set(0, value)
        case .change(let tree): try change(0, tree)
        }
        return edits.inOrder()
    }

    // MARK: Values

    /// Makes the changes below a container.
    private mutating func change(_ node: Int, _ tree: ChangeTree) throws(EditError) {
        let children = document.tree.children(of: node)
        let plan = try ContainerPlan(below: node, document.tree, keys: document.key, changes: tree)
        try make(plan, node, children)
    }

    /// Sets a value where one stands.
    private mutating func set(_ node: Int, _ value: SettingValue) throws(EditError) {
        switch (nodes[node].kind, value) {
        case (.dictionary, .dictionary(let entries)):
            let children = document.tree.children(of: node)
            let keys = children.map(document.key)
            try make(ContainerPlan(keys: keys, becoming: entries), node, children)
        case (.array, .array(let values)) where style == .natural:
            let children = document.tree.children(of: node)
            let plan = ContainerPlan(values: children.map(document.value), becoming: values)
            try make(plan, node, children)
        default:
            guard document.value(of: node) != value else { return }
            edits.append(try replacement(node, value))
        }
    }

    /// Replaces the text within the tags where the type stays, else the element.
    private func replacement(_ node: Int, _ value: SettingValue) throws(EditError) -> Edit {
        let range = nodes[node].range
        let indent = layout.indent(at: range.lowerBound)
        let element = try writer.element(value, indent: indent)
        let start = range.lowerBound + 1
        if case .boolean(let flag) = value, nodes[node].kind == .boolean,
            document.inner(of: node) == nil
        {
            return Edit(start..<start + (flag ? 5 : 4), flag ? "true" : "false")
        }
        guard let inner = document.inner(of: node), let kind = writer.kind(of: value),
            kind == nodes[node].kind
        else { return Edit(range, element) }
        if let number = number(value, like: document.bytes[inner]) { return Edit(inner, number) }
        return Edit(inner, try writer.content(value, indent: indent))
    }

    /// A number in the spelling of the one that stands there, or of all in the file; nil where none shows.
    private func number(_ value: SettingValue, like old: ArraySlice<UInt8>) -> String? {
        guard style == .natural else { return nil }
        switch value {
        case .integer(let number): return NumberSpelling(old)?.spelled(number)
        case .real(let number):
            let reals = nodes.indices.lazy.filter { nodes[$0].kind == .real }
            let texts = reals.compactMap { document.inner(of: $0).map { document.bytes[$0] } }
            return (RealSpelling(old) ?? RealSpelling(ofAll: texts))?.spelled(number)
        default: return nil
        }
    }

    // MARK: Containers

    private mutating func make(
        _ plan: ContainerPlan,
        _ node: Int,
        _ children: [Int]
    ) throws(EditError) {
        for (child, request) in zip(children, plan.requests) {
            switch request {
            case .keep, .remove: break
            case .set(let value): try set(child, value)
            case .change(let tree): try change(child, tree)
            }
        }
        guard !children.isEmpty else {
            if !plan.insertions.isEmpty { try fill(node, plan.insertions) }
            return
        }
        // An insertion is planned before a removal that begins at the same byte.
        for run in plan.runs { try insert(run, node, children) }
        for position in children.indices where plan.isRemoved(position) {
            remove(position, of: children, plan)
        }
    }

    private mutating func insert(
        _ run: ContainerPlan.Run,
        _ node: Int,
        _ children: [Int]
    ) throws(EditError) {
        let sibling = nodes[children[max(run.after, 0)]]
        let lead = leadStart(before: sibling.from)
        let indent = layout.indent(at: lead)
        guard layout.isFirstInLine(lead) else {
            let place = run.after < 0 ? sibling.from : ownEnd(of: run.after, children)
            let entries = try entries(run.insertions, indent: indent, gap: "").joined()
            edits.append(Edit(place..<place, entries))
            return
        }
        let before = run.after < 0 ? document.inner(of: node)?.lowerBound : Int(sibling.end)
        let place = commentsEnd(after: before ?? sibling.from)
        let entries = try entries(run.insertions, indent: indent, gap: gap(of: sibling, indent))
        let text = entries.map { layout.lineEnding + indent + $0 }.joined()
        edits.append(Edit(place..<place, text))
    }

    /// What stands between the key and the value of an entry, where new entries shall have the same.
    private func gap(of sibling: SourceNode, _ indent: String) -> String {
        let usual = layout.lineEnding + indent
        guard let key = sibling.keyRange, style == .natural else { return usual }
        let gap = key.upperBound..<sibling.range.lowerBound
        return layout.isEmptySpace(gap) && !layout.hasLineBreak(gap) ? layout.text(gap) : usual
    }

    private func entries(
        _ insertions: [ContainerPlan.Insertion],
        indent: String,
        gap: String
    ) throws(EditError) -> [String] {
        var entries: [String] = []
        for insertion in insertions {
            let key =
                try insertion.key.map { key throws(EditError) in try writer.key(key) + gap } ?? ""
            entries.append(key + (try writer.element(insertion.value, indent: indent)))
        }
        return entries
    }

    /// Puts the first children into a container, beside the comments it may have.
    private mutating func fill(
        _ node: Int,
        _ insertions: [ContainerPlan.Insertion]
    ) throws(EditError) {
        let range = nodes[node].range
        let end = layout.lineEnding
        let outer = layout.indent(at: range.lowerBound)
        guard let inner = document.inner(of: node) else {
            // A root that closes itself shows that nothing below <plist> is indented.
            let indent = node == 0 ? outer : outer + writer.unit
            let text = try lines(insertions, indent: indent)
            let name = nodes[node].kind == .dictionary ? "dict" : "array"
            let slash = layout.blanksStart(before: range.upperBound - 2)
            edits.append(Edit(slash..<range.upperBound, ">" + end + text + outer + "</\(name)>"))
            return
        }
        let text = try lines(insertions, indent: outer + writer.unit)
        let close = inner.upperBound
        if layout.isEmptySpace(inner) {
            edits.append(Edit(inner, end + text + outer))
        } else if layout.isFirstInLine(close) {
            let start = layout.lineStart(close)
            edits.append(Edit(start..<start, text))
        } else {
            edits.append(Edit(close..<close, end + text + outer))
        }
    }

    private func lines(
        _ insertions: [ContainerPlan.Insertion],
        indent: String
    ) throws(EditError) -> String {
        let gap = layout.lineEnding + indent
        return try entries(insertions, indent: indent, gap: gap)
            .map { indent + $0 + layout.lineEnding }.joined()
    }

    // MARK: Removals

    private mutating func remove(_ position: Int, of children: [Int], _ plan: ContainerPlan) {
        let from = nodes[children[position]].from
        let end = Int(nodes[children[position]].end)
        let stop = commentsEnd(after: end)
        let lead = leadStart(before: from)
        let isFirstInLine = layout.isFirstInLine(lead)
        if layout.isLastInLine(stop) {
            let start = isFirstInLine ? layout.lineStart(lead) : layout.blanksStart(before: from)
            edits.append(Edit(start..<(isFirstInLine ? layout.nextLine(stop) : stop), ""))
            return
        }
        guard position + 1 == children.count else {
            let isNextOnLine = !layout.hasLineBreak(end..<nodes[children[position + 1]].from)
            edits.append(Edit(from..<(isNextOnLine ? layout.blanksEnd(from: end) : end), ""))
            return
        }
        // The tag behind the last child goes back to the line where it would have stood.
        var start = from
        if isFirstInLine, position > 0, !plan.isRemoved(position - 1), plan.insertions.isEmpty {
            let previous = Int(nodes[children[position - 1]].end)
            if layout.isEmptySpace(previous..<from) { start = previous }
        }
        edits.append(Edit(start..<end, ""))
    }

    /// Where a child ends with the comments behind it, unless the next one follows on the line.
    private func ownEnd(of position: Int, _ children: [Int]) -> Int {
        let end = Int(nodes[children[position]].end)
        guard position + 1 < children.count,
            !layout.hasLineBreak(end..<nodes[children[position + 1]].from)
        else { return commentsEnd(after: end) }
        return end
    }

    /// Where the comments begin that lead an element on its line.
    private func leadStart(before offset: Int) -> Int {
        var start = offset
        while let comment = document.tree.comments.range(
            endingAt: layout.blanksStart(before: start)
        ) {
            start = comment.lowerBound
        }
        return layout.isFirstInLine(start) ? start : offset
    }

    /// The end of the comments that begin on the line of an offset and follow it.
    private func commentsEnd(after offset: Int) -> Int {
        var end = offset
        while let comment = document.tree.comments.range(startingAt: layout.blanksEnd(from: end)) {
            end = comment.upperBound
        }
        return end
    }
}

extension TextLayout {
    /// One level of indentation, from the first value that stands deeper than what it is in.
    fileprivate func unit(of tree: SourceTree) -> String {
        for (position, node) in tree.nodes.enumerated() where node.isContainer {
            guard node.next > position + 1 else { continue }
            let child = tree.nodes[position + 1]
            guard isFirstInLine(child.from), hasLineBreak(node.range.lowerBound..<child.from) else {
                continue
            }
            let inner = indent(at: child.from)
            let outer = indent(at: node.range.lowerBound)
            if inner.hasPrefix(outer), inner.utf8.count > outer.utf8.count {
                return String(inner.dropFirst(outer.count))
            }
        }
        return "\t"
    }
}
