// Where the values of a YAML file stand: a tree of places.

import SettingsModel

/// One value, or one key, and where it stands.
struct YAMLNode {
    /// What the text says that a node is.
    enum Kind: UInt8 {
        case mapping
        case sequence
        case scalar
        /// `*name`, which stands for what the anchor of that name stands before.
        case alias
    }
    /// How it is written.
    enum Style: UInt8 {
        case plain
        case singleQuoted
        case doubleQuoted
        case literal
        case folded
        /// A collection by indentation.
        case block
        /// A collection in brackets.
        case flow
        /// A mapping of one pair in a flow sequence, without braces: `[a: b]`.
        case pair
    }
    var kind: Kind
    var style: Style
    var tag: YAMLTag
    /// Whether an alias names it.
    var isShared = false
    /// The first byte, tags and anchors included.
    var start: Int32
    /// The first byte of the value itself.
    var content: Int32
    /// Behind the last byte; blanks and comments below are not part of it.
    var end: Int32
    /// The position in the tree after this node and all within it.
    var next: Int32
    /// The `-` before an element, the `:` before a value, the `?` before a key, or -1.
    var indicator: Int32 = -1
    /// The position of the value's key in the tree, or -1 for what is no mapping's value.
    var key: Int32 = -1
    /// The node that an alias stands for; a scalar's text among the spelled ones; or -1.
    var link: Int32 = -1

    /// Creates a node whose end and children are still to be read.
    init(_ kind: Kind, _ style: Style, _ properties: YAMLProperties, content: Int, next: Int) {
        self.kind = kind
        self.style = style
        tag = properties.tag
        start = Int32(properties.start ?? content)
        self.content = Int32(content)
        end = Int32(content)
        self.next = Int32(next)
    }

    /// The value's own text, without tag and anchor.
    var range: Range<Int> { Int(content)..<Int(end) }
    /// Whether the value holds others.
    var isCollection: Bool { kind == .mapping || kind == .sequence }
    /// Whether it is a collection by indentation.
    var isBlockCollection: Bool { isCollection && style == .block }
    /// Whether it is in brackets, so that all within it is.
    var isFlow: Bool { style == .flow || style == .pair }
    /// Whether it is a literal or folded block of lines.
    var isBlockScalar: Bool { style == .literal || style == .folded }
    /// Whether nothing is written where the value would stand.
    var isEmpty: Bool { kind == .scalar && style == .plain && content == end }
}

/// What stands before a value: its tag and its anchor.
struct YAMLProperties {
    var tag = YAMLTag.none
    var anchor: String?
    /// The first byte of the first, or nil without any.
    var start: Int?
}

/// What a tag says that a value is.
enum YAMLTag: UInt8 {
    case none
    /// `!!str`, and the lone `!`.
    case string
    case integer
    case real
    case boolean
    case null
    case binary
    case timestamp
    case merge
    /// `!!map`, `!!seq` and other tags of collections that change nothing.
    case collection
    /// One that only the file's program knows.
    case other
}

/// The values of a YAML file's first document in the order of the file, the root first.
///
/// A mapping is followed by key, value, key, value, and so on, each with all that is within it.
struct YAMLTree: Sendable {
    var nodes: [YAMLNode] = []
    /// The texts of scalars that aren't just what the file has between their ends.
    var texts: [String] = []
    /// Where the comments stand, in the order of the file.
    var comments: [Range<Int>] = []
    /// The nodes that aliases name, growing, each with the last alias that does.
    var uses: [(node: Int32, lastAlias: Int32)] = []
    /// Where a new root would stand: before the marker that ends the first document.
    var documentEnd = 0
    /// How many documents follow the first.
    var laterDocuments = 0
    /// Whether a timestamp stands in the file without quotes.
    var hasPlainTimestamp = false

    /// The positions of a collection's elements or values.
    func children(of node: Int) -> [Int] {
        var children: [Int] = []
        var child = node + 1
        while child < nodes[node].next {
            // In a mapping, the key comes first.
            if nodes[node].kind == .mapping { child = Int(nodes[child].next) }
            children.append(child)
            child = Int(nodes[child].next)
        }
        return children
    }

    /// The node itself, or what the alias stands for.
    func resolved(_ node: Int) -> Int {
        nodes[node].kind == .alias ? Int(nodes[node].link) : node
    }

    /// What the value is to a path that leads through it.
    func containerKind(of node: Int) -> ContainerKind {
        switch nodes[resolved(node)].kind {
        case .mapping: .dictionary
        case .sequence: .array
        default: .leaf
        }
    }

    /// The first byte of a child: of its key or dash where it has one.
    func from(_ child: Int) -> Int {
        let node = nodes[child]
        guard node.key >= 0 else {
            return Int(node.indicator >= 0 ? node.indicator : node.start)
        }
        let key = nodes[Int(node.key)]
        return Int(key.indicator >= 0 ? key.indicator : key.start)
    }

    /// Whether the value is the parent's `<<`, which brings in another mapping's keys.
    func isMerge(_ child: Int, in bytes: [UInt8]) -> Bool {
        guard nodes[child].key >= 0, case let key = nodes[Int(nodes[child].key)],
            key.kind == .scalar, key.style == .plain, key.tag == .none || key.tag == .merge,
            key.range.count == 2, bytes[key.range.lowerBound] == UInt8(ascii: "<"),
            bytes[key.range.lowerBound + 1] == UInt8(ascii: "<")
        else { return false }
        let source = resolved(child)
        if nodes[source].kind == .mapping { return true }
        return nodes[source].kind == .sequence
            && children(of: source).allSatisfy { nodes[resolved($0)].kind == .mapping }
    }

    /// Whether an alias outside of a range of nodes names one within it.
    func isUsedOutside(_ range: Range<Int>) -> Bool {
        let first = uses.partitioningIndex { $0.node >= range.lowerBound }
        return uses[first...].prefix { $0.node < range.upperBound }.contains {
            $0.lastAlias >= range.upperBound
        }
    }
}

extension YAMLTree {
    /// What a scalar says, or an alias of one; a collection's text as it stands in the file.
    func text(of node: Int, in bytes: [UInt8]) -> String {
        let resolved = nodes[resolved(node)]
        if resolved.kind == .scalar, resolved.link >= 0 { return texts[Int(resolved.link)] }
        return String(decoding: bytes[Self.inner(of: resolved)], as: UTF8.self)
    }

    /// The text between a scalar's quotes.
    private static func inner(of node: YAMLNode) -> Range<Int> {
        let isQuoted = node.style == .singleQuoted || node.style == .doubleQuoted
        return isQuoted ? Int(node.content) + 1..<Int(node.end) - 1 : node.range
    }
}
