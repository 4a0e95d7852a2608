// The line above the key hints.

/// The line above the key hints.
struct Status: Equatable, Sendable {
    /// How it's meant.
    enum Kind: Equatable, Sendable {
        case good, note, warning, error
        /// Something that was typed or chosen isn't stored: told until a key comes.
        case unsaved
    }
    var text: String
    var kind: Kind

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// There is nothing to reset.
    static let nothingOwn = Status(.note, "Nothing of yours is stored here")
}
