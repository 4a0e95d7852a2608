// The comments that stand above keys.

import SettingsDocument
import SettingsModel

extension Document {
    /// The comment directly above each key or table, without its marks, lines joined by blanks.
    ///
    /// A blank line between them parts a comment from what follows.
    func commentsAboveKeys() -> [[String]: String] {
        var comments: [[String]: String] = [:]
        var pending: [String] = []
        var heading: (text: String, comment: [String])?
        for line in lines {
            switch line {
            case .blank: pending = []
            case .comment(let text): pending += CommentText.words(of: text)
            case .structure(let structure):
                if !pending.isEmpty { heading = (structure, pending) }
                pending = []
            case .entries(let keyPaths):
                if let table = keyPaths[0].parent, let open = heading,
                    let name = table.segments.last, Self.stands(name, in: open.text)
                {
                    comments[table.segments] = open.comment.joined(separator: " ")
                }
                heading = nil
                // A line with several keys may begin with a table's: the comment is the outermost's.
                if !pending.isEmpty {
                    comments[Self.owner(of: keyPaths)] = pending.joined(separator: " ")
                }
                pending = []
            }
        }
        return comments
    }

    /// The document line by line; a value over several lines is one.
    private var lines: [DocumentLine] {
        var lines: [DocumentLine] = []
        var entries = entries[...]
        var comments = comments[...]
        var start = 0
        while start < bytes.count {
            var end = lineEnd(from: start)
            var keyPaths: [SettingKeyPath] = []
            while let entry = entries.first, entry.offset < end {
                keyPaths.append(entry.keyPath)
                let valueEnd = span(of: DocumentPath(entry.keyPath))?.upperBound ?? end
                while end < valueEnd { end = lineEnd(from: end) }
                entries.removeFirst()
            }
            comments = comments.drop { $0.upperBound <= start }
            lines.append(DocumentLine(bytes, start..<end, keyPaths, comments))
            start = end
        }
        return lines
    }

    /// The index behind a line's end.
    private func lineEnd(from start: Int) -> Int {
        guard let end = bytes[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
            return bytes.count
        }
        let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
        return end + (isPair ? 2 : 1)
    }

    private static func stands(_ name: String, in text: String) -> Bool {
        var rest = text[...]
        while !rest.isEmpty {
            if rest.hasPrefix(name) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// What a line's comment belongs to: its key, or the table that all its keys are in.
    private static func owner(of keyPaths: [SettingKeyPath]) -> [String] {
        var common = keyPaths[0].segments[...]
        for path in keyPaths.dropFirst() {
            common = common.prefix(zip(common, path.segments).prefix { $0 == $1 }.count)
        }
        return common.isEmpty ? keyPaths[0].segments : Array(common)
    }
}

/// What stands on a line.
private enum DocumentLine {
    case blank
    case comment(String)
    /// The settings that begin there, at least one.
    case entries([SettingKeyPath])
    /// What holds settings without being one: a table's header, a bracket.
    case structure(String)

    /// The line in a range; `comments` are those that end behind its start.
    init(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ keyPaths: [SettingKeyPath],
        _ comments: ArraySlice<Range<Int>>
    ) {
        let text = String(decoding: bytes[range], as: UTF8.self)
        if !keyPaths.isEmpty {
            self = .entries(keyPaths)
        } else if text.allSatisfy(\.isWhitespace) {
            self = .blank
        } else {
            let isOutside = { index in
                !comments.prefix { $0.lowerBound <= index }.contains { $0.contains(index) }
            }
            // A byte order mark belongs to the first line.
            let first = range.lowerBound + (text.hasPrefix("\u{FEFF}") ? 3 : 0)
            let hasMore = (first..<range.upperBound).contains { bytes[$0] > 0x20 && isOutside($0) }
            self = hasMore ? .structure(text) : .comment(text)
        }
    }
}

/// The text of comments.
enum CommentText {
    /// Longer than anybody's help, short enough for a screen.
    static let mostBytes = 4_096

    /// The text of a comment line without `#`, `//`, `;`, `/* */` and `<!-- -->`; empty for rules of dashes.
    static func words(of line: String) -> [String] {
        guard line.utf8.count <= mostBytes else { return [] }
        // The file's first line begins with its byte order mark.
        var text = line.hasPrefix("\u{FEFF}") ? line.dropFirst() : line[...]
        func trim() {
            text = text.drop(while: \.isWhitespace)
            while let last = text.last, last.isWhitespace { text.removeLast() }
        }
        trim()
        for mark in ["<!--", "/**", "/*", "*/", "*", "///", "//", ";"] where text.hasPrefix(mark) {
            text = text.dropFirst(mark.count)
            break
        }
        text = text.drop { $0 == "#" }
        for mark in ["-->", "*/"] where text.hasSuffix(mark) { text = text.dropLast(mark.count) }
        trim()
        return text.contains { $0.isLetter || $0.isNumber } ? [String(text)] : []
    }
}
