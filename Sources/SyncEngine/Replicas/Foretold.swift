// A text that another domain writes into a shared file.

import SettingsDocument
import SettingsModel

/// A text that another domain of the agent puts at a path.
struct Foretold: Sendable {
    var identity: FileIdentity
    var bytes: [UInt8]
    /// The number of the version that it was made from.
    var base: UInt64
    /// Whether the texts after it are made from it.
    var isTemplate: Bool
    /// The step of the history that has led to it; nil where the other domain has none of this agent's life.
    var step: UInt64?
}
