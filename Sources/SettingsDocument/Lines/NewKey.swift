// The line that a new key gets.

/// The line of a key in a file without an example of it.
struct NewKey: Sendable {
    /// What stands between key and value.
    var separator = "="
    /// What the line begins with.
    var indent = ""
}
