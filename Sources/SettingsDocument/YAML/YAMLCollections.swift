// Reads YAML's collections: their entries, and the dashes, colons and keys among them.

import CYaml
import SettingsModel

extension YAMLReader {
    /// Reads a sequence by indentation.
    mutating func blockSequence() throws(DocumentError) {
        try tokens.advance()
        while tokens.kind == YAML_BLOCK_ENTRY_TOKEN { try element() }
        try closeBlock("an element that begins with '-'")
    }

    /// Reads a sequence whose dashes stand below the key.
    mutating func indentlessSequence() throws(DocumentError) {
        while tokens.kind == YAML_BLOCK_ENTRY_TOKEN { try element() }
    }

    private mutating func element() throws(DocumentError) {
        let indicator = tokens.range.lowerBound
        try tokens.advance()
        try child(.block, indicator: indicator, key: nil)
    }

    /// Reads a mapping by indentation.
    mutating func blockMapping() throws(DocumentError) {
        try tokens.advance()
        while tokens.kind == YAML_KEY_TOKEN { try pair(.mappingPart) }
        try closeBlock("a key, as far in as those above")
    }

    private mutating func closeBlock(_ expected: String) throws(DocumentError) {
        guard tokens.kind == YAML_BLOCK_END_TOKEN else {
            throw tokens.fail(
                "found \(tokens.found), expected \(expected)",
                "Indent the line as those that it belongs to"
            )
        }
        try tokens.advance()
    }

    /// Reads `key: value`, of which each part may be missing.
    private mutating func pair(_ context: Context) throws(DocumentError) {
        let key = tree.nodes.count
        let question = tokens.range.isEmpty ? nil : tokens.range.lowerBound
        try tokens.advance()
        if tokens.kind == YAML_VALUE_TOKEN, question == nil {
            empty(YAMLProperties(), at: tokens.range.lowerBound)
        } else {
            try child(context, indicator: question, key: nil)
        }
        guard tokens.kind == YAML_VALUE_TOKEN else {
            return missingValue(of: key)
        }
        let colon = tokens.range.lowerBound
        try tokens.advance()
        try child(context, indicator: colon, key: key)
    }

    private mutating func missingValue(of key: Int) {
        empty(YAMLProperties(), at: max(tokens.lastEnd, Int(tree.nodes[key].end)))
        tree.nodes[tree.nodes.count - 1].key = Int32(key)
    }

    /// Reads one part of a collection, or notes that it's missing.
    private mutating func child(
        _ context: Context,
        indicator: Int?,
        key: Int?
    ) throws(DocumentError) {
        let position = tree.nodes.count
        switch tokens.kind {
        case YAML_KEY_TOKEN, YAML_VALUE_TOKEN, YAML_BLOCK_END_TOKEN, YAML_FLOW_ENTRY_TOKEN,
            YAML_FLOW_SEQUENCE_END_TOKEN, YAML_FLOW_MAPPING_END_TOKEN:
            empty(YAMLProperties(), at: tokens.lastEnd)
        case YAML_BLOCK_ENTRY_TOKEN where context == .block:
            empty(YAMLProperties(), at: tokens.lastEnd)
        default: try node(context)
        }
        tree.nodes[position].indicator = Int32(indicator ?? -1)
        tree.nodes[position].key = Int32(key ?? -1)
    }

    /// Reads a collection in brackets.
    mutating func flowCollection(_ kind: YAMLNode.Kind) throws(DocumentError) {
        let isMapping = kind == .mapping
        let close = isMapping ? YAML_FLOW_MAPPING_END_TOKEN : YAML_FLOW_SEQUENCE_END_TOKEN
        let start = tokens.range.lowerBound
        try tokens.advance()
        var isFirst = true
        while tokens.kind != close {
            if !isFirst, tokens.kind != YAML_STREAM_END_TOKEN {
                guard tokens.kind == YAML_FLOW_ENTRY_TOKEN else {
                    let bracket = isMapping ? "}" : "]"
                    throw tokens.fail(
                        "found \(tokens.found), expected ',' or '\(bracket)'",
                        "Put ',' between the values, or close them with '\(bracket)'"
                    )
                }
                try tokens.advance()
                if tokens.kind == close { break }
            }
            guard tokens.kind != YAML_STREAM_END_TOKEN else {
                throw unclosed(kind, from: start)
            }
            isFirst = false
            if tokens.kind == YAML_KEY_TOKEN {
                try isMapping ? pair(.flow) : pairInSequence()
            } else {
                let key = tree.nodes.count
                try node(.flow)
                if isMapping { missingValue(of: key) }
            }
        }
        try tokens.advance()
    }

    private func unclosed(_ kind: YAMLNode.Kind, from start: Int) -> DocumentError {
        let (name, bracket) = kind == .mapping ? ("dictionary", "}") : ("array", "]")
        return tokens.fail(
            "the \(name) that begins here has no '\(bracket)'",
            "Close it with '\(bracket)', or put it in quotes if it is text",
            at: start
        )
    }

    private mutating func pairInSequence() throws(DocumentError) {
        try collection(.mapping, .pair, YAMLProperties()) { reader throws(DocumentError) in
            try reader.pair(.flow)
        }
    }

    // MARK: Keys

    /// Refuses a key that stands twice, as readers differ in which of them counts.
    func checkKeys(of mapping: Int) throws(DocumentError) {
        let children = tree.children(of: mapping)
        guard children.count > 1 else { return }
        var known: Set<ExactText> = []
        known.reserveCapacity(children.count)
        for child in children where !tree.isMerge(child, in: bytes) {
            let key = tree.text(of: Int(tree.nodes[child].key), in: bytes)
            guard known.insert(ExactText(key)).inserted else {
                throw tokens.fail(
                    "duplicate key '\(key.escapedForDisplay)'",
                    "Remove all but one of them",
                    at: tree.from(child),
                    code: .duplicate
                )
            }
        }
    }
}
