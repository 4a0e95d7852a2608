// Finds the options in a file that has one in each line.

import SettingsModel

/// One pass over a file of options.
struct ArgumentReader {
    private let source: LineSource
    private let language: ArgumentLanguage
    private var found = CommandLines()
    private var position: Int
    /// Where the first block begins that is open, and how many are.
    private var block: (start: Int, depth: Int)?
    /// The option of the line before, where its value may follow.
    private var waiting: LineEntry?
    /// The position of the option of the line before, where it has its value.
    private var last: Int?

    private var text: UnsafeBufferPointer<UInt8> { source.text }
    private var keepsBlanks: Bool { language.values == .line }

    /// Creates a reader of a whole file.
    init(_ source: LineSource, _ language: ArgumentLanguage) {
        self.source = source
        self.language = language
        position = source.bytes.byteOrderMarkEnd
    }

    /// What the file says.
    mutating func lines() -> CommandLines {
        while position < text.count, found.surroundings.openEnd == nil {
            let begin = position
            let line = source.takeLine(&position)
            let kept = keepsBlanks ? begin..<line.upperBound : line
            if !kept.isEmpty { take(kept) }
        }
        flush()
        if found.surroundings.openEnd == nil { found.surroundings.openEnd = block?.start }
        return found
    }

    private mutating func take(_ line: Range<Int>) {
        if text[line.lowerBound] == UInt8(ascii: "#") { return found.comments.append(line) }
        if let block, text[line.lowerBound] != UInt8(ascii: "[") || block.depth == 0 { return }
        if language.hasConditions, text[line.lowerBound] == UInt8(ascii: "[") {
            return takeCondition(line)
        }
        if let entry = waiting, isValue(line) {
            waiting = nil
            return joinLines(entry, line)
        }
        flush()
        let isBare = language.hasNextLines && text[line.lowerBound] != UInt8(ascii: "-")
        // It would be the value of the option before that one.
        if isBare, let last { found.entries[last].command.insert(.accompanied) }
        last = nil
        if text[line].contains(where: { $0 == 0 || $0 == 0x0D }) { return leave(line) }
        if language.values == .rest, text[line].suffix(2).elementsEqual("{{".utf8) {
            // To ctags, what follows up to `}}` is a program.
            found.surroundings.openEnd = line.lowerBound
            return
        }
        option(line)
        if waiting == nil, found.entries.last?.start == Int32(line.lowerBound) {
            last = found.entries.count - 1
        }
    }

    private mutating func takeCondition(_ line: Range<Int>) {
        let word = text[line].dropFirst().drop(while: LineText.isBlank)
        let name = word.prefix(while: LineText.isLetterOrDigit)
        if name.elementsEqual("if".utf8) {
            block = (block?.start ?? line.lowerBound, (block?.depth ?? 0) + 1)
        } else if name.elementsEqual("fi".utf8), let open = block {
            block = open.depth > 1 ? (open.start, open.depth - 1) : nil
        }
    }

    private mutating func flush() {
        if let entry = waiting { found.entries.append(entry) }
        waiting = nil
    }

    // MARK: Options

    private mutating func option(_ line: Range<Int>) {
        var start = line.lowerBound
        let hasDashes = text[line].starts(with: "--".utf8)
        switch language.dashes {
        case .always, .either:
            if hasDashes { start += 2 }
            let isShort = !hasDashes && text[start] == UInt8(ascii: "-")
            if isShort || language.dashes == .always && !hasDashes { return leave(line) }
        case .never: break
        }
        let rest = text[start..<line.upperBound]
        let name = rest.prefix(while: ArgumentLanguage.isPart)
        if hasDashes, name.isEmpty, rest.isEmpty || LineText.isBlank(rest[start]) {
            // What follows `--` is no option.
            found.surroundings.openEnd = line.lowerBound
            return
        }
        guard ArgumentLanguage.isName(name) else { return leave(line) }
        let key = start..<name.endIndex
        if let word = LineText.string(name), language.ends.contains(word) {
            found.surroundings.openEnd = line.lowerBound
            return
        }
        guard let value = value(behind: key, in: line, hasDashes: hasDashes) else {
            return leave(line)
        }
        add(key, value, line)
    }

    /// What stands behind a key.
    private enum Rest {
        case nothing
        case value(Range<Int>)
    }

    /// What stands behind a key; nil for what can't be read.
    private mutating func value(
        behind key: Range<Int>,
        in line: Range<Int>,
        hasDashes: Bool
    ) -> Rest? {
        let next = key.upperBound
        guard next < line.upperBound else { return .nothing }
        let isSigned = text[next] == UInt8(ascii: "=")
        switch language.values {
        case .plain, .rest, .line:
            let end = keepsBlanks ? line.upperBound : blanksStart(before: line.upperBound)
            if next >= end { return .nothing }
            guard isSigned else { return nil }
            let value = next + 1..<max(next + 1, end)
            let isPlain =
                language.values != .plain || text[value].allSatisfy(ArgumentValues.isPlain)
            return isPlain ? .value(value) : nil
        case .quotedRest:
            guard LineText.isBlank(text[next]) else { return nil }
            let start = source.blanksEnd(from: next)
            let end = blanksStart(before: line.upperBound)
            return start < end ? .value(start..<end) : .nothing
        case .shellWord:
            if isSigned { return word(at: next + 1, in: line, mayBeEmpty: true) }
            guard LineText.isBlank(text[next]) else { return nil }
            let start = min(source.blanksEnd(from: next), line.upperBound)
            if start < line.upperBound, text[start] == UInt8(ascii: "-") { return nil }
            return word(at: start, in: line, mayBeEmpty: false)
        case .escapedWord:
            let isSign: (UInt8) -> Bool = {
                LineText.isBlank($0) || !hasDashes && ($0 == 0x3D || $0 == 0x3A)
            }
            guard isSign(text[next]) else { return nil }
            let start = next + text[next..<line.upperBound].prefix(while: isSign).count
            return word(at: start, in: line, mayBeEmpty: false)
        }
    }

    /// A value that is one word, with nothing but a comment behind it.
    private mutating func word(at start: Int, in line: Range<Int>, mayBeEmpty: Bool) -> Rest? {
        guard start < line.upperBound else {
            return mayBeEmpty ? .value(start..<start) : .nothing
        }
        if language.values == .shellWord, text[start] == UInt8(ascii: "#"), !mayBeEmpty {
            found.comments.append(start..<line.upperBound)
            return .nothing
        }
        return nonblank(at: start, in: line)
    }

    private mutating func nonblank(at start: Int, in line: Range<Int>) -> Rest? {
        guard let word = language.values.word(in: text, start..<line.upperBound) else { return nil }
        let rest = min(source.blanksEnd(from: word.range.upperBound), line.upperBound)
        guard rest < line.upperBound else { return .value(word.range) }
        guard text[rest] == UInt8(ascii: "#"), rest > word.range.upperBound else { return nil }
        found.comments.append(rest..<line.upperBound)
        return .value(word.range)
    }

    private func blanksStart(before end: Int) -> Int {
        var end = end
        while end > 0, LineText.isBlank(text[end - 1]) { end -= 1 }
        return end
    }

    private mutating func add(_ key: Range<Int>, _ rest: Rest, _ line: Range<Int>) {
        var entry = LineEntry(line, key: key, value: nil)
        guard case .value(let value) = rest else {
            entry.command = .flag
            guard language.hasNextLines else { return found.entries.append(entry) }
            waiting = entry
            return
        }
        entry.valueStart = Int32(value.lowerBound)
        entry.valueEnd = Int32(value.upperBound)
        entry.hasSeparator = true
        found.entries.append(entry)
    }

    // MARK: Lines without an option

    /// Whether a line is the value of the option in the line before.
    private func isValue(_ line: Range<Int>) -> Bool {
        text[line.lowerBound] != UInt8(ascii: "-")
    }

    /// Gives an option the next line as its value, where that is all of it.
    private mutating func joinLines(_ entry: LineEntry, _ line: Range<Int>) {
        var entry = entry
        var value = line.lowerBound..<blanksStart(before: line.upperBound)
        let isNext = text[entry.range.upperBound..<line.lowerBound].count { $0 == 0x0A } == 1
        if language.values == .shellWord {
            guard case .value(let word)? = nonblank(at: line.lowerBound, in: line) else {
                found.addOpaque(text[entry.key], at: entry.range.lowerBound)
                return leave(line)
            }
            value = word
        }
        guard isNext, !text[line].contains(where: { $0 == 0 || $0 == 0x0D }) else {
            return found.addOpaque(text[entry.key], at: entry.range.lowerBound)
        }
        entry.valueStart = Int32(value.lowerBound)
        entry.valueEnd = Int32(value.upperBound)
        entry.end = Int32(line.upperBound)
        entry.hasSeparator = true
        entry.command = []
        last = found.entries.count
        found.entries.append(entry)
    }

    /// Leaves a line alone, but for the names of options in it.
    ///
    /// Where a quote isn't closed, nothing more can be told.
    private mutating func leave(_ line: Range<Int>) {
        if language.values == .shellWord { return leaveWords(line) }
        let start =
            language.dashes != .never && text[line].starts(with: "--".utf8)
            ? line.lowerBound + 2 : line.lowerBound
        addOpaque(Array(text[start..<line.upperBound]), at: line.lowerBound)
    }

    private mutating func leaveWords(_ line: Range<Int>) {
        if isOpen(line) {
            found.surroundings.openEnd = line.lowerBound
            return
        }
        var start = line.lowerBound
        while start < line.upperBound, text[start] != UInt8(ascii: "#") {
            let end = wordEnd(from: start, to: line.upperBound)
            let bytes = decodedLoosely(text[start..<end])
            if bytes.starts(with: "--".utf8) { addOpaque(Array(bytes.dropFirst(2)), at: start) }
            start = min(source.blanksEnd(from: end), line.upperBound)
        }
    }

    private mutating func addOpaque(_ bytes: [UInt8], at offset: Int) {
        let name = bytes.prefix(while: ArgumentLanguage.isPart)
        if ArgumentLanguage.isName(name) { found.addOpaque(name, at: offset) }
    }

    /// The end of a word of a shell, whatever stands in it.
    private func wordEnd(from start: Int, to end: Int) -> Int {
        var position = start
        var quote: UInt8?
        while position < end {
            let byte = text[position]
            if quote == nil, LineText.isBlank(byte) { break }
            if byte == UInt8(ascii: "\\"), quote != 0x27 { position += 1 }
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == 0x22 || byte == 0x27 {
                quote = byte
            }
            position += 1
        }
        return min(position, end)
    }

    /// Whether a quote is open at the end of a range, or a backslash is its last byte.
    private func isOpen(_ range: Range<Int>) -> Bool {
        var quote: UInt8?
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = text[position]
            if byte == UInt8(ascii: "\\"), quote != 0x27 { position += 1 }
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if quote == nil, byte == UInt8(ascii: "#") {
                return false
            }
            position += 1
        }
        return quote != nil || position > range.upperBound
    }

    private func decodedLoosely(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        word.filter { $0 != 0x22 && $0 != 0x27 && $0 != 0x5C }
    }
}
