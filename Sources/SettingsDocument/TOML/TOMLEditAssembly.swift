// Planned lines and replacements put together, with the file's last line kept as it was.

import SettingsModel

extension TOMLEditPlan {
    /// All edits of the plan, in the order of the file.
    mutating func edits() throws(EditError) -> [Edit] {
        mergeRemovedLines()
        removeBlankLinesBeforeEnd()
        try placeNewKeys()
        removeBlankLineBelowRootKeys()
        sortNewLines()
        setSectionsApart()
        if bytes.count > bytes.byteOrderMarkEnd, bytes.last != .lineFeed { keepMissingLineEnd() }
        // At one place, what is put in comes first, so that it doesn't fall into what is replaced or
        // taken out there.
        let edits =
            newLines.map { Edit($0.place..<$0.place, $0.text) } + inner
            + removedLines.map { Edit($0, []) }
        return edits.byPlace
    }

    /// At one place, a key's line belongs to the section above it, so it comes before new sections;
    /// and a section of an inner table before one that would end the outer table.
    private mutating func sortNewLines() {
        func order(_ lines: NewLines) -> Int { lines.sectionDepth.map { -$0 } ?? .min }
        newLines = newLines.enumerated().sorted {
            ($0.element.place, order($0.element), $0.offset)
                < ($1.element.place, order($1.element), $1.offset)
        }.map(\.element)
    }

    /// Puts blank lines around new sections where the file has none.
    private mutating func setSectionsApart() {
        let end = removedLines.runAtEnd(of: bytes.count)?.lowerBound ?? bytes.count
        for index in newLines.indices where newLines[index].sectionDepth != nil {
            let place = newLines[index].place
            let isFirst = index == 0 || newLines[index - 1].place != place
            let isLast = index + 1 == newLines.count || newLines[index + 1].place != place
            let isAfterBlank =
                isFirst
                ? place == bytes.byteOrderMarkEnd
                    || bytes.isBlank(bytes.lineStart(place - 1)..<place)
                : newLines[index - 1].text == writer.lineEnding
            if !isAfterBlank {
                newLines[index].text = writer.lineEnding + newLines[index].text
            }
            if isLast, place < end { newLines[index].text += writer.lineEnding }
        }
    }

    /// A table's lines may go together with those of a table below it.
    private mutating func mergeRemovedLines() {
        var merged: [Range<Int>] = []
        for range in removedLines.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound < last.upperBound {
                let end = max(last.upperBound, range.upperBound)
                merged[merged.count - 1] = last.lowerBound..<end
            } else {
                merged.append(range)
            }
        }
        removedLines = merged
    }

    /// With the last section go the blank lines that set it apart.
    private mutating func removeBlankLinesBeforeEnd() {
        guard let run = removedLines.runAtEnd(of: bytes.count),
            tree.sections.dropFirst().contains(where: {
                bytes.lineStart($0.header.lowerBound) == run.lowerBound
            })
        else { return }
        var start = run.lowerBound
        while start > bytes.byteOrderMarkEnd, bytes.isBlank(bytes.lineStart(start - 1)..<start) {
            start = bytes.lineStart(start - 1)
        }
        if start < run.lowerBound { removedLines.insert(start..<run.lowerBound, at: 0) }
        removedLines.sort { $0.lowerBound < $1.lowerBound }
    }

    /// With the last key above the first table goes the blank line that set it apart, which a new key
    /// there would bring again.
    private mutating func removeBlankLineBelowRootKeys() {
        let last = tree.sections[0].lastLeaf
        guard last != TOMLTree.none, tree.sections.count > 1 else { return }
        let end = bytes.nextLine(tree.nodes[last].span.upperBound)
        let next = bytes.nextLine(end)
        guard removedLines.contains(where: { $0.upperBound == end }),
            !removedLines.contains(where: { $0.lowerBound == end }),
            !newLines.contains(where: { $0.place <= end }),
            next <= bytes.lineStart(tree.sections[1].header.lowerBound),
            bytes.isBlank(end..<next), hasOnlyTrivia(before: end)
        else { return }
        removedLines.append(end..<next)
        removedLines.sort { $0.lowerBound < $1.lowerBound }
    }

    /// Whether nothing stays before a place but comments, and a blank line last if any.
    private func hasOnlyTrivia(before end: Int) -> Bool {
        var removed = removedLines[...]
        var line = bytes.byteOrderMarkEnd
        var isBlank = true
        while line < end {
            if let first = removed.first, first.lowerBound <= line {
                line = max(line, first.upperBound)
                removed.removeFirst()
                continue
            }
            let next = bytes.nextLine(line)
            isBlank = bytes.isBlank(line..<next)
            guard isBlank || bytes.isComment(line..<next) else { return false }
            line = next
        }
        return isBlank
    }

    /// A file whose last line has no line end keeps it so, whatever becomes that line.
    private mutating func keepMissingLineEnd() {
        let lastLine = removedLines.runAtEnd(of: bytes.count)
        // New lines there stand after all that is left, so the last of them is the last line.
        let ending = lastLine?.lowerBound ?? bytes.count
        let atEnd = newLines.indices.filter { newLines[$0].place >= ending }
        guard let last = atEnd.last else {
            if let lastLine { removeLineEnd(before: lastLine) }
            return
        }
        newLines[last].text.removeLineEnd()
        if lastLine == nil {
            newLines[atEnd[0]].text = writer.lineEnding + newLines[atEnd[0]].text
        }
    }

    private mutating func removeLineEnd(before range: Range<Int>) {
        guard range.lowerBound > bytes.byteOrderMarkEnd else { return }
        let isPair = range.lowerBound > 1 && bytes[range.lowerBound - 2] == .carriageReturn
        removedLines.append(range.lowerBound - (isPair ? 2 : 1)..<range.lowerBound)
    }
}

extension String {
    /// Takes the line end off; `\r\n` is one character.
    fileprivate mutating func removeLineEnd() {
        if last == "\n" || last == "\r\n" { removeLast() }
    }
}
