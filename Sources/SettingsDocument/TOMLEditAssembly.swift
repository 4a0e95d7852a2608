// Planned lines and replacements put together, with the file's last line kept as it was.

import SettingsModel

extension TOMLEditPlan {
    /// All edits of the plan, in the order of the file.
    mutating func edits() throws(EditError) -> [Edit] {
        try placeNewKeys()
        newLines = newLines.enumerated().sorted {
            ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
        }.map(\.element)
        if let last = bytes.last, last != .lineFeed { keepMissingLineEnd() }
        var edits = inner
        edits += newLines.map { Edit($0.place..<$0.place, $0.text) }
        // What is put in stands before what is taken out at the same place, so that they don't overlap.
        edits += removedLines.map { Edit($0, []) }
        return edits.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
    }

    /// A file whose last line has no line end keeps it so, whatever becomes that line.
    private mutating func keepMissingLineEnd() {
        let lastLine = removedRunAtEnd()
        // New lines there stand after all that is left, so the last of them is the last line.
        let ending = lastLine?.lowerBound ?? bytes.count
        let atEnd = newLines.indices.filter { newLines[$0].place >= ending }
        guard let last = atEnd.last else {
            if let lastLine { removeLineEnd(before: lastLine) }
            return
        }
        newLines[last].text.removeLineEnd()
        if lastLine == nil, bytes.count > bytes.byteOrderMarkEnd {
            newLines[atEnd[0]].text = writer.lineEnding + newLines[atEnd[0]].text
        }
    }

    /// The lines at the end of the file that all go.
    private func removedRunAtEnd() -> Range<Int>? {
        var start = bytes.count
        for range in removedLines.sorted(by: { $0.upperBound > $1.upperBound })
        where range.upperBound >= start {
            start = min(start, range.lowerBound)
        }
        return start < bytes.count ? start..<bytes.count : nil
    }

    private mutating func removeLineEnd(before range: Range<Int>) {
        guard range.lowerBound > bytes.byteOrderMarkEnd else { return }
        let isPair = range.lowerBound > 1 && bytes[range.lowerBound - 2] == .carriageReturn
        removedLines.append(range.lowerBound - (isPair ? 2 : 1)..<range.upperBound)
    }
}

extension String {
    /// Takes the line end off; `\r\n` is one character.
    fileprivate mutating func removeLineEnd() {
        if last == "\n" || last == "\r\n" { removeLast() }
    }
}
