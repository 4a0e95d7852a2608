// Anchors, and how much their aliases stand for.

import SettingsModel

/// The anchors of one document while it's read.
struct YAMLAnchors {
    /// What an anchor stands before.
    struct Target {
        var node: Int
        /// How many values it holds, those of aliases within it counted each time.
        var values: Int
        /// The bytes of their texts.
        var bytes: Int
        /// How deep it is.
        var height: Int
    }
    /// An anchor whose value is being read.
    struct Open {
        fileprivate var name: String
        fileprivate var node: Int
        fileprivate var values: Int
        fileprivate var bytes: Int
        fileprivate var outerDeepest: Int
    }

    private var targets: [ExactText: Target] = [:]
    private var lastAlias: [Int: Int] = [:]
    /// The values read so far, with those that aliases stand for.
    private var values = 0
    private var bytes = 0
    /// The values that only aliases made.
    private var expandedValues = 0
    private var expandedBytes = 0
    /// The deepest nesting since the innermost open anchor.
    private var deepest = 0

    /// The nodes that aliases name, growing, each with its last alias.
    var uses: [(node: Int32, lastAlias: Int32)] {
        lastAlias.sorted { $0.key < $1.key }.map { (Int32($0.key), Int32($0.value)) }
    }

    /// What an alias of that name stands for here, or nil.
    func target(of name: String) -> Target? { targets[ExactText(name)] }

    /// Counts one value.
    mutating func count(bytes: Int) {
        values += 1
        self.bytes += bytes
    }

    /// Notes how deep a value is.
    mutating func note(depth: Int) { deepest = max(deepest, depth) }

    /// Begins a value with an anchor; within it, its name stands for nothing.
    mutating func begin(_ name: String?, _ node: Int) -> Open? {
        guard let name else { return nil }
        defer { deepest = 0 }
        targets[ExactText(name)] = nil
        return Open(
            name: name,
            node: node,
            values: values,
            bytes: bytes,
            outerDeepest: deepest
        )
    }

    /// Ends the value that an anchor stands before.
    mutating func end(_ open: Open?, at depth: Int) {
        guard let open else { return }
        targets[ExactText(open.name)] = Target(
            node: open.node,
            values: values - open.values,
            bytes: bytes - open.bytes,
            height: max(0, deepest - depth)
        )
        deepest = max(deepest, open.outerDeepest)
    }

    /// Counts what an alias stands for.
    ///
    /// - Returns: Whether that is within the limits.
    mutating func expand(_ target: Target, _ limits: Limits) -> Bool {
        values += target.values
        bytes += target.bytes
        expandedValues += target.values
        expandedBytes += target.bytes
        return expandedValues <= limits.expandedValues && expandedBytes <= limits.fileBytes
    }

    /// Notes an alias.
    mutating func use(_ node: Int, by alias: Int) { lastAlias[node] = alias }
}
