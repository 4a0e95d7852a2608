// Where keys belong that stand before the first header.

/// The section of the keys before a file's first header.
enum LeadingKeys: Sendable {
    case refused, root
    /// The root, which a section of this name stands for, too.
    case rootOrSection(String)
    /// The section of this name, whether or not it has a header, too.
    case section(String)

    /// A section for a key that can't stand outside of one; nil where it can.
    var neededSection: String? {
        switch self {
        case .root, .rootOrSection: nil
        case .refused: "section"
        case .section(let name): name
        }
    }
}
