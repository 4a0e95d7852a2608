// What of a file's text is one entry's own, so that it can go to another key with the value.

package import SettingsModel

/// The comments of one entry, and how its value is spelled.
package struct OwnText: Sendable {
    /// The comment lines directly above it, with their line ends.
    fileprivate var above: [UInt8]
    /// The comments in those lines.
    fileprivate var commentsAbove: [[UInt8]]
    /// The comments between its key and its value.
    fileprivate var before: Aside
    /// The comments behind its value.
    fileprivate var behind: Aside
    fileprivate var value: [UInt8]
    /// The blanks that its line begins with.
    fileprivate var indent: [UInt8]
    /// How often each comment stood in the file, by its text without the blanks that lines begin with.
    fileprivate var commentCounts: [[UInt8]: Int]

    /// Comments of one line.
    fileprivate struct Aside {
        var comments: [[UInt8]]
        /// The blanks before the first.
        var gap: [UInt8]

        var text: [UInt8] { gap + Array(comments.joined(separator: [.space])) }

        init(_ comments: [Range<Int>], in bytes: [UInt8]) {
            self.comments = comments.map { Array(bytes[$0]) }
            gap = comments.first.map { bytes.blanks(before: $0.lowerBound) } ?? []
            if gap.isEmpty { gap = [.space] }
        }
    }
}

extension Document {
    /// The document without the comment lines directly above an entry, and what is the entry's own.
    ///
    /// They belong to it up to a blank line, but for those that are about the file, as `#!` and `#:schema`.
    /// Cost: a reading.
    ///
    /// - Returns: nil where the entry shares its lines with others.
    package func lifting(_ key: SettingKeyPath) -> (rest: any Document, own: OwnText)? {
        let lines = lines
        guard let index = lines.firstIndex(where: { $0.anchor == .entries([key]) }),
            let value = span(of: DocumentPath(key))
        else { return nil }
        let comments = comments
        let first = firstComment(above: index, in: lines, comments)
        let start = max(lines[first].range.lowerBound, bytes.byteOrderMarkEnd)
        let own = max(lines[index].range.lowerBound, bytes.byteOrderMarkEnd)
        let beside = comments.filter {
            lines[index].range.contains($0.lowerBound) && !$0.overlaps(value)
        }
        let text = OwnText(
            above: Array(bytes[start..<own]),
            commentsAbove: comments.filter { (start..<own).contains($0.lowerBound) }
                .map { Array(bytes[$0]) },
            before: OwnText.Aside(beside.filter { $0.lowerBound < value.lowerBound }, in: bytes),
            behind: OwnText.Aside(beside.filter { $0.lowerBound > value.lowerBound }, in: bytes),
            value: Array(bytes[value]),
            indent: bytes.blanks(from: own),
            commentCounts: plainCommentCounts
        )
        guard start < own else { return (self, text) }
        let rest = Array(bytes[..<start] + bytes[own...])
        guard let document = try? Self(rest, as: format, limits: .standard), document.root == root
        else { return nil }
        return (document, text)
    }

    /// The first of the comment lines directly above a line, or the line itself.
    private func firstComment(
        above index: Int,
        in lines: [DocumentLine],
        _ comments: [Range<Int>]
    ) -> Int {
        var first = index
        while first > 0, lines[first - 1].anchor == .trivia {
            let text = String(decoding: bytes[lines[first - 1].range], as: UTF8.self)
            let isWithin = comments.contains {
                $0.lowerBound < lines[first].range.lowerBound
                    && $0.upperBound > lines[first].range.lowerBound
            }
            guard isWithin || !text.allSatisfy(\.isWhitespace), !text.isAboutFile else { break }
            first -= 1
        }
        return first
    }

    /// The document with an entry's own text at another key, which has the value.
    ///
    /// Comments that stand in this document as often as in the other aren't added.
    ///
    /// - Returns: nil where they have no place there.
    package func dressing(_ key: SettingKeyPath, in own: OwnText) -> (any Document)? {
        guard let line = lines.first(where: { $0.anchor == .entries([key]) }),
            let value = span(of: DocumentPath(key))
        else { return nil }
        let start = max(line.range.lowerBound, bytes.byteOrderMarkEnd)
        let indent = bytes.blanks(from: start)
        let counts = plainCommentCounts
        func lacks(_ comments: [[UInt8]]) -> Bool {
            comments.map(\.withoutIndents).contains {
                counts[$0] ?? 0 < own.commentCounts[$0] ?? 0
            }
        }
        var edits: [Edit] = []
        if lacks(own.commentsAbove) {
            let text = own.above.reindented(from: own.indent, to: indent, after: 0)
            edits.append(Edit(start..<start, text))
        }
        let head = bytes.textEnd(ofLineAt: start)
        let isOnNextLine = head < value.lowerBound
        if lacks(own.before.comments) {
            let end = isOnNextLine ? head : bytes.textEnd(ofLineAt: value.last ?? head)
            edits.append(Edit(end..<end, own.before.text))
        }
        if lacks(own.behind.comments) {
            let end = bytes.textEnd(ofLineAt: value.last ?? head)
            edits.append(Edit(end..<end, own.behind.text))
        }
        // Lines within a value move with it where they may.
        let moved = own.value.reindented(from: own.indent, to: indent, after: 1)
        for text in [moved, own.value, Array(bytes[value])] {
            let spelling = Edit(value, text)
            if let document = dressed(by: [spelling] + edits, as: own) { return document }
        }
        return nil
    }

    /// How often each comment stands in the file, by its text without the blanks that lines begin with.
    private var plainCommentCounts: [[UInt8]: Int] {
        comments.reduce(into: [:]) { $0[Array(bytes[$1]).withoutIndents, default: 0] += 1 }
    }

    /// The document after some edits; nil if it would say something else, or lack a comment.
    private func dressed(by edits: [Edit], as own: OwnText) -> Self? {
        guard let text = try? bytes.applying(edits),  // none meet
            let document = try? Self(text, as: format, limits: .standard), document.root == root
        else { return nil }
        let counts = document.plainCommentCounts
        let isWhole = own.commentCounts.allSatisfy { counts[$0.key] == $0.value }
        return isWhole ? document : nil
    }
}

extension String {
    /// Whether a comment speaks to programs, about the file it is in.
    fileprivate var isAboutFile: Bool {
        let text = drop(while: \.isWhitespace)
        return text.hasPrefix("#!") || text.hasPrefix("#:") || text.contains("$schema")
            || text.contains("-*-") || text.contains("vim:")
    }
}

extension [UInt8] {
    fileprivate func blanks(from offset: Int) -> [UInt8] {
        Array(self[offset...].prefix { $0 == .space || $0 == .tab })
    }

    fileprivate func blanks(before offset: Int) -> [UInt8] {
        var start = offset
        while start > 0, self[start - 1] == .space || self[start - 1] == .tab { start -= 1 }
        return Array(self[start..<offset])
    }

    /// Where the text of a byte's line ends.
    fileprivate func textEnd(ofLineAt offset: Int) -> Int {
        var end = TextLayout(self).nextLine(offset)
        while end > offset, self[end - 1] <= .space { end -= 1 }
        return end
    }

    /// The text without the blanks that its lines begin with.
    fileprivate var withoutIndents: [UInt8] {
        split(separator: .lineFeed, omittingEmptySubsequences: false)
            .map { $0.drop { $0 == .space || $0 == .tab } }
            .reduce(into: []) { $0 += $1 + [.lineFeed] }
    }

    /// Lines with other blanks at their beginnings, but for the first `kept`.
    fileprivate func reindented(from old: [UInt8], to new: [UInt8], after kept: Int) -> [UInt8] {
        guard old != new else { return self }
        let starts = TextLayout(self).lineStarts
        var text: [UInt8] = []
        for (index, start) in starts.enumerated() {
            let line = self[start..<(index + 1 < starts.count ? starts[index + 1] : count)]
            let isKept = index < kept || line.allSatisfy { $0 <= .space }
            let rest = line.starts(with: old) ? line.dropFirst(old.count) : line
            text += isKept ? line : new + rest
        }
        return text
    }
}
