// Regular expressions that no text can make slow.

import SettingsModel

/// A regular expression in the language of JSON Schema's `pattern` (ECMA-262), without
/// backreferences and lookbehind.
///
/// It's found in a text by following all its alternatives at once, after Thompson, "Regular
/// Expression Search Algorithm" (1968): the time is the expression's length times the text's, so
/// that no expression runs away as a backtracking matcher's may.
package struct Pattern: Sendable {
    /// As it was written.
    package let source: String
    let compiled: CompiledPattern

    /// What a search found out.
    package enum Outcome: Sendable {
        case found
        case notFound
        /// The text is too long for this expression; nothing is known.
        case gaveUp
    }

    /// How many steps a search may take at most: about a tenth of a second.
    package static let mostSteps = 10_000_000

    /// Reads an expression.
    ///
    /// - Throws: ``PatternError``: not the language, a part of it that we don't have, or too big.
    package init(_ source: String) throws(PatternError) {
        var parser = PatternParser(source)
        let node = try parser.parse()
        var compiler = PatternCompiler()
        try compiler.compile(node)
        self.source = source
        compiled = compiler.finish()
    }

    /// Looks for the expression anywhere in a text.
    package func search(_ text: String) -> Outcome {
        var steps = Self.mostSteps
        return search(text, steps: &steps)
    }

    /// Looks for the expression anywhere in a text, in as many steps as there are.
    ///
    /// Takes those it needs, which may be a few more than there were.
    func search(_ text: String, steps: inout Int) -> Outcome {
        // The text is taken apart, what is ahead is remembered by position, and there are two sets of
        // the expression's steps: all that takes room, and time to be cleared.
        steps -= text.utf8.count / 4 + compiled.setupSteps(for: text.utf8.count)
        guard steps > 0 else { return .gaveUp }
        var search = PatternSearch(compiled, Array(text.unicodeScalars), budget: steps)
        defer { steps = search.budget }
        return search.run()
    }

    /// Whether a text has it somewhere; a text too long to be searched counts as one that has.
    package func isFound(in text: String) -> Bool { search(text) != .notFound }

    /// The expression for a message.
    var shownSource: String { source.escapedForDisplay }
}

extension Pattern: Hashable {
    package static func == (a: Pattern, b: Pattern) -> Bool { a.source == b.source }
    package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// A regular expression that can't be used.
package struct PatternError: Error, Equatable, Sendable {
    /// Why not.
    package enum Code: String, Sendable {
        case syntax
        /// Part of the language that we don't have.
        case unsupported
        case tooLarge = "too-large"
    }
    package var code: Code
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String

    package init(code: Code, problem: String) {
        self.code = code
        self.problem = problem
    }
}

/// What an expression is made of.
indirect enum PatternNode {
    case empty
    case scalar(ScalarSet)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    case repeated(PatternNode, least: Int, most: Int?)
    case position(PatternPosition)
    /// What must, or must not, come next.
    case ahead(PatternNode, isNegated: Bool)
}

/// A place in a text.
enum PatternPosition {
    case start
    case end
    case wordEdge
    case noWordEdge
}
