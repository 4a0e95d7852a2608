// Plans edits of JSON: which bytes a list of changes must touch.

import SettingsModel

/// Plans edits of one document; walks only what the changes lead to.
struct JSONEditor {
    let document: JSONDocument
    let style: EditStyle
    let layout: TextLayout
    let writer: JSONWriter
    var edits: [Edit] = []

    var nodes: [SourceNode] { document.tree.nodes }

    init(_ document: JSONDocument, _ style: EditStyle) {
        self.document = document
        self.style = style
        layout = TextLayout(document.bytes)
        writer = document.writer(layout, style)
    }

    /// The edits that make the changes, from front to back.
    mutating func edits(for changes: [DocumentChange]) throws(EditError) -> [Edit] {
        let tree = ChangeTree(changes)
        guard !nodes.isEmpty else {
            try fillEmptyFile(tree)
            return edits
        }
        if case .kept = tree.base, nodes[0].kind != .dictionary, !tree.keys.isEmpty {
            throw .notADictionary(document.root)
        }
        switch try tree.request(of: nodes[0].containerKind) {
        case .keep: break
        case .remove: try set(0, .dictionary([]), indent: "")
        case .set(let value): try set(0, value, indent: "")
        case .change(let tree): try change(0, tree)
        }
        return edits.inOrder()
    }

    /// Writes the first value of a file that has none, after its comments.
    private mutating func fillEmptyFile(_ tree: ChangeTree) throws(EditError) {
        let value = try tree.applied(to: .dictionary([])) ?? .dictionary([])
        guard value != .dictionary([]) else { return }
        let end = document.bytes.count
        let isAtLineStart = layout.lineStarts.last == end
        let text = try writer.text(value, replacing: nil, indent: "")
        let ending = layout.lineEnding
        edits.append(Edit(end..<end, isAtLineStart ? text + ending : ending + text))
    }

    // MARK: Values

    /// Makes the changes below a container.
    private mutating func change(_ node: Int, _ tree: ChangeTree) throws(EditError) {
        let children = document.tree.children(of: node)
        let plan = try ContainerPlan(below: node, document.tree, keys: document.key, changes: tree)
        try make(plan, node, children)
    }

    /// Sets a value where one stands; nil for `indent` keeps it on one line.
    private mutating func set(
        _ node: Int,
        _ value: SettingValue,
        indent: String?
    ) throws(EditError) {
        switch (nodes[node].kind, value) {
        case (.dictionary, .dictionary(let entries)):
            let children = document.tree.children(of: node)
            try make(
                ContainerPlan(keys: children.map(document.key), becoming: entries),
                node,
                children
            )
        case (.array, .array(let values)) where style == .natural:
            let children = document.tree.children(of: node)
            let plan = ContainerPlan(values: children.map(document.value), becoming: values)
            try make(plan, node, children)
        default:
            guard document.value(of: node) != value else { return }
            let text = try text(value, over: node, indent: indent)
            edits.append(Edit(nodes[node].range, text))
        }
    }

    private func text(
        _ value: SettingValue,
        over node: Int,
        indent: String?
    ) throws(EditError) -> String {
        guard style == .natural else {
            return try writer.text(value, replacing: nil, indent: nil)
        }
        if case .real(let number) = value, let text = spelled(number, over: node) { return text }
        let old = (nodes[node], document.bytes[nodes[node].range])
        return try writer.text(value, replacing: old, indent: indent)
    }

    /// A number in the spelling of the one that stands there, or of all in the file; nil where none shows.
    private func spelled(_ number: Double, over node: Int) -> String? {
        let numbers = nodes.lazy.filter { $0.kind == .number }.map { document.bytes[$0.range] }
        let spelling =
            RealSpelling(document.bytes[nodes[node].range]) ?? RealSpelling(ofAll: numbers)
        return spelling?.spelled(number)
    }

    // MARK: Containers

    private mutating func make(
        _ plan: ContainerPlan,
        _ node: Int,
        _ children: [Int]
    ) throws(EditError) {
        let isTall = isTall(node, children)
        for (child, request) in zip(children, plan.requests) {
            switch request {
            case .keep, .remove: break
            case .set(let value):
                let indent = isTall ? layout.indent(at: nodes[child].from) : nil
                try set(child, value, indent: indent)
            case .change(let tree): try change(child, tree)
            }
        }
        guard !children.isEmpty else {
            if !plan.insertions.isEmpty { try fill(node, plan.insertions) }
            return
        }
        guard plan.movesChildren else { return }
        try rearrange(node, children, plan, isTall: isTall && style == .natural)
    }

    private mutating func rearrange(
        _ node: Int,
        _ children: [Int],
        _ plan: ContainerPlan,
        isTall: Bool
    ) throws(EditError) {
        let container = BracketContainer(
            range: nodes[node].range,
            children: children.map(child),
            isTall: isTall,
            endsWithComma: children.last.map { nodes[$0].comma >= 0 } ?? false,
            layout: layout,
            comments: document.tree.comments
        )
        let editor = self
        let spelling = BracketRearrangement.Spelling(
            gap: writer.gap,
            items: { insertions, indent throws(EditError) in
                try editor.items(insertions, indent: indent)
            }
        )
        edits += try BracketRearrangement(of: container, plan, spelling).edits
    }

    private func child(_ index: Int) -> BracketContainer.Child {
        let node = nodes[index]
        let comma = node.comma >= 0 ? Int(node.comma) : nil
        return BracketContainer.Child(range: node.from..<Int(node.end), comma: comma)
    }

    /// Whether the first child begins on a line after the opening bracket.
    private func isTall(_ node: Int, _ children: [Int]) -> Bool {
        guard let first = children.first else { return false }
        return layout.hasLineBreak(Int(nodes[node].start)..<nodes[first].from)
    }

    /// Puts the first children into a container, beside the comments it may have.
    private mutating func fill(
        _ node: Int,
        _ insertions: [ContainerPlan.Insertion]
    ) throws(EditError) {
        let range = nodes[node].range
        let inner = range.lowerBound + 1..<range.upperBound - 1
        let close = inner.upperBound
        let outer = layout.indent(at: range.lowerBound)
        let indent = outer + writer.unit
        let isEmpty = layout.isEmptySpace(inner)
        let isTall = layout.hasLineBreak(inner) || isEmpty && wantsLines(node)
        guard isTall, style == .natural else {
            let items = try items(insertions, indent: nil).joined(separator: "," + writer.gap)
            guard !isEmpty else { return edits.append(Edit(inner, items)) }
            let isSetApart = layout.blanksStart(before: close) < close
            edits.append(Edit(close..<close, isSetApart ? items + " " : " " + items))
            return
        }
        let end = layout.lineEnding
        let items = try items(insertions, indent: indent).joined(separator: "," + end + indent)
        if isEmpty {
            edits.append(Edit(inner, end + indent + items + end + outer))
        } else if layout.isFirstInLine(close) {
            let start = layout.lineStart(close)
            edits.append(Edit(start..<start, indent + items + end))
        } else {
            edits.append(Edit(close..<close, end + indent + items + end + outer))
        }
    }

    /// Whether an empty container without a line break gets one: a dictionary on a line of its own.
    private func wantsLines(_ node: Int) -> Bool {
        guard nodes[node].kind == .dictionary else { return false }
        return node == 0 || layout.isFirstInLine(nodes[node].from)
    }

    /// The texts of new children, without commas.
    func items(
        _ insertions: [ContainerPlan.Insertion],
        indent: String?
    ) throws(EditError) -> [String] {
        var items: [String] = []
        for insertion in insertions {
            let text = try writer.text(insertion.value, replacing: nil, indent: indent)
            let key = insertion.key.map { writer.key($0) + writer.assignment }
            items.append((key ?? "") + text)
        }
        return items
    }
}
