// How a file in JSON writes: indentation, blanks, quotes.

import SettingsModel

/// What a file shows of its writer's habits, each from its first sample; nil without one.
struct JSONHabits {
    private let tree: SourceTree
    private let layout: TextLayout
    /// Whether keys may stand without quotes, and strings in others.
    private let isJSON5: Bool
    private(set) var unit: String?
    private(set) var assignment: String?
    private(set) var gap: String?
    private(set) var quote: Unicode.Scalar?
    private(set) var hasBareKeys: Bool?
    private(set) var hasInlineArrays: Bool?

    /// Looks from the front of the file on until each habit has a sample.
    init(of tree: SourceTree, _ layout: TextLayout, isJSON5: Bool) {
        self.tree = tree
        self.layout = layout
        self.isJSON5 = isJSON5
        for (index, node) in tree.nodes.enumerated() {
            if isComplete { return }
            if node.isContainer, node.next > index + 1 { lookInside(node, tree.nodes[index + 1]) }
            if let key = node.keyRange { lookAtKey(key, node) }
            if gap == nil, node.comma >= 0, node.next < tree.nodes.count { lookBehind(node) }
            if isJSON5, quote == nil, node.kind == .string {
                quote = Unicode.Scalar(layout.bytes[node.range.lowerBound])
            }
        }
    }

    private var isComplete: Bool {
        guard unit != nil, assignment != nil, gap != nil, hasInlineArrays != nil else {
            return false
        }
        return !isJSON5 || quote != nil && hasBareKeys != nil
    }

    private mutating func lookInside(_ node: SourceNode, _ first: SourceNode) {
        let isTall = layout.hasLineBreak(node.range.lowerBound..<first.from)
        if hasInlineArrays == nil, node.kind == .array, !first.isContainer {
            hasInlineArrays = !isTall
        }
        guard unit == nil, isTall, layout.isFirstInLine(first.from) else { return }
        let inner = layout.indent(at: first.from)
        let outer = layout.indent(at: node.from)
        if inner.hasPrefix(outer), inner.utf8.count > outer.utf8.count {
            unit = String(inner.dropFirst(outer.count))
        }
    }

    private mutating func lookAtKey(_ key: Range<Int>, _ node: SourceNode) {
        if hasBareKeys == nil { hasBareKeys = isBare(key) }
        guard assignment == nil else { return }
        let gap = key.upperBound..<node.range.lowerBound
        let isPlain = layout.bytes[gap].allSatisfy { $0 == 0x20 || $0 == UInt8(ascii: ":") }
        if isPlain, gap.count <= 4 { assignment = layout.text(gap) }
    }

    /// Looks at what stands between a separator and the next child.
    private mutating func lookBehind(_ node: SourceNode) {
        let start = Int(node.comma) + 1
        let end = tree.nodes[Int(node.next)].from
        guard start <= end, end - start <= 1, layout.isEmptySpace(start..<end),
            !layout.hasLineBreak(start..<end)
        else { return }
        gap = layout.text(start..<end)
    }

    private func isBare(_ range: Range<Int>) -> Bool {
        let first = layout.bytes[range.lowerBound]
        return first != UInt8(ascii: "\"") && first != UInt8(ascii: "'")
    }
}
