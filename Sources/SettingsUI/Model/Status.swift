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
    /// Whether it's about a file that is well again, which nobody did here.
    var isRecovery = false

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Whether it's about something that isn't as it was meant.
    var isBad: Bool { kind != .good && kind != .note }

    /// The setting that was reset; nil for none, and once it's said what its mapped files keep.
    var reset: SettingPlace?
    /// The programs that have what was stored in another one.
    var sharers: [String] = []

    /// What follows a success once the agent has it.
    fileprivate static let saved = "   saved"

    /// There is nothing to reset.
    static let nothingOwn = Status(.note, "Nothing of yours is stored here")
}

extension Status? {
    /// Says what no key asked for, unless it's said that something isn't saved.
    mutating func tell(_ news: Status) {
        if self?.kind != .unsaved { self = news }
    }

    /// Says that a write is stored, or something else, where success was said.
    mutating func noteSaved(_ other: Status?) {
        guard var said = self, said.kind == .good else { return }
        said.text += Status.saved
        self = other ?? said
    }

    /// Adds what mapped files keep of a setting, where it's said that it's reset.
    mutating func noteKept(_ words: String, of place: SettingPlace) {
        guard var said = self, said.reset == place, said.text.hasSuffix(Status.saved) else {
            return
        }
        said.text += words
        said.reset = nil
        self = said
    }

    /// Adds a program that has the value too, where it's said that it's stored.
    mutating func noteShared(with program: String) {
        guard var said = self, said.kind == .good, !said.sharers.contains(program),
            !said.sharers.isEmpty || said.text.hasSuffix(Status.saved)
        else { return }
        said.text += (said.sharers.isEmpty ? ", also in " : ", ") + program
        said.sharers.append(program)
        self = said
    }

    /// Says that a file or a value is well again, but not in place of what one did.
    mutating func tellRecovery(_ words: String) {
        if let said = self, said.kind == .good, !said.isRecovery { return }
        var recovery = Status(.good, words)
        recovery.isRecovery = true
        tell(recovery)
    }

    /// Says what is lost with a field or wheels.
    mutating func lose(_ loss: Status) {
        // What may be typed there is of no use any more; what somebody else did is.
        if loss.kind == .unsaved || self.map({ $0.kind == .note }) ?? true { self = loss }
    }

    /// Says something else where it begins with these words.
    mutating func replace(_ words: String, with others: String) {
        guard let said = self, said.text.hasPrefix(words) else { return }
        self = Status(.warning, others + said.text.dropFirst(words.count))
    }
}
