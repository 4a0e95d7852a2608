// Reads a JSON Schema: where its parts are, and what they refer to.

import SettingsDocument
import SettingsModel

/// One schema within a document.
struct SchemaNode {
    var value: SettingValue
    var path: DocumentPath

    /// A member of the schema, or nil.
    subscript(key: String) -> SettingValue? { value[key] }

    /// The schema that a member is, or nil.
    func node(_ key: String) -> SchemaNode? {
        value[key].map { SchemaNode(value: $0, path: path.appending(.key(key))) }
    }

    /// The schemas that a member's array holds.
    func nodes(_ key: String) -> [SchemaNode] {
        guard case .array(let values)? = value[key] else { return [] }
        return values.enumerated().map { index, value in
            SchemaNode(value: value, path: path.appending(.key(key)).appending(.index(index)))
        }
    }

    /// The schemas that a member's dictionary holds, in the order of the file.
    func members(_ key: String) -> [(key: String, node: SchemaNode)] {
        guard case .dictionary(let entries)? = value[key] else { return [] }
        let path = path.appending(.key(key))
        return entries.map { entry in
            (entry.key, SchemaNode(value: entry.value, path: path.appending(.key(entry.key))))
        }
    }
}

/// Reads a JSON Schema of draft 2020-12 or 07, and what older drafts share with them.
///
/// Only what stands in the document is read; nothing is fetched.
struct JSONSchemaReader {
    let document: any Document
    let file: String
    let limits: SchemaLimits
    let root: SchemaNode
    private(set) var problems: [SchemaProblem] = []
    /// Whether `$ref` hides what stands beside it, as it does up to draft 07.
    let referenceStandsAlone: Bool
    /// Schemas by their `$anchor` or `$id`.
    private var anchors: [String: SchemaNode] = [:]
    /// Rules by the place they were read from.
    var rules: [DocumentPath: ValueRule] = [:]
    /// The places of rules that lack a part: it isn't known what they refuse.
    var incompleteRules: Set<DocumentPath> = []
    /// How often a part of the schema was met that isn't in the rules.
    var omissions = 0
    /// How many steps the check of one value takes at most, by place; and those counted so far of the
    /// rule that is being read.
    var steps: [DocumentPath: Int] = [:]
    var stepsSoFar = 0
    var isEndlessCheckTold = false
    /// The references that are being followed, so that those which come back to themselves end.
    var active: Set<DocumentPath> = []
    /// The places of problems.
    private var reported: Set<DocumentPath> = []
    /// Keywords that were already said not to be checked.
    private var noted: Set<String> = []
    /// How much of the schema was read so far.
    private(set) var extent = Schema.Extent.whole
    /// How often a reference led nowhere.
    private(set) var lostReferences = 0
    var found = Found()
    var panes: [Pane] = []
    var paneNames: Set<String> = []
    var rowCount = 0

    init(_ document: any Document, file: String, limits: SchemaLimits) {
        self.document = document
        self.file = file
        self.limits = limits
        root = SchemaNode(value: document.root, path: .root)
        referenceStandsAlone = Self.isUpToDraft7(document.root)
        collectAnchors(in: root)
    }

    private static func isUpToDraft7(_ root: SettingValue) -> Bool {
        guard case .string(let draft)? = root["$schema"] else { return false }
        let words = draft.split { $0 == "/" || $0 == "#" }
        return words.contains { ["draft-07", "draft-06", "draft-04", "draft-03"].contains($0) }
    }

    /// Finds anchors and secrets however deep they are: the document's own nesting has a limit.
    private mutating func collectAnchors(in node: SchemaNode) {
        if node.isSecret { found.hasSecrets = true }
        switch node.value {
        case .dictionary(let entries):
            for entry in entries {
                if case .string(let name) = entry.value,
                    ["$anchor", "$dynamicAnchor", "$id", "id"].contains(entry.key)
                {
                    let isAnchor = entry.key.hasSuffix("nchor")
                    anchors[isAnchor ? "#" + name : name] = node
                }
                let path = node.path.appending(.key(entry.key))
                collectAnchors(in: SchemaNode(value: entry.value, path: path))
            }
        case .array(let values):
            for (index, value) in values.enumerated() where !value.isScalar {
                let path = node.path.appending(.index(index))
                collectAnchors(in: SchemaNode(value: value, path: path))
            }
        default: return
        }
    }

    // MARK: Problems

    /// Records a problem at a place of the document.
    mutating func report(
        _ code: SchemaProblem.Code,
        _ severity: SchemaProblem.Severity,
        at path: DocumentPath,
        _ problem: String,
        _ advice: String
    ) {
        omissions += 1
        // A reference is followed for the rule and for the row.
        guard problems.count < limits.problems, reported.insert(path).inserted else { return }
        let place = SchemaPlace(file: file, path: path).located(in: document)
        problems.append(
            SchemaProblem(code, severity, at: place, problem: problem, advice: advice)
        )
    }

    /// Records that schemas are left out, and why.
    mutating func leaveOut(
        _ code: SchemaProblem.Code,
        at path: DocumentPath,
        _ problem: String,
        _ advice: String
    ) {
        extent = .cut
        report(code, .error, at: path, problem, advice)
    }

    /// Says once for a keyword that it isn't checked.
    mutating func noteUnsupported(_ keyword: String, at path: DocumentPath) {
        omissions += 1
        guard noted.insert(keyword).inserted else { return }
        let problem = "'\(keyword.escapedForDisplay)' is not checked"
        report(.unsupported, .note, at: path, problem, "Settings that break it are taken")
    }

    // MARK: References

    /// The schema that a node's `$ref` leads to; nil without one, or if it isn't in the document.
    mutating func target(of node: SchemaNode) -> SchemaNode? {
        for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
            guard let value = node[key] else { continue }
            let path = node.path.appending(.key(key))
            guard case .string(let reference) = value else {
                lostReferences += 1
                let problem = "'\(key)' isn't text"
                leaveOut(.reference, at: path, problem, "Write it as #/$defs/name")
                return nil
            }
            if let found = schema(at: reference) { return found }
            let shown = reference.escapedForDisplay
            let isLocal = reference.hasPrefix("#")
            lostReferences += 1
            extent = max(extent, isLocal ? .cut : .referring)
            report(
                .reference,
                isLocal ? .error : .warning,
                at: path,
                "'\(shown)' is \(isLocal ? "nowhere in the schema" : "outside of the schema")",
                isLocal
                    ? "Correct the reference; anything is taken there until then"
                    : "Copy what it refers to into $defs; nothing is fetched, and anything is taken there"
            )
            return nil
        }
        return nil
    }

    private func schema(at reference: String) -> SchemaNode? {
        if let known = anchors[reference] { return known }
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = parts.first else { return nil }
        let start = base.isEmpty ? root : anchors[String(base)] ?? anchors["\(base)#"]
        guard let start else { return nil }
        guard parts.count > 1, !parts[1].isEmpty else { return start }
        guard parts[1].hasPrefix("/") else { return anchors["#\(parts[1])"] }
        var node = start
        for segment in parts[1].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        {
            guard let next = step(into: node, by: Self.unescaped(segment)) else { return nil }
            node = next
        }
        return node
    }

    private func step(into node: SchemaNode, by segment: String) -> SchemaNode? {
        if case .array(let values) = node.value, let index = Int(segment),
            values.indices.contains(index)
        {
            return SchemaNode(value: values[index], path: node.path.appending(.index(index)))
        }
        return node.node(segment)
    }

    /// A segment of a JSON pointer in a URI (RFC 6901, sections 4 and 6).
    private static func unescaped(_ segment: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(segment.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(decoded)
                rest = rest.dropFirst(2)
            } else if byte == UInt8(ascii: "~"), let next = rest.first, next == 0x30 || next == 0x31
            {
                bytes.append(next == 0x30 ? UInt8(ascii: "~") : UInt8(ascii: "/"))
                rest = rest.dropFirst()
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: What applies together

    /// A schema and what it is another name of: where one leads to itself, these meet.
    mutating func primaries(of node: SchemaNode) -> Set<DocumentPath> {
        var found: Set<DocumentPath> = []
        var pending = [node]
        while let next = pending.popLast() {
            guard found.insert(next.path).inserted else { continue }
            for key in ["allOf", "anyOf", "oneOf"] {
                let parts = next.nodes(key).filter { $0["type"] != .string("null") }
                if parts.count == 1 { pending += parts }
            }
            if let target = target(of: next) { pending.append(target) }
        }
        return found
    }

    /// A schema with all that applies wherever it does: what it refers to, what `allOf` holds, and
    /// the only alternative beside null.
    mutating func expanded(_ node: SchemaNode) -> [SchemaNode] {
        var found: [SchemaNode] = []
        var known: Set<DocumentPath> = []
        var pending = [node]
        while let next = pending.popLast() {
            guard known.insert(next.path).inserted else { continue }
            guard found.count < limits.parts else {
                let problem = "more than \(limits.parts) schemas apply to one value"
                leaveOut(.limit, at: next.path, problem, "Put them together into fewer")
                break
            }
            found.append(next)
            var following: [SchemaNode] = []
            if let target = target(of: next) { following.append(target) }
            following += next.nodes("allOf")
            for key in ["anyOf", "oneOf"] {
                let alternatives = next.nodes(key).filter { $0["type"] != .string("null") }
                if alternatives.count == 1 { following += alternatives }
            }
            pending += following.reversed()
        }
        return found
    }
}

extension JSONSchemaReader {
    /// What was found out, so that many rows may refer to one place.
    struct Found {
        /// Whether anything in the document is a secret.
        var hasSecrets = false
        /// The places without a secret in them.
        var open: Set<DocumentPath> = []
        /// The places of which every part is described.
        var whole: Set<DocumentPath> = []
        /// The values to choose from.
        var options: [DocumentPath: [Choice.Option]] = [:]
    }
}
