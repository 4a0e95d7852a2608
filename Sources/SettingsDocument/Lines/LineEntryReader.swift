// Reads one key and its value, over as many lines as it takes.

import SettingsModel

/// One entry of a line-based file.
struct LineEntryReader {
    let source: LineSource
    /// From the first byte that is no blank to the end of the first line.
    let line: Range<Int>
    /// The comment behind the value.
    var comments: [Range<Int>] = []

    var text: UnsafeBufferPointer<UInt8> { source.text }
    var dialect: LineDialect { source.dialect }

    /// Creates a reader of the entry that begins a line.
    init(_ source: LineSource, _ line: Range<Int>) {
        self.source = source
        self.line = line
    }

    /// The entry, or nil for a line that says nothing and is left alone.
    mutating func entry(in section: Int) throws(DocumentError) -> LineEntry? {
        let keyStart = exportEnd
        let logicalEnd =
            dialect.quoting == .java ? try backslashEnd(line.upperBound) : keyLineEnd
        let separator = keyStop(from: keyStart, to: logicalEnd)
        var keyEnd = separator
        // A blank before Java's separator is one itself, or it's escaped and the key's own.
        while dialect.quoting != .java, keyEnd > keyStart, isPadding(text[keyEnd - 1]) {
            keyEnd -= 1
        }
        if text[keyStart..<keyEnd].contains(0) {
            throw source.fail(
                "found NUL in a key",
                at: keyStart,
                advice: "Take the NUL out; if more stand there, restore the file from a copy",
                code: .control
            )
        }
        guard let valueStart = valueStart(from: separator, to: logicalEnd) else {
            if logicalEnd < line.upperBound, dialect.quoting != .java {
                comments.append(logicalEnd..<line.upperBound)
            }
            let end = max(logicalEnd, line.upperBound)
            return try valueless(keyStart..<keyEnd, end: end, section)
        }
        guard try checkKey(keyStart..<keyEnd) else { return nil }
        let (valueEnd, end) = try valueEnd(from: valueStart)
        if dialect.quoting == .java { try checkEscapes(in: keyStart..<valueEnd) }
        var entry = LineEntry(
            line.lowerBound..<max(valueStart, end),
            key: keyStart..<keyEnd,
            value: valueStart..<max(valueStart, valueEnd),
            in: section
        )
        if dialect.quoting == .kconfig { takeFlags(of: &entry) }
        return entry
    }

    // MARK: Keys

    /// Whether a byte is no part of a key that it stands behind.
    private func isPadding(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\t") ? dialect.marks?.keysKeepTabs != true : byte == UInt8(ascii: " ")
    }

    /// Where the key's line ends: before a comment where that may stand anywhere.
    private var keyLineEnd: Int {
        guard let marks = dialect.marks, !marks.isBehindQuoteOnly, !marks.endsAtBlank,
            let comment = marks.commentStart(in: text, line)
        else { return line.upperBound }
        // A sign behind the separator is the value's matter.
        let hasSeparator = text[line.lowerBound..<comment].contains(
            where: dialect.separators.contains
        )
        return hasSeparator ? line.upperBound : comment
    }

    /// Past the word `export` and its blanks, or two dashes, where the dialect has them.
    private var exportEnd: Int {
        if dialect.loneKeys?.hasDashes == true, text[line].starts(with: "--".utf8) {
            return line.lowerBound + 2
        }
        let word = Array("export".utf8)
        let end = line.lowerBound + word.count
        guard dialect.quoting == .shell, end < line.upperBound,
            text[line.lowerBound..<end].elementsEqual(word), LineText.isBlank(text[end])
        else { return line.lowerBound }
        let key = source.blanksEnd(from: end)
        // `export = 1` is a key of that name.
        return key < line.upperBound && text[key] != UInt8(ascii: "=") ? key : line.lowerBound
    }

    /// Where the key's text ends, blanks included: a separator, or the end.
    private func keyStop(from start: Int, to end: Int) -> Int {
        var stop = start
        while stop < end, !dialect.separators.contains(text[stop]) {
            if dialect.isBlankSeparator, source.isBlank(text[stop]) { break }
            if dialect.quoting == .java, text[stop] == UInt8(ascii: "\\") {
                stop = LineText.continued(text, at: stop) ?? stop + 2
            } else {
                stop += 1
            }
        }
        return min(stop, end)
    }

    /// Where the value begins, or nil where no separator stands.
    private func valueStart(from stop: Int, to end: Int) -> Int? {
        guard stop < end else { return nil }
        // Blanks alone between a key and nothing say no more than the key alone.
        guard !dialect.separators.isEmpty || skipBlanks(from: stop, to: end) < end else {
            return nil
        }
        var start = stop
        if dialect.isBlankSeparator { start = skipBlanks(from: start, to: end) }
        if start < end, dialect.separators.contains(text[start]) { start += 1 }
        return min(skipBlanks(from: start, to: end), end)
    }

    private func skipBlanks(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end {
            if source.isBlank(text[position]) {
                position += 1
            } else if dialect.quoting == .java, let next = LineText.continued(text, at: position) {
                position = next
            } else {
                break
            }
        }
        return position
    }

    /// Whether the text before a separator is a key; false where the line says nothing.
    private func checkKey(_ key: Range<Int>) throws(DocumentError) -> Bool {
        guard !key.isEmpty else {
            guard dialect.quoting == .java else {
                throw source.fail(
                    "found no key before the separator",
                    at: key.lowerBound,
                    advice: "Write the key's name before it, or remove the line"
                )
            }
            return true
        }
        switch dialect.quoting {
        case .git:
            let first = text[key.lowerBound]
            let isName = text[key].allSatisfy {
                LineText.isLetterOrDigit($0) || $0 == UInt8(ascii: "-")
            }
            guard isName, !(0x30...0x39).contains(first), first != UInt8(ascii: "-") else {
                throw source.fail(
                    "found a key with other characters than letters, digits and '-'",
                    at: key.lowerBound,
                    advice: "Use these alone, with a letter in front; a comment begins with '#' or "
                        + "';'"
                )
            }
        case .shell:
            if text[key.lowerBound] == UInt8(ascii: "'") {
                throw source.fail(
                    "found a key in quotes",
                    at: key.lowerBound,
                    advice: "Write the key without quotes"
                )
            }
            // `a b = 1` and `a # = 1` are no assignments.
            return !text[key].contains { LineText.isBlank($0) || $0 == UInt8(ascii: "#") }
        case .none where dialect.separators.isEmpty:
            let isWord: (UInt8) -> Bool = {
                LineText.isLetterOrDigit($0) || "_-.".utf8.contains($0)
            }
            guard text[key].allSatisfy(isWord), LineText.isLetterOrDigit(text[key.lowerBound])
            else {
                throw source.fail(
                    "found no key at the start of the line",
                    at: key.lowerBound,
                    advice: "Begin the line with a key of letters, digits, '_', '-' and '.', or "
                        + "with '#' for a comment"
                )
            }
        default: break
        }
        return true
    }

    private func valueless(
        _ key: Range<Int>,
        end: Int,
        _ section: Int
    ) throws(DocumentError) -> LineEntry? {
        if dialect.quoting == .shell { return nil }
        if dialect.quoting == .java { try checkEscapes(in: key) }
        if dialect.quoting == .kconfig, text[key].suffix(4).elementsEqual("[$d]".utf8) {
            var deletion = bareEntry(key, end: end, section)
            deletion.isDeletion = true
            return deletion
        }
        let isPlain = dialect.quoting == .java || !text[key].contains(where: LineText.isBlank)
        guard dialect.loneKeys != nil, isPlain, try checkKey(key) else {
            let isBlank = dialect.isBlankSeparator
            throw source.fail(
                "found a line without \(isBlank ? "a value" : "'='")",
                at: line.lowerBound,
                advice: "Write it as key\(dialect.newKey.separator)value, or put "
                    + "'\(Unicode.Scalar(dialect.comments[0]))' before a comment"
            )
        }
        if dialect.continuation == .indentation, try indentationEnd() > end {
            throw source.fail(
                "found an indented line below a key without a value",
                at: end,
                advice: "Write '=' behind the key, or begin the line without blanks"
            )
        }
        return bareEntry(key, end: end, section)
    }

    private func bareEntry(_ key: Range<Int>, end: Int, _ section: Int) -> LineEntry {
        LineEntry(line.lowerBound..<end, key: key, value: nil, in: section)
    }

    /// Refuses `\u` without its four digits, as Java does.
    private func checkEscapes(in range: Range<Int>) throws(DocumentError) {
        var position = range.lowerBound
        while position + 1 < range.upperBound {
            if text[position] != UInt8(ascii: "\\") {
                position += 1
            } else if let next = LineText.continued(text, at: position) {
                position = next
            } else if text[position + 1] != UInt8(ascii: "u") {
                position += 2
            } else if let end = digitsEnd(from: position + 2, to: range.upperBound) {
                position = end
            } else {
                throw source.fail(
                    "found '\\u' without four hexadecimal digits",
                    at: position,
                    advice:
                        "Write the character's four digits, for example \\u00e9, or the backslash as \\\\"
                )
            }
        }
    }

    /// Past the four digits of a character, or nil where they aren't; lines are joined before.
    private func digitsEnd(from start: Int, to end: Int) -> Int? {
        var position = start
        var count = 0
        while count < 4, position < end {
            if let next = LineText.continued(text, at: position) {
                position = next
            } else {
                guard text[position].hexValue != nil else { return nil }
                count += 1
                position += 1
            }
        }
        return count == 4 ? position : nil
    }

    /// Takes the flags off a key of KConfig: `Path[$e]`.
    private func takeFlags(of entry: inout LineEntry) {
        let key = entry.key
        guard text[key].last == UInt8(ascii: "]"),
            let open = text[key].lastIndex(of: UInt8(ascii: "[")), open > key.lowerBound,
            text[open + 1] == UInt8(ascii: "$")
        else { return }
        entry.isImmutable = text[open..<key.upperBound].contains(UInt8(ascii: "i"))
        entry.keyEnd = Int32(open)
    }
}
