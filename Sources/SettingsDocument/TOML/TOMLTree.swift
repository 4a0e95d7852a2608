// What a TOML file says and where it says it: nodes that point into the bytes.

import SettingsModel

/// One value of a TOML file; its children are found through ``TOMLTree``.
struct TOMLNode {
    /// What a value is; text and dates without offset are read from the bytes when asked for.
    enum Kind {
        case string
        case integer(Int64)
        case real(Double)
        case boolean(Bool)
        case date(SettingDate)
        /// A date or time without an offset.
        case local
        case array
        /// `[[name]]` sections; its children are the elements.
        case arrayOfTables
        case table(Origin)

        /// Whether the value is one piece of text, so that it can be replaced as such.
        var hasOwnText: Bool {
            switch self {
            case .arrayOfTables: false
            case .table(let origin): origin == .inline
            default: true
            }
        }
    }

    /// What made a table; only some may be added to, and each in its own way.
    enum Origin {
        case root
        /// Named on the way in another table's header.
        case implied
        case header
        /// One `[[name]]` section.
        case element
        /// Named on the way in a dotted key.
        case dotted
        case inline
    }

    /// What a value stands in, which says how it's removed.
    enum Holder {
        /// A line of its own, or several: `key = value`.
        case line
        /// An inline table.
        case inlineTable
        case array
        /// A header, or a part of a dotted key.
        case name
    }

    /// What the value is.
    var kind: Kind
    /// What it stands in.
    var holder: Holder
    /// The node's own segment; empty for an array's item.
    var key = ""
    /// The whole key as it is written, dots and all; for a table, where it is first named.
    @CompactRange var keySpan = 0..<0
    /// The value's own text; for a table with a header, the header.
    @CompactRange var span = 0..<0
    /// The table or array it belongs to.
    @CompactPlace var parent: Int
    /// The head of its list of children.
    @CompactPlace var firstChild = TOMLTree.none
    /// The tail of its list of children.
    @CompactPlace var lastChild = TOMLTree.none
    /// The next in its parent's list.
    @CompactPlace var nextSibling = TOMLTree.none
    /// The last keyed value below a dotted table.
    @CompactPlace var lastLeaf = TOMLTree.none
    /// The last section at or below a table or an array of tables.
    @CompactPlace var lastSection = TOMLTree.none
    /// Where the comma after an item or an inline entry is.
    @CompactPlace var comma = TOMLTree.none

    /// Whether the value is a table of any origin.
    var isTable: Bool { if case .table = kind { true } else { false } }

    /// What made the table; nil for another value.
    var origin: Origin? { if case .table(let origin) = kind { origin } else { nil } }

    /// Whether the value is one piece of text, so that it can be replaced as such.
    var hasOwnText: Bool { kind.hasOwnText }
}

/// A header and the lines below it up to the next header; the first section has no header.
struct TOMLSection {
    /// The table that its keys belong to.
    var table: Int
    /// The header; empty for the first section.
    var header: Range<Int>
    /// The last `key = value` of it.
    var lastLeaf = TOMLTree.none
    /// How many collections hold the section's values.
    var depth: Int
}

/// The nodes of a file, by index; node 0 is the root.
struct TOMLTree {
    /// The index that stands for no node.
    static let none = -1

    /// All nodes, each before its children.
    var nodes: [TOMLNode] = []
    /// All sections in the order of the file.
    var sections: [TOMLSection] = []
    /// Where the comments stand, in the order of the file.
    var comments: [CompactRange] = []
    private var index: TOMLChildIndex

    /// A tree with an empty root, ready for a file of so many bytes.
    init(byteCount: Int) {
        // Settings have about one value for so many bytes; more only cost a copy.
        let expected = byteCount / 28 + 8
        nodes.reserveCapacity(expected)
        index = TOMLChildIndex(capacity: expected)
        nodes.append(TOMLNode(kind: .table(.root), holder: .name, parent: Self.none))
        sections.append(TOMLSection(table: 0, header: 0..<0, depth: 0))
        nodes[0].lastSection = 0
    }

    /// The child of a table with that key.
    func child(of table: Int, _ key: String) -> Int? {
        index.child(of: table, key, in: nodes)
    }

    /// Finds the child of a table with that key, or adds one.
    ///
    /// - Parameters:
    ///   - table: A table's node.
    ///   - key: The child's own segment.
    ///   - kind: The kind of a new child.
    ///   - holder: The holder of a new child.
    ///   - keySpan: Where the key of a new child is written, dots and all.
    /// - Returns: The child's index, and whether it's a new one.
    mutating func findOrAddChild(
        of table: Int,
        _ key: String,
        as kind: TOMLNode.Kind,
        in holder: TOMLNode.Holder,
        at keySpan: Range<Int>
    ) -> (node: Int, isNew: Bool) {
        let new = nodes.count
        let child = index.findOrInsert(new, as: key, of: table, in: nodes)
        guard child == new else { return (child, false) }
        append(TOMLNode(kind: kind, holder: holder, key: key, keySpan: keySpan, parent: table))
        return (new, true)
    }

    /// Adds a node without a key at the end of its array, and gives its index.
    mutating func addItem(_ node: TOMLNode) -> Int {
        append(node)
        return nodes.count - 1
    }

    private mutating func append(_ node: consuming TOMLNode) {
        let place = nodes.count
        let parent = node.parent
        if nodes[parent].firstChild == Self.none {
            nodes[parent].firstChild = place
        } else {
            nodes[nodes[parent].lastChild].nextSibling = place
        }
        nodes[parent].lastChild = place
        nodes.append(node)
    }

    /// The children of a node in the order of the file.
    func children(of node: Int) -> [Int] {
        var children: [Int] = []
        var child = nodes[node].firstChild
        while child != Self.none {
            children.append(child)
            child = nodes[child].nextSibling
        }
        return children
    }

    /// The keys that lead from the root to a node; positions in arrays are left out, as in a header.
    func path(of node: Int) -> [String] {
        var path: [String] = []
        var node = node
        while nodes[node].parent != Self.none {
            let parent = nodes[node].parent
            if nodes[parent].isTable { path.append(nodes[node].key) }
            node = parent
        }
        return path.reversed()
    }
}
