// Finds where the value of a key ends: in quotes, before a comment, or lines further down.

import SettingsModel

extension LineEntryReader {
    /// Where the value's own text ends, and where its last line does.
    mutating func valueEnd(
        from start: Int
    ) throws(DocumentError) -> (value: Int, end: Int) {
        switch dialect.quoting {
        case .git: return try gitValueEnd(from: start)
        case .shell: return try shellValueEnd(from: start)
        default: break
        }
        let quotedEnd = try quotedLinesEnd(from: start)
        let end = if let quotedEnd { quotedEnd } else { try linesEnd() }
        if let (problem, advice) = dialect.marks?.flaw(in: text, start..<end) {
            throw source.fail(problem, at: start, advice: advice)
        }
        // Blanks may be a part of a text that has its length before it.
        let first = dialect.marks?.countedEnd(from: start, in: text, to: end) ?? start
        // A value that goes on in further lines has neither.
        if let marks = dialect.marks, marks.spansLines || end == line.upperBound,
            let comment = marks.commentStart(in: text, start..<end)
        {
            if marks.protection == .wholeLine, marks.isBetweenQuotes(text, start..<comment) {
                throw source.fail(
                    "found a comment behind a value in quotes, which are part of the value then",
                    at: start,
                    advice: "Put the comment on a line of its own"
                )
            }
            comments.append(comment..<end)
            return (blanksStart(before: comment, from: first), end)
        }
        return (dialect.lineEnds.keepsBlanks ? end : blanksStart(before: end, from: first), end)
    }

    /// The end of the lines that belong to the first by the dialect's continuation.
    func linesEnd() throws(DocumentError) -> Int {
        switch dialect.continuation {
        case .none: line.upperBound
        case .backslash: try backslashEnd(line.upperBound)
        case .leadingBackslash: try leadingBackslashEnd()
        case .indentation: try indentationEnd()
        }
    }

    private func blanksStart(before end: Int, from start: Int) -> Int {
        var end = end
        while end > start, LineText.isBlank(text[end - 1]) { end -= 1 }
        return end
    }

    /// The end of the lines that backslashes join; comment lines between them don't count in systemd.
    func backslashEnd(_ first: Int) throws(DocumentError) -> Int {
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
    func indentationEnd() throws(DocumentError) -> Int {
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
}

// MARK: Values in quotes

extension LineEntryReader {
    /// The end of the line on which the quote closes that a value begins with, where quotes may hold
    /// line breaks; nil for a value without quotes.
    private func quotedLinesEnd(from start: Int) throws(DocumentError) -> Int? {
        guard let marks = dialect.marks, marks.spansLines, start < line.upperBound,
            marks.quotes.contains(text[start])
        else { return nil }
        guard let close = marks.closingQuote(of: start, in: text, to: text.count) else {
            throw openQuote(at: start)
        }
        return try source.lineEnd(from: close)
    }

    private func openQuote(at start: Int) -> DocumentError {
        source.fail(
            "the quote isn't closed",
            at: start,
            advice: "Close the quote; in double quotes, write one that is text as \\\""
        )
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
                throw source.fail(
                    "found NUL in a value",
                    at: position,
                    advice: "Take the NUL out; if more stand there, restore the file from a copy",
                    code: .control
                )
            }
            if !isQuoted, dialect.comments.contains(byte) { break }
            position += 1
        }
        guard !isQuoted else {
            throw source.fail(
                "the quote isn't closed on its line",
                at: start,
                advice: "Close the quote, or write one that is text as \\\""
            )
        }
        let end = try source.lineEnd(from: position)
        if position < end { comments.append(position..<end) }
        return (blanksStart(before: position, from: start), end)
    }

    private func gitEscapeEnd(from start: Int) throws(DocumentError) -> Int {
        // At the end of the file, git takes a backslash that has nothing to go on with.
        if start + 1 == text.count { return start + 1 }
        if let next = LineText.lineBreakEnd(text, at: start + 1) {
            return next < text.count ? next : start + 1
        }
        guard "ntb\"\\".utf8.contains(text[start + 1]) else {
            throw source.fail(
                "found an escape that stands for nothing",
                at: start,
                advice: "Write a backslash as \\\\; \\n, \\t, \\b and \\\" are the other escapes"
            )
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
                throw openQuote(at: start)
            }
            position += 1
            let end = try source.lineEnd(from: position)
            let rest = source.blanksEnd(from: position)
            guard rest == end || text[rest] == UInt8(ascii: "#") else {
                throw source.fail(
                    "found text behind the closing quote",
                    at: rest,
                    advice: "Put all of the value into the quotes, or '#' before a comment"
                )
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
