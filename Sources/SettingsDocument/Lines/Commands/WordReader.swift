// Finds the settings among the commands of a file whose lines are words.

import SettingsModel

/// One pass over a file.
struct WordReader {
    private let source: LineSource
    private let language: WordLanguage
    private var found = CommandLines()
    /// Where the blocks begin that are open.
    private var blocks: [Int] = []

    private var text: UnsafeBufferPointer<UInt8> { source.text }

    /// Creates a reader of a whole file.
    init(_ source: LineSource, _ language: WordLanguage) {
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
            if !line.isEmpty { take(line, isContinued: isContinued, isJoined: isJoined) }
            isContinued = isJoined
        }
        found.surroundings.openEnd = blocks.first
        return found
    }

    private mutating func take(_ line: Range<Int>, isContinued: Bool, isJoined: Bool) {
        if !isContinued, language.comments.contains(text[line.lowerBound]) {
            return found.comments.append(line)
        }
        let isInBlock = !blocks.isEmpty
        takeBlocks(line)
        guard !isInBlock, blocks.isEmpty, !isContinued,
            !text[line].contains(where: { $0 == 0 || $0 == 0x0D }), let command = command(line)
        else { return }
        if isJoined { return found.addOpaque(text[command.key], at: line.lowerBound) }
        setting(command, line)
    }

    private mutating func takeBlocks(_ line: Range<Int>) {
        switch language.blocks {
        case .none: break
        case .braces:
            if text[line.lowerBound] == UInt8(ascii: "}") { _ = blocks.popLast() }
            let last = text[line].last { !LineText.isBlank($0) }
            if last == UInt8(ascii: "{") { blocks.append(line.lowerBound) }
        case .conditions:
            let word = text[line].prefix { !LineText.isBlank($0) }
            if word.elementsEqual("$if".utf8) { blocks.append(line.lowerBound) }
            if word.elementsEqual("$endif".utf8) { _ = blocks.popLast() }
        }
    }

    /// A command's key, and what follows its separator.
    private struct Command {
        var key: Range<Int>
        var value: Range<Int>
    }

    /// The command of a line; nil for one that sets nothing.
    private func command(_ line: Range<Int>) -> Command? {
        let first = word(line.lowerBound..<line.upperBound)
        var key = first
        let verb = LineText.string(text[first]).map(LineText.folded)
        if let wanted = language.verb ?? (verb == "set" && language.hasVariables ? "set" : nil) {
            guard verb == wanted else { return nil }
            key = word(source.blanksEnd(from: first.upperBound)..<line.upperBound)
        }
        var start = min(source.blanksEnd(from: key.upperBound), line.upperBound)
        let words = key.lowerBound..<word(start..<line.upperBound).upperBound
        if let keys = language.keys, LineText.string(text[words]).map(keys.contains) == true {
            key = words
            start = min(source.blanksEnd(from: key.upperBound), line.upperBound)
        }
        let equals = UInt8(ascii: "=")
        if language.sign != .none, let sign = text[key].firstIndex(of: equals) {
            key = key.lowerBound..<sign
            start = min(source.blanksEnd(from: sign + 1), line.upperBound)
        } else if language.sign == .needed {
            guard start < line.upperBound, text[start] == equals else { return nil }
            start = min(source.blanksEnd(from: start + 1), line.upperBound)
        }
        guard let name = LineText.string(text[key]), language.isKey(name),
            language.verb != nil || language.isVariable(name) == (verb == "set")
        else { return nil }
        return Command(key: key, value: start..<line.upperBound)
    }

    private func word(_ range: Range<Int>) -> Range<Int> {
        let start = min(range.lowerBound, range.upperBound)
        let word = text[start..<range.upperBound].prefix { !LineText.isBlank($0) }
        return start..<word.endIndex
    }

    private mutating func setting(_ command: Command, _ line: Range<Int>) {
        let edges = [command.key.upperBound, command.value.lowerBound - 1, line.upperBound - 1]
        if language.keepsBlanks, edges.contains(where: { LineText.isBlank(text[$0]) }) {
            return found.addOpaque(text[command.key], at: line.lowerBound)
        }
        var end = command.value.upperBound
        while end > command.value.lowerBound, LineText.isBlank(text[end - 1]) { end -= 1 }
        var value = command.value.lowerBound..<end
        var isComputed = text[value].contains(where: language.computing.contains)
        if case .word(let rules) = language.values {
            let word = rules.word(in: text, value)
            let rest = word.map { source.blanksEnd(from: $0.range.upperBound)..<line.upperBound }
            let isComment =
                rest.map { $0.lowerBound >= end || text[$0.lowerBound] == 0x23 } ?? false
            guard let word, !word.range.isEmpty, isComment, let rest else {
                return found.addOpaque(text[command.key], at: line.lowerBound)
            }
            if rest.lowerBound < end { found.comments.append(rest.lowerBound..<line.upperBound) }
            value = word.range
            isComputed = word.isComputed
        }
        guard !value.isEmpty else {
            return found.addOpaque(text[command.key], at: line.lowerBound)
        }
        var entry = LineEntry(line, key: command.key, value: value)
        if isComputed { entry.command.insert(.computed) }
        found.entries.append(entry)
    }
}
