// From a YAML tree to values: aliases followed, merged keys brought in.

import SettingsModel

/// Makes values of a tree; what an alias names is made once, however often it's named.
struct YAMLValues {
    private let tree: YAMLTree
    private let bytes: [UInt8]
    private var shared: [Int: SettingValue] = [:]

    /// Creates a maker for one tree.
    init(_ tree: YAMLTree, _ bytes: [UInt8]) {
        self.tree = tree
        self.bytes = bytes
    }

    /// The value of a node with all within it.
    mutating func value(of place: Int) -> SettingValue {
        let node = tree.resolved(place)
        guard tree.nodes[node].isShared else { return made(node) }
        if let known = shared[node] { return known }
        let value = made(node)
        shared[node] = value
        return value
    }

    private mutating func made(_ position: Int) -> SettingValue {
        let node = tree.nodes[position]
        switch node.kind {
        case .mapping:
            var entries: [SettingValue.Entry] = []
            for member in members(of: position) {
                entries.append(SettingValue.Entry(member.key, value(of: member)))
            }
            return .dictionary(entries)
        case .sequence:
            var values: [SettingValue] = []
            for child in tree.children(of: position) { values.append(value(of: child)) }
            return .array(values)
        case .scalar, .alias:
            return YAMLScalar.value(
                of: tree.text(of: position, in: bytes),
                tag: node.tag,
                isPlain: node.style == .plain,
                source: source(of: position)
            )
        }
    }

    /// A scalar with its tag, as it stands in the file but for the anchor, and on one line.
    ///
    /// What goes over several lines is put in double quotes, so that it can be written anywhere.
    private func source(of position: Int) -> String {
        let node = tree.nodes[position]
        let tag = YAMLPropertyText(node, in: bytes).tag.map {
            String(decoding: bytes[$0], as: UTF8.self)
        }
        var text = String(decoding: bytes[node.range], as: UTF8.self)
        if text.contains(where: \.isNewline) {
            text = StringEscapes.yaml.quoted(tree.text(of: position, in: bytes))
        }
        return [tag, text].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    // MARK: Mappings

    /// One key of a mapping, and the child that brings it.
    struct Member {
        var child: Int
        var key: String
        /// The value that a `<<` brings, or nil for a key of the mapping's own.
        var inherited: SettingValue?
    }

    /// The keys of a mapping in the order of the file, merged ones where their `<<` stands.
    ///
    /// A key of its own comes before a merged one; an earlier mapping in a list before a later one;
    /// and a later `<<` before an earlier one, as in PyYAML.
    mutating func members(of mapping: Int) -> [Member] {
        var members: [Member] = []
        let children = tree.children(of: mapping)
        members.reserveCapacity(children.count)
        var merges: [Int] = []
        for child in children {
            guard !tree.isMerge(child, in: bytes) else {
                merges.append(child)
                continue
            }
            let key = tree.text(of: Int(tree.nodes[child].key), in: bytes)
            members.append(Member(child: child, key: key, inherited: nil))
        }
        guard !merges.isEmpty else { return members }
        var known = Set(members.map { ExactText($0.key) })
        for merge in merges.reversed() {
            for entry in brought(by: merge) where known.insert(ExactText(entry.key)).inserted {
                members.append(Member(child: merge, key: entry.key, inherited: entry.value))
            }
        }
        return members.enumerated().sorted {
            ($0.element.child, $0.offset) < ($1.element.child, $1.offset)
        }.map(\.element)
    }

    /// The value of a member.
    mutating func value(of member: Member) -> SettingValue {
        member.inherited ?? value(of: member.child)
    }

    /// All that the `<<` of a mapping bring, in the order in which it counts.
    mutating func merged(into mapping: Int) -> [SettingValue.Entry] {
        var known: Set<ExactText> = []
        var entries: [SettingValue.Entry] = []
        for child in tree.children(of: mapping).reversed() where tree.isMerge(child, in: bytes) {
            for entry in brought(by: child) where known.insert(ExactText(entry.key)).inserted {
                entries.append(entry)
            }
        }
        return entries
    }

    private mutating func brought(by merge: Int) -> [SettingValue.Entry] {
        switch value(of: merge) {
        case .dictionary(let entries): return entries
        case .array(let values):
            return values.flatMap { value -> [SettingValue.Entry] in
                if case .dictionary(let entries) = value { entries } else { [] }
            }
        default: return []
        }
    }
}

/// The tag and the anchor that stand before a value.
struct YAMLPropertyText {
    private(set) var tag: Range<Int>?
    private(set) var anchor: Range<Int>?

    /// Looks for them before a node's content; comments may stand between them.
    init(_ node: YAMLNode, in bytes: [UInt8]) {
        var index = Int(node.start)
        while index < node.content {
            let start = index
            if bytes[index] == UInt8(ascii: "#") {
                while index < node.content, bytes[index] != 0x0A, bytes[index] != 0x0D {
                    index += 1
                }
                continue
            }
            while index < node.content, bytes[index] > 0x20 { index += 1 }
            if index == start {
                index += 1
            } else if bytes[start] == UInt8(ascii: "&") {
                anchor = start..<index
            } else {
                tag = start..<index
            }
        }
    }

    /// The end of the last of them.
    var end: Int? {
        switch (tag?.upperBound, anchor?.upperBound) {
        case (let tag?, let anchor?): max(tag, anchor)
        case (let tag?, nil): tag
        case (nil, let anchor): anchor
        }
    }
}
