// What each family of line-based settings files allows.

/// The rules of one family of files that hold a setting a line.
struct LineDialect: Sendable {
    /// How a file is divided.
    enum Sections: Sendable {
        case none
        /// `[name]`
        case brackets
        /// `[name]`, where the name may have brackets, so that the line's last one ends it.
        case patterns
        /// `[section "subsection"]`
        case git
        /// `[outer][inner]`
        case nested
        /// `Host` and `Match` lines.
        case hosts
        /// `name {`, lines and `}`, in files of commands.
        case blocks
    }
    /// Where a comment may begin behind a value.
    enum InlineComments: Sendable { case none, afterBlank, anywhere }
    /// How a value goes on in the next line.
    enum Continuation: Sendable {
        case none
        /// A backslash at the end of a line.
        case backslash
        /// The next line is indented deeper.
        case indentation
        /// The next line begins with a backslash.
        case leadingBackslash
    }
    /// How a text is written that can't stand as it is.
    enum Quoting: Sendable { case none, desktop, kconfig, git, shell, java }
    /// What a key means that stands several times.
    enum Repeats: Sendable {
        case lastCounts
        case firstCounts
        /// All of them, in an array; an empty one in systemd's files forgets those before it.
        case list
        case listWithReset
        case refused
    }
    /// How an array is written into one value.
    enum Lists: Sendable { case none, semicolons, commas }
    /// How keys are compared that differ in case alone.
    enum KeyCase: Sendable {
        case sensitive
        case insensitive
        /// Insensitive, unless a section has several such keys: its program tells them apart.
        case insensitiveAlone
    }

    /// The family's name in messages.
    let name: String
    var sections = Sections.brackets
    var leadingKeys = LeadingKeys.refused
    var comments: [UInt8] = Array("#".utf8)
    var inlineComments = InlineComments.none
    /// What begins a comment behind a value to some of the dialect's programs, and is text to others.
    var doubtfulComments: [UInt8] = []
    var separators: [UInt8] = Array("=".utf8)
    /// Whether blanks alone may stand between key and value.
    var isBlankSeparator = false
    var continuation = Continuation.none
    var quoting = Quoting.none
    /// Quotes around values and comments behind them, where the dialect has no quoting of its own.
    var marks: ValueMarks?
    var repeats = Repeats.lastCounts
    var adding = AddingKeys()
    /// Which sections of one name are one; where they aren't, no change chooses among them.
    var merging = Merging.only([])
    var lists = Lists.none
    var keyCase = KeyCase.sensitive
    /// Keys without a separator, or nil where there can be none.
    var loneKeys: LoneKeys?
    var lineEnds = LineEnds()
    var isReadOnly = false
    /// The language of files in which settings are commands; most of the rest isn't asked then.
    var commands: (any CommandLanguage)?
    /// What a line that can't be read means for the others.
    var unreadLines = UnreadLine.Meaning.refuseFile
    /// The line of a new key where the file has no example.
    var newKey = NewKey()
    /// Words for true and false, the usual pair first; in lower case.
    var truths = [("true", "false"), ("yes", "no"), ("on", "off"), ("1", "0")]
}

extension LineDialect {
    /// A key's name as it is compared with others.
    func compared(_ key: String) -> String {
        keyCase == .sensitive ? key : LineText.folded(key)
    }
}
