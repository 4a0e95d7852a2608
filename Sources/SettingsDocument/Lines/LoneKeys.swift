// Keys that stand alone on their lines.

/// What a dialect's keys without a separator say.
struct LoneKeys: Sendable {
    let text: String
    /// What begins a key that says the opposite and takes no value, such as mpv's `no-border`.
    var denial: String?
}
