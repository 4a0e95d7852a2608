// The lines that programs read in different ways.

import SettingsModel

extension LineDocument {
    package var doubtfulLines: [DocumentError] {
        let places = SourcePlaces(bytes)
        let comments = lineEntries.indices.compactMap(doubtfulComment).map { comment in
            DocumentError(
                code: .ambiguous,
                at: comment.lowerBound,
                in: places,
                problem: "this is a part of the value to some programs and a comment to others",
                advice: "If it is a comment to its program, move it to a line of its own"
            )
        }
        let indented = lineEntries.indices.compactMap(doubtfulLine).map { line in
            DocumentError(
                code: .ambiguous,
                at: line.lowerBound,
                in: places,
                problem: "the line is a part of the value above to some programs and a line of its "
                    + "own to others",
                advice: "Remove the blanks at its start, or indent nothing that isn't a part of "
                    + "a value"
            )
        }
        let divided = (dividers.reading == .unknown ? dividers.doubtful : []).map { index in
            DocumentError(
                code: .ambiguous,
                at: lineEntries[index].range.lowerBound,
                in: places,
                problem: "some programs divide the line at ':', others at '='",
                advice: Self.dividerAdvice
            )
        }
        return (unread.map(\.error) + comments + indented + divided)
            .sorted { $0.offset < $1.offset }
    }

    /// The error for a change that concerns a line with ':' before '='.
    func dividedInTwoWays(_ index: Int) -> EditError {
        let start = lineEntries[index].range.lowerBound
        let line = bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
        let text = LineText.string(line) ?? ""
        return EditError(
            code: .ambiguous,
            problem:
                "line \(SourcePlace(offset: start, in: bytes).line), '\(text.escapedForDisplay)', is divided "
                + "at ':' by some programs and at '=' by others",
            advice: Self.dividerAdvice
        )
    }

    private static let dividerAdvice =
        "Write '=' in place of ':' if the key ends there, or edit the file by hand"

    /// The first line of an entry but its own first that looks like `[section]` or `key = value`; nil for
    /// none.
    func doubtfulLine(in index: Int) -> Range<Int>? {
        indentedLines(in: index).first { looksLikeOwnLine(bytes[$0]) }
    }

    /// The lines of an entry but its own first that look like `[section]`.
    func doubtfulHeaders(in index: Int) -> [Range<Int>] {
        indentedLines(in: index).filter { isHeader(bytes[$0]) }
    }

    /// The headers of all sections, and the lines that some programs take for one.
    var allHeaders: [Range<Int>] {
        lineEntries.indices.flatMap(doubtfulHeaders) + sections.dropFirst().map(\.header)
    }

    /// The lines of an entry but its own first, without the blanks around them, where the lines of a value are
    /// indented.
    private func indentedLines(in index: Int) -> [Range<Int>] {
        guard dialect.continuation == .indentation else { return [] }
        let entry = lineEntries[index].range
        guard let first = bytes[entry].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
            return []
        }
        return bytes[first..<entry.upperBound].split { $0 == 0x0A || $0 == 0x0D }.map { line in
            let start = line.firstIndex { !LineText.isBlank($0) } ?? line.endIndex
            let end = line.lastIndex { !LineText.isBlank($0) }.map { $0 + 1 } ?? start
            return start..<max(start, end)
        }
    }

    private func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
        line.first == UInt8(ascii: "[") && line.last == UInt8(ascii: "]")
    }

    /// What looks like a comment behind an entry's value; nil for none.
    func doubtfulComment(in index: Int) -> Range<Int>? {
        doubtfulComment(in: bytes[lineEntries[index].value])
    }

    func looksLikeOwnLine(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, !dialect.comments.contains(first) else { return false }
        if isHeader(line) { return true }
        let front = line.prefix { $0 != UInt8(ascii: "=") }
        // `name==1.0` is no setting, but a requirement of setup.cfg.
        guard front.endIndex < line.endIndex, line[front.endIndex...].dropFirst().first != 0x3D
        else { return false }
        let words = front.split(whereSeparator: LineText.isBlank)
        // `max log size = 50` is one of samba's; `run me --with x=1` is a command.
        let mayHaveBlanks = front.last.map(LineText.isBlank) == true
        return (words.count == 1 || words.count > 1 && mayHaveBlanks)
            && words.allSatisfy(isPlainWord)
    }

    private func isPlainWord(_ word: ArraySlice<UInt8>) -> Bool {
        word.allSatisfy { LineText.isLetterOrDigit($0) || "_-.".utf8.contains($0) }
    }
}
