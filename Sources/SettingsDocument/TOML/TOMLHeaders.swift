// Reading TOML: headers, and which tables they may open.

import SettingsModel

extension TOMLReader {
    /// Reads `[name]` or `[[name]]` and opens its section.
    mutating func header() throws(DocumentError) {
        let start = scanner.index
        let isElement = scanner.byte(ahead: 1) == UInt8(ascii: "[")
        scanner.index += isElement ? 2 : 1
        scanner.skipBlanks()
        try key()
        scanner.skipBlanks()
        for _ in 0..<(isElement ? 2 : 1) {
            guard scanner.byte == UInt8(ascii: "]") else {
                throw scanner.error(
                    .syntax,
                    problem: "found \(scanner.found) in the table header, expected ']'",
                    advice: "Write the header as \(isElement ? "[[name]]" : "[name]")"
                )
            }
            scanner.index += 1
        }
        let section = tree.sections.count
        var (table, depth) = try tables(to: parts.count - 1)
        table = try isElement ? element(in: table) : headerTable(in: table)
        depth += isElement ? 2 : 1
        try checkDepth(depth)
        tree.nodes[table].span = start..<scanner.index
        mark(table, as: section)
        tree.sections.append(TOMLSection(table: table, header: start..<scanner.index, depth: depth))
    }

    /// Goes through the tables that a header's first parts name, making those that aren't there.
    private mutating func tables(
        to count: Int
    ) throws(DocumentError) -> (table: Int, depth: Int) {
        var table = 0
        var depth = 0
        for (position, part) in parts.prefix(count).enumerated() {
            depth += 1
            let node = findOrAdd(part.text, in: table, as: .table(.implied))
            switch tree.nodes[node].kind {
            case .arrayOfTables:
                table = tree.nodes[node].lastChild
                depth += 1
            case .table(let origin) where origin != .inline: table = node
            default: throw conflict(with: node, partCount: position + 1)
            }
        }
        return (table, depth)
    }

    private mutating func headerTable(in parent: Int) throws(DocumentError) -> Int {
        let name = parts[parts.count - 1].text
        let node = findOrAdd(name, in: parent, as: .table(.implied))
        guard tree.nodes[node].isTable, tree.nodes[node].origin != .inline else {
            throw conflict(with: node, partCount: parts.count)
        }
        guard tree.nodes[node].origin == .implied else {
            throw scanner.error(
                .duplicate,
                at: keySpan.lowerBound,
                problem:
                    "the table '\(self.name(parts.count))' is already defined on line \(line(of: node))",
                advice: "Put the keys of both under one header"
            )
        }
        tree.nodes[node].kind = .table(.header)
        return node
    }

    private mutating func element(in parent: Int) throws(DocumentError) -> Int {
        let name = parts[parts.count - 1].text
        let array = findOrAdd(name, in: parent, as: .arrayOfTables)
        guard case .arrayOfTables = tree.nodes[array].kind else {
            throw conflict(with: array, partCount: parts.count)
        }
        var element = TOMLNode(kind: .table(.element), holder: .name, parent: array)
        element.keySpan = keySpan
        return tree.addItem(element)
    }

    /// Notes the section in its table and in all tables that lead to it.
    private mutating func mark(_ table: Int, as section: Int) {
        var node = table
        while node != TOMLTree.none {
            tree.nodes[node].lastSection = section
            node = tree.nodes[node].parent
        }
    }
}
