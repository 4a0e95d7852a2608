// Finds the options that a file's commands set, one in a line.

import SettingsModel

/// One pass over a file.
struct OptionReader {
    private let source: LineSource
    private let language: OptionLanguage
    private var found = CommandLines()
    /// Where the block begins that is open; nil where none is.
    private var block: Int?

    private var text: UnsafeBufferPointer<UInt8> { source.text }

    /// Creates a reader of a whole file.
    init(_ source: LineSource, _ language: OptionLanguage) {
        self.source = source
        self.language = language
    }

    /// What the file says.
    mutating func lines() -> CommandLines {
        var position = source.bytes.byteOrderMarkEnd
        var isContinued = false
        while position < text.count {
            let line = source.takeLine(&position)
            let isJoined = language.joinsLines && text[line].last == UInt8(ascii: "\\")
            if !line.isEmpty { take(line, isPart: isContinued || isJoined) }
            isContinued = isJoined
        }
        found.surroundings.openEnd = block
        return found
    }

    private mutating func take(_ line: Range<Int>, isPart: Bool) {
        let isInBlock = block != nil
        if !isInBlock, !isPart, isComment(line.lowerBound) { return found.comments.append(line) }
        if language.hasBlocks { takeBraces(line) }
        guard !isInBlock, block == nil else { return }
        if isPart || text[line].contains(where: { $0 == 0 || $0 == 0x0D }) { return leave(line) }
        let first = text[line].prefix { !LineText.isBlank($0) }
        guard let verb = LineText.string(first).map(LineText.folded) else { return }
        let command = min(source.blanksEnd(from: first.endIndex), line.upperBound)..<line.upperBound
        if verb == "set" || verb == language.denial {
            if !option(command, of: line, isDenied: verb != "set") { leave(command) }
        } else if language.changes.contains(verb) {
            leave(command)
        }
    }

    /// Opens a block at `{{`, and closes it at the next `}}`.
    private mutating func takeBraces(_ line: Range<Int>) {
        for position in line.dropLast() {
            let sign = UInt8(ascii: block == nil ? "{" : "}")
            guard text[position] == sign, text[position + 1] == sign else { continue }
            block = block == nil ? line.lowerBound : nil
        }
    }

    private func isComment(_ position: Int) -> Bool { text[position] == UInt8(ascii: "#") }

    /// Leaves all options alone that a command may change.
    private mutating func leave(_ command: Range<Int>) {
        for word in text[command].split(whereSeparator: LineText.isBlank) {
            let name = word.prefix(while: OptionLanguage.isInName)
            guard !name.isEmpty else { continue }
            for prefix in [""] + OptionLanguage.prefixes where name.starts(with: prefix.utf8) {
                found.addOpaque(name.dropFirst(prefix.utf8.count), at: command.lowerBound)
            }
        }
    }

    // MARK: Options

    /// Reads the option of a command.
    ///
    /// - Returns: Whether the command gives a value to this one and does nothing else.
    private mutating func option(
        _ command: Range<Int>,
        of line: Range<Int>,
        isDenied: Bool
    ) -> Bool {
        let name = text[command].prefix(while: OptionLanguage.isInName)
        var start = min(source.blanksEnd(from: name.endIndex), line.upperBound)
        guard !name.isEmpty, let key = LineText.string(name) else { return false }
        if language.needsSign {
            guard start < line.upperBound, text[start] == UInt8(ascii: "=") else {
                return flag(name.startIndex..<name.endIndex, key, start, line, isDenied)
            }
            start = min(source.blanksEnd(from: start + 1), line.upperBound)
        } else if start == line.upperBound || start > name.endIndex && isEnd(start, line) {
            return flag(name.startIndex..<name.endIndex, key, start, line, isDenied)
        } else if start == name.endIndex {
            return false
        }
        guard !isDenied, language.objection(to: key) == nil,
            let word = language.words.word(in: text, start..<line.upperBound), !word.range.isEmpty,
            isEnd(source.blanksEnd(from: word.range.upperBound), line)
        else { return false }
        add(name.startIndex..<name.endIndex, word.range, word.isComputed ? .computed : [], line)
        addComment(from: source.blanksEnd(from: word.range.upperBound), line)
        return true
    }

    /// Reads an option without a value.
    private mutating func flag(
        _ name: Range<Int>,
        _ key: String,
        _ end: Int,
        _ line: Range<Int>,
        _ isDenied: Bool
    ) -> Bool {
        var name = name
        var traits: CommandTraits = isDenied ? [.flag, .denied] : .flag
        if language.objection(to: key) != nil {
            guard language.readsNo, !isDenied, key.hasPrefix("no"),
                language.objection(to: String(key.dropFirst(2))) == nil
            else { return false }
            name = name.lowerBound + 2..<name.upperBound
            traits.insert(.denied)
        }
        guard isEnd(end, line) else { return false }
        add(name, name.upperBound..<name.upperBound, traits, line)
        addComment(from: end, line)
        return true
    }

    /// Whether nothing but a comment stands behind an offset.
    private func isEnd(_ position: Int, _ line: Range<Int>) -> Bool {
        position >= line.upperBound || language.words.hash != .text && isComment(position)
    }

    private mutating func addComment(from position: Int, _ line: Range<Int>) {
        if position < line.upperBound { found.comments.append(position..<line.upperBound) }
    }

    private mutating func add(
        _ key: Range<Int>,
        _ value: Range<Int>,
        _ traits: CommandTraits,
        _ line: Range<Int>
    ) {
        var entry = LineEntry(
            line,
            key: key,
            value: value,
            hasSeparator: !traits.contains(.flag)
        )
        entry.command = traits
        found.entries.append(entry)
    }
}
