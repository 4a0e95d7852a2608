// What shells read, as far as its lines assign one literal each: .profile, .bashrc, .zshenv and others.

import SettingsModel

/// The language of files that a shell runs.
struct ShellLanguage: CommandLanguage {
    let program = "the shell"
    let readsReturns = false
    let locksOpenBlocks = true

    /// Words as POSIX has them (Shell Command Language, §2.2); without quotes, all that some shell gives a meaning to
    /// is computed.
    private static let rules = WordRules(
        escapes: .shell,
        computing: Array("$`".utf8),
        bareSigns: Array("~*?[{}()<>;&|".utf8)
    )

    func read(_ source: LineSource) -> CommandLines {
        var reader = ShellReader(source)
        return reader.lines()
    }

    // MARK: Values

    /// Whether a value isn't the same literal to all shells.
    static func isComputed(_ value: ArraySlice<UInt8>) -> Bool {
        let isInQuotes =
            value.first == 0x22 && value.dropFirst().firstIndex(of: 0x22) == value.endIndex - 1
        // To zsh `=name` is the path of a command, and may `''` be a quote in quotes.
        let hasSigns = value.contains(":=".utf8) || value.count > 2 && value.contains("''".utf8)
        let isUnclear = value.first == UInt8(ascii: "=") || !isInQuotes && hasSigns
        return isUnclear || word(value).map(\.isComputed) ?? true
    }

    /// The word that a spelling is; nil where it isn't all of one.
    private static func word(_ spelling: ArraySlice<UInt8>) -> WordRules.Word? {
        Array(spelling).withUnsafeBufferPointer { text in
            let word = rules.word(in: text, 0..<text.count)
            return word?.range == 0..<text.count ? word : nil
        }
    }

    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] {
        Self.word(spelling)?.bytes ?? Array(spelling)
    }

    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String? {
        if text.utf8.contains(where: { [0, 0x0A, 0x0D].contains($0) }) { return nil }
        let quoted = style == .natural && old.first == 0x22 ? Self.inDoubleQuotes(text) : nil
        let styles: [EditStyle] = [style, .conservative]
        return ([quoted] + styles.map { Self.rules.spelled(text, like: old, $0) })
            .lazy.compactMap(\.self).first { !Self.isComputed(Array($0.utf8)[...]) }
    }

    /// The text in double quotes, in which a backslash is text before most characters.
    private static func inDoubleQuotes(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let inner = scalars.indices.map { index -> String in
            let next = index + 1 < scalars.count ? scalars[index + 1] : "\""
            let needsEscape =
                "\"$`".unicodeScalars.contains(scalars[index])
                || scalars[index] == "\\" && "\"\\$`".unicodeScalars.contains(next)
            return (needsEscape ? "\\" : "") + String(scalars[index])
        }
        return "\"" + inner.joined() + "\""
    }

    func obstacle(in text: String) -> (what: String, advice: String) {
        if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            return ("a line break", "Set a text of one line")
        }
        return ("this text with its quotes and signs", "Leave one of them out")
    }

    // MARK: New lines

    func objection(to key: String) -> (what: String, advice: String)? {
        let isName = key.utf8.allSatisfy(ShellLexer.isName)
        if isName, let first = key.utf8.first, !(0x30...0x39).contains(first) { return nil }
        return (
            "the name '\(key.escapedForDisplay)'",
            "Use letters, digits and '_', and no digit in front"
        )
    }

    func lead(for key: String) -> String { "" }

    func lead(of entry: LineEntry, in bytes: [UInt8]) -> String? {
        guard entry.command.isDisjoint(with: .locks) else { return nil }
        return LineText.string(bytes[entry.range.lowerBound..<entry.key.lowerBound])
    }
}
