// Reads YAML: from tokens to a tree of places, after the grammar of libyaml's parser.

import CYaml
import SettingsModel

/// Reads the tokens of a YAML file; the tree is the first document's, the others are only checked.
struct YAMLReader: ~Copyable {
    /// The tree, whole once ``read()`` returned.
    var tree = YAMLTree()

    var tokens: YAMLTokens
    let bytes: [UInt8]
    let limits: Limits
    var anchors = YAMLAnchors()
    private var handles: [String: String] = [:]
    private var depth = 0
    /// More would make reading slow, as libyaml compares each with all before it.
    private static let mostDirectives = 32

    /// Creates a reader of a text that has more than a byte order mark.
    init(_ bytes: [UInt8], _ text: UnsafeBufferPointer<UInt8>, limits: Limits) {
        self.bytes = bytes
        self.limits = limits
        tokens = YAMLTokens(bytes, text)
    }

    /// Reads the whole file.
    mutating func read() throws(DocumentError) {
        try tokens.advance()  // to the start of the stream
        try tokens.advance()
        var first: YAMLTree?
        var count = 0
        while tokens.kind != YAML_STREAM_END_TOKEN {
            try document(isFirst: first == nil)
            count += 1
            if first == nil { first = tree }
            while tokens.kind == YAML_DOCUMENT_END_TOKEN { try tokens.advance() }
            tree = YAMLTree()
        }
        tree = first ?? YAMLTree()
        if first == nil { tree.documentEnd = bytes.count }
        tree.comments = tokens.comments
        tree.laterDocuments = max(0, count - 1)
    }

    private mutating func document(isFirst: Bool) throws(DocumentError) {
        anchors = YAMLAnchors()
        let hasDirectives = try directives()
        if tokens.kind == YAML_DOCUMENT_START_TOKEN {
            try tokens.advance()
        } else if hasDirectives || !isFirst {
            throw tokens.fail(
                "found \(tokens.found), expected '---'",
                "Put a line '---' before it"
            )
        }
        switch tokens.kind {
        case YAML_VERSION_DIRECTIVE_TOKEN, YAML_TAG_DIRECTIVE_TOKEN, YAML_DOCUMENT_START_TOKEN,
            YAML_DOCUMENT_END_TOKEN, YAML_STREAM_END_TOKEN:
            empty(YAMLProperties(), at: tokens.lastEnd)
        default: try node(.block)
        }
        switch tokens.kind {
        case YAML_VERSION_DIRECTIVE_TOKEN, YAML_TAG_DIRECTIVE_TOKEN, YAML_DOCUMENT_START_TOKEN,
            YAML_DOCUMENT_END_TOKEN:
            tree.documentEnd = tokens.range.lowerBound
        case YAML_STREAM_END_TOKEN: tree.documentEnd = bytes.count
        default:
            throw tokens.fail(
                "found \(tokens.found), expected the end of the value above",
                "Indent the line as those that it belongs to"
            )
        }
        tree.uses = anchors.uses
    }

    /// Reads the directives before a document.
    ///
    /// - Returns: Whether there were any.
    private mutating func directives() throws(DocumentError) -> Bool {
        handles = ["!": "!", "!!": YAMLTag.standardPrefix]
        var count = 0
        var own: Set<String> = []
        var hasVersion = false
        while true {
            if tokens.kind == YAML_VERSION_DIRECTIVE_TOKEN {
                guard !hasVersion else {
                    throw tokens.fail("found a second %YAML directive", "Remove one of them")
                }
                guard tokens.majorVersion == 1 else {
                    throw tokens.fail(
                        "found a version of YAML other than 1.1 and 1.2",
                        "Write %YAML 1.2, or remove the line"
                    )
                }
                hasVersion = true
            } else if tokens.kind == YAML_TAG_DIRECTIVE_TOKEN {
                let (handle, prefix) = tokens.tagParts
                guard own.insert(handle).inserted else {
                    throw tokens.fail(
                        "found a second %TAG directive for the same handle",
                        "Remove one of them"
                    )
                }
                handles[handle] = prefix
            } else {
                return count > 0
            }
            count += 1
            guard count <= Self.mostDirectives else {
                throw tokens.fail(
                    "found more than \(Self.mostDirectives) directives before one document",
                    "Remove those that aren't used",
                    code: .tooMany
                )
            }
            try tokens.advance()
        }
    }

    // MARK: Nodes

    /// Where a node stands, which says what it may be.
    enum Context {
        /// A block, which may be a sequence or a mapping by indentation.
        case block
        /// A mapping's key or value, which may be a sequence without indentation of its own.
        case mappingPart
        case flow
    }

    /// Reads one node with all within it.
    mutating func node(_ context: Context) throws(DocumentError) {
        if tokens.kind == YAML_ALIAS_TOKEN { return try alias() }
        let properties = try properties()
        switch tokens.kind {
        case YAML_BLOCK_ENTRY_TOKEN where context == .mappingPart:
            try collection(.sequence, .block, properties) { reader throws(DocumentError) in
                try reader.indentlessSequence()
            }
        case YAML_SCALAR_TOKEN: try scalar(properties)
        case YAML_FLOW_SEQUENCE_START_TOKEN:
            try collection(.sequence, .flow, properties) { reader throws(DocumentError) in
                try reader.flowCollection(.sequence)
            }
        case YAML_FLOW_MAPPING_START_TOKEN:
            try collection(.mapping, .flow, properties) { reader throws(DocumentError) in
                try reader.flowCollection(.mapping)
            }
        case YAML_BLOCK_SEQUENCE_START_TOKEN where context != .flow:
            try collection(.sequence, .block, properties) { reader throws(DocumentError) in
                try reader.blockSequence()
            }
        case YAML_BLOCK_MAPPING_START_TOKEN where context != .flow:
            try collection(.mapping, .block, properties) { reader throws(DocumentError) in
                try reader.blockMapping()
            }
        default:
            guard properties.start != nil else {
                let isCutShort = tokens.kind == YAML_STREAM_END_TOKEN
                throw tokens.fail(
                    "found \(tokens.found), expected a value",
                    isCutShort ? "Close what is open, or write the value" : "Put text in quotes"
                )
            }
            let end = tokens.lastEnd
            let anchor = anchors.begin(properties.anchor, tree.nodes.count)
            empty(properties, at: end)
            anchors.end(anchor, at: depth)
        }
    }

    private mutating func properties() throws(DocumentError) -> YAMLProperties {
        var properties = YAMLProperties()
        var hasTag = false
        while true {
            if tokens.kind == YAML_ANCHOR_TOKEN, properties.anchor == nil {
                properties.anchor = tokens.name
                try checkAnchorEnd()
            } else if tokens.kind == YAML_TAG_TOKEN, !hasTag {
                hasTag = true
                properties.tag = try tag()
            } else {
                return properties
            }
            properties.start = properties.start ?? tokens.range.lowerBound
            try tokens.advance()
        }
    }

    /// Refuses `&a:b`: to YAML 1.2 it's an anchor, to libyaml an anchor and text.
    private func checkAnchorEnd() throws(DocumentError) {
        let end = tokens.range.upperBound
        guard end < bytes.count, bytes[end] == UInt8(ascii: ":") else { return }
        throw tokens.fail(
            "found ':' in an anchor's name, where readers of YAML differ",
            "Name the anchor with letters and digits"
        )
    }

    private func tag() throws(DocumentError) -> YAMLTag {
        let (handle, suffix) = tokens.tagParts
        // libyaml gives the lone `!` as a whole name, like one in angle brackets.
        if handle.isEmpty { return suffix == "!" ? .string : YAMLTag(suffix) }
        guard let prefix = handles[handle] else {
            throw tokens.fail(
                "found a tag that begins with '\(handle.escapedForDisplay)', which has no %TAG line",
                "Add the line, or remove the tag"
            )
        }
        return YAMLTag(prefix + suffix)
    }

    private mutating func alias() throws(DocumentError) {
        let name = tokens.name
        guard let target = anchors.target(of: name) else {
            throw tokens.fail(
                "found the alias '*\(name.escapedForDisplay)', but no such anchor above it",
                "Put '&\(name.escapedForDisplay)' before the value it stands for"
            )
        }
        try checkDepth(depth + target.height)
        guard anchors.expand(target, limits) else {
            throw tokens.fail(
                "the aliases up to here stand for more than \(limits.expandedValues) values or "
                    + "\(limits.fileBytes) bytes",
                "Write fewer aliases of aliases",
                code: .tooMany
            )
        }
        let content = tokens.range.lowerBound
        var node = YAMLNode(
            .alias,
            .plain,
            YAMLProperties(),
            content: content,
            next: tree.nodes.count + 1
        )
        node.end = Int32(tokens.range.upperBound)
        node.link = Int32(target.node)
        tree.nodes[target.node].isShared = true
        anchors.use(target.node, by: tree.nodes.count)
        tree.nodes.append(node)
        try tokens.advance()
    }

    private mutating func scalar(_ properties: YAMLProperties) throws(DocumentError) {
        let anchor = anchors.begin(properties.anchor, tree.nodes.count)
        var node = YAMLNode(
            .scalar,
            tokens.scalarStyle,
            properties,
            content: tokens.range.lowerBound,
            next: tree.nodes.count + 1
        )
        node.end = Int32(tokens.range.upperBound)
        if let text = tokens.spelledText {
            node.link = Int32(tree.texts.count)
            tree.texts.append(text)
        } else if node.style == .plain, !tree.hasPlainTimestamp {
            tree.hasPlainTimestamp = YAMLScalar.isTimestamp(bytes[tokens.range])
        }
        anchors.count(bytes: tokens.range.count)
        tree.nodes.append(node)
        anchors.end(anchor, at: depth)
        try tokens.advance()
    }

    mutating func empty(_ properties: YAMLProperties, at place: Int) {
        anchors.count(bytes: 0)
        tree.nodes.append(
            YAMLNode(.scalar, .plain, properties, content: place, next: tree.nodes.count + 1)
        )
    }

    mutating func collection(
        _ kind: YAMLNode.Kind,
        _ style: YAMLNode.Style,
        _ properties: YAMLProperties,
        _ read: (inout YAMLReader) throws(DocumentError) -> Void
    ) throws(DocumentError) {
        let position = tree.nodes.count
        let anchor = anchors.begin(properties.anchor, position)
        depth += 1
        try checkDepth(depth)
        anchors.count(bytes: 0)
        tree.nodes.append(
            YAMLNode(
                kind,
                style,
                properties,
                content: tokens.range.lowerBound,
                next: position + 1
            )
        )
        try read(&self)
        // What has no bracket ends with its last child.
        tree.nodes[position].end = Int32(max(tokens.lastEnd, Int(tree.nodes[position].content)))
        tree.nodes[position].next = Int32(tree.nodes.count)
        if kind == .mapping { try checkKeys(of: position) }
        depth -= 1
        anchors.end(anchor, at: depth)
    }

    private mutating func checkDepth(_ depth: Int) throws(DocumentError) {
        anchors.note(depth: depth)
        guard depth <= limits.nesting else {
            throw tokens.fail(
                "values are nested more than \(limits.nesting) deep",
                "Use fewer levels",
                code: .tooDeep
            )
        }
    }
}
