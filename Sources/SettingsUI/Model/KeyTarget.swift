// The target of keys, and whether they count.

/// The target of keys, as far as it opens or closes without a key.
enum KeyTarget: Equatable, Sendable {
    case field, wheels, search
    case question(Confirmation)
    /// The table of the screen in front, which is so many deep in its tab.
    case screen(Int)
}

/// Whether keys count.
enum Listening: Equatable, Sendable {
    case now
    /// They are meant for what has just closed, or for what a question has just opened over.
    case afterPause
}
