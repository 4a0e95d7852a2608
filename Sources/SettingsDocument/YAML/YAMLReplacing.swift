// Puts a value where another one stands in a YAML file.

import SettingsModel

extension YAMLEditor {
    /// Writes a value over a node that can't become it in parts.
    ///
    /// An anchor stays, a tag goes; comments within what is replaced go with it.
    mutating func replace(
        _ node: Int,
        by value: SettingValue,
        in parent: Int?
    ) throws(EditError) {
        try checkIsUnused(node..<Int(nodes[node].next))
        let isFlow = parent.map { nodes[$0].isFlow } ?? false
        let isBlock = YAMLWriter.isBlock(value) && !isFlow && style == .natural
        let place = YAMLValuePlace(self, node, in: parent)
        if nodes[node].isEmpty {
            try fillMissing(place, value, isBlock: isBlock)
        } else if nodes[node].isBlockCollection {
            if isBlock {
                try replaceBlock(place, byBlock: value)
            } else {
                try replaceBlock(place, byInline: value)
            }
        } else if isBlock {
            try replaceInline(place, byBlock: value)
        } else {
            try replaceInline(place, byInline: value)
        }
    }

    // MARK: Nothing there

    private mutating func fillMissing(
        _ place: YAMLValuePlace,
        _ value: SettingValue,
        isBlock: Bool
    ) throws(EditError) {
        let node = place.value
        if place.indicator < 0, let key = place.key {
            return try addColon(place, key, value, isBlock: isBlock)
        }
        let start = node.start < node.content ? Int(node.start) : place.indicator + 1
        let end = Int(node.content)
        let blank = start == place.indicator + 1 ? " " : ""
        guard isBlock else {
            let text = try writer.inline(value, isFlow: place.isFlow)
            edits.replace(start..<end, blank + place.anchor + text)
            return
        }
        if !place.isInMapping, !place.hasComment, place.anchor.isEmpty {
            let indent = place.column + 2
            edits.replace(start..<end, blank + (try writer.block(value, indent: indent)))
            return
        }
        if start < end { edits.replace(start..<end, String(place.anchor.dropLast())) }
        try insertBelow(place, value, after: end)
    }

    /// Gives a key without `:` its value: `{k}`, `? k`.
    private mutating func addColon(
        _ place: YAMLValuePlace,
        _ key: YAMLNode,
        _ value: SettingValue,
        isBlock: Bool
    ) throws(EditError) {
        let text = try writer.inline(value, isFlow: place.isFlow)
        let end = Int(place.value.end)
        guard key.indicator >= 0, !place.isFlow else {
            // A key over several lines needs to say that it is one.
            let isTall = key.indicator < 0 && layout.hasLineBreak(key.range)
            if isTall { edits.replace(Int(key.start)..<Int(key.start), "? ") }
            edits.replace(end..<end, ": " + text)
            return
        }
        let indent = YAMLWriter.blanks(place.column)
        let line =
            isBlock
            ? ":" + writer.lineEnding + YAMLWriter.blanks(place.inner(value, writer))
                + (try writer.block(value, indent: place.inner(value, writer)))
            : ": " + text
        edits.insertLines(indent + line + writer.lineEnding, at: layout.nextLine(end))
    }

    /// Writes a collection on the lines below its key or dash.
    private mutating func insertBelow(
        _ place: YAMLValuePlace,
        _ value: SettingValue,
        after offset: Int
    ) throws(EditError) {
        let indent = place.inner(value, writer)
        let text = YAMLWriter.blanks(indent) + (try writer.block(value, indent: indent))
        edits.insertLines(text + writer.lineEnding, at: layout.nextLine(offset))
    }

    // MARK: Over a scalar, an alias or brackets

    private mutating func replaceInline(
        _ place: YAMLValuePlace,
        byInline value: SettingValue
    ) throws(EditError) {
        let node = place.value
        if node.isBlockScalar { return try replaceBlockScalar(place, byInline: value) }
        if case .string(let text) = value, node.tag == .timestamp || node.tag == .none,
            node.style == .plain, YAMLScalar.isTimestamp(document.bytes[node.range]),
            YAMLScalar.isTimestamp(text.utf8), style == .natural
        {
            edits.replace(node.range, text)
            return
        }
        let quotes = node.kind == .scalar ? node.style : .plain
        let text = try writer.inline(value, isFlow: place.isFlow, quotes: quotes)
        // In `{"a":1}` a plain value needs a blank before it.
        let blank = place.indicator >= 0 && place.from == place.indicator + 1 ? " " : ""
        edits.replace(place.from..<Int(node.end), blank + place.keptAnchor + text)
    }

    private mutating func replaceBlockScalar(
        _ place: YAMLValuePlace,
        byInline value: SettingValue
    ) throws(EditError) {
        let node = place.value
        let range = place.from..<Int(node.end)
        let comment = headerComment(node)
        let isLastLine = Int(node.end) == document.bytes.count
        if case .string(let text) = value, style == .natural,
            let literal = writer.literal(text, indent: linesIndent(place)),
            !isLastLine || !text.hasSuffix("\n")
        {
            let header = place.keptAnchor + literal.header + comment
            edits.replace(range, header + writer.lineEnding + literal.lines)
            return
        }
        let text = try writer.inline(value, isFlow: place.isFlow)
        edits.replace(range, place.keptAnchor + text + comment)
    }

    /// The comment in a block scalar's header, with a blank before it.
    private func headerComment(_ node: YAMLNode) -> String {
        let header = document.bytes[node.range].prefix { $0 != 0x0A && $0 != 0x0D }
        guard let start = header.firstIndex(of: UInt8(ascii: "#")) else { return "" }
        return " " + layout.text(start..<header.endIndex)
    }

    /// How far the lines of a block scalar are indented.
    private func linesIndent(_ place: YAMLValuePlace) -> Int {
        var line = layout.nextLine(Int(place.value.content))
        while line < place.value.end {
            let text = layout.blanksEnd(from: line)
            if !layout.isLastInLine(line) { return text - line }
            line = layout.nextLine(line)
        }
        return place.isRoot ? 2 : place.column + writer.unit
    }

    private mutating func replaceInline(
        _ place: YAMLValuePlace,
        byBlock value: SettingValue
    ) throws(EditError) {
        let node = place.value
        let end = Int(node.end)
        let comment = node.isBlockScalar ? headerComment(node) : ""
        let isOnOwnLine = layout.isFirstInLine(Int(node.start))
        if isOnOwnLine || !place.isInMapping && !place.isRoot && !place.hasComment && comment == ""
        {
            guard place.anchor.isEmpty else {
                let text = try writer.block(value, indent: layout.column(of: Int(node.start)))
                let indent = YAMLWriter.blanks(layout.column(of: Int(node.start)))
                edits.replace(
                    Int(node.start)..<end,
                    place.anchor.dropLast() + writer.lineEnding + indent + text
                )
                return
            }
            let text = try writer.block(value, indent: layout.column(of: Int(node.start)))
            edits.replace(Int(node.start)..<end, text)
            return
        }
        let start = place.indicator >= 0 ? place.indicator + 1 : layout.blanksStart(before: end)
        let from = place.isRoot ? layout.blanksStart(before: Int(node.start)) : start
        let anchor = place.anchor.isEmpty ? "" : " " + place.anchor.dropLast()
        edits.replace(from..<end, anchor + comment)
        try insertBelow(place, value, after: end)
    }

    // MARK: Over a collection by indentation

    private mutating func replaceBlock(
        _ place: YAMLValuePlace,
        byBlock value: SettingValue
    ) throws(EditError) {
        let node = place.value
        let content = Int(node.content)
        let end = Int(node.end)
        if node.hasTag, let tags = YAMLPropertyText(node, in: document.bytes).end {
            edits.replace(Int(node.start)..<tags, String(place.anchor.dropLast()))
        }
        let column = layout.column(of: content)
        guard place.isInMapping, layout.isFirstInLine(content), column <= place.column,
            case .dictionary = value
        else {
            edits.replace(content..<end, try writer.block(value, indent: column))
            return
        }
        // The dashes stood below the key, where a mapping can't.
        let indent = place.inner(value, writer)
        let text = YAMLWriter.blanks(indent) + (try writer.block(value, indent: indent))
        edits.replace(layout.lineStart(content)..<end, text)
    }

    private mutating func replaceBlock(
        _ place: YAMLValuePlace,
        byInline value: SettingValue
    ) throws(EditError) {
        let node = place.value
        let content = Int(node.content)
        let end = Int(node.end)
        let text = try writer.inline(value, isFlow: place.isFlow)
        guard place.isInMapping, place.indicator >= 0, layout.isFirstInLine(content) else {
            edits.replace(place.from..<end, place.keptAnchor + text)
            return
        }
        if let properties = YAMLPropertyText(node, in: document.bytes).end {
            guard !layout.hasLineBreak(place.indicator..<properties) else {
                edits.replace(place.indicator + 1..<end, " " + place.anchor + text)
                return
            }
            edits.replace(Int(node.start)..<properties, place.anchor + text)
        } else {
            edits.replace(place.indicator + 1..<place.indicator + 1, " " + text)
        }
        edits.removeLines(layout.lineStart(content)..<layout.nextLine(end))
    }
}

/// Where a value stands, for one that takes its place.
struct YAMLValuePlace {
    let value: YAMLNode
    /// Its key, or nil where it has none.
    let key: YAMLNode?
    let isRoot: Bool
    let isFlow: Bool
    /// Whether it is a mapping's value by indentation.
    let isInMapping: Bool
    /// The column of its key or dash.
    let column: Int
    /// Its anchor with a blank behind it, or an empty string.
    let anchor: String
    /// Whether a comment follows on its line.
    let hasComment: Bool

    /// Looks at a place.
    init(_ editor: YAMLEditor, _ node: Int, in parent: Int?) {
        let (nodes, layout) = (editor.nodes, editor.layout)
        value = nodes[node]
        key = value.key >= 0 ? nodes[Int(value.key)] : nil
        isRoot = parent == nil
        isFlow = parent.map { nodes[$0].isFlow } ?? false
        isInMapping = parent.map { nodes[$0].kind == .mapping && !nodes[$0].isFlow } ?? false
        column = isRoot ? 0 : layout.column(of: editor.tree.from(node))
        let anchor = YAMLPropertyText(value, in: editor.document.bytes).anchor
        self.anchor = anchor.map { layout.text($0) + " " } ?? ""
        hasComment =
            editor.tree.comments.range(
                startingAt: layout.blanksEnd(from: Int(value.end))
            ) != nil
    }

    /// Its `:` or `-`, or -1.
    var indicator: Int { Int(value.indicator) }
    /// Where the new text begins: a tag goes too.
    var from: Int { Int(value.hasTag ? value.start : value.content) }
    /// The anchor that stood where the new text begins, with a blank behind it.
    var keptAnchor: String { value.hasTag ? anchor : "" }

    /// How far a collection is indented that stands below its key or dash.
    func inner(_ value: SettingValue, _ writer: YAMLWriter) -> Int {
        if isRoot { return 0 }
        return isInMapping ? writer.indent(of: value, within: column) : column + 2
    }
}
