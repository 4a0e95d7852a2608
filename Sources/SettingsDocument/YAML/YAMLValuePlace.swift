// Where a value stands in a YAML file, for one that takes its place.

import SettingsModel

/// A value with what is around it: its key or dash, its anchor, the comment on its line.
struct YAMLValuePlace {
    let value: YAMLNode
    /// Its key, or nil where it has none.
    let key: YAMLNode?
    let isRoot: Bool
    let isFlow: Bool
    var context: YAMLWriter.Context { isFlow ? .flow : .block }
    /// Whether it is a mapping's value by indentation.
    let isInMapping: Bool
    /// The column of its key or dash.
    let column: Int
    /// Its anchor, or an empty string.
    let anchor: String
    /// Whether a comment follows on its line.
    let hasComment: Bool

    /// Looks at a place.
    init(_ editor: YAMLEditor, _ node: Int, in parent: Int?) {
        let (nodes, layout) = (editor.nodes, editor.layout)
        value = nodes[node]
        key = value.key >= 0 ? nodes[Int(value.key)] : nil
        isRoot = parent == nil
        isFlow = parent.map { nodes[$0].isFlow } ?? false
        isInMapping = parent.map { nodes[$0].kind == .mapping && !nodes[$0].isFlow } ?? false
        column = isRoot ? 0 : layout.column(of: editor.tree.from(node))
        anchor =
            YAMLPropertyText(value, in: editor.document.bytes).anchor.map(layout.text) ?? ""
        let rest = layout.blanksEnd(from: Int(value.end))
        hasComment = editor.tree.comments.range(startingAt: rest) != nil
    }

    /// The first byte, tag and anchor included.
    var start: Int { Int(value.start) }
    /// The first byte of the value itself.
    var content: Int { Int(value.content) }
    /// Behind the last byte.
    var end: Int { Int(value.end) }
    /// Its `:` or `-`, or nil.
    var indicator: Int? { value.indicator >= 0 ? Int(value.indicator) : nil }
    /// The anchor with a blank behind it, or an empty string.
    var anchorLead: String { anchor.isEmpty ? "" : anchor + " " }
    /// What new text takes the place of: the value, and a tag with the anchor beside it.
    var replaced: Range<Int> { (value.hasTag ? start : content)..<end }
    /// The anchor that is within ``replaced``, with a blank behind it, or an empty string.
    var replacedAnchor: String { value.hasTag ? anchorLead : "" }

    /// How far a collection is indented that stands below its key or dash.
    func innerIndent(of value: SettingValue, _ writer: YAMLWriter) -> Int {
        if isRoot { return 0 }
        return isInMapping ? writer.indent(of: value, within: column) : column + 2
    }
}
