// Plans the edits of a YAML file: which bytes a list of changes must touch.

import SettingsModel

/// Plans edits of one YAML document; walks only what the changes lead to.
struct YAMLEditor {
    let document: YAMLDocument
    let style: EditStyle
    let layout: TextLayout
    let writer: YAMLWriter
    var values: YAMLValues
    var edits: YAMLEditList

    var tree: YAMLTree { document.tree }
    var nodes: [YAMLNode] { document.tree.nodes }

    init(_ document: YAMLDocument, _ style: EditStyle) {
        self.document = document
        self.style = style
        layout = TextLayout(document.bytes)
        writer = YAMLWriter(inferredFrom: document, layout, style)
        values = YAMLValues(document.tree, document.bytes)
        edits = YAMLEditList(layout)
    }

    /// The edits that make the changes, from front to back.
    mutating func edits(for changes: [DocumentChange]) throws(EditError) -> [Edit] {
        let changes = ChangeTree(changes)
        guard document.hasRoot else {
            try fillEmptyFile(changes)
            return edits.assembled(document)
        }
        if case .kept = changes.base, nodes[0].kind != .mapping, !changes.keys.isEmpty {
            throw .notADictionary(document.root)
        }
        switch try changes.request(of: tree.containerKind(of: 0)) {
        case .keep: break
        case .remove: try set(0, .dictionary([]), in: nil)
        case .set(let value): try set(0, value, in: nil)
        case .change(let changes): try change(0, changes, in: nil)
        }
        return edits.assembled(document)
    }

    /// Writes the first value of a file that has none, after its comments.
    private mutating func fillEmptyFile(_ changes: ChangeTree) throws(EditError) {
        let value = try changes.applied(to: .dictionary([])) ?? .dictionary([])
        guard value != .dictionary([]) else { return }
        let text =
            style == .natural
            ? try writer.block(value, indent: 0) : try writer.inline(value, in: .block)
        // Behind a last line without a line end, not before it.
        let end = tree.documentEnd
        let place = end == layout.bytes.count ? end : layout.lineStart(end)
        edits.insertLines(text + writer.lineEnding, at: place)
    }

    // MARK: Values

    /// Makes the changes below a collection.
    private mutating func change(
        _ node: Int,
        _ changes: ChangeTree,
        in parent: Int?
    ) throws(EditError) {
        try checkIsOwn(node)
        let children = tree.children(of: node)
        let kinds = children.map { tree.containerKind(of: $0) }
        let plan: ContainerPlan
        if nodes[node].kind == .mapping {
            let (keys, inherited) = keys(of: node, children)
            plan = try ContainerPlan(
                keys: keys,
                kinds: kinds,
                inherited: inherited,
                changes: changes
            )
            try checkReplaced(keys, plan, inherited)
        } else {
            plan = try ContainerPlan(kinds: kinds, changes: changes.indexed)
        }
        try make(plan, node, children, in: parent)
    }

    /// Sets a value where one stands.
    mutating func set(
        _ node: Int,
        _ value: SettingValue,
        in parent: Int?
    ) throws(EditError) {
        guard values.value(of: node) != value else { return }
        if nodes[node].isShared { try checkIsOwn(node) }
        switch (nodes[node].kind, value) {
        case (.mapping, .dictionary(let entries)):
            let children = tree.children(of: node)
            let (keys, inherited) = keys(of: node, children)
            let plan = try ContainerPlan(keys: keys, inherited: inherited, becoming: entries)
            try checkReplaced(keys, plan, inherited)
            try make(plan, node, children, in: parent)
        case (.sequence, .array(let new)) where style == .natural:
            let children = tree.children(of: node)
            var old: [SettingValue] = []
            for child in children { old.append(values.value(of: child)) }
            try make(ContainerPlan(values: old, becoming: new), node, children, in: parent)
        default: try replace(node, by: value, in: parent)
        }
    }

    /// The keys of a mapping's children, nil for `<<`; and what those bring.
    private mutating func keys(
        of mapping: Int,
        _ children: [Int]
    ) -> ([String?], inherited: [ExactText: SettingValue]) {
        var inherited: [ExactText: SettingValue] = [:]
        let keys: [String?] = children.map { child in
            tree.isMerge(child, in: document.bytes)
                ? nil : tree.text(of: Int(nodes[child].key), in: document.bytes)
        }
        guard keys.contains(nil) else { return (keys, inherited) }
        // Also what a key of its own hides: without that key it would come to light.
        for entry in values.merged(into: mapping) {
            inherited[ExactText(entry.key)] = entry.value
        }
        return (keys, inherited)
    }

    /// Refuses to take out a key that a `<<` would bring back.
    private func checkReplaced(
        _ keys: [String?],
        _ plan: ContainerPlan,
        _ inherited: [ExactText: SettingValue]
    ) throws(EditError) {
        guard !inherited.isEmpty else { return }
        for (position, key) in keys.enumerated() where plan.isRemoved(position) {
            if let key, inherited[ExactText(key)] != nil { throw .inherited(key) }
        }
    }

    // MARK: What is shared

    /// Refuses to change what stands for other values too.
    func checkIsOwn(_ node: Int) throws(EditError) {
        let target = tree.resolved(node)
        guard nodes[node].kind == .alias || nodes[node].isShared else { return }
        throw .shared(anchor(of: target))
    }

    /// Refuses to take out nodes of which one is named from elsewhere.
    func checkIsUnused(_ range: Range<Int>) throws(EditError) {
        guard tree.isUsedOutside(range) else { return }
        let shared = range.first { nodes[$0].isShared } ?? range.lowerBound
        throw .shared(anchor(of: shared))
    }

    private func anchor(of node: Int) -> String {
        let anchor = YAMLPropertyText(nodes[node], in: document.bytes).anchor
        return anchor.map { layout.text($0.lowerBound + 1..<$0.upperBound) } ?? ""
    }

    // MARK: Collections

    private mutating func make(
        _ plan: ContainerPlan,
        _ node: Int,
        _ children: [Int],
        in parent: Int?
    ) throws(EditError) {
        let isRewritten = nodes[node].style == .pair && plan.movesChildren
        if isRewritten { return try rewritePair(plan, node, children, in: parent) }
        for (child, request) in zip(children, plan.requests) {
            switch request {
            case .keep: break
            case .remove:
                let first = nodes[child].key >= 0 ? Int(nodes[child].key) : child
                try checkIsUnused(first..<Int(nodes[child].next))
            case .set(let value): try set(child, value, in: node)
            case .change(let changes): try change(child, changes, in: node)
            }
        }
        guard plan.movesChildren else { return }
        let isEmptied = plan.lastKept < 0 && plan.insertions.isEmpty
        if nodes[node].isFlow {
            try rearrangeFlow(node, children, plan)
        } else if isEmptied {
            try empty(node, children, in: parent)
        } else {
            try rearrangeBlock(node, children, plan)
        }
    }

    /// Writes `[a: b]` with braces, as it is to have another number of keys.
    private mutating func rewritePair(
        _ plan: ContainerPlan,
        _ node: Int,
        _ children: [Int],
        in parent: Int?
    ) throws(EditError) {
        var entries: [SettingValue.Entry] = []
        for (child, request) in zip(children, plan.requests) {
            let key = tree.text(of: Int(nodes[child].key), in: document.bytes)
            let old = values.value(of: child)
            switch request {
            case .keep: entries.append(.init(key, old))
            case .remove: break
            case .set(let value): entries.append(.init(key, value))
            case .change(let changes):
                if let value = try changes.applied(to: old) { entries.append(.init(key, value)) }
            }
        }
        for insertion in plan.insertions {
            entries.append(.init(insertion.key ?? "", insertion.value))
        }
        try replace(node, by: .dictionary(entries), in: parent)
    }

    /// Takes out all children of a block: what stays is `{}` or `[]`, or an empty file.
    private mutating func empty(
        _ node: Int,
        _ children: [Int],
        in parent: Int?
    ) throws(EditError) {
        let isFile = parent == nil && nodes[node].kind == .mapping && !nodes[node].hasTag
        guard isFile, layout.isFirstInLine(tree.from(children[0])) else {
            let value: SettingValue = nodes[node].kind == .mapping ? .dictionary([]) : .array([])
            return try replace(node, by: value, in: parent)
        }
        for child in children { edits.removeLines(ownLines(of: child)) }
    }

    /// The lines of a child of a block, with the comments on them.
    func ownLines(of child: Int) -> Range<Int> {
        layout.lineStart(tree.from(child))..<layout.nextLine(Int(nodes[child].end))
    }
}
