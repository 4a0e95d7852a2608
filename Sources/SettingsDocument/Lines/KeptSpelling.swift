// A new text over an old one: the lines and quotes of the old spelling stay where its text stays.

import SettingsModel

/// The spelling of a value that gets another text.
struct KeptSpelling {
    let dialect: LineDialect
    let old: ArraySlice<UInt8>

    /// A text spelled with the front and the end of the old spelling that say the same as the text's; nil where
    /// that would be read as another text, or the old spelling has no lines, quotes or escapes to keep.
    func spelled(_ text: String) -> String? {
        let hasLines = dialect.continuation != .none && old.contains { $0 == 0x0A || $0 == 0x0D }
        let hasQuotes = dialect.quoting == .git && old.contains(UInt8(ascii: "\""))
        let hasEscapes = dialect.quoting == .java && old.contains(UInt8(ascii: "\\"))
        guard hasLines || hasQuotes || hasEscapes, !text.isEmpty else { return nil }
        let (front, end, lastEnd) = sameParts(as: Array(text.utf8))
        // Quotes and indentation say nothing, so they may stand in either part.
        let choices = [
            (front, max(front, end)), (front, max(front, lastEnd)), (min(front, end), end),
        ]
        return choices.compactMap { spelled(text, $0.0, $0.1) }.min {
            $0.utf8.count < $1.utf8.count
        }
    }

    private func spelled(_ text: String, _ front: Int, _ end: Int) -> String? {
        guard front > old.startIndex || end < old.endIndex else { return nil }
        let new = Array(text.utf8)
        let start = count(upTo: front)
        let rest = dialect.decoded(old).count - count(upTo: end)
        guard start + rest <= new.count,
            let middle = within(String(decoding: new[start..<new.count - rest], as: UTF8.self)),
            let spelled = LineText.string(old[..<front] + middle.utf8 + old[end...]),
            reads(Array(spelled.utf8), as: text)
        else { return nil }
        return spelled
    }

    /// Where the longest front ends that says no more than a text begins with, and where the longest end begins;
    /// `lastEnd` is the last place that says the same as `end`.
    private func sameParts(as new: [UInt8]) -> (front: Int, end: Int, lastEnd: Int) {
        let said = dialect.decoded(old)
        var same = zip(said, new).prefix { $0 == $1 }.count
        while same > 0, same < new.count, !new[same].beginsScalar { same -= 1 }
        let most = min(said.count, new.count) - same
        var sameEnd = zip(said.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
        while sameEnd > 0, !new[new.count - sameEnd].beginsScalar { sameEnd -= 1 }
        let places = places
        let front = places.partitioningIndex { count(upTo: $0) > same } - 1
        let end = places.partitioningIndex { count(upTo: $0) >= said.count - sameEnd }
        let lastEnd = places.partitioningIndex { count(upTo: $0) > said.count - sameEnd } - 1
        return (places[max(front, 0)], places[min(end, places.count - 1)], places[max(lastEnd, 0)])
    }

    /// The places between two characters of the old spelling, but those in comments between its lines and in the
    /// ends of its lines.
    private var places: [Int] {
        let comments = LineText.lines(old).dropFirst().filter(dialect.isComment)
        let isEnd: (Int) -> Bool = { $0 < old.endIndex && (old[$0] == 0x0A || old[$0] == 0x0D) }
        return (old.startIndex...old.endIndex).filter { place in
            let isLineEnd =
                isEnd(place) && (old[..<place].last == 0x0D || LineText.isContinued(old[..<place]))
            return !isLineEnd && !isInEscape(place)
                && !comments.contains { $0.startIndex < place && place <= $0.endIndex }
        }
    }

    /// Whether a place is behind the backslash of an escape, or among the digits of one.
    private func isInEscape(_ place: Int) -> Bool {
        guard dialect.quoting != .none else { return false }
        if LineText.isContinued(old[..<place]) { return true }
        guard dialect.quoting == .java, let letter = old[..<place].suffix(4).lastIndex(of: 0x75)
        else { return false }
        return LineText.isContinued(old[..<letter])
    }

    /// How many bytes the old spelling says up to a place.
    private func count(upTo place: Int) -> Int {
        // Blanks at the end would go, but for what follows.
        dialect.decoded(old[..<place] + [UInt8(ascii: "x")]).count - 1
    }

    /// A text as it stands within a value; nil where the dialect has other means.
    private func within(_ text: String) -> String? {
        switch dialect.quoting {
        case .none: text
        case .git: text.utf8.contains(0x0D) ? nil : StringEscapes.git.escaped(text)
        case .java: LineDialect.javaText(text)
        case .desktop, .kconfig, .shell: nil
        }
    }

    /// Whether a spelling is the whole value of a key, and says a text.
    private func reads(_ spelling: [UInt8], as text: String) -> Bool {
        let key = Array(("k" + dialect.newSeparator).utf8)
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

extension UInt8 {
    /// Whether a Unicode scalar begins with this byte in UTF-8.
    fileprivate var beginsScalar: Bool { self & 0xC0 != 0x80 }
}
