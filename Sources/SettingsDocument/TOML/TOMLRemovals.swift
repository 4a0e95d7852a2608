// Taking keys, tables and inline entries out of a TOML file.

import SettingsModel

extension TOMLEditPlan {
    /// Removes a value with its key; its same-line comment goes, comment lines above stay.
    mutating func remove(_ node: Int) throws(EditError) {
        switch tree.nodes[node].holder {
        case .line: removeLine(node)
        case .name where node == 0:
            for child in tree.children(of: 0) { try remove(child) }
        case .name: removeTable(node)
        case .inlineTable, .array:
            // The walk never comes here: the container removes its entries itself.
            preconditionFailure("an entry is removed by its container")
        }
    }

    private mutating func removeTable(_ node: Int) {
        var leaves: [Int] = []
        var sections: [Int] = []
        collect(node, &leaves, &sections)
        for leaf in leaves { removeLine(leaf) }
        for section in sections { removeSection(section) }
    }

    /// The lines and sections that make up a table; the lines of its sections aside.
    func collect(_ node: Int, _ leaves: inout [Int], _ sections: inout [Int]) {
        if tree.nodes[node].holder == .line {
            leaves.append(node)
            return
        }
        switch tree.nodes[node].origin {
        case .header, .element:
            sections.append(section(of: node))
            for child in tree.children(of: node) { collectSections(child, &sections) }
        default:
            for child in tree.children(of: node) { collect(child, &leaves, &sections) }
        }
    }

    private func collectSections(_ node: Int, _ sections: inout [Int]) {
        guard tree.nodes[node].holder == .name else { return }
        if tree.nodes[node].origin == .header || tree.nodes[node].origin == .element {
            sections.append(section(of: node))
        }
        for child in tree.children(of: node) { collectSections(child, &sections) }
    }

    /// The section that a header opens, found among the sections by where it is.
    func section(of table: Int) -> Int {
        guard table > 0 else { return 0 }
        let start = tree.nodes[table].span.lowerBound
        var low = 0
        var high = tree.sections.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if tree.sections[middle].header.lowerBound <= start {
                low = middle
            } else {
                high = middle
            }
        }
        return low
    }

    /// Removes the lines of a key and its value.
    mutating func removeLine(_ leaf: Int) {
        let start = bytes.lineStart(tree.nodes[leaf].keySpan.lowerBound)
        removedLines.append(start..<bytes.nextLine(tree.nodes[leaf].span.upperBound))
    }

    /// Removes a header and its lines up to the last value, and the blank lines after it.
    ///
    /// Comments after the last value may be about what follows, so they stay.
    mutating func removeSection(_ section: Int) {
        var start = bytes.lineStart(tree.sections[section].header.lowerBound)
        var end = bytes.nextLine(document.contentEnd(of: section))
        while end < bytes.count, bytes.isBlank(end..<bytes.nextLine(end)) {
            end = bytes.nextLine(end)
        }
        if end == bytes.count {
            while start > 0, bytes.isBlank(bytes.lineStart(start - 1)..<start) {
                start = bytes.lineStart(start - 1)
                if start == bytes.byteOrderMarkEnd { break }
            }
        }
        removedLines.append(start..<end)
    }
}

// MARK: Lists of entries: arrays and inline tables

extension TOMLEditPlan {
    /// One item of an array, or one entry of an inline table.
    struct Item {
        var range: Range<Int>
        var comma: Int
        /// Whether it is to go.
        var isRemoved = false
    }

    /// Removes the marked items of an array or inline table, their commas and same-line comments.
    ///
    /// - Parameters:
    ///   - items: All of the container's items, in order; at least one stays.
    ///   - close: Where the closing bracket is.
    mutating func removeItems(_ items: [Item], close: Int) {
        var index = 0
        while index < items.count {
            guard items[index].isRemoved else {
                index += 1
                continue
            }
            var end = index + 1
            while end < items.count, items[end].isRemoved { end += 1 }
            removeItems(items, index..<end, close: close)
            index = end
        }
    }

    private mutating func removeItems(_ items: [Item], _ run: Range<Int>, close: Int) {
        let first = items[run.lowerBound]
        let last = items[run.upperBound - 1]
        let isAtEnd = run.upperBound == items.count
        let next = isAtEnd ? close : items[run.upperBound].range.lowerBound
        let lines = ownLines(
            from: first.range.lowerBound,
            to: max(last.range.upperBound, last.comma)
        )
        let ownsLines = run.lowerBound > 0 && lines.map { $0.upperBound <= next } ?? false
        if ownsLines, let lines {
            inner.append(Edit(lines, ""))
        } else if !isAtEnd {
            inner.append(Edit(first.range.lowerBound..<next, ""))
            return
        }
        guard isAtEnd, run.lowerBound > 0 else { return }
        let previous = items[run.lowerBound - 1]
        if !ownsLines {
            inner.append(Edit(previous.range.upperBound..<last.range.upperBound, ""))
        } else if last.comma == TOMLTree.none {
            // The list had no comma at its end, so it gets none.
            inner.append(Edit(previous.comma..<previous.comma + 1, ""))
        }
    }

    /// The whole lines from one byte to another, or nil if something stands before the first.
    private func ownLines(from start: Int, to end: Int) -> Range<Int>? {
        var lineStart = start
        while lineStart > 0, bytes[lineStart - 1] == .space || bytes[lineStart - 1] == .tab {
            lineStart -= 1
        }
        guard lineStart > 0, bytes[lineStart - 1] == .lineFeed else { return nil }
        return lineStart..<bytes.nextLine(end)
    }
}
