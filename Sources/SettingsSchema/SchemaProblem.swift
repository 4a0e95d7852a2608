// What is wrong with a bundle or a schema.

import SettingsModel

/// One thing that is wrong with a bundle, a schema or a pattern.
package struct SchemaProblem: Error, Equatable, Sendable {
    /// How much it matters.
    package enum Severity: String, Comparable, Sendable {
        /// Part of the pane is missing or means something else than was written.
        case error
        /// Everything is shown; somebody should look at it.
        case warning
        /// Worth knowing.
        case note

        package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
        private var rank: Int { self == .error ? 0 : self == .warning ? 1 : 2 }
    }
    /// What kind of thing is wrong; the raw value is the stable name for scripts.
    package enum Code: String, Sendable {
        case missingFile = "missing-file"
        case fileName = "file-name"
        case unreadable
        case syntax
        case wrongType = "wrong-type"
        case missingKey = "missing-key"
        case unknownKey = "unknown-key"
        case unknownType = "unknown-type"
        case badValue = "bad-value"
        case duplicateKey = "duplicate-key"
        case badDefault = "bad-default"
        case pattern
        case condition
        case limit
        case reference
        case unsupported
        case translation
        case unusedFile = "unused-file"
    }
    package var code: Code
    package var severity: Severity
    package var place: SchemaPlace
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String

    package init(
        _ code: Code,
        _ severity: Severity,
        at place: SchemaPlace,
        problem: String,
        advice: String
    ) {
        self.code = code
        self.severity = severity
        self.place = place
        self.problem = problem
        self.advice = advice
    }
}

extension SchemaProblem: CustomStringConvertible {
    /// Place, problem and advice on one line.
    package var description: String { "\(place): \(problem). \(advice.asSentence)" }
}

extension SchemaPlace {
    fileprivate var order: (String, SourcePlace, String) {
        (file, position ?? SourcePlace(line: 0, column: 0), path.schemaDescription)
    }
}

extension [SchemaProblem] {
    /// Sorts them by file and place; past a limit, leaves the least of them out and says so at the end.
    mutating func sortAndKeepWorst(_ limit: Int) {
        sort { $0.place.order < $1.place.order }
        guard count > limit, limit > 0 else { return }
        let worst = indices.sorted {
            (self[$0].severity, $0) < (self[$1].severity, $1)
        }
        let told = worst.prefix(limit - 1).sorted().map { self[$0] }
        let others = SchemaProblem(
            .limit,
            self[worst[limit - 1]].severity,
            at: self[worst[limit - 1]].place,
            problem: "this and \(count - limit) more problems aren't told",
            advice: "Mend those above first"
        )
        self = told + [others]
    }
}
