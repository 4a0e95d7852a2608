// One content that a file has had, and who may have it in an editor.

package import SettingsModel

/// One content of one file, as the agent published it or as it was found.
package struct FileVersion: Equatable, Sendable {
    /// Who wrote a version.
    package enum Author: String, Sendable {
        case agent
        /// The agent, with a text that is the template of its next ones: a key was renamed in it, or it
        /// couldn't be made from the template before.
        case template
        case foreign
        /// Who writes a file of another layer than the user's; the agent only reads it.
        case layer

        /// Whether it's the agent, for whatever reason.
        package var isAgent: Bool { self == .agent || self == .template }
    }
    /// Counted up for each file.
    package var number: UInt64
    package var text: [UInt8]
    /// The timestamp of the register that each key's value was; a key without one showed nothing known.
    package var timestamps: SharedMap<Timestamp>
    package var author: Author
    /// Buffers known to hold exactly this text: its writer, and each completed read by others.
    package var holders: Int
    /// How often somebody may have read it while nobody watched.
    package var possibleHolders: Int
    /// Whether somebody may have it in a buffer.
    var isHeld: Bool { holders > 0 || possibleHolders > 0 }
    package var identity: FileIdentity
    /// Milliseconds since 1970.
    package var recorded: Int64
    /// How the file was when it was seen with this text last; nil until a look has seen it.
    package var stamp: FileStamp?

    package init(
        number: UInt64,
        text: [UInt8],
        timestamps: SharedMap<Timestamp>,
        author: Author,
        holders: Int,
        possibleHolders: Int,
        identity: FileIdentity,
        recorded: Int64
    ) {
        self.number = number
        self.text = text
        self.timestamps = timestamps
        self.author = author
        self.holders = holders
        self.possibleHolders = possibleHolders
        self.identity = identity
        self.recorded = recorded
    }
}
