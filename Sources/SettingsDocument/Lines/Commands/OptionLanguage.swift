// Programs whose options are on or off without a value: `set x`, and `set nox` or `unset x`.

import SettingsModel

/// The commands of one such program.
struct OptionLanguage: CommandLanguage {
    let program: String
    let words: WordRules
    /// What an option without a value says, and what one that is denied says.
    let flagTexts: (there: String, denied: String?)
    /// Whether `no` before an option denies it.
    var readsNo = true
    /// The verb that denies an option; nil where none does.
    var denial: String?
    /// The verbs that change options in another way.
    var changes: Set<String> = []
    /// Whether `=` stands before each value.
    var needsSign = false
    /// Whether `{{` begins a block of commands that run later, up to the next `}}`.
    var hasBlocks = false
    /// Whether a line goes on behind a backslash at its end.
    var joinsLines = false

    func read(_ source: LineSource) -> CommandLines {
        var reader = OptionReader(source, self)
        return reader.lines()
    }

    // MARK: Values

    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] { words.decoded(spelling) }

    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String? {
        words.spelled(text, like: old, style)
    }

    func obstacle(in text: String) -> (what: String, advice: String) { words.obstacle(in: text) }

    // MARK: Keys

    /// What may stand before the name of an option and change what the command does.
    static let prefixes = ["no", "inv"]

    /// Whether a byte may stand in the name of an option.
    static func isInName(_ byte: UInt8) -> Bool {
        LineText.isLetterOrDigit(byte) || "_-.".utf8.contains(byte)
    }

    func objection(to key: String) -> (what: String, advice: String)? {
        let isName = !key.isEmpty && key.utf8.allSatisfy(Self.isInName)
        let isPrefixed = readsNo && Self.prefixes.contains(where: key.hasPrefix)
        if isName, !isPrefixed { return nil }
        return ("the key '\(key.escapedForDisplay)'", "Use the name of an option of \(program)")
    }

    // MARK: Lines

    /// `set` or the verb that denies, and `no` where that does.
    func flagFront(_ isThere: Bool, like front: String) -> String {
        let verb = front.prefix { !$0.isWhitespace }
        let rest = front[verb.endIndex...]
        if LineText.folded(String(verb)) == denial { return isThere ? "set" + rest : front }
        if isThere { return String(front.dropLast("no".count)) }
        return denial.map { $0 + rest } ?? front + "no"
    }

    func lead(for key: String) -> String { "set " }

    func lead(of entry: LineEntry, in bytes: [UInt8]) -> String? {
        guard entry.command.isDisjoint(with: .locks) else { return nil }
        let lead = LineText.string(bytes[entry.range.lowerBound..<entry.key.lowerBound])
        return entry.command.contains(.denied) ? lead.map { flagFront(true, like: $0) } : lead
    }

    func line(_ lead: String, _ key: String, _ spelled: String, separator: String) -> String {
        switch spelled {
        case flagTexts.there where !needsSign: lead + key
        case flagTexts.denied where !needsSign: flagFront(false, like: lead) + key
        default: lead + key + separator + spelled
        }
    }
}
