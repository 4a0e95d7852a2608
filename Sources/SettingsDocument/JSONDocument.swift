// Settings in JSON, JSON with comments, and JSON5.

package import SettingsModel

/// A settings file in JSON, JSON with comments, or JSON5.
///
/// A strict `.json` file without a value is an error; in the others it's an empty dictionary.
/// Where a key stands twice, the last one counts and is the one that is edited.
package struct JSONDocument: Document {
    package let bytes: [UInt8]
    package let format: Format
    package let root: SettingValue
    let limits: Limits
    let dialect: JSONDialect
    /// All values in the order of the file, the root first; empty for a file without one.
    let nodes: [JSONNode]
    let comments: [Range<Int>]

    package init(_ bytes: [UInt8], as format: Format, limits: Limits) throws(DocumentError) {
        self.bytes = bytes
        self.format = format
        self.limits = limits
        dialect = JSONDialect(format)
        try SourceEncoding.checkUTF8(bytes)
        let dialect = dialect
        let result = try bytes.withUnsafeBufferPointer { text throws(DocumentError) in
            var scanner = JSONScanner(bytes, text, dialect, nesting: limits.nesting)
            try scanner.scan()
            var builder = JSONValues(nodes: scanner.nodes, text: text, most: limits.keysPerDomain)
            let root = builder.root()
            if let node = builder.excess {
                throw DocumentError(
                    code: .tooMany,
                    at: builder.nodes[node].from,
                    in: bytes,
                    problem: "the file has more than \(limits.keysPerDomain) keys",
                    advice: "Move some of them into another file"
                )
            }
            return (root, builder.nodes, scanner.comments)
        }
        (root, nodes, comments) = result
    }

    /// Whether a comment stands outside of the double-quoted strings of a text that may be JSON.
    package static func hasComments(_ bytes: [UInt8]) -> Bool {
        var isInString = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "\\") where isInString: index += 1
            case UInt8(ascii: "/") where !isInString && index + 1 < bytes.count:
                if bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1] == UInt8(ascii: "*") {
                    return true
                }
            default: break
            }
            index += 1
        }
        return false
    }
}

// MARK: What stands where

extension JSONDocument {
    package var entries: [DocumentEntry] {
        var entries: [DocumentEntry] = []
        forEachLeaf { keyPath, node, value in
            entries.append(DocumentEntry(keyPath: keyPath, value: value, offset: nodes[node].from))
        }
        return entries
    }

    package var lines: [DocumentLine] {
        var leaves: [LeafSpan] = []
        forEachLeaf { keyPath, node, _ in
            leaves.append(
                LeafSpan(keyPath: keyPath, range: nodes[node].from..<Int(nodes[node].end))
            )
        }
        return TextLayout(bytes).documentLines(leaves: leaves, comments: comments)
    }

    package func span(of path: DocumentPath) -> Range<Int>? {
        guard !nodes.isEmpty else { return nil }
        var node = 0
        for element in path.elements {
            let child: Int? =
                switch (nodes[node].kind, element) {
                case (.object, .key(let key)):
                    children(of: node).first { !nodes[$0].isShadowed && self.key(of: $0) == key }
                case (.array, .index(let index)):
                    index < 0 ? nil : children(of: node).dropFirst(index).first
                default: nil
                }
            guard let child else { return nil }
            node = child
        }
        return nodes[node].range
    }

    /// The positions of a container's children in the tree, shadowed ones included.
    func children(of node: Int) -> [Int] {
        var children: [Int] = []
        var child = node + 1
        while child < nodes[node].next {
            children.append(child)
            child = Int(nodes[child].next)
        }
        return children
    }

    /// The key of a member, or an empty string for what has none.
    func key(of node: Int) -> String {
        guard let range = nodes[node].keyRange else { return "" }
        return bytes.withUnsafeBufferPointer { JSONLiteral.string($0, range) }
    }

    /// The value of a node and all within it.
    func value(of node: Int) -> SettingValue {
        bytes.withUnsafeBufferPointer { text in
            var values = JSONValues(nodes: nodes, text: text, most: .max)
            return values.value(of: node, isKeyed: false)
        }
    }

    /// Walks tree and value side by side: a dictionary's entries are its members but the shadowed.
    private func forEachLeaf(_ body: (SettingKeyPath, Int, SettingValue) -> Void) {
        guard case .dictionary(let entries) = root, !nodes.isEmpty else { return }
        func walk(_ node: Int, _ entries: [SettingValue.Entry], _ segments: [String]) {
            var child = node + 1
            var position = 0
            while child < nodes[node].next {
                defer { child = Int(nodes[child].next) }
                guard !nodes[child].isShadowed else { continue }
                let entry = entries[position]
                position += 1
                let path = segments + [entry.key]
                if case .dictionary(let inner) = entry.value, !inner.isEmpty,
                    path.count < limits.keyPathSegments
                {
                    walk(child, inner, path)
                } else {
                    body(SettingKeyPath(segments: path), child, entry.value)
                }
            }
        }
        walk(0, entries, [])
    }
}

extension JSONDocument {
    package func edits(
        for changes: [DocumentChange],
        style: EditStyle
    ) throws(EditError) -> [Edit] {
        var editor = JSONEditor(self, style)
        return try editor.edits(for: changes.map { DocumentChange($0.path, $0.value.map(spelled)) })
    }

    /// The value as this format spells it; one that it can't spell is left for the writer to refuse.
    private func spelled(_ value: SettingValue) -> SettingValue { format.stored(value) ?? value }
}

// MARK: Values

/// Makes values of a tree of places.
struct JSONValues {
    /// The tree, with the shadowed members marked as they are found.
    private(set) var nodes: [JSONNode]
    private let text: UnsafeBufferPointer<UInt8>
    private let most: Int
    private var leaves = 0
    /// The first leaf past the limit.
    private(set) var excess: Int?

    /// Creates the maker; `most` is how many leaves with a key path there may be.
    init(nodes: [JSONNode], text: UnsafeBufferPointer<UInt8>, most: Int) {
        self.nodes = nodes
        self.text = text
        self.most = most
    }

    /// The whole file as one value.
    mutating func root() -> SettingValue {
        nodes.isEmpty ? .dictionary([]) : value(of: 0, isKeyed: true)
    }

    /// The value of a node; `isKeyed` says that its leaves are settings of their own.
    mutating func value(of node: Int, isKeyed: Bool) -> SettingValue {
        let range = nodes[node].range
        if isKeyed, !nodes[node].isContainer || nodes[node].kind == .array { countLeaf(node) }
        switch nodes[node].kind {
        case .object: return object(node, isKeyed: isKeyed)
        case .array:
            var values: [SettingValue] = []
            var child = node + 1
            while child < nodes[node].next {
                values.append(value(of: child, isKeyed: false))
                child = Int(nodes[child].next)
            }
            return .array(values)
        case .string:
            guard !JSONLiteral.hasLoneSurrogate(text, range) else {
                return .raw(String(decoding: text[range], as: UTF8.self))
            }
            return .string(JSONLiteral.string(text, range))
        case .number: return JSONLiteral.number(UnsafeBufferPointer(rebasing: text[range]))
        case .word:
            let first = text[range.lowerBound]
            return first == UInt8(ascii: "n") ? .null : .boolean(first == UInt8(ascii: "t"))
        }
    }

    private mutating func countLeaf(_ node: Int) {
        leaves += 1
        if leaves > most, excess == nil { excess = node }
    }

    private mutating func object(_ node: Int, isKeyed: Bool) -> SettingValue {
        let end = nodes[node].next
        var entries: [SettingValue.Entry] = []
        var members: [Int] = []
        var child = node + 1
        if isKeyed, child == end { countLeaf(node) }
        while child < end {
            let key = JSONLiteral.string(text, nodes[child].keyRange ?? 0..<0)
            entries.append(SettingValue.Entry(key, value(of: child, isKeyed: isKeyed)))
            members.append(child)
            child = Int(nodes[child].next)
        }
        let shadowed = Self.shadowed(entries)
        guard !shadowed.isEmpty else { return .dictionary(entries) }
        for position in shadowed { nodes[members[position]].isShadowed = true }
        return .dictionary(
            entries.indices.filter { !shadowed.contains($0) }.map { entries[$0] }
        )
    }

    /// The entries whose key stands again further on.
    static func shadowed(_ entries: [SettingValue.Entry]) -> Set<Int> {
        // Few keys are compared faster than hashed.
        if entries.count <= 8 {
            var shadowed: Set<Int> = []
            for position in entries.indices
            where entries[(position + 1)...].contains(where: { $0.key == entries[position].key }) {
                shadowed.insert(position)
            }
            return shadowed
        }
        var last: [String: Int] = [:]
        last.reserveCapacity(entries.count)
        var shadowed: Set<Int> = []
        for (position, entry) in entries.enumerated() {
            if let earlier = last.updateValue(position, forKey: entry.key) {
                shadowed.insert(earlier)
            }
        }
        return shadowed
    }
}
