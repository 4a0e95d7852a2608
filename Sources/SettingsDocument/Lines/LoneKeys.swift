// Keys that stand alone on their lines, and the line that a new key gets.

/// What a dialect's keys without a separator say.
struct LoneKeys: Sendable {
    let text: String
    /// What begins a key that says the opposite and takes no value, such as mpv's `no-border`.
    var denial: String?
}

/// The line of a key in a file without an example of it.
struct NewLine: Sendable {
    /// What stands between key and value.
    var separator = "="
    /// What the line begins with.
    var indent = ""
}
