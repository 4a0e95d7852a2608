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
    /// The target has just changed by itself: keys that come at once are meant for the one before.
    case afterPause
}
