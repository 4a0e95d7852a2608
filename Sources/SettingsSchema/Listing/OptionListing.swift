// What a program says of its own options when it is asked for them.

/// The options that a program lists.
package struct OptionListing: Equatable, Sendable {
    /// The program's version as it says it; nil where it doesn't.
    package var version: String?
    /// In the order in which they are shown.
    package var groups: [Group]

    /// Options that belong together.
    package struct Group: Equatable, Sendable {
        /// Nil for options of all kinds.
        package var title: String?
        package var options: [Option]
    }

    /// One option: facts alone, no help.
    package struct Option: Equatable, Sendable {
        /// The segments of its key in the program's file.
        package var key: [String]
        /// How the program spells its name; nil for as the key is spelled.
        package var name: String?
        /// What counts where the file says nothing; nil where that isn't known.
        package var value: String?
        /// The values that there are; empty where that isn't known for certain.
        package var choices: [String] = []
    }

    /// Creates a listing; one without any option is none.
    init?(version: String? = nil, groups: [Group]) {
        self.version = version
        self.groups = groups.filter { !$0.options.isEmpty }
        if self.groups.isEmpty { return nil }
    }
}
