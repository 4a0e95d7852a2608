// Which lines of one text are lines of another, so that an edit of the one can be made to the other.

import SettingsModel

/// The lines that two texts of a file have in common.
///
/// Lines with keys are the same where their keys are, whatever the values; others by their text.
struct LineAlignment {
    private let old: [DocumentLine]
    private let oldBytes: [UInt8]
    private let new: [DocumentLine]
    private let newBytes: [UInt8]
    /// The new text's line for each of the old; nil for one that it lacks.
    private let partners: [Int?]
    /// What a header that comes back leaves out.
    private let comments: [Range<Int>]

    /// Finds the common lines.
    ///
    /// A header that comes back leaves out its comment unless it is one to keep.
    init(from old: any Document, to new: any Document, keeping kept: Set<[UInt8]>) {
        self.old = old.lines
        self.new = new.lines
        oldBytes = old.bytes
        newBytes = new.bytes
        comments = old.comments.filter { !kept.contains(Array(old.bytes[$0])) }
        partners = Self.partners(self.old.map(old.token), self.new.map(new.token))
    }

    private static func partners(_ old: [LineToken], _ new: [LineToken]) -> [Int?] {
        var partners: [Int?] = []
        var next = 0
        for hunk in lineHunks(from: old, to: new) {
            while partners.count < hunk.range.lowerBound {
                partners.append(next)
                next += 1
            }
            // One line for one line of its kind is that line changed.
            let isChange =
                hunk.range.count == 1 && hunk.tokens.count == 1
                && hunk.tokens[0].isTrivia == old[hunk.range.lowerBound].isTrivia
            partners += hunk.range.map { _ in isChange ? next : nil }
            next += hunk.tokens.count
        }
        while partners.count < old.count {
            partners.append(next)
            next += 1
        }
        return partners
    }

    /// The edit of the new text that does what one of the old text does; nil where that has no place.
    func moved(_ edit: Edit) -> Edit? {
        let (start, end) = (edit.range.lowerBound, edit.range.upperBound)
        let line = line(of: start)
        let isLines = edit.bytes.endsLine && start == end && self.start(of: line) == start
        if isLines { return movedLines(edit.bytes, before: line) }
        let isEnd = start == end && end == oldBytes.count && !edit.bytes.endsLine
        if isEnd, let moved = movedEnd(edit.bytes) { return moved }
        guard let from = place(start, in: line),
            let to = start == end ? from : place(end, in: self.line(of: end - 1)), from <= to,
            oldBytes[edit.range] == newBytes[from..<to]
        else { return nil }
        return Edit(from..<to, edit.bytes)
    }

    // MARK: Whole lines

    private func movedLines(_ text: [UInt8], before line: Int) -> Edit {
        guard let header = lostHeader(above: line) else {
            return insertion(of: text, at: place(before: line))
        }
        let isApart = isLostBlank(header - 1)
        let end = text.lastLineEnd
        let head = headerText(header)
        var lines = (isApart ? end : []) + head + (head.endsLine ? [] : end)
        lines += text + (isLostBlank(line) ? end : [])
        return insertion(of: lines, at: place(before: isApart ? header - 1 : header))
    }

    /// The last lines of a text without a last line end; nil for a part of a line.
    ///
    /// They come behind a line that has its end, or else bring that end along.
    private func movedEnd(_ text: [UInt8]) -> Edit? {
        guard !oldBytes.hasOpenLine else {
            let end = text.firstLineEnd
            let lines = text.dropFirst(end.count) + end
            return end.isEmpty ? nil : movedLines(Array(lines), before: old.count)
        }
        let isSameEnd = (partners.last ?? -1) == new.count - 1
        if isSameEnd, !newBytes.hasOpenLine {
            return Edit(newBytes.count..<newBytes.count, text)
        }
        let end = (oldBytes.endsLine ? oldBytes : newBytes).lastLineEnd
        return movedLines(text + end, before: old.count)
    }

    /// The header that lines can't do without, if the new text has lost it.
    private func lostHeader(above line: Int) -> Int? {
        var above = line
        while above > 0, partners[above - 1] == nil {
            above -= 1
            switch old[above].anchor {
            case .structure: return above
            case .entries: return nil
            case .trivia: continue
            }
        }
        return nil
    }

    private func isLostBlank(_ line: Int) -> Bool {
        guard old.indices.contains(line), partners[line] == nil else { return false }
        return oldBytes[old[line].range].allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    private func headerText(_ line: Int) -> [UInt8] {
        let range = old[line].range
        let comment = comments.first { $0.lowerBound >= range.lowerBound }
        guard let comment, comment.upperBound <= range.upperBound else {
            return Array(oldBytes[range])
        }
        let kept = oldBytes[range.lowerBound..<comment.lowerBound]
        let blanks = kept.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
        return kept.dropLast(blanks) + oldBytes[comment.upperBound..<range.upperBound]
    }

    /// Where lines go that stood before an old one: behind the line that was before them, else
    /// before the one that followed, else behind the nearest before, else before the nearest after.
    private func place(before line: Int) -> Int {
        if line > 0, let partner = partners[line - 1] { return new[partner].range.upperBound }
        if line < old.count, let partner = partners[line] {
            return start(partner, in: new, newBytes)
        }
        if let partner = partners[..<line].lazy.reversed().compactMap({ $0 }).first {
            return new[partner].range.upperBound
        }
        if let partner = partners[line...].lazy.compactMap({ $0 }).first {
            return start(partner, in: new, newBytes)
        }
        return newBytes.count
    }

    /// Whole lines put in; behind a last line without an end, they end as it did.
    private func insertion(of text: [UInt8], at place: Int) -> Edit {
        let isOpen = place == newBytes.count && newBytes.hasOpenLine
        let end = text.lastLineEnd
        return Edit(place..<place, isOpen ? end + text.dropLast(end.count) : text)
    }

    // MARK: Places

    /// The line that a byte is in; the count for the end of a text that ends with its last line.
    private func line(of offset: Int) -> Int {
        guard let last = old.last, offset < last.range.upperBound else {
            return old.isEmpty || oldBytes.endsLine ? old.count : old.count - 1
        }
        var low = 0
        var high = old.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if old[middle].range.lowerBound <= offset { low = middle } else { high = middle }
        }
        return low
    }

    private func start(of line: Int) -> Int { start(line, in: old, oldBytes) }

    /// Where a line's own text begins: behind a byte order mark.
    private func start(_ line: Int, in lines: [DocumentLine], _ bytes: [UInt8]) -> Int {
        guard line < lines.count else { return bytes.count }
        return line == 0 ? bytes.byteOrderMarkEnd : lines[line].range.lowerBound
    }

    /// Where an offset in an old line is in the same line of the new text: as far from its beginning
    /// or its end, if what is between is the same.
    private func place(_ offset: Int, in line: Int) -> Int? {
        guard line < old.count, let partner = partners[line] else { return nil }
        let (oldRange, newRange) = (old[line].range, new[partner].range)
        let (oldLine, newLine) = (oldBytes[oldRange], newBytes[newRange])
        let before = offset - oldRange.lowerBound
        if oldLine.prefix(before).elementsEqual(newLine.prefix(before)) {
            return newRange.lowerBound + before
        }
        let after = oldRange.upperBound - offset
        guard oldLine.suffix(after).elementsEqual(newLine.suffix(after)) else { return nil }
        return newRange.upperBound - after
    }
}

extension [UInt8] {
    /// Whether the last line has its end; in UTF-16 too.
    fileprivate var endsLine: Bool {
        guard let last else { return false }
        return last == 0x0A || last == 0x0D || last == 0 && dropLast().last == 0x0A
    }

    /// The line end that a text ends with.
    fileprivate var lastLineEnd: [UInt8] {
        if last == 0x0A, dropLast().last == 0x0D { return [0x0D, 0x0A] }
        return last == 0x0D ? [0x0D] : [0x0A]
    }

    /// The line end that a text begins with; empty for none, and in UTF-16.
    fileprivate var firstLineEnd: [UInt8] {
        guard let first, first == 0x0A || first == 0x0D, dropFirst().first != 0 else { return [] }
        return starts(with: [0x0D, 0x0A]) ? [0x0D, 0x0A] : [first]
    }

    /// Whether the last line has no end.
    fileprivate var hasOpenLine: Bool { count > byteOrderMarkEnd && !endsLine }
}
