// Commands of a verb, a key and a value in a line, as many programs have them.

import SettingsModel

/// The commands of one of the programs whose lines are words.
struct WordLanguage: CommandLanguage {
    /// How a value stands in its line.
    enum Values: Sendable {
        /// It is the rest of the line, quotes and signs included.
        case rest
        /// It is one word, in quotes or without.
        case word(WordRules)
    }
    /// What makes a block of lines, in which nothing is a plain setting.
    enum Blocks: Sendable {
        case none
        /// `{` at the end of a line, and `}` at the start of another.
        case braces
        /// `$if` and `$endif`.
        case conditions
    }

    /// Whether `=` stands between key and value.
    enum Sign: Sendable {
        case none
        /// It may stand right behind a key.
        case optional
        /// It does, with blanks around it or without.
        case needed
    }

    let program: String
    /// The word before a key; nil where the key begins the line.
    var verb: String? = "set"
    /// The commands that are settings, of one word or two, where others look like them; nil for all.
    var keys: Set<String>?
    /// Commands that are no settings, but bindings, rules and the like.
    var others: Set<String> = []
    var values = Values.rest
    var blocks = Blocks.none
    var comments: [UInt8] = Array("#".utf8)
    var sign = Sign.none
    /// Whether `set $name value` is a setting besides those without a verb.
    var hasVariables = false
    /// The signs with which a value that is the rest of its line means something else.
    var computing: [UInt8] = []
    /// Whether a line goes on behind a backslash at its end.
    var joinsLines = false
    /// Whether the blanks at the ends of a value that is the rest of its line are a part of it; such a one isn't read.
    var keepsBlanks = false

    func read(_ source: LineSource) -> CommandLines {
        var reader = WordReader(source, self)
        return reader.lines()
    }

    // MARK: Values

    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] {
        guard case .word(let rules) = values else { return Array(spelling) }
        return rules.decoded(spelling)
    }

    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String? {
        switch values {
        case .rest:
            if text.utf8.contains(where: { [0, 0x0A, 0x0D].contains($0) }) { return nil }
            let isComputed = text.utf8.contains(where: computing.contains)
            // A backslash would join the next line, and a brace open a block.
            let last = text.utf8.last ?? 0x20
            let isEnd = joinsLines && last == 0x5C || blocks == .braces && last == 0x7B
            let hasEdge = text.isEmpty || LineDialect.hasBlankEdge(text)
            return hasEdge || isEnd || isComputed ? nil : text
        case .word(let rules): return rules.spelled(text, like: old, style)
        }
    }

    func obstacle(in text: String) -> (what: String, advice: String) {
        if case .word(let rules) = values { return rules.obstacle(in: text) }
        if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            return ("a line break", "Set a text of one line")
        }
        if text.isEmpty { return ("an empty value", "Remove the key instead") }
        return LineDialect.hasBlankEdge(text)
            ? ("blanks at the ends of a value", "Leave them out")
            : (
                "this text with a sign that \(program) gives a meaning to",
                "Leave it out, or edit the file by hand"
            )
    }

    // MARK: Keys

    /// Whether a command's word is the key of a setting.
    func isKey(_ key: String) -> Bool {
        if keys?.contains(key) == true { return true }
        let letters =
            key.utf8.first == UInt8(ascii: "$") && hasVariables
            ? key.utf8.dropFirst() : key.utf8[...]
        let isName =
            letters.first.map(LineText.isLetterOrDigit) == true
            && letters.allSatisfy { LineText.isLetterOrDigit($0) || "_-.".utf8.contains($0) }
        guard isName, !others.contains(LineText.folded(key)) else { return false }
        return isVariable(key) || keys == nil
    }

    func isVariable(_ key: String) -> Bool { hasVariables && key.utf8.first == UInt8(ascii: "$") }

    func objection(to key: String) -> (what: String, advice: String)? {
        if isKey(key) { return nil }
        return ("the key '\(key.escapedForDisplay)'", "Use the name of a setting of \(program)")
    }

    func isNeeded(_ key: ArraySlice<UInt8>, in bytes: [UInt8]) -> Bool {
        guard hasVariables, key.first == UInt8(ascii: "$") else { return false }
        let places = bytes.indices.filter { bytes[$0] == 0x24 && bytes[$0...].starts(with: key) }
        return places.contains { place in
            // Its own lines set it.
            let line = bytes[..<place].reversed().prefix { $0 != 0x0A }.reversed()
            let lead = line.split(whereSeparator: LineText.isBlank)
            return lead.count != 1 || !lead[0].elementsEqual("set".utf8)
        }
    }

    // MARK: New lines

    func group(of key: String) -> Int { isVariable(key) ? 1 : 0 }

    func lead(for key: String) -> String {
        isVariable(key) ? "set " : verb.map { $0 + " " } ?? ""
    }

    func lead(of entry: LineEntry, in bytes: [UInt8]) -> String? {
        guard entry.command.isDisjoint(with: .locks) else { return nil }
        return LineText.string(bytes[entry.range.lowerBound..<entry.key.lowerBound])
    }
}

/// How a program reads a value that is one word.
struct WordRules: Sendable {
    /// What a backslash does; a word with another one isn't read.
    enum Escapes: Sendable {
        case none
        /// As in a shell (glib, `g_shell_unquote`).
        case shell
        /// As in a shell, where shells, Rust's shell_words, Python's shlex and GLib agree.
        case agreedShell
        /// In quotes, it makes text of a quote and of itself.
        case quotes
    }

    /// What `#` is outside of quotes.
    enum Hash: Sendable {
        /// A comment, in the place of a word.
        case comment
        /// A comment, also within a word.
        case commentAnywhere
        /// A comment, also within quotes.
        case commentEverywhere
        /// Text to some programs, so that such a word isn't read.
        case unclear
        /// Text, as all is in a line that doesn't begin with it.
        case text
    }

    var quotes: [UInt8] = Array("\"'".utf8)
    var escapes = Escapes.none
    var hash = Hash.comment
    /// The signs behind which the program computes something, outside of single quotes.
    var computing: [UInt8] = []
    /// More of them, outside of all quotes.
    var bareSigns: [UInt8] = []
    /// The signs that end a command; a word with one outside of quotes isn't read.
    var ends: [UInt8] = []
    /// The signs that are no text at the start of a word.
    var marks: [UInt8] = []
    /// Whether quotes stand around a whole word alone.
    var quotesWhole = false
    /// Whether a new text is in quotes, if it isn't a number.
    var quotesTexts = false

    /// One word.
    struct Word {
        var range: Range<Int>
        /// Without quotes and escapes.
        var bytes: [UInt8] = []
        var isComputed = false
    }

    /// The word at the start of a range; nil where it can't be read.
    func word(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Word? {
        var word = Word(range: range.lowerBound..<range.lowerBound)
        var position = range.lowerBound
        var quote: UInt8?
        while position < range.upperBound {
            let byte = text[position]
            if byte == UInt8(ascii: "#"), hash == .commentEverywhere { break }
            if quote == nil {
                if LineText.isBlank(byte) { break }
                if byte == UInt8(ascii: "#"), hash != .text {
                    if hash == .unclear { return nil }
                    if hash == .commentAnywhere || position == range.lowerBound { break }
                }
                let isFirst = position == range.lowerBound
                if ends.contains(byte) || isFirst && marks.contains(byte) { return nil }
                if quotesWhole, !isFirst,
                    quotes.contains(where: { [byte, text[range.lowerBound]].contains($0) })
                {
                    return nil
                }
            }
            if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
                guard position + 1 < range.upperBound else { return nil }
                let next = text[position + 1]
                switch escapes {
                case .none: return nil
                // Before these, Python keeps the backslash and others don't.
                case .agreedShell where quote != nil && "$`".utf8.contains(next): return nil
                // In quotes it is text before others.
                case .shell where quote != nil && !"\"\\$`".utf8.contains(next):
                    word.bytes.append(byte)
                case .agreedShell where quote != nil && !"\"\\".utf8.contains(next):
                    word.bytes.append(byte)
                case .shell, .agreedShell: break
                case .quotes:
                    guard quote != nil, "\"\\".utf8.contains(next) else { return nil }
                }
                word.bytes.append(next)
                position += 2
                continue
            }
            if byte == quote {
                quote = nil
            } else if quote == nil, quotes.contains(byte) {
                quote = byte
            } else {
                if computing.contains(byte), quote != UInt8(ascii: "'") { word.isComputed = true }
                if bareSigns.contains(byte), quote == nil { word.isComputed = true }
                word.bytes.append(byte)
            }
            position += 1
        }
        guard quote == nil else { return nil }
        word.range = range.lowerBound..<position
        return word
    }

    /// The bytes that the spelling of a word stands for.
    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] {
        Array(spelling).withUnsafeBufferPointer { text in
            word(in: text, 0..<text.count)?.bytes ?? Array(text)
        }
    }

    /// Why there is no way to spell a text, and what to do about it.
    func obstacle(in text: String) -> (what: String, advice: String) {
        text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D })
            ? ("a line break", "Set a text of one line")
            : ("this text with its quotes, signs and backslashes", "Leave one of them out")
    }

    /// The text in the quotes of another value where they can hold it, in others or in none; nil for none.
    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String? {
        if text.utf8.contains(where: { [0, 0x0A, 0x0D].contains($0) }) { return nil }
        let present = old.first.flatMap { quotes.contains($0) ? $0 : nil }
        let others = quotes.map(Optional.some)
        let isBare = !quotesTexts || !old.isEmpty || Double(text) != nil
        let styles = style == .conservative || !isBare ? others : [present] + others
        return styles.lazy.compactMap { quote -> String? in
            let spelled = quote.map { quoted(text, $0) } ?? text
            let bytes = Array(spelled.utf8)
            let isRead = bytes.withUnsafeBufferPointer { buffer in
                let word = word(in: buffer, 0..<buffer.count)
                return word?.range == 0..<buffer.count && word?.isComputed == false
                    && word?.bytes.elementsEqual(text.utf8) == true
            }
            return isRead && !spelled.isEmpty ? spelled : nil
        }.first
    }

    private func quoted(_ text: String, _ quote: UInt8) -> String {
        let sign = String(Unicode.Scalar(quote))
        guard escapes != .none, quote == 0x22 else { return sign + text + sign }
        let signs = (escapes == .shell ? "\"\\$`" : "\"\\").unicodeScalars
        let inner = text.unicodeScalars.map { scalar in
            signs.contains(scalar) ? "\\\(scalar)" : String(scalar)
        }
        return sign + inner.joined() + sign
    }
}
