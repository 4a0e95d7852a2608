// Reading TOML: headers, keys and values into a tree, with the rules on what may be defined twice.

import SettingsModel

/// Reads a file from its first byte to its last.
struct TOMLReader {
    /// Where reading is.
    var scanner: TOMLScanner
    /// What was read so far.
    var tree: TOMLTree
    private let limits: Limits
    /// The key that was read last.
    var parts: [KeyPart] = []
    private var leafCount = 0

    /// One segment of a key, and its text with quotes.
    struct KeyPart {
        var text: String
        var span: Range<Int>
    }

    /// Reads the whole file.
    ///
    /// - Throws: ``DocumentError`` with the first place that can't be read.
    init(_ bytes: [UInt8], limits: Limits) throws(DocumentError) {
        scanner = try TOMLScanner(bytes)
        tree = TOMLTree(byteCount: bytes.count)
        self.limits = limits
        while true {
            scanner.skipTrivia()
            if scanner.isAtEnd { break }
            if scanner.byte == UInt8(ascii: "[") { try header() } else { try statement() }
            try endOfLine()
        }
        try checkEmptyTables()
        tree.comments = scanner.comments
    }

    private mutating func endOfLine() throws(DocumentError) {
        scanner.skipBlanks()
        scanner.skipComment()
        guard scanner.isAtEnd || scanner.skipLineEnd() else {
            throw scanner.error(
                .syntax,
                problem: "found \(scanner.found) after the value, expected the end of the line",
                advice: "Put each setting on a line of its own"
            )
        }
    }

    private mutating func statement() throws(DocumentError) {
        let section = tree.sections.count - 1
        let leaf = try entry(
            in: tree.sections[section].table,
            held: .line,
            depth: tree.sections[section].depth
        )
        tree.sections[section].lastLeaf = leaf
    }

    // MARK: Keys

    /// Reads a key of one or more parts into `parts`.
    mutating func key() throws(DocumentError) {
        parts.removeAll(keepingCapacity: true)
        while true {
            let start = scanner.index
            let text = try scanner.keyPart()
            parts.append(KeyPart(text: text, span: start..<scanner.index))
            // A key of half a million parts is refused before it becomes as many tables.
            try checkDepth(parts.count - 1)
            let end = scanner.index
            scanner.skipBlanks()
            guard scanner.byte == UInt8(ascii: ".") else {
                scanner.index = end
                return
            }
            scanner.index += 1
            scanner.skipBlanks()
        }
    }

    /// The text of the key that was read last.
    var keySpan: Range<Int> {
        (parts.first?.span.lowerBound ?? 0)..<(parts.last?.span.upperBound ?? 0)
    }

    /// The first parts of the key just read, for a message.
    func name(_ count: Int) -> String {
        SettingKeyPath(segments: parts.prefix(count).map(\.text)).description
    }

    /// The line that a node is first named on, for a message.
    func line(of node: Int) -> Int {
        SourcePlace(offset: tree.nodes[node].keySpan.lowerBound, in: scanner.bytes).line
    }

    // MARK: Entries

    /// Reads `key = value` into a table and gives the value's node.
    private mutating func entry(
        in table: Int,
        held holder: TOMLNode.Holder,
        depth: Int,
        isCounted: Bool = true
    ) throws(DocumentError) -> Int {
        try key()
        let leaf = try placeLeaf(in: table, held: holder)
        let depth = depth + parts.count - 1
        try checkDepth(depth)
        scanner.skipBlanks()
        guard scanner.byte == UInt8(ascii: "=") else {
            throw scanner.error(
                .syntax,
                problem: "found \(scanner.found) after the key, expected '='",
                advice: "Write the setting as key = value"
            )
        }
        scanner.index += 1
        scanner.skipBlanks()
        try value(of: leaf, depth: depth, isCounted: isCounted)
        return leaf
    }

    /// Finds or makes the tables that the key leads through, and makes the node it names.
    private mutating func placeLeaf(
        in outer: Int,
        held holder: TOMLNode.Holder
    ) throws(DocumentError) -> Int {
        var table = outer
        for (position, part) in parts.dropLast().enumerated() {
            table = findOrAdd(part.text, in: table, as: .table(.dotted))
            // Only dotted keys of this same section can have made a dotted table that is reached
            // from here: any header on the way would have made another kind of table.
            guard tree.nodes[table].origin == .dotted else {
                throw conflict(with: table, partCount: position + 1)
            }
        }
        return try addLeaf(in: table, held: holder)
    }

    /// Finds a table's child, or adds one whose name is a part of the key that was read last.
    mutating func findOrAdd(_ name: String, in table: Int, as kind: TOMLNode.Kind) -> Int {
        tree.findOrAddChild(of: table, name, as: kind, in: .name, at: keySpan).node
    }

    private mutating func addLeaf(
        in table: Int,
        held holder: TOMLNode.Holder
    ) throws(DocumentError) -> Int {
        let last = parts[parts.count - 1].text
        let (node, isNew) = tree.findOrAddChild(
            of: table,
            last,
            as: .boolean(false),
            in: holder,
            at: keySpan
        )
        guard isNew else {
            guard tree.nodes[node].isTable, tree.nodes[node].origin != .inline else {
                throw scanner.error(
                    .duplicate,
                    at: keySpan.lowerBound,
                    problem: "'\(name(parts.count))' is already set on line \(line(of: node))",
                    advice: "Remove one of the two"
                )
            }
            throw conflict(with: node, partCount: parts.count)
        }
        var ancestor = table
        while tree.nodes[ancestor].origin == .dotted {
            tree.nodes[ancestor].lastLeaf = node
            ancestor = tree.nodes[ancestor].parent
        }
        return node
    }

    /// The error for a key whose first parts lead to a node that can't take it.
    func conflict(with node: Int, partCount: Int) -> DocumentError {
        let what =
            tree.nodes[node].isTable && tree.nodes[node].origin != .inline ? "table" : "value"
        return scanner.error(
            .conflict,
            at: keySpan.lowerBound,
            problem: "'\(name(partCount))' is already a \(what) on line \(line(of: node))",
            advice: "Give one of the two another name, or move the key to that table"
        )
    }

    // MARK: Values

    private mutating func value(
        of node: Int,
        depth: Int,
        isCounted: Bool
    ) throws(DocumentError) {
        let start = scanner.index
        switch scanner.byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            try scanner.skipString()
            tree.nodes[node].kind = .string
        case UInt8(ascii: "["):
            try checkDepth(depth + 1)
            try array(node, depth: depth + 1)
        case UInt8(ascii: "{"):
            try checkDepth(depth + 1)
            try inlineTable(node, depth: depth + 1, isCounted: isCounted)
        default: tree.nodes[node].kind = try scanner.plainValue()
        }
        tree.nodes[node].span = start..<scanner.index
        if isCounted, tree.nodes[node].keySpan.count > 0, !tree.nodes[node].isTable {
            try countLeaf(at: tree.nodes[node].keySpan.lowerBound)
        }
    }

    private mutating func array(_ node: Int, depth: Int) throws(DocumentError) {
        let start = scanner.index
        tree.nodes[node].kind = .array
        scanner.index += 1
        while true {
            scanner.skipTrivia()
            if scanner.byte == UInt8(ascii: "]") { break }
            let item = tree.addItem(TOMLNode(kind: .array, holder: .array, parent: node))
            try value(of: item, depth: depth, isCounted: false)
            scanner.skipTrivia()
            if scanner.byte == UInt8(ascii: ",") {
                tree.nodes[item].comma = scanner.index
                scanner.index += 1
            } else if scanner.byte != UInt8(ascii: "]") {
                throw unclosed("array", "']'", from: start)
            }
        }
        scanner.index += 1
    }

    private mutating func inlineTable(
        _ node: Int,
        depth: Int,
        isCounted: Bool
    ) throws(DocumentError) {
        let start = scanner.index
        tree.nodes[node].kind = .table(.inline)
        scanner.index += 1
        scanner.skipTrivia()
        if scanner.byte == UInt8(ascii: "}") {
            scanner.index += 1
            return
        }
        while true {
            let entry = try entry(in: node, held: .inlineTable, depth: depth, isCounted: isCounted)
            scanner.skipTrivia()
            if scanner.byte == UInt8(ascii: ",") {
                tree.nodes[entry].comma = scanner.index
                scanner.index += 1
                scanner.skipTrivia()
                guard scanner.byte == UInt8(ascii: "}") else { continue }
            } else if scanner.byte != UInt8(ascii: "}") {
                throw unclosed("inline table", "'}'", from: start)
            }
            scanner.index += 1
            return
        }
    }

    private func unclosed(_ what: String, _ close: String, from start: Int) -> DocumentError {
        let line = SourcePlace(offset: start, in: scanner.bytes).line
        return scanner.error(
            .syntax,
            problem:
                "found \(scanner.found) in the \(what) of line \(line), expected ',' or \(close)",
            advice: "Separate the entries with ',' and close the \(what) with \(close)"
        )
    }

    // MARK: Limits

    /// Refuses a value inside more collections than the limit allows.
    func checkDepth(_ depth: Int) throws(DocumentError) {
        guard depth <= limits.nesting else {
            throw scanner.error(
                .tooDeep,
                problem: "values nest deeper than \(limits.nesting)",
                advice: "Use fewer levels"
            )
        }
    }

    private mutating func countLeaf(at offset: Int) throws(DocumentError) {
        leafCount += 1
        guard leafCount <= limits.keysPerDomain else {
            throw scanner.error(
                .tooMany,
                at: offset,
                problem: "the file has more than \(limits.keysPerDomain) settings",
                advice: "Split the file, or move lists into arrays"
            )
        }
    }

    /// A table without entries is a leaf, too, but only the end of the file tells.
    private mutating func checkEmptyTables() throws(DocumentError) {
        guard tree.nodes.count > limits.keysPerDomain else { return }
        for node in tree.nodes.indices.dropFirst() {
            let isEmpty = tree.nodes[node].isTable && tree.nodes[node].firstChild == TOMLTree.none
            let isLeaf = isEmpty || isOutermostArrayOfTables(node)
            guard isLeaf, !isInArray(node) else { continue }
            try countLeaf(at: tree.nodes[node].keySpan.lowerBound)
        }
    }

    private func isOutermostArrayOfTables(_ node: Int) -> Bool {
        if case .arrayOfTables = tree.nodes[node].kind { true } else { false }
    }

    private func isInArray(_ node: Int) -> Bool {
        var ancestor = tree.nodes[node].parent
        while ancestor > 0 {
            guard tree.nodes[ancestor].isTable else { return true }
            ancestor = tree.nodes[ancestor].parent
        }
        return false
    }
}
