// Quotes around a value, and comments behind it, in the files of INI's family.

import SettingsModel

/// What may stand in a value's line without being part of the value.
struct ValueMarks: Equatable, Sendable {
    /// What a backslash does.
    enum Escapes: Sendable {
        case none
        /// Within quotes, it makes text of itself and of the quote that is open.
        case quote
        /// Within double quotes, it makes text of itself and of both quotes.
        case quotes
        /// JSON's escapes within double quotes; elsewhere, it makes text of itself and of a comment's sign.
        case json
    }
    /// Which quotes make text of a comment's sign.
    enum Protection: Sendable {
        case none
        /// Those that the value begins with.
        case leading
        /// The first two of a value: a comment begins behind them, or anywhere where there is none.
        case firstPair
        case all
        /// Those that a line's value begins and ends with; before a comment, quotes are text.
        case wholeLine
    }

    /// Which lines the program passes over for the quotes of their values.
    enum Refusal: Sendable {
        case none
        /// Those whose first quote isn't closed.
        case open
        /// Those whose value begins with a quote or a length, and isn't just what that holds.
        case partial
    }

    var quotes: [UInt8] = Array("\"'".utf8)
    var escapes = Escapes.none
    /// What begins a comment behind a value.
    var comments: [UInt8] = []
    /// Whether a comment's sign is text where no blank stands before it.
    var needsBlank = false
    /// Whether a comment stands behind a closing quote alone.
    var isBehindQuoteOnly = false
    var protection = Protection.leading
    var refusal = Refusal.none
    /// Whether quotes may be added and exchanged; otherwise they stay as they are.
    var mayRequote = true
    /// Which texts mean something else to the program where they stand without quotes.
    enum Computing: Sendable {
        case none
        /// One that begins with `%` has its length before it: `%3%a b`.
        case lengths
        /// PHP computes with signs. What is constants, numbers and operators alone is such an expression;
        /// any other text with one, as `Mozilla (X11)`, is a mistake there without quotes.
        case expressions
    }
    var computing = Computing.none
    /// Whether an empty value needs quotes.
    var quotesEmpty = false
    /// Whether a value in quotes may have several lines.
    var spansLines = false
    /// Whether a value without quotes is one word, and the program passes over what stands behind a value.
    var endsAtBlank = false
    /// Whether a tab before the separator is a part of the key: to btop 1.2.13 it makes a name that btop
    /// doesn't have.
    var keysKeepTabs = false
    /// Whether the quotes at the ends of a value are taken off, whatever stands between them.
    var hasOuterQuotes = false
}

// MARK: Reading

extension ValueMarks {
    /// The bytes of a file, or of one value.
    typealias Text = UnsafeBufferPointer<UInt8>

    /// Where a comment begins in a part of a line, or nil where none does.
    func commentStart(in text: Text, _ line: Range<Int>) -> Int? {
        if endsAtBlank { return wordEnd(in: text, line) }
        // Most values have no sign of one.
        guard line.contains(where: { comments.contains(text[$0]) }) else { return nil }
        if protection == .wholeLine, isBetweenQuotes(text, line) { return nil }
        var position =
            countedEnd(from: line.lowerBound, in: text, to: line.upperBound)
            ?? firstPairEnd(in: text, line) ?? line.lowerBound
        var isBehindQuote = false
        while position < line.upperBound {
            let byte = text[position]
            let isBehindBlank = position == 0 || LineText.isBlank(text[position - 1])
            if comments.contains(byte), isBehindBlank || !needsBlank,
                isBehindQuote || !isBehindQuoteOnly
            {
                return position
            }
            if protects(position, from: line.lowerBound), quotes.contains(byte),
                let end = closingQuote(of: position, in: text, to: line.upperBound)
            {
                position = end
                isBehindQuote = true
            } else if isBehindQuoteOnly, !LineText.isBlank(byte) {
                return nil
            } else if escapes == .json, byte == UInt8(ascii: "\\") {
                position += 1
            }
            position += 1
        }
        return nil
    }

    /// What stands behind a word or quotes; nil for nothing.
    private func wordEnd(in text: Text, _ line: Range<Int>) -> Int? {
        guard let first = line.first else { return nil }
        let isQuoted = quotes.contains(text[first])
        let end =
            isQuoted
            ? closingQuote(of: first, in: text, to: line.upperBound).map { $0 + 1 }
            : line.first { LineText.isBlank(text[$0]) }
        return end.flatMap { (end: Int) in
            (end..<line.upperBound).first { !LineText.isBlank(text[$0]) }
        }
    }

    /// Past the first two quotes, where these keep a comment's sign before and between them from being one.
    private func firstPairEnd(in text: Text, _ line: Range<Int>) -> Int? {
        guard protection == .firstPair,
            let open = line.first(where: { quotes.contains(text[$0]) }),
            let close = closingQuote(of: open, in: text, to: line.upperBound)
        else { return nil }
        return close + 1
    }

    /// Why the program passes over a line with such a value, up to the line's end; nil where it doesn't.
    func flaw(in text: Text, _ value: Range<Int>) -> (problem: String, advice: String)? {
        let isOpen = ("the quote isn't closed on its line", "Close the quote, or leave it out")
        if endsAtBlank {
            guard let first = value.first else {
                return (
                    "found no value, so that the next line is read for it",
                    "Write \"\" for an empty text"
                )
            }
            guard quotes.contains(text[first]) else { return nil }
            return closingQuote(of: first, in: text, to: value.upperBound) == nil ? isOpen : nil
        }
        guard refusal != .none, let first = value.first else { return nil }
        if refusal == .open {
            let open = value.first { quotes.contains(text[$0]) }
            let close = open.map { closingQuote(of: $0, in: text, to: value.upperBound) }
            return close == .some(nil) ? isOpen : nil
        }
        var end = first
        if quotes.contains(text[first]) {
            guard let close = closingQuote(of: first, in: text, to: value.upperBound) else {
                return isOpen
            }
            end = close + 1
        } else if text[first] == UInt8(ascii: "%") {
            guard let close = countedEnd(from: first, in: text, to: value.upperBound) else {
                return ("found '%' without the length of the text", "Put the value in quotes")
            }
            end = close
        } else {
            return nil
        }
        guard let rest = text[end..<value.upperBound].first(where: { !LineText.isBlank($0) }),
            !comments.contains(rest)
        else { return nil }
        return (
            "found text behind the end of the value",
            "Put all of the value in quotes that it doesn't hold itself"
        )
    }

    /// The end of a text that has its length before it, or nil.
    func countedEnd(from start: Int, in text: Text, to end: Int) -> Int? {
        guard computing == .lengths, start < end, text[start] == UInt8(ascii: "%") else {
            return nil
        }
        let digits = text[start + 1..<end].prefix { (0x30...0x39).contains($0) }
        let first = digits.endIndex + 1
        guard digits.endIndex < end, text[digits.endIndex] == UInt8(ascii: "%"),
            let count = Int(String(decoding: digits, as: UTF8.self)), count <= end - first
        else { return nil }
        return first + count
    }

    /// Whether a text has its length before it.
    private func isCounted(_ text: ArraySlice<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { countedEnd(from: 0, in: $0, to: $0.count) == $0.count }
    }

    private func protects(_ position: Int, from start: Int) -> Bool {
        switch protection {
        case .none, .firstPair, .wholeLine: false
        case .leading: position == start
        case .all: true
        }
    }

    /// Whether a line begins and ends with the same quote, but for blanks.
    func isBetweenQuotes(_ text: Text, _ line: Range<Int>) -> Bool {
        let first = line.first { !LineText.isBlank(text[$0]) } ?? line.upperBound
        let last = line.last { !LineText.isBlank(text[$0]) } ?? line.lowerBound
        return first < last && quotes.contains(text[first]) && text[last] == text[first]
    }

    /// The quote that closes the one at a position, or nil.
    func closingQuote(of start: Int, in text: Text, to end: Int) -> Int? {
        let quote = text[start]
        var position = start + 1
        while position < end {
            if text[position] == quote { return position }
            let isEscape =
                text[position] == UInt8(ascii: "\\") && position + 1 < end
                && isEscaped(text[position + 1], in: quote)
            position += isEscape ? 2 : 1
        }
        return nil
    }

    /// Whether a backslash before a byte goes with it in these quotes.
    private func isEscaped(_ byte: UInt8, in quote: UInt8) -> Bool {
        switch escapes {
        case .none: false
        case .quote: byte == quote || byte == UInt8(ascii: "\\")
        case .quotes: quote == 0x22 && "\"'\\".utf8.contains(byte)
        case .json: quote == 0x22
        }
    }

    /// Whether all of a value is in one pair of quotes.
    private func isWhole(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count > 1, let first = text.first, quotes.contains(first) else { return false }
        if hasOuterQuotes { return text.last == first }
        return text.withUnsafeBufferPointer {
            closingQuote(of: 0, in: $0, to: $0.count) == $0.count - 1
        }
    }

    /// What the bytes of a value stand for.
    func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        if isCounted(text) {
            return Array(text.dropFirst().drop { $0 != UInt8(ascii: "%") }.dropFirst())
        }
        guard isWhole(text), let quote = text.first else {
            return escapes == .json ? unescaped(text) { ";#\\".utf8.contains($0) } : Array(text)
        }
        let inner = text.dropFirst().dropLast()
        guard escapes == .json else { return unescaped(inner) { isEscaped($0, in: quote) } }
        // npm's ini takes single quotes off first, and leaves what isn't JSON then as it stands.
        let json = quote == 0x22 ? text : inner
        let document = try? Format.json.parse([0x5B] + json + [0x5D])  // nil: not JSON
        guard case .array(let values)? = document?.root, values.count == 1,
            case .string(let string) = values[0]
        else { return Array(json) }
        return Array(string.utf8)
    }

    private func unescaped(
        _ text: ArraySlice<UInt8>,
        where isEscaped: (UInt8) -> Bool
    ) -> [UInt8] {
        guard text.contains(UInt8(ascii: "\\")) else { return Array(text) }
        var result: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let next = rest.first, isEscaped(next) {
                result.append(next)
                rest.removeFirst()
            } else {
                result.append(byte)
            }
        }
        return result
    }
}

// MARK: Writing

extension ValueMarks {
    /// The text as it may stand in place of `old`, in its quotes if that's possible; nil where these
    /// files have no way to say it.
    ///
    /// The first spelling that reads as the text.
    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String? {
        let hasLines = text.utf8.contains { $0 == 0x0A || $0 == 0x0D }
        let counted = computing == .lengths && !hasLines ? "%\(text.utf8.count)%\(text)" : nil
        if let counted, isCounted(old), style == .natural { return counted }
        return styles(like: old, style).lazy.compactMap { quote -> String? in
            guard !hasLines || quote != nil && spansLines || quote == 0x22 && escapes == .json
            else {
                return nil
            }
            let spelling = quote.map { quoted(text, $0) } ?? bare(text)
            let needsQuotes = text.isEmpty ? quotesEmpty : isComputed(text)
            guard quote != nil || !needsQuotes, reads(Array(spelling.utf8), as: text) else {
                return nil
            }
            return quote == nil && LineDialect.hasBlankEdge(text) ? nil : spelling
        }.first ?? counted
    }

    /// Whether a text that stands without quotes would mean something else to the program.
    private func isComputed(_ text: String) -> Bool {
        switch computing {
        case .none: return false
        case .lengths: return text.utf8.first == UInt8(ascii: "%")
        case .expressions:
            let operators = "|&~!^()".utf8
            guard
                text.utf8.contains(where: { "=\"?{}".utf8.contains($0) || operators.contains($0) })
            else {
                return false
            }
            let constants = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ ".utf8
            return !text.utf8.allSatisfy { constants.contains($0) || operators.contains($0) }
        }
    }

    private func reads(_ spelling: [UInt8], as text: String) -> Bool {
        let isCut = spelling.withUnsafeBufferPointer {
            commentStart(in: $0, 0..<$0.count) != nil || flaw(in: $0, 0..<$0.count) != nil
        }
        return !isCut && decoded(spelling[...]).elementsEqual(text.utf8)
    }

    /// The quote in which all of a value is, or nil.
    func quote(of text: ArraySlice<UInt8>) -> UInt8? { isWhole(text) ? text.first : nil }

    /// The quotes to try, the best first; nil for none.
    private func styles(like old: ArraySlice<UInt8>, _ style: EditStyle) -> [UInt8?] {
        let present = quote(of: old)
        guard mayRequote else { return [present] }
        let others = quotes.filter { $0 != present }.map(Optional.some)
        if style == .conservative { return quotes.map(Optional.some) + [nil] }
        return present == nil ? [nil] + others : [present] + others + [nil]
    }

    private func bare(_ text: String) -> String {
        escapes == .json ? Self.escaping(comments, in: text) : text
    }

    private func quoted(_ text: String, _ quote: UInt8) -> String {
        if escapes == .json, quote == 0x22 { return StringEscapes.json.quoted(text) }
        let sign = String(Unicode.Scalar(quote))
        let hasEscapes = isEscaped(UInt8(ascii: "\\"), in: quote)
        return sign + (hasEscapes ? Self.escaping([quote, 0x5C], in: text) : text) + sign
    }

    private static func escaping(_ signs: [UInt8], in text: String) -> String {
        text.unicodeScalars.map { scalar in
            let isSign = scalar.isASCII && signs.contains(UInt8(truncatingIfNeeded: scalar.value))
            return isSign ? "\\\(scalar)" : String(scalar)
        }.joined()
    }
}

// MARK: Doubts

extension LineDocument {
    /// What looks like a comment behind a value without quotes, or in its place, up to the end of its line,
    /// where nobody knows what the program takes for one; nil for none.
    func doubtfulComment(in value: ArraySlice<UInt8>) -> Range<Int>? {
        let signs = dialect.doubtfulComments
        guard value.contains(where: signs.contains), dialect.marks?.quote(of: value) == nil else {
            return nil
        }
        var isBehindText = false
        for position in value.indices {
            let byte = value[position]
            if byte == 0x0A || byte == 0x0D { isBehindText = false }
            let isColour = value[position...].isColour(inList: value.first == UInt8(ascii: "#"))
            if signs.contains(byte),
                isBehindText && LineText.isBlank(value[position - 1]) && !isColour
                    || position == value.startIndex
                        && value.dropFirst().first.map(LineText.isBlank) == true
            {
                let line = value[position...].prefix { $0 != 0x0A && $0 != 0x0D }
                return line.startIndex..<line.endIndex
            }
            if !LineText.isBlank(byte), byte != 0x0A, byte != 0x0D { isBehindText = true }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Whether it begins with `#` and 6 or 8 hexadecimal digits, or 3 or 4 in a list of colours: elsewhere
    /// those may be a word, as in `#bad`.
    fileprivate func isColour(inList isList: Bool) -> Bool {
        guard first == UInt8(ascii: "#") else { return false }
        let digits = dropFirst().prefix { byte in LineText.isLetterOrDigit(byte) }
        return (isList ? [3, 4, 6, 8] : [6, 8]).contains(digits.count)
            && digits.allSatisfy { byte in byte <= 0x39 || (0x41...0x46).contains(byte & 0xDF) }
    }
}
