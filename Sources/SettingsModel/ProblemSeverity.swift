// How grave a problem of a file is.

/// What a problem of a file means for what is in force; the raw value is the name on the wire.
package enum ProblemSeverity: String, CaseIterable, Sendable {
    /// Some of what the file says isn't in force, or what is in force isn't in the file.
    case error
    /// The file is in sync, but may say something that isn't meant.
    case warning
}
