// Finds the settings among the statements and blocks of a file.

import SettingsModel

/// One pass over a file of statements.
struct StatementReader {
    private struct Block {
        var start: Int
        /// The paths of its keys: several where several names begin it, none where they can't be read.
        var paths: [[String]]
        var brace: Range<Int>
        /// Whether its keys are settings.
        var isPlain: Bool
    }

    /// Deeper blocks are left alone.
    private static let mostBlocks = 32

    private let source: LineSource
    private let language: StatementLanguage
    private var lexer: StatementLexer
    private var found = CommandLines()
    private var blocks: [Block] = []
    /// The section of the next key; nil where that begins one, behind another block.
    private var section: Int? = 0
    /// The names of blocks and keys that can't stand again.
    private var known = Set<[String]>()

    private var text: UnsafeBufferPointer<UInt8> { source.text }

    /// Creates a reader of a whole file.
    init(_ source: LineSource, _ language: StatementLanguage) {
        self.source = source
        self.language = language
        lexer = StatementLexer(source, language)
    }

    /// What the file says.
    mutating func lines() -> CommandLines {
        while true {
            lexer.skipSpace()
            guard let byte = lexer.next else { break }
            switch byte {
            case UInt8(ascii: "}"): close()
            case _ where language.terminators.contains(byte): lexer.position += 1
            case UInt8(ascii: "@") where !text[lexer.position...].starts(with: "@media".utf8):
                directive()
            default: statement()
            }
        }
        found.comments = lexer.comments
        found.surroundings.openEnd =
            [blocks.first?.start, lexer.unclosed].compactMap(\.self).min()
        found.hideConflicts(source)
        return found
    }

    // MARK: Statements

    /// Passes over a line such as `@include "x"`.
    ///
    /// What stands before another theme counts no more, but for what isn't a part of a theme.
    private mutating func directive() {
        if language.blocks == .sections, text[lexer.position...].starts(with: "@theme".utf8) {
            for index in found.sections.indices.dropFirst()
            where found.sections[index].path?.first != "configuration" {
                found.sections[index].path = nil
            }
        }
        lexer.position = lexer.lineEnd(from: lexer.position)
    }

    private mutating func statement() {
        let start = lexer.position
        var front = start..<frontEnd(from: start)
        lexer.position = front.upperBound
        while let last = front.last, StatementLexer.isSpace(text[last]) { front.removeLast() }
        let isAssigned = !isSelector && lexer.next.map(language.separators.contains) == true
        if isAssigned {
            lexer.position += 1
            lexer.skipSpace(acrossLines: !language.isOfLines)
        }
        if lexer.next == UInt8(ascii: "{") {
            let isBlock = isAssigned == (language.blocks != .sections)
            open(front, isKnown: isBlock && !front.isEmpty)
        } else if isAssigned, !front.isEmpty {
            assignment(front)
        } else {
            refuse(start)
            // A name goes on in the lines that follow.
            if isSelector, lexer.next == nil { lexer.unclosed = lexer.unclosed ?? start }
            if lexer.position == start { lexer.token() }
        }
    }

    /// Whether what comes next begins a block in any case.
    private var isSelector: Bool { language.blocks == .sections && blocks.isEmpty }

    /// Where the names end that a statement or a block begins with.
    private func frontEnd(from start: Int) -> Int {
        let spansLines = language.blocks == .sections
        var end = start
        while end < text.count, !endsFront(text[end]), text[end] != 0x0A || spansLines {
            guard let comment = lexer.commentEnd(at: end) else {
                end += 1
                continue
            }
            if !spansLines { break }
            end = min(comment, text.count)
        }
        return end
    }

    private func endsFront(_ byte: UInt8) -> Bool {
        "{}".utf8.contains(byte) || language.values.quotes.contains(byte)
            || language.terminators.contains(byte)
            || !isSelector && language.separators.contains(byte)
    }

    private mutating func refuse(_ start: Int) {
        let line = start..<lexer.lineEnd(from: start)
        guard found.unread.last?.range.upperBound != line.upperBound else { return }
        let error = source.fail(
            "found a line that is no setting",
            at: start,
            advice: "Write it as '\(language.example)'"
        )
        found.addUnread(line, error)
    }

    /// Whether a part of the file has its lines to itself, but for comments behind it.
    private func isAlone(_ range: Range<Int>) -> Bool {
        guard source.isFirstInLine(range.lowerBound) else { return false }
        let line = range.lowerBound..<lexer.lineEnd(from: range.upperBound)
        var end = range.upperBound
        while end < line.upperBound {
            if LineText.isBlank(text[end]) {
                end += 1
            } else if let comment = lexer.commentEnd(at: end), comment <= line.upperBound {
                end = comment
            } else {
                return false
            }
        }
        // To the editor, a carriage return alone ends a line.
        return line.allSatisfy { place in
            text[place] >= 0x20 || text[place] == 0x09 || text[place] == 0x0A
                || text[place] == 0x0D && text[place + 1] == 0x0A
        }
    }

    // MARK: Blocks

    private mutating func open(_ front: Range<Int>, isKnown: Bool) {
        let brace = lexer.position..<lexer.position + 1
        lexer.position += 1
        section = nil
        let outer = blocks.last?.paths ?? [[]]
        let isInPlain = blocks.last?.isPlain ?? true
        var block = Block(start: front.lowerBound, paths: [], brace: brace, isPlain: false)
        defer { blocks.append(block) }
        if text[front].starts(with: "@".utf8) {
            // What holds in a case alone hides the settings that it changes.
            block.paths = outer
            return
        }
        let paths = isKnown ? language.paths(source.bytes[front], in: outer) : []
        guard let path = paths.first else { return refuse(front.lowerBound) }
        guard path.count <= Self.mostBlocks else { return }
        block.paths = paths
        let isAlone = isAlone(front.lowerBound..<brace.upperBound)
        block.isPlain = isInPlain && paths.count == 1 && isAlone
        if language.blocks != .sections, isInPlain {
            let isAgain = !known.insert(path).inserted
            if isAgain || !isAlone { found.addOpaque(path, at: front.lowerBound) }
        }
        if block.isPlain { addSection(of: block) }
    }

    private mutating func close() {
        if blocks.popLast() == nil { refuse(lexer.position) }
        lexer.position += 1
        section = nil
    }

    private mutating func addSection(of block: Block?) {
        section = found.sections.count
        found.sections.append(
            LineSection(path: block?.paths[0] ?? [], header: block?.brace ?? 0..<0)
        )
    }

    // MARK: Settings

    private mutating func assignment(_ front: Range<Int>) {
        let value = value(from: front.lowerBound)
        guard language.isName(text[front]) else {
            return language.isReserved(text[front]) ? () : refuse(front.lowerBound)
        }
        let key = UnsafeBufferPointer(rebasing: text[front])
        let name = String(decoding: language.name(of: key) ?? Array(key), as: UTF8.self)
        let block = blocks.last
        let isPlain =
            block?.isPlain != false && value.isPlain && isAlone(front.lowerBound..<value.end)
        for path in block?.paths ?? [[]] {
            let path = path + [name]
            let isAgain = language.isLeftAlone(again: path) && !known.insert(path).inserted
            if !isPlain || isAgain { found.addOpaque(path, at: front.lowerBound) }
        }
        guard isPlain else { return }
        if section == nil { addSection(of: block) }
        var entry = LineEntry(
            front.lowerBound..<lexer.lineEnd(from: value.end),
            key: front,
            value: value.range,
            in: section ?? 0
        )
        if language.values.isReference(source.bytes[value.range]) {
            entry.command.insert(.computed)
        }
        found.entries.append(entry)
    }

    private struct Value {
        var range: Range<Int>
        /// Past what ends the statement.
        var end: Int
        /// Whether the statement is on one line, and has one value and no comment.
        var isPlain = false
    }

    /// The value at the position, which moves to what follows the statement that begins at an offset.
    private mutating func value(from start: Int) -> Value {
        var value = Value(range: lexer.position..<lexer.position, end: lexer.position)
        var isEnded = language.blocks != .sections
        while true {
            lexer.skipSpace(acrossLines: !language.isOfLines)
            guard let byte = lexer.next, byte != 0x0A else { break }
            if language.terminators.contains(byte) {
                isEnded = true
                lexer.position += 1
                value.end = lexer.position
                break
            }
            if isNext(byte, behind: value.range) { break }
            lexer.token()
            value.range = value.range.lowerBound..<lexer.position
            value.end = lexer.position
        }
        let comment = lexer.comments.last { $0.lowerBound < value.end }
        let spelling = source.bytes[value.range]
        value.isPlain =
            isEnded && !text[start..<value.end].contains(0x0A) && comment?.lowerBound ?? 0 <= start
            && (language.values.isPlain(spelling) || language.values.isReference(spelling))
        if language.isOfLines, value.end < text.count, !StatementLexer.isSpace(text[value.end]) {
            value.isPlain = false
        }
        return value
    }

    /// Whether a byte behind a value isn't a part of it, where no sign has ended the statement.
    private func isNext(_ byte: UInt8, behind value: Range<Int>) -> Bool {
        if byte == UInt8(ascii: "}") { return !language.isOfLines }
        guard language.blocks == .groups, !value.isEmpty else { return false }
        // Texts that follow each other are one.
        let quotes = language.values.quotes
        return !quotes.contains(byte) || !quotes.contains(text[value.lowerBound])
    }
}
