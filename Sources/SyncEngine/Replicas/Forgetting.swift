// What is forgotten when files are let go: what the journal still holds of it goes, too.

import SettingsModel

/// How much of a domain is forgotten.
package enum Forgetting: Equatable, Sendable {
    /// The settings that a file alone had, once it is let go; the history still tells of them.
    case own(OwnSettings)
    /// Its values; the history still tells of them.
    case values
    /// Its history as well.
    case everything
}
