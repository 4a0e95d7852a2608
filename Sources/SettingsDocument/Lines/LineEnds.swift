// Where the lines of a dialect's files end.

/// What belongs to a line at its end.
struct LineEnds: Sendable {
    /// Whether blanks there belong to the value.
    var keepsBlanks = false
    /// Whether a carriage return alone ends a line.
    var areReturns = true
    /// Whether anything may follow a number and a blank, as the program passes over it.
    var mayFollowNumbers = false
}
