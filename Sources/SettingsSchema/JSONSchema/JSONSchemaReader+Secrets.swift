// Which values of a JSON Schema are secrets.

import SettingsDocument
import SettingsModel

extension JSONSchemaReader {
    /// Whether a row's value is a secret, or has one in it that no row below tells of.
    mutating func isSecret(_ node: SchemaNode, drawnAs control: Control) -> Bool {
        switch control {
        case .childPane: expanded(node).contains(where: \.isSecret)
        case .list: holdsSecret(node, besides: expanded(node).items)
        default: holdsSecret(node)
        }
    }

    /// Whether a value, or any part of it but one, is a secret.
    private mutating func holdsSecret(
        _ node: SchemaNode,
        besides drawn: SchemaNode? = nil
    ) -> Bool {
        guard found.hasSecrets else { return false }
        var known: Set<DocumentPath> = drawn.map { [$0.path] } ?? []
        var pending = [node]
        while let next = pending.popLast() {
            guard !found.open.contains(next.path), known.insert(next.path).inserted else {
                continue
            }
            if next.isSecret { return true }
            pending += (target(of: next).map { [$0] } ?? []) + next.parts
        }
        if drawn == nil { found.open.formUnion(known) }
        return false
    }

    /// Whether a value, or any part of it, is described where the schema doesn't say.
    mutating func lacksPart(_ node: SchemaNode) -> Bool {
        guard extent != .whole else { return false }
        let before = lostReferences
        var known: Set<DocumentPath> = []
        var pending = [node]
        while lostReferences == before, let next = pending.popLast() {
            guard !found.whole.contains(next.path), known.insert(next.path).inserted else {
                continue
            }
            pending += (target(of: next).map { [$0] } ?? []) + next.parts
        }
        guard lostReferences == before else { return true }
        found.whole.formUnion(known)
        return false
    }

    /// The secrets of a table that its rows don't tell of: an alternative's, a second schema of a
    /// row's setting, and settings without a row.
    ///
    /// - Parameters:
    ///   - nodes: The schemas of the table.
    ///   - rows: The schemas that the table's rows were made of.
    ///   - segments: The table's place; empty for the whole.
    /// - Returns: Nil if the rows tell of them all.
    mutating func undrawnSecrets(
        of nodes: [SchemaNode],
        rows: [ExactText: DocumentPath],
        at segments: [String]
    ) -> UndrawnSecrets? {
        guard found.hasSecrets else { return nil }
        var undrawn = UndrawnSecrets(table: segments, rows: Set(rows.keys))
        var known: Set<DocumentPath> = []
        var pending = nodes
        while let next = pending.popLast() {
            guard known.insert(next.path).inserted else { continue }
            if next.isSecret {
                undrawn.keys.formUnion(rows.keys)
                undrawn.hasOthers = true
            }
            for (key, member) in next.members("properties")
            where member.path != rows[ExactText(key)] && holdsSecret(member) {
                undrawn.keys.insert(ExactText(key))
            }
            for (source, member) in next.members("patternProperties") where holdsSecret(member) {
                undrawn.hasOthers = true
                // An expression that can't be read may mean any of them.
                let pattern = try? Pattern(source)
                undrawn.keys.formUnion(rows.keys.filter { pattern?.isFound(in: $0.text) ?? true })
            }
            for others in next.otherMembers where holdsSecret(others) { undrawn.hasOthers = true }
            pending += (target(of: next).map { [$0] } ?? []) + next.combined
        }
        return undrawn.keys.isEmpty && !undrawn.hasOthers ? nil : undrawn
    }
}

extension SchemaNode {
    /// The schemas of what a value holds, and those that its own is put together of.
    fileprivate var parts: [SchemaNode] {
        ["items", "additionalItems", "unevaluatedItems", "contains"].compactMap { node($0) }
            + ["items", "prefixItems"].flatMap { nodes($0) } + otherMembers
            + ["properties", "patternProperties"].flatMap { members($0).map(\.node) } + combined
    }

    /// The schemas of members that aren't named.
    fileprivate var otherMembers: [SchemaNode] {
        ["additionalProperties", "unevaluatedProperties"].compactMap { node($0) }
    }

    /// The schemas that its own is put together of; what `not` holds can't be there.
    fileprivate var combined: [SchemaNode] {
        ["if", "then", "else"].compactMap { node($0) }
            + ["allOf", "anyOf", "oneOf"].flatMap { nodes($0) }
            + ["dependentSchemas", "dependencies"].flatMap { members($0).map(\.node) }
    }
}
