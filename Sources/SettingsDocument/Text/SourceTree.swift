// Where the values of a text file stand: a tree of places, and the values made of it.

import SettingsModel

/// One value and where it stands.
struct SourceNode {
    /// What the text says that a value is.
    enum Kind: UInt8 {
        case dictionary
        case array
        case string
        /// A number of JSON, whatever its type.
        case number
        /// `true`, `false` or `null` in JSON.
        case word
        case integer
        case real
        case boolean
        case date
        case data
    }
    var kind: Kind
    /// Whether a later entry of the same dictionary has the same key.
    var isShadowed = false
    var start: Int32
    var end: Int32
    /// The key's own text, quotes or tags included; both -1 where there's none.
    var keyStart: Int32 = -1
    var keyEnd: Int32 = -1
    /// In JSON, the comma after the value, or -1.
    var comma: Int32 = -1
    /// The position in the tree after this value and all within it.
    var next: Int32

    /// Creates a node for a value whose end and children are still to be read.
    init(_ kind: Kind, start: Int, end: Int, key: Range<Int>?, next: Int) {
        self.kind = kind
        self.start = Int32(start)
        self.end = Int32(end)
        keyStart = Int32(key?.lowerBound ?? -1)
        keyEnd = Int32(key?.upperBound ?? -1)
        self.next = Int32(next)
    }

    /// The value's own text.
    var range: Range<Int> { Int(start)..<Int(end) }
    /// The key's own text, or nil where there's none.
    var keyRange: Range<Int>? { keyStart < 0 ? nil : Int(keyStart)..<Int(keyEnd) }
    /// The first byte of the key, or of the value where it has none.
    var from: Int { Int(keyStart < 0 ? start : keyStart) }
    /// Whether the value may hold others.
    var isContainer: Bool { kind == .dictionary || kind == .array }

    /// What the value is to a path that leads through it.
    var containerKind: ContainerKind {
        switch kind {
        case .dictionary: .dictionary
        case .array: .array
        default: .leaf
        }
    }
}

/// The values of a text file in the order of the file, the root first; empty for a file without one.
struct SourceTree: Sendable {
    var nodes: [SourceNode] = []
    /// Where the comments stand, in the order of the file.
    var comments: [Range<Int>] = []

    /// The positions of a container's children, shadowed ones included.
    func children(of node: Int) -> [Int] {
        var children: [Int] = []
        var child = node + 1
        while child < nodes[node].next {
            children.append(child)
            child = Int(nodes[child].next)
        }
        return children
    }

    /// The node that a path leads to, or nil; in time linear in the containers on the way.
    ///
    /// `hasKey` says whether the node has that key.
    func node(at path: DocumentPath, hasKey: (SourceNode, String) -> Bool) -> Int? {
        guard !nodes.isEmpty else { return nil }
        var node = 0
        for element in path.elements {
            var child = node + 1
            let end = Int(nodes[node].next)
            switch (nodes[node].kind, element) {
            case (.dictionary, .key(let key)):
                while child < end, nodes[child].isShadowed || !hasKey(nodes[child], key) {
                    child = Int(nodes[child].next)
                }
            case (.array, .index(let index)) where index >= 0:
                var position = 0
                while child < end, position < index {
                    child = Int(nodes[child].next)
                    position += 1
                }
            default: return nil
            }
            guard child < end else { return nil }
            node = child
        }
        return node
    }

    /// Walks tree and value side by side: a dictionary's entries are its children but the shadowed.
    ///
    /// - Parameters:
    ///   - root: The tree's value.
    ///   - deepest: The segments of the longest key path; a dictionary at its end is a leaf.
    ///   - body: Gets each leaf in the order of the file.
    func forEachLeaf(
        of root: SettingValue,
        deepest: Int,
        _ body: (SettingKeyPath, SourceNode, SettingValue) -> Void
    ) {
        guard case .dictionary(let entries) = root, !nodes.isEmpty else { return }
        func walk(_ node: Int, _ entries: [SettingValue.Entry], _ segments: [String]) {
            var child = node + 1
            for entry in entries {
                while nodes[child].isShadowed { child = Int(nodes[child].next) }
                let path = segments + [entry.key]
                if case .dictionary(let inner) = entry.value, !inner.isEmpty, path.count < deepest {
                    walk(child, inner, path)
                } else {
                    body(SettingKeyPath(segments: path), nodes[child], entry.value)
                }
                child = Int(nodes[child].next)
            }
        }
        walk(0, entries, [])
    }

    /// The leaves as a document gives them.
    func entries(of root: SettingValue, limits: Limits) -> [DocumentEntry] {
        var entries: [DocumentEntry] = []
        forEachLeaf(of: root, deepest: limits.keyPathSegments) { keyPath, node, value in
            entries.append(DocumentEntry(keyPath: keyPath, value: value, offset: node.from))
        }
        return entries
    }

    /// Where the leaves' values end, in the same order.
    func valueEnds(of root: SettingValue, limits: Limits) -> [Int?] {
        var ends: [Int?] = []
        forEachLeaf(of: root, deepest: limits.keyPathSegments) { _, node, _ in
            ends.append(node.range.upperBound)
        }
        return ends
    }
}

extension [Range<Int>] {
    /// Whether one of them, which are in order, begins in a range.
    func hasStart(in range: Range<Int>) -> Bool {
        let first = firstStart(from: range.lowerBound)
        return first < count && self[first].lowerBound < range.upperBound
    }

    /// The one of them, which are in order, that begins at an offset, or nil.
    func range(startingAt offset: Int) -> Range<Int>? {
        let first = firstStart(from: offset)
        return first < count && self[first].lowerBound == offset ? self[first] : nil
    }

    /// The one of them, which are in order, that ends at an offset, or nil.
    func range(endingAt offset: Int) -> Range<Int>? {
        let next = firstStart(from: offset)
        return next > 0 && self[next - 1].upperBound == offset ? self[next - 1] : nil
    }

    private func firstStart(from offset: Int) -> Int {
        partitioningIndex { $0.lowerBound >= offset }
    }
}

// MARK: Values

/// Makes values of a tree of places.
struct SourceValues {
    /// The tree, with the shadowed entries marked as they are found.
    private(set) var tree: SourceTree
    /// How many leaves with a key path there may be.
    let most: Int
    /// The text of the key that stands in a range.
    let key: (Range<Int>) throws(DocumentError) -> String
    /// The value of a node that holds no others.
    let leaf: (SourceNode) throws(DocumentError) -> SettingValue
    private var leaves = 0
    /// The first leaf past the limit.
    private(set) var excess: SourceNode?

    init(
        _ tree: SourceTree,
        most: Int,
        key: @escaping (Range<Int>) throws(DocumentError) -> String,
        leaf: @escaping (SourceNode) throws(DocumentError) -> SettingValue
    ) {
        self.tree = tree
        self.most = most
        self.key = key
        self.leaf = leaf
    }

    /// The whole file as one value.
    ///
    /// - Throws: ``DocumentError`` with code `.tooMany` past the limit, or what `key` and `leaf` throw.
    mutating func root(of bytes: [UInt8]) throws(DocumentError) -> SettingValue {
        let root = tree.nodes.isEmpty ? .dictionary([]) : try value(of: 0, isKeyed: true)
        guard let excess else { return root }
        throw DocumentError(
            code: .tooMany,
            at: excess.from,
            in: bytes,
            problem: "the file has more than \(most) keys",
            advice: "Move some of them into another file"
        )
    }

    /// The value of a node; `isKeyed` says that its leaves are settings of their own.
    mutating func value(of node: Int, isKeyed: Bool) throws(DocumentError) -> SettingValue {
        let isLeaf = tree.nodes[node].kind != .dictionary || tree.nodes[node].next == node + 1
        if isKeyed, isLeaf {
            leaves += 1
            if leaves > most, excess == nil { excess = tree.nodes[node] }
        }
        switch tree.nodes[node].kind {
        case .dictionary: return try dictionary(node, isKeyed: isKeyed)
        case .array:
            var values: [SettingValue] = []
            var child = node + 1
            while child < tree.nodes[node].next {
                values.append(try value(of: child, isKeyed: false))
                child = Int(tree.nodes[child].next)
            }
            return .array(values)
        default: return try leaf(tree.nodes[node])
        }
    }

    private mutating func dictionary(
        _ node: Int,
        isKeyed: Bool
    ) throws(DocumentError) -> SettingValue {
        let end = tree.nodes[node].next
        var entries: [SettingValue.Entry] = []
        var children: [Int] = []
        var child = node + 1
        while child < end {
            let key = try key(tree.nodes[child].keyRange ?? 0..<0)
            entries.append(SettingValue.Entry(key, try value(of: child, isKeyed: isKeyed)))
            children.append(child)
            child = Int(tree.nodes[child].next)
        }
        let shadowed = Self.shadowed(entries)
        guard !shadowed.isEmpty else { return .dictionary(entries) }
        for position in shadowed { tree.nodes[children[position]].isShadowed = true }
        return .dictionary(entries.indices.filter { !shadowed.contains($0) }.map { entries[$0] })
    }

    /// The entries whose key stands again further on.
    private static func shadowed(_ entries: [SettingValue.Entry]) -> Set<Int> {
        var shadowed: Set<Int> = []
        // Few keys are compared faster than hashed.
        if entries.count <= 8 {
            for position in entries.indices
            where entries[(position + 1)...].contains(where: {
                $0.key.isSame(as: entries[position].key)
            }) {
                shadowed.insert(position)
            }
            return shadowed
        }
        var last: [ExactText: Int] = [:]
        last.reserveCapacity(entries.count)
        for (position, entry) in entries.enumerated() {
            if let earlier = last.updateValue(position, forKey: ExactText(entry.key)) {
                shadowed.insert(earlier)
            }
        }
        return shadowed
    }
}
