// Sections of one name.

/// Which sections of one name are one section to the program.
enum Merging: Sendable {
    case all
    /// Those of these names; any other name may stand for several things, such as routes or peers.
    case only(Set<String>)

    func merges(_ name: String) -> Bool {
        switch self {
        case .all: true
        case .only(let names): names.contains(name)
        }
    }
}
