// What a linked file takes from its domain, and what it gives when it comes.

/// Which keys that a file lacks are added to it.
package enum Adoption: String, CaseIterable, Sendable {
    /// Keys that no other file of the domain has.
    case primary
    /// None: it keeps up only with the keys it has.
    case present
    /// Every key: it mirrors the domain, as the defaults store does.
    case all
}

/// Whose values count where a file that is linked and its domain differ.
package enum LinkPreference: String, CaseIterable, Sendable {
    /// Those of the file that comes: they are edits that are made now.
    case this
    /// Those that the domain has; what it lacks comes from the file.
    case others
    /// The newer ones, by the time of the file.
    case newer
}
