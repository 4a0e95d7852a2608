// Taking keys and tables out of a TOML file.

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
        return max(0, tree.sections.partitioningIndex { $0.header.lowerBound > start } - 1)
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
