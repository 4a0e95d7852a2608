// From changes to edits: what becomes of each value that a change is about.

import SettingsModel

extension TOMLDocument {
    /// The smallest edits that make these changes together.
    ///
    /// Taken together are: sets and removals of paths of which none leads through another; removals
    /// below a path that is set (`remove a.b.one`, `set a.b`), in any order; a removal and sets below
    /// it (`remove a`, `set a.b`). Cost: linear in the file and the changes.
    ///
    /// - Throws: ``EditError`` for the first change that can't be made.
    package func edits(
        for changes: [DocumentChange],
        style: EditStyle
    ) throws(EditError) -> [Edit] {
        var plan = TOMLEditPlan(self, style: style)
        try plan.change(0, as: ChangeTree(changes))
        return try plan.edits()
    }
}

/// The edits of one file, gathered while its tree is walked.
struct TOMLEditPlan {
    /// A key that is added to a table.
    struct NewKey {
        /// The parts below the table.
        var parts: [String]
        var value: SettingValue
    }

    /// Whole lines to put in.
    struct NewLines {
        /// The start of the line they stand before, or the end of the file.
        var place: Int
        /// With its line end.
        var text: String
        /// How deep the table is that gets a new section; nil for a key's line.
        var sectionDepth: Int?
    }

    /// The file as it is.
    let document: TOMLDocument
    /// How values are spelled in it.
    let writer: TOMLWriter
    /// Replacements and insertions within lines.
    var inner: [Edit] = []
    /// Whole lines that go.
    var removedLines: [Range<Int>] = []
    /// Whole lines that come.
    var newLines: [NewLines] = []
    /// Keys to add, by table; placed once all changes are known.
    var newKeys: [Int: [NewKey]] = [:]
    /// The tables of `newKeys` in the order they were met.
    var tablesWithNewKeys: [Int] = []

    /// Creates a plan that changes nothing.
    init(_ document: TOMLDocument, style: EditStyle) {
        self.document = document
        writer = TOMLWriter(
            lineEnding: TextLayout.lineEnding(of: document.bytes) ?? "\n",
            style: style
        )
    }

    /// The document's tree.
    var tree: TOMLTree { document.tree }
    /// The document's bytes.
    var bytes: [UInt8] { document.bytes }

    // MARK: Walking

    /// Makes the changes that are asked of a node and of what is below it.
    mutating func change(_ node: Int, as changes: ChangeTree) throws(EditError) {
        switch try changes.request(of: containerKind(of: node)) {
        case .keep: break
        case .remove: try remove(node)
        case .set(let value): try set(node, to: value)
        case .change(let changes):
            if !tree.nodes[node].isTable {
                try changeArray(node, as: changes)
            } else if tree.nodes[node].origin == .inline {
                try changeInlineTable(node, as: changes)
            } else {
                try changeTable(node, as: changes)
            }
        }
    }

    private func containerKind(of node: Int) -> ContainerKind {
        switch tree.nodes[node].kind {
        case .table: .dictionary
        case .array, .arrayOfTables: .array
        default: .leaf
        }
    }

    /// Makes the changes below a table.
    mutating func changeTable(_ table: Int, as changes: ChangeTree) throws(EditError) {
        for key in changes.keys {
            guard let below = changes.child(key) else { continue }
            if let node = tree.child(of: table, key) {
                try change(node, as: below)
            } else if let value = try below.applied(to: nil) {
                add([key], value, to: table)
            }
        }
    }

    /// Adds a key to a table; a dictionary key by key.
    mutating func add(_ parts: [String], _ value: SettingValue, to table: Int) {
        if case .dictionary(let entries) = value, !entries.isEmpty, writer.style == .natural {
            for entry in entries { add(parts + [entry.key], entry.value, to: table) }
            return
        }
        if newKeys[table] == nil { tablesWithNewKeys.append(table) }
        newKeys[table, default: []].append(NewKey(parts: parts, value: value))
    }

    // MARK: Setting

    /// Makes a node say a value.
    mutating func set(_ node: Int, to value: SettingValue) throws(EditError) {
        if case .dictionary(let entries) = value, tree.nodes[node].isTable {
            let isKept = !entries.isEmpty || canBeEmpty(node)
            if isKept, case .dictionary(let old) = document.value(of: node) {
                let difference = ChangeTree(from: old, to: entries)
                guard !difference.keys.isEmpty else { return }
                return try tree.nodes[node].origin == .inline
                    ? changeInlineTable(node, as: difference) : changeTable(node, as: difference)
            }
        }
        guard document.value(of: node) != value else { return }
        if case .array(let values) = value, writer.style == .natural {
            switch tree.nodes[node].kind {
            case .array: return try setArray(node, to: values)
            case .arrayOfTables:
                if let tables = Self.tables(values) { return try setTables(node, to: tables) }
            default: break
            }
        }
        if tree.nodes[node].hasOwnText {
            try replaceText(node, by: value)
        } else {
            try replaceTable(node, by: value)
        }
    }

    private func canBeEmpty(_ table: Int) -> Bool {
        switch tree.nodes[table].origin {
        case .root, .header, .element, .inline: true
        default: false
        }
    }

    /// The values as dictionaries, or nil if one isn't or there are none.
    private static func tables(_ values: [SettingValue]) -> [[SettingValue.Entry]]? {
        var tables: [[SettingValue.Entry]] = []
        for value in values {
            guard case .dictionary(let entries) = value else { return nil }
            tables.append(entries)
        }
        return tables.isEmpty ? nil : tables
    }

    private mutating func replaceText(_ node: Int, by value: SettingValue) throws(EditError) {
        let span = tree.nodes[node].span
        if case .dictionary(let entries) = value, !entries.isEmpty,
            tree.nodes[node].holder == .line, writer.style == .natural
        {
            return try replaceLeafByKeys(node, value)
        }
        inner.append(Edit(span, try writer.text(of: value, like: bytes[span])))
    }

    /// `a = 1` becomes `a.b = 1` and more lines below it; a comment stays with the first.
    private mutating func replaceLeafByKeys(
        _ node: Int,
        _ value: SettingValue
    ) throws(EditError) {
        let key = tree.nodes[node].keySpan
        let prefix = bytes.text(key)
        var lines: [String] = []
        for leaf in value.leaves(at: SettingKeyPath(segments: [""])) {
            let name = prefix + "." + writer.key(leaf.0.segments.dropFirst())
            lines.append(try writer.entry(name, leaf.1))
        }
        inner.append(Edit(key.lowerBound..<tree.nodes[node].span.upperBound, lines[0]))
        let place = bytes.nextLine(tree.nodes[node].span.upperBound)
        let indent = bytes.indent(at: key.lowerBound)
        for line in lines.dropFirst() { insertLine(indent + line, at: place) }
    }

    /// A table that isn't one piece of text gives way to a value.
    private mutating func replaceTable(_ node: Int, by value: SettingValue) throws(EditError) {
        guard node > 0 else {
            throw .unrepresentable(
                "a value of type \(value.typeName) as the whole file",
                in: "TOML",
                advice: "Set a dictionary of keys"
            )
        }
        var leaves: [Int] = []
        var sections: [Int] = []
        collect(node, &leaves, &sections)
        guard sections.isEmpty, let first = leaves.first else {
            try remove(node)
            let parent = tree.nodes[node].parent
            return add([tree.nodes[node].key], value, to: parent)
        }
        let text = try writer.text(of: value)
        let count = dottedDepth(of: first) - dottedDepth(of: node)
        let key = bytes.dottedPrefix(of: tree.nodes[first].keySpan, dropping: count)
        let range = tree.nodes[first].keySpan.lowerBound..<tree.nodes[first].span.upperBound
        inner.append(Edit(range, "\(key) = \(text)"))
        for leaf in leaves.dropFirst() { removeLine(leaf) }
    }

    /// How many parts of a dotted key lead to a node.
    func dottedDepth(of node: Int) -> Int {
        var depth = 0
        var node = node
        repeat {
            depth += 1
            node = tree.nodes[node].parent
        } while tree.nodes[node].origin == .dotted
        return depth
    }
}

extension ChangeTree {
    /// What turns one dictionary into another, key by key.
    init(from old: [SettingValue.Entry], to new: [SettingValue.Entry]) {
        self.init(Self.changes(from: old, to: new, at: []))
    }

    private static func changes(
        from old: [SettingValue.Entry],
        to new: [SettingValue.Entry],
        at path: [PathElement]
    ) -> [DocumentChange] {
        let newValues = Dictionary(new.map { (ExactText($0.key), $0.value) }) { _, last in last }
        let oldValues = Dictionary(old.map { (ExactText($0.key), $0.value) }) { _, last in last }
        var changes: [DocumentChange] = []
        for entry in old where newValues[ExactText(entry.key)] == nil {
            changes.append(DocumentChange(DocumentPath(path + [.key(entry.key)]), nil))
        }
        for entry in new {
            let below = path + [.key(entry.key)]
            switch (oldValues[ExactText(entry.key)], entry.value) {
            case (.dictionary(let before), .dictionary(let after)) where !after.isEmpty:
                changes += Self.changes(from: before, to: after, at: below)
            case (let before, let after):
                if before != after { changes.append(DocumentChange(DocumentPath(below), after)) }
            }
        }
        return changes
    }
}

extension [UInt8] {
    /// The blanks that the line of a byte begins with.
    func indent(at offset: Int) -> String {
        let start = lineStart(offset)
        let end = self[start...].firstIndex { $0 != .space && $0 != .tab } ?? count
        return text(start..<Swift.min(end, offset))
    }

    /// The raw text of a dotted key without its last parts.
    func dottedPrefix(of key: Range<Int>, dropping count: Int) -> String {
        var dots: [Int] = []
        var quote: UInt8?
        var index = key.lowerBound
        while index < key.upperBound {
            let byte = self[index]
            if let open = quote {
                if byte == open { quote = nil }
                if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\"") { index += 1 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ".") {
                dots.append(index)
            }
            index += 1
        }
        guard count > 0, count <= dots.count else { return text(key) }
        var end = dots[dots.count - count]
        while end > key.lowerBound, self[end - 1] == .space || self[end - 1] == .tab { end -= 1 }
        return text(key.lowerBound..<end)
    }
}
