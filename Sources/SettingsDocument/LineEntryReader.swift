// Reads one key and its value, over as many lines as it takes.

import SettingsModel

/// One entry of a line-based file.
struct LineEntryReader {
    private let source: LineSource
    /// From the first byte that is no blank to the end of the first line.
    private let line: Range<Int>
    /// The comment behind the value.
    private(set) var comments: [Range<Int>] = []

    private var text: UnsafeBufferPointer<UInt8> { source.text }
    private var dialect: LineDialect { source.dialect }

    /// Creates a reader of the entry that begins a line.
    init(_ source: LineSource, _ line: Range<Int>) {
        self.source = source
        self.line = line
    }

    /// The entry, or nil for a line that says nothing and is left alone.
    mutating func entry(in section: Int) throws(DocumentError) -> LineEntry? {
        let keyStart = exportEnd
        let logicalEnd =
            dialect.quoting == .java ? try backslashEnd(line.upperBound) : line.upperBound
        let separator = keyStop(from: keyStart, to: logicalEnd)
        var keyEnd = separator
        while keyEnd > keyStart, LineText.isBlank(text[keyEnd - 1]) { keyEnd -= 1 }
        if text[keyStart..<keyEnd].contains(0) {
            throw source.fail("found NUL in a key", at: keyStart, code: .control)
        }
        guard let valueStart = valueStart(from: separator, to: logicalEnd) else {
            return try valueless(keyStart..<keyEnd, end: logicalEnd, section)
        }
        guard try checkKey(keyStart..<keyEnd) else { return nil }
        let (valueEnd, end) = try valueEnd(from: valueStart)
        var entry = LineEntry(
            start: Int32(line.lowerBound),
            keyStart: Int32(keyStart),
            keyEnd: Int32(keyEnd),
            valueStart: Int32(valueStart),
            valueEnd: Int32(max(valueStart, valueEnd)),
            end: Int32(max(valueStart, end)),
            section: Int32(section),
            hasSeparator: true
        )
        if dialect.quoting == .kconfig { takeFlags(of: &entry) }
        return entry
    }

    // MARK: Keys

    /// Past the word `export` and its blanks, where the dialect has it.
    private var exportEnd: Int {
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
            if dialect.isBlankSeparator, LineText.isBlank(text[stop]) { break }
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
        var start = stop
        if dialect.isBlankSeparator { start = skipBlanks(from: start, to: end) }
        if start < end, dialect.separators.contains(text[start]) { start += 1 }
        return min(skipBlanks(from: start, to: end), end)
    }

    private func skipBlanks(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end {
            if LineText.isBlank(text[position]) {
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
                throw source.fail("found no key before the separator", at: key.lowerBound)
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
                    at: key.lowerBound
                )
            }
        case .shell:
            if text[key.lowerBound] == UInt8(ascii: "'") {
                throw source.fail("found a key in quotes", at: key.lowerBound)
            }
            // `a b = 1` and `a # = 1` are no assignments.
            return !text[key].contains { LineText.isBlank($0) || $0 == UInt8(ascii: "#") }
        case .none where dialect.separators.isEmpty:
            let isWord: (UInt8) -> Bool = {
                LineText.isLetterOrDigit($0) || "_-.".utf8.contains($0)
            }
            guard text[key].allSatisfy(isWord), LineText.isLetterOrDigit(text[key.lowerBound])
            else {
                throw source.fail("found no key at the start of the line", at: key.lowerBound)
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
        if dialect.quoting == .kconfig, text[key].suffix(4).elementsEqual("[$d]".utf8) {
            return nil
        }
        let isPlain = dialect.quoting == .java || !text[key].contains(where: LineText.isBlank)
        guard dialect.valuelessText != nil, isPlain, try checkKey(key) else {
            let expected = dialect.separators.isEmpty ? "a value" : "'='"
            throw source.fail("found a line without \(expected)", at: line.lowerBound)
        }
        if dialect.continuation == .indentation, try indentationEnd() > end {
            throw source.fail("found an indented line below a key without a value", at: end)
        }
        return LineEntry(
            start: Int32(line.lowerBound),
            keyStart: Int32(key.lowerBound),
            keyEnd: Int32(key.upperBound),
            valueStart: Int32(key.upperBound),
            valueEnd: Int32(key.upperBound),
            end: Int32(end),
            section: Int32(section),
            hasSeparator: false
        )
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

    // MARK: Values

    /// Where the value's own text ends, and where its last line does.
    private mutating func valueEnd(
        from start: Int
    ) throws(DocumentError) -> (value: Int, end: Int) {
        switch dialect.quoting {
        case .git: return try gitValueEnd(from: start)
        case .shell: return try shellValueEnd(from: start)
        default: break
        }
        let end: Int
        switch dialect.continuation {
        case .none: end = line.upperBound
        case .backslash: end = try backslashEnd(line.upperBound)
        case .leadingBackslash: end = try leadingBackslashEnd()
        case .indentation: end = try indentationEnd()
        }
        return (dialect.keepsFinalBlanks ? end : blanksStart(before: end, from: start), end)
    }

    private func blanksStart(before end: Int, from start: Int) -> Int {
        var end = end
        while end > start, LineText.isBlank(text[end - 1]) { end -= 1 }
        return end
    }

    /// The end of the lines that backslashes join; comment lines between them don't count in systemd.
    private func backslashEnd(_ first: Int) throws(DocumentError) -> Int {
        var end = first
        var last = first
        var start = line.lowerBound
        while LineText.isContinued(text[start..<last]), source.nextLine(last) < text.count {
            let next = source.nextLine(last)
            start = source.blanksEnd(from: next)
            last = try source.lineEnd(from: start)
            while dialect.quoting == .none, start < last, dialect.comments.contains(text[start]) {
                let following = source.nextLine(last)
                guard following > last else { return end }
                start = source.blanksEnd(from: following)
                last = try source.lineEnd(from: start)
            }
            end = last
        }
        return end
    }

    private func leadingBackslashEnd() throws(DocumentError) -> Int {
        var end = line.upperBound
        while true {
            let start = source.blanksEnd(from: source.nextLine(end))
            guard start > end, start < text.count, text[start] == UInt8(ascii: "\\") else {
                return end
            }
            end = try source.lineEnd(from: start)
        }
    }

    /// The end of the lines that are indented deeper; blank lines and comments may stand among them.
    private func indentationEnd() throws(DocumentError) -> Int {
        var end = line.upperBound
        var last = end
        let indent = line.lowerBound - lineStart
        while true {
            let next = source.nextLine(last)
            guard next > last, next < text.count else { return end }
            let start = source.blanksEnd(from: next)
            last = try source.lineEnd(from: start)
            if start == last || dialect.comments.contains(text[start]) { continue }
            guard start - next > indent else { return end }
            end = last
        }
    }

    private var lineStart: Int {
        var start = line.lowerBound
        while start > 0, LineText.isBlank(text[start - 1]) { start -= 1 }
        return start
    }

    private mutating func gitValueEnd(
        from start: Int
    ) throws(DocumentError) -> (value: Int, end: Int) {
        var position = start
        var isQuoted = false
        while position < text.count {
            let byte = text[position]
            if byte == 0x0A || byte == 0x0D { break }
            if byte == UInt8(ascii: "\\") {
                position = try gitEscapeEnd(from: position)
                continue
            }
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == 0 {
                throw source.fail("found NUL in a value", at: position, code: .control)
            }
            if !isQuoted, dialect.comments.contains(byte) { break }
            position += 1
        }
        guard !isQuoted else {
            throw source.fail("the quote isn't closed on its line", at: start)
        }
        let end = try source.lineEnd(from: position)
        if position < end { comments.append(position..<end) }
        return (blanksStart(before: position, from: start), end)
    }

    private func gitEscapeEnd(from start: Int) throws(DocumentError) -> Int {
        if let next = LineText.lineBreakEnd(text, at: start + 1) { return next }
        guard start + 1 < text.count, "ntb\"\\".utf8.contains(text[start + 1]) else {
            throw source.fail("found an escape that stands for nothing", at: start)
        }
        return start + 2
    }

    private mutating func shellValueEnd(
        from start: Int
    ) throws(DocumentError) -> (value: Int, end: Int) {
        var position = start
        let quote = start < line.upperBound ? text[start] : 0
        if quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
            position += 1
            while position < text.count, text[position] != quote {
                position += text[position] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard position < text.count else {
                throw source.fail("the quote isn't closed", at: start)
            }
            position += 1
            let end = try source.lineEnd(from: position)
            let rest = source.blanksEnd(from: position)
            guard rest == end || text[rest] == UInt8(ascii: "#") else {
                throw source.fail("found text behind the closing quote", at: rest)
            }
            if rest < end { comments.append(rest..<end) }
            return (position, end)
        }
        let end = line.upperBound
        while position < end {
            let isBehindBlank = position > 0 && LineText.isBlank(text[position - 1])
            if text[position] == UInt8(ascii: "#"), isBehindBlank {
                comments.append(position..<end)
                break
            }
            position += 1
        }
        return (blanksStart(before: position, from: start), end)
    }
}
