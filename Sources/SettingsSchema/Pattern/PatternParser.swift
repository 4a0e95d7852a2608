// Reads a regular expression.

import SettingsModel

/// Reads the text of a regular expression into its parts.
struct PatternParser {
    /// Groups within groups; the parser calls itself for each.
    static let deepest = 64
    /// What a repetition may count to.
    static let mostRepetitions = 1_000

    let scalars: [Unicode.Scalar]
    var index = 0
    private var depth = 0

    init(_ source: String) { scalars = Array(source.unicodeScalars) }

    var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    /// The whole expression.
    mutating func parse() throws(PatternError) -> PatternNode {
        let node = try alternatives()
        guard index == scalars.count else { throw syntax("a ')' without its '('") }
        return node
    }

    func syntax(_ what: String) -> PatternError {
        PatternError(
            code: .syntax,
            problem: "the pattern has \(what) at character \(index + 1)"
        )
    }

    func unsupported(_ what: String) -> PatternError {
        PatternError(
            code: .unsupported,
            problem:
                "the pattern has \(what) at character \(index + 1), which can't be checked here"
        )
    }

    /// Steps over some scalars if they come next.
    mutating func skip(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[index...].starts(with: wanted) else { return false }
        index += wanted.count
        return true
    }

    // MARK: Structure

    private mutating func alternatives() throws(PatternError) -> PatternNode {
        var nodes = [try sequence()]
        while skip("|") { nodes.append(try sequence()) }
        return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let node = try term()
            nodes.append(try quantified(node))
        }
        return nodes.isEmpty ? .empty : .sequence(nodes)
    }

    private mutating func term() throws(PatternError) -> PatternNode {
        guard let scalar = next else { return .empty }
        index += 1
        switch scalar {
        case "^": return .position(.start)
        case "$": return .position(.end)
        case ".": return .scalar(ScalarSet.lineEnds.negated)
        case "(": return try group()
        case "[": return .scalar(try set())
        case "\\": return try escape()
        case "*", "+", "?":
            index -= 1
            throw syntax("'\(scalar)' with nothing to repeat")
        default: return .scalar(ScalarSet(scalar))
        }
    }

    private mutating func group() throws(PatternError) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw PatternError(
                code: .tooLarge,
                problem: "the pattern nests deeper than \(Self.deepest) groups"
            )
        }
        var isAhead = false
        var isNegated = false
        if skip("?") {
            if skip("<=") || skip("<!") { throw unsupported("lookbehind") }
            if skip("=") {
                isAhead = true
            } else if skip("!") {
                isAhead = true
                isNegated = true
            } else if skip("<") || skip("P<") {
                while next != nil, next != ">" { index += 1 }
                guard skip(">") else { throw syntax("a group's name without its end") }
            } else if !skip(":") {
                throw unsupported("a group with flags")
            }
        }
        let node = try alternatives()
        guard skip(")") else { throw syntax("a '(' without its ')'") }
        return isAhead ? .ahead(node, isNegated: isNegated) : node
    }

    private mutating func quantified(_ node: PatternNode) throws(PatternError) -> PatternNode {
        guard let (least, most) = try quantifier() else { return node }
        if case .position = node { throw syntax("a repeated position") }
        // Lazy or not makes no difference to whether there is a match.
        _ = skip("?")
        if next == "*" || next == "+" || next == "?" { throw syntax("a repeated repetition") }
        return .repeated(node, least: least, most: most)
    }

    private mutating func quantifier() throws(PatternError) -> (Int, Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        let start = index
        guard skip("{") else { return nil }
        if let least = count() {
            if skip("}") { return try checked(least, least) }
            if skip(",") {
                if skip("}") { return try checked(least, nil) }
                if let most = count(), skip("}") { return try checked(least, most) }
            }
        }
        // Outside of a repetition a brace stands for itself (ECMA-262, annex B.1.2); the caller
        // reads it as a term.
        index = start
        return nil
    }

    private mutating func count() -> Int? {
        var value: Int?
        while let scalar = next, let digit = scalar.digitValue {
            value = min((value ?? 0) * 10 + digit, Self.mostRepetitions + 1)
            index += 1
        }
        return value
    }

    private func checked(_ least: Int, _ most: Int?) throws(PatternError) -> (Int, Int?) {
        if let most, most < least { throw syntax("a repetition whose end is before its start") }
        guard max(least, most ?? 0) <= Self.mostRepetitions else {
            throw PatternError(
                code: .tooLarge,
                problem: "the pattern repeats more than \(Self.mostRepetitions) times"
            )
        }
        return (least, most)
    }
}

extension Unicode.Scalar {
    /// 0 to 9, or nil.
    var digitValue: Int? { (48...57).contains(value) ? Int(value) - 48 : nil }
}
