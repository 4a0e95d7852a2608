// Plans the edits of a JSON file: which bytes a list of changes must touch.

import SettingsModel

/// Plans edits of one JSON document; walks only what the changes lead to.
struct JSONEditor {
    let document: JSONDocument
    let style: EditStyle
    let layout: TextLayout
    let writer: JSONWriter
    var edits: [Edit] = []

    var nodes: [SourceNode] { document.tree.nodes }

    /// Creates an editor of a document.
    init(_ document: JSONDocument, _ style: EditStyle) {
        self.document = document
        self.style = style
        layout = TextLayout(document.bytes)
        writer = JSONWriter(inferredFrom: document, layout, style)
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
        let text = try writer.text(value, indent: "") + layout.lineEnding
        edits.append(Edit(end..<end, (isAtLineStart ? "" : layout.lineEnding) + text))
    }

    // MARK: Values

    /// Makes the changes below a container.
    private mutating func change(_ node: Int, _ tree: ChangeTree) throws(EditError) {
        let children = document.tree.children(of: node)
        let kinds = children.map { nodes[$0].containerKind }
        let plan =
            nodes[node].kind == .dictionary
            ? try ContainerPlan(keys: children.map(document.key), kinds: kinds, changes: tree)
            : try ContainerPlan(kinds: kinds, changes: tree.indexed)
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
            let text: String
            if case .string(let string) = value {
                text = writer.quoted(string, quote(of: node))
            } else {
                text = try writer.text(value, indent: style == .natural ? indent : nil)
            }
            edits.append(Edit(nodes[node].range, text))
        }
    }

    /// The quotes of the string that stands there, or else the file's.
    private func quote(of node: Int) -> Unicode.Scalar {
        guard nodes[node].kind == .string, style == .natural else { return writer.quote }
        return Unicode.Scalar(document.bytes[nodes[node].range.lowerBound])
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
        try rearrange(node, children, plan, isTall: isTall)
    }

    private mutating func rearrange(
        _ node: Int,
        _ children: [Int],
        _ plan: ContainerPlan,
        isTall: Bool
    ) throws(EditError) {
        let nodes = nodes
        let editor = self
        var container = BracketedContainer(
            range: nodes[node].range,
            children: children.map {
                .init(from: nodes[$0].from, end: Int(nodes[$0].end), comma: Int(nodes[$0].comma))
            },
            plan: plan,
            isTall: isTall && style == .natural,
            hasTrailingComma: children.last.map { nodes[$0].comma >= 0 } ?? false,
            comma: writer.comma,
            layout: layout,
            comments: document.tree.comments,
            items: { insertions, indent throws(EditError) in
                try editor.items(insertions, indent: indent)
            }
        )
        try container.rearrange()
        edits += container.edits
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
            let items = try items(insertions, indent: nil).joined(separator: writer.comma)
            edits.append(isEmpty ? Edit(inner, items) : Edit(close..<close, " " + items + " "))
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
            let text = try writer.text(insertion.value, indent: indent)
            items.append((insertion.key.map { writer.key($0) + writer.colon } ?? "") + text)
        }
        return items
    }
}

// MARK: How a file writes

extension JSONWriter {
    /// Takes over what the file shows, each habit from its first sample.
    init(inferredFrom document: JSONDocument, _ layout: TextLayout, _ style: EditStyle) {
        isJSON5 = document.format == .json5
        lineEnding = layout.lineEnding
        guard style == .natural else { return }
        var search = JSONHabits(document, layout)
        search.run()
        unit = search.unit ?? unit
        colon = search.colon ?? colon
        comma = search.comma ?? (colon.hasSuffix(" ") ? ", " : ",")
        hasInlineArrays = search.hasInlineArrays ?? false
        guard isJSON5 else { return }
        quote = search.quote ?? quote
        hasBareKeys = search.hasBareKeys ?? false
    }
}

/// Looks through a file for its habits until each has a sample.
private struct JSONHabits {
    let document: JSONDocument
    let layout: TextLayout
    var unit: String?
    var colon: String?
    var comma: String?
    var quote: Unicode.Scalar?
    var hasBareKeys: Bool?
    var hasInlineArrays: Bool?

    init(_ document: JSONDocument, _ layout: TextLayout) {
        self.document = document
        self.layout = layout
    }

    /// Looks from the front of the file on.
    mutating func run() {
        let nodes = document.tree.nodes
        let isJSON5 = document.format == .json5
        for (index, node) in nodes.enumerated() {
            if unit != nil, colon != nil, comma != nil, hasInlineArrays != nil,
                !isJSON5 || quote != nil && hasBareKeys != nil
            {
                return
            }
            if node.isContainer, node.next > index + 1 { lookInside(node, nodes[index + 1]) }
            if let key = node.keyRange { lookAtKey(key, node) }
            if comma == nil, node.comma >= 0, node.next < nodes.count {
                let gap = Int(node.comma)..<nodes[Int(node.next)].from
                if gap.lowerBound < gap.upperBound, gap.count <= 2, !layout.hasLineBreak(gap) {
                    let isPlain = layout.isEmptySpace(gap.dropFirst())
                    if isPlain { comma = layout.text(gap) }
                }
            }
            if isJSON5, quote == nil, node.kind == .string {
                quote = Unicode.Scalar(document.bytes[node.range.lowerBound])
            }
        }
    }

    private mutating func lookInside(_ node: SourceNode, _ first: SourceNode) {
        let isTall = layout.hasLineBreak(node.range.lowerBound..<first.from)
        if hasInlineArrays == nil, node.kind == .array, !first.isContainer {
            hasInlineArrays = !isTall
        }
        guard unit == nil, isTall, layout.isFirstInLine(first.from) else { return }
        let inner = layout.indent(at: first.from)
        let outer = layout.indent(at: node.from)
        if inner.hasPrefix(outer), inner.utf8.count > outer.utf8.count {
            unit = String(inner.dropFirst(outer.count))
        }
    }

    private mutating func lookAtKey(_ key: Range<Int>, _ node: SourceNode) {
        let first = document.bytes[key.lowerBound]
        if hasBareKeys == nil {
            hasBareKeys = first != UInt8(ascii: "\"") && first != UInt8(ascii: "'")
        }
        guard colon == nil else { return }
        let gap = key.upperBound..<node.range.lowerBound
        let isPlain = document.bytes[gap].allSatisfy { $0 == 0x20 || $0 == UInt8(ascii: ":") }
        if isPlain, gap.count <= 4 { colon = layout.text(gap) }
    }
}
