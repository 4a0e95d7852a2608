// Puts a value where another one stands in a YAML file.

import SettingsModel

extension YAMLEditor {
    /// Writes a value over a node that can't become it in parts.
    ///
    /// An anchor stays, a tag goes; comments within what is replaced go with it, but for those
    /// between the children of a block that gives way to text on its key's line.
    mutating func replace(
        _ node: Int,
        by value: SettingValue,
        in parent: Int?
    ) throws(EditError) {
        try checkIsUnused(node..<Int(nodes[node].next))
        let place = YAMLValuePlace(self, node, in: parent)
        let isBlock = YAMLWriter.isBlock(value) && !place.isFlow && style == .natural
        if place.value.isEmpty { return try fill(place, value, isBlock: isBlock) }
        switch (place.value.isBlockCollection, isBlock) {
        case (true, true): try replaceBlock(place, byBlock: value)
        case (true, false): try replaceBlock(place, byInline: value, tree.children(of: node))
        case (false, true): try replaceInline(place, byBlock: value)
        case (false, false) where place.value.isBlockScalar:
            try replaceBlockScalar(place, byInline: value)
        case (false, false): try replaceInline(place, byInline: value)
        }
    }

    // MARK: Over a scalar on its line, an alias or brackets

    private mutating func replaceInline(
        _ place: YAMLValuePlace,
        byInline value: SettingValue
    ) throws(EditError) {
        if case .string(let text) = value, style == .natural, isAlike(text, place.value) {
            edits.replace(place.value.range, text)
            return
        }
        let quotes = place.value.kind == .scalar ? place.value.style : .plain
        let text =
            if let number = number(value, like: place.value) {
                number
            } else {
                try writer.inline(value, in: place.context, quotes: quotes)
            }
        // In `{"a":1}` a plain value needs a blank before it.
        let touches = place.indicator.map { $0 + 1 } == place.replaced.lowerBound
        edits.replace(place.replaced, (touches ? " " : "") + place.replacedAnchor + text)
    }

    /// A number in the spelling of the one that stands there; nil where none does.
    private func number(_ value: SettingValue, like node: YAMLNode) -> String? {
        guard node.style == .plain, style == .natural else { return nil }
        let old = document.bytes[node.range]
        let text: String? =
            switch value {
            case .integer(let number): NumberSpelling(old)?.spelled(number)
            case .real(let number): RealSpelling(old)?.spelled(number)
            default: nil
            }
        // A number in groups is a text.
        return text.flatMap { YAMLScalar.value(ofPlain: $0) == value ? $0 : nil }
    }

    /// Whether a text without quotes says to each reader what the one without quotes says that stands there.
    ///
    /// To those of YAML 1.1 both are timestamps, or true or false.
    private func isAlike(_ text: String, _ node: YAMLNode) -> Bool {
        let old = document.bytes[node.range]
        guard node.kind == .scalar, node.style == .plain else { return false }
        if node.tag == .none, YAMLScalar.truth(of: text) != nil,
            YAMLScalar.truth(of: String(decoding: old, as: UTF8.self)) != nil
        {
            // Of those readers, some take `y` and `n` for texts.
            return (text.utf8.count == 1) == (old.count == 1)
        }
        return (node.tag == .timestamp || node.tag == .none)
            && YAMLScalar.isTimestamp(text.utf8) && YAMLScalar.isTimestamp(old)
    }

    // MARK: Over a literal or folded block

    private mutating func replaceBlockScalar(
        _ place: YAMLValuePlace,
        byInline value: SettingValue
    ) throws(EditError) {
        let comment = headerComment(of: place)
        let isLastLine = place.end == document.bytes.count
        if case .string(let text) = value, style == .natural,
            let literal = writer.literal(text, indent: indentOfLines(in: place)),
            !isLastLine || !text.hasSuffix("\n")
        {
            let header = place.replacedAnchor + literal.header + comment
            edits.replace(place.replaced, header + writer.lineEnding + literal.lines)
            return
        }
        let text = try writer.inline(value, in: place.context)
        edits.replace(place.replaced, place.replacedAnchor + text + comment)
    }

    /// The comment in a block scalar's header, with a blank before it; empty for other values.
    private func headerComment(of place: YAMLValuePlace) -> String {
        guard place.value.isBlockScalar else { return "" }
        let header = document.bytes[place.value.range].prefix { $0 != 0x0A && $0 != 0x0D }
        guard let start = header.firstIndex(of: UInt8(ascii: "#")) else { return "" }
        return " " + layout.text(start..<header.endIndex)
    }

    /// How far the lines of a block scalar are indented.
    private func indentOfLines(in place: YAMLValuePlace) -> Int {
        var line = layout.nextLine(place.content)
        while line < place.end {
            if !layout.isLastInLine(line) { return layout.blanksEnd(from: line) - line }
            line = layout.nextLine(line)
        }
        return place.isRoot ? 2 : place.column + writer.unit
    }

    // MARK: A collection by indentation, over what is none

    private mutating func replaceInline(
        _ place: YAMLValuePlace,
        byBlock value: SettingValue
    ) throws(EditError) {
        let comment = headerComment(of: place)
        let isAloneBehindDash =
            !place.isInMapping && !place.isRoot && !place.hasComment && comment.isEmpty
        if layout.isFirstInLine(place.start) || isAloneBehindDash {
            return try replaceInPlace(place, byBlock: value)
        }
        // What stays on the line is the key or the dash, the anchor and the comment.
        let start =
            if place.isRoot {
                layout.blanksStart(before: place.start)
            } else if let indicator = place.indicator {
                indicator + 1
            } else {
                layout.blanksStart(before: place.end)
            }
        let anchor = place.anchor.isEmpty ? "" : " " + place.anchor
        edits.replace(start..<place.end, anchor + comment)
        try insertBelow(place, value, after: place.end)
    }

    /// Begins a collection where the old value began; an anchor stands on the line above.
    private mutating func replaceInPlace(
        _ place: YAMLValuePlace,
        byBlock value: SettingValue
    ) throws(EditError) {
        let column = layout.column(of: place.start)
        let anchor =
            place.anchor.isEmpty
            ? "" : place.anchor + writer.lineEnding + YAMLWriter.blanks(column)
        edits.replace(place.start..<place.end, anchor + (try writer.block(value, indent: column)))
    }

    // MARK: Over a collection by indentation

    private mutating func replaceBlock(
        _ place: YAMLValuePlace,
        byBlock value: SettingValue
    ) throws(EditError) {
        if place.value.hasTag, let end = propertiesEnd(of: place) {
            edits.replace(place.start..<end, place.anchor)
        }
        let column = layout.column(of: place.content)
        guard place.isInMapping, layout.isFirstInLine(place.content), column <= place.column,
            case .dictionary = value
        else {
            edits.replace(place.content..<place.end, try writer.block(value, indent: column))
            return
        }
        // The dashes stood below the key, where a mapping can't.
        let indent = place.innerIndent(of: value, writer)
        let text = YAMLWriter.blanks(indent) + (try writer.block(value, indent: indent))
        edits.replace(layout.lineStart(place.content)..<place.end, text)
    }

    private mutating func replaceBlock(
        _ place: YAMLValuePlace,
        byInline value: SettingValue,
        _ children: [Int]
    ) throws(EditError) {
        let text = try writer.inline(value, in: place.context)
        guard place.isInMapping, let indicator = place.indicator,
            layout.isFirstInLine(place.content)
        else {
            edits.replace(place.replaced, place.replacedAnchor + text)
            return
        }
        // The value moves up to its key; comments between the two stay.
        let behind = indicator + 1
        if let end = propertiesEnd(of: place) {
            guard !layout.hasLineBreak(indicator..<end) else {
                edits.replace(behind..<place.end, " " + place.anchorLead + text)
                return
            }
            edits.replace(place.start..<end, place.anchorLead + text)
        } else {
            edits.replace(behind..<behind, " " + text)
        }
        removeAllLines(of: children)
    }

    /// Removes the lines of a block, but for the comments on lines of their own between its children.
    private mutating func removeAllLines(of children: [Int]) {
        var start = layout.lineStart(tree.from(children[0]))
        for (child, next) in zip(children, children.dropFirst()) {
            var line = layout.nextLine(Int(nodes[child].end))
            while line < tree.from(next) {
                let lineEnd = layout.nextLine(line)
                let isComment = !layout.isEmptySpace(line..<min(lineEnd, tree.from(next)))
                if isComment {
                    if start < line { edits.removeLines(start..<line) }
                    start = lineEnd
                }
                line = lineEnd
            }
        }
        let end = layout.nextLine(Int(nodes[children[children.count - 1]].end))
        edits.removeLines(start..<end)
    }

    /// The end of the tag and the anchor before a value, or nil without any.
    private func propertiesEnd(of place: YAMLValuePlace) -> Int? {
        YAMLPropertyText(place.value, in: document.bytes).end
    }
}
