// The lines, quotes and escapes of a value in a file of lines, which stay where its text stays.

import SettingsModel

extension SpelledText {
    /// A text over the spelling of another one, with as much of that as says the same; nil where it would be
    /// read as another text, or nothing is to be kept.
    static func kept(
        _ text: String,
        over old: ArraySlice<UInt8>,
        in dialect: LineDialect
    ) -> String? {
        let hasLines = dialect.continuation != .none && old.contains { $0 == 0x0A || $0 == 0x0D }
        let hasQuotes = dialect.quoting == .git && old.contains(UInt8(ascii: "\""))
        let hasEscapes = dialect.quoting == .java && old.contains(UInt8(ascii: "\\"))
        guard hasLines || hasQuotes || hasEscapes, !text.isEmpty, !dialect.decoded(old).isEmpty
        else { return nil }
        // Where both are as short, a text is added behind quotes and indentation.
        let changes = Self(old, in: dialect).changes(to: text).reversed()
        let spellings = changes.compactMap { change -> String? in
            guard change.place != old.indices, let middle = within(change.text, dialect) else {
                return nil
            }
            let front = old[..<change.place.lowerBound]
            return LineText.string(front + middle.utf8 + old[change.place.upperBound...])
        }
        return spellings.filter { reads(Array($0.utf8), as: text, dialect) }.min {
            $0.utf8.count < $1.utf8.count
        }
    }

    /// Reads the spelling of a value.
    private init(_ old: ArraySlice<UInt8>, in dialect: LineDialect) {
        let places = Self.places(in: old, dialect)
        // Blanks at the end would go, but for what follows.
        let count: (Int) -> Int = {
            dialect.decoded(old[..<$0] + [UInt8(ascii: "x")]).count - 1
        }
        self.init(Array(dialect.decoded(old)), in: old.indices) { index in
            let end = places.partitioningIndex { count($0) > index }
            return places[max(end - 1, 0)]..<places[min(end, places.count - 1)]
        }
    }

    /// The places between two characters of a spelling, but those in comments between its lines and in the ends
    /// of its lines.
    private static func places(in old: ArraySlice<UInt8>, _ dialect: LineDialect) -> [Int] {
        let comments = LineText.lines(old).dropFirst().filter(dialect.isComment)
        let isEnd: (Int) -> Bool = { $0 < old.endIndex && (old[$0] == 0x0A || old[$0] == 0x0D) }
        return (old.startIndex...old.endIndex).filter { place in
            let isLineEnd =
                isEnd(place) && (old[..<place].last == 0x0D || LineText.isContinued(old[..<place]))
            return !isLineEnd && !isInEscape(old[..<place], dialect)
                && !comments.contains { $0.startIndex < place && place <= $0.endIndex }
        }
    }

    /// Whether a spelling ends behind the backslash of an escape, or among the digits of one.
    private static func isInEscape(_ old: ArraySlice<UInt8>, _ dialect: LineDialect) -> Bool {
        guard dialect.quoting != .none else { return false }
        if LineText.isContinued(old) { return true }
        guard dialect.quoting == .java, let letter = old.suffix(4).lastIndex(of: 0x75) else {
            return false
        }
        return LineText.isContinued(old[..<letter])
    }

    /// A text as it stands within a value; nil where the dialect has other means.
    private static func within(_ text: String, _ dialect: LineDialect) -> String? {
        switch dialect.quoting {
        case .none: text
        case .git: text.utf8.contains(0x0D) ? nil : StringEscapes.git.escaped(text)
        case .java: LineDialect.javaText(text)
        case .desktop, .kconfig, .shell: nil
        }
    }

    /// Whether a spelling is the whole value of a key, and says a text.
    private static func reads(
        _ spelling: [UInt8],
        as text: String,
        _ dialect: LineDialect
    ) -> Bool {
        let key = Array(("k" + dialect.newKey.separator).utf8)
        let bytes = key + spelling + [0x0A]
        return bytes.withUnsafeBufferPointer { buffer in
            let source = LineSource(bytes: bytes, text: buffer, dialect: dialect)
            // nil: it can't be read
            guard let end = try? source.lineEnd(from: 0) else { return false }
            var reader = LineEntryReader(source, 0..<end)
            guard let entry = try? reader.entry(in: 1), reader.comments.isEmpty,
                entry.value == key.count..<key.count + spelling.count,
                entry.range.upperBound == bytes.count - 1
            else { return false }
            return dialect.decoded(bytes[entry.value]).elementsEqual(text.utf8)
        }
    }
}
