// The blocks, conditions and redirections of a file that shells read.

import SettingsModel

extension ShellLexer {
    // MARK: Parentheses and brackets

    mutating func openParenthesis() {
        if isByte(source.blanksEnd(from: position + 1), ")") {
            position = source.blanksEnd(from: position + 1) + 1
            if state.isBlock || state.hasRedirection { stop() }
            state = State()
            state.isBody = true
        } else if blocks.last == .loopHead, state.command.words.count == 1 {
            // zsh has the words of a loop in them.
            balanced(hasLines: true)
        } else if !state.command.words.isEmpty || state.isBlock || state.hasRedirection {
            stop()
        } else if isByte(position + 1, "(") {
            position += 2
            arithmetic()
            state.isBlock = true
        } else {
            position += 1
            open(.parentheses)
        }
    }

    mutating func closeParenthesis() {
        position += 1
        if blocks.last == .substitution, hereDocuments.isEmpty {
            close(.substitution)
        } else {
            close(.parentheses)
        }
    }

    /// Reads the words of an array, or what zsh and bash have in parentheses within a word.
    mutating func balanced(hasLines: Bool) {
        var depth = 0
        while position < text.count, !isStopped {
            switch text[position] {
            case UInt8(ascii: "("):
                depth += 1
                position += 1
            case UInt8(ascii: ")"):
                depth -= 1
                position += 1
                if depth == 0 { return }
            case 0x0A where !hasLines: stop()
            case UInt8(ascii: "#")
            where hasLines && [0x20, 0x09, 0x0A].contains(text[position - 1]):
                comment()
            default: quotedOrPlain()
            }
        }
        stop()
    }

    /// Reads up to `]]`.
    mutating func condition() {
        while position < text.count, !isStopped {
            let isFirst = [0x20, 0x09, 0x0A].contains(text[position - 1])
            if isFirst, isByte(position, "#") { return stop() }
            if isFirst, isByte(position, "]"), isByte(position + 1, "]") {
                position += 2
                state.isBlock = true
                return
            }
            quotedOrPlain()
        }
        stop()
    }

    // MARK: The beginnings of blocks

    /// Passes over blanks, line breaks and comments.
    private mutating func skipSpace() {
        while position < text.count, !isStopped {
            switch text[position] {
            case 0x0A where !hereDocuments.isEmpty: stop()
            case 0x20, 0x09, 0x0A: position += 1
            case UInt8(ascii: "#"): comment()
            default: return
            }
        }
    }

    mutating func choice() {
        position = source.blanksEnd(from: position)
        _ = readWord()
        skipSpace()
        if isStopped || word(readWord()) != "in" { return stop() }
        open(.choice)
        pattern()
    }

    /// Ends the commands of a pattern.
    mutating func endBranch() {
        endCommand(with: text[position])
        guard blocks.last == .choice else { return stop() }
        position = text[position...].firstIndex { !";&|".utf8.contains($0) } ?? text.count
        pattern()
    }

    /// Reads a pattern, or the end of the choice.
    private mutating func pattern() {
        skipSpace()
        if text[position...].prefix(4).elementsEqual("esac".utf8), !Self.isName(byte(position + 4))
        {
            position += 4
            return close(.choice)
        }
        let isOpen = isByte(position, "(")
        if isOpen { position += 1 }
        while position < text.count, !isStopped, !isByte(position, ")") {
            switch text[position] {
            case UInt8(ascii: "("): balanced(hasLines: false)
            case 0x0A, UInt8(ascii: ";"): stop()
            default: quotedOrPlain()
            }
        }
        position += 1
        // The parentheses may be a part of a pattern in zsh.
        if position > text.count || isOpen && ![0x20, 0x09, 0x0A].contains(byte(position)) {
            stop()
        }
    }

    mutating func function() {
        position = source.blanksEnd(from: position)
        let name = readWord()
        if word(name) == "{" { return open(.braces) }
        position = source.blanksEnd(from: position)
        if isByte(position, "(") { openParenthesis() }
        state = State()
        state.isBody = true
    }

    // MARK: Redirections

    mutating func redirection() {
        if let number = state.command.words.last, number.upperBound == position,
            text[number].allSatisfy({ (0x30...0x39).contains($0) })
        {
            state.command.words.removeLast()
        }
        if let word = state.command.words.last, word.upperBound == position, word.count > 2,
            isByte(word.lowerBound, "{"), isByte(position - 1, "}")
        {
            // The shell puts the descriptor's number there.
            changed.append(word.lowerBound + 1..<position - 1)
            state.command.words.removeLast()
        }
        state.hasRedirection = true
        let signs = text[position...].prefix { "<>&|-".utf8.contains($0) }
        position = source.blanksEnd(from: signs.endIndex)
        guard position < text.count, ![0x0A, 0x3B, 0x29].contains(text[position]) else { return }
        let word = readWord()
        guard signs.elementsEqual("<<".utf8) || signs.elementsEqual("<<-".utf8) else { return }
        if text[word].contains(where: { "$`\n".utf8.contains($0) }) { stop() }
        hereDocuments.append(
            ShellHereDocument(text[word], stripsTabs: signs.last == UInt8(ascii: "-"))
        )
    }

    /// Passes over the lines of the here-documents that a line has begun.
    mutating func readHereDocuments() {
        for document in hereDocuments {
            var isContinued = false
            while true {
                guard position < text.count else { return stop() }
                let end = text[position...].firstIndex(of: 0x0A) ?? text.count
                let isEnd = document.isEnd(text[position..<end])
                // Where a backslash joins lines, it is no end.
                if isEnd, isContinued { return stop() }
                isContinued = !document.isQuoted && LineText.isContinued(text[position..<end])
                position = min(end + 1, text.count)
                if isEnd { break }
            }
        }
        hereDocuments = []
    }
}

/// Text that follows the line of a command.
struct ShellHereDocument {
    private let name: [UInt8]
    let isQuoted: Bool
    private let stripsTabs: Bool

    init(_ word: Slice<UnsafeBufferPointer<UInt8>>, stripsTabs: Bool) {
        isQuoted = word.contains { "'\"\\".utf8.contains($0) }
        name = word.filter { !"'\"\\".utf8.contains($0) }
        self.stripsTabs = stripsTabs
    }

    func isEnd(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        line.drop { stripsTabs && $0 == 0x09 }.elementsEqual(name)
    }
}
