// Keys that stand alone on their lines.

/// What a key without a separator stands for.
struct LoneKeys: Sendable {
    let text: String
    /// What begins a key that says the opposite and takes no value, such as mpv's `no-border`.
    var denial: String?
    /// Whether two dashes may stand before any key, as on a command line.
    var hasDashes = false
}
