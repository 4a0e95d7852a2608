// Texts of .env files, which shells and libraries read alike.

import SettingsModel

/// A text that is to stand in an .env file; in quotes, `\n` is a line break to libraries alone.
struct ShellText {
    let text: String

    /// Whether it needs no quotes.
    private var isBare: Bool {
        text.utf8.allSatisfy { LineText.isLetterOrDigit($0) || "_-./:@%+,".utf8.contains($0) }
    }
    /// In single quotes, a backslash is text to all readers but before another one and before the quote, where
    /// python-dotenv takes it for an escape.
    private var fitsSingle: Bool {
        !text.utf8.contains(UInt8(ascii: "'")) && !text.utf8.contains("\\\\".utf8)
            && text.utf8.last != 0x5C
    }
    private var fitsDouble: Bool { !text.utf8.contains { "\"\\$`".utf8.contains($0) } }

    /// The text in quotes, the same as a value has that is there; nil where readers would disagree.
    ///
    /// Nothing is escaped where other quotes spare it: readers disagree on what a backslash does.
    func spelled(in quote: UInt8?) -> String? {
        if text.utf8.contains(0x0D) { return nil }
        switch quote {
        case 0x27 where fitsSingle: return "'\(text)'"
        case 0x22: break
        default: if isBare { return text }
        }
        if fitsDouble { return "\"\(text)\"" }
        if fitsSingle { return "'\(text)'" }
        // python-dotenv takes an escaped backslash and the quote behind it for an escaped quote.
        let isUnclear = text.utf8.contains { "$`".utf8.contains($0) } || text.utf8.last == 0x5C
        return isUnclear ? nil : StringEscapes.shell.quoted(text)
    }

    /// Where ``spelled(in:)`` gives nil, what the file can't hold, and what to do about it.
    var obstacle: (what: String, advice: String) {
        if text.utf8.contains(0x0D) { return ("a carriage return", "Leave it out") }
        guard text.utf8.contains(where: { "$`".utf8.contains($0) }) else {
            return ("a backslash at the end of a value", "Let the text end with another character")
        }
        return ("'$' or '`' beside a single quote or a backslash", "Leave one of the two out")
    }
}
