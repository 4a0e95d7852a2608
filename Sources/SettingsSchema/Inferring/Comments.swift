// What the comments of a file say of its keys: help, and the titles of groups.

import SettingsDocument
import SettingsModel

/// What comments say of the keys and tables that they stand at.
struct KeyComments {
    /// A comment directly above a key or table, or else at the end of its line, without its marks, lines
    /// joined by blanks.
    private(set) var help: [[String]: String] = [:]
    /// The title of a group that begins with a key or table.
    private(set) var headings: [[String]: String] = [:]

    private let settings: CommentedSettings
    private var block = CommentBlock()
    /// The heading that nothing follows yet.
    private var heading: String?
    /// A line that may begin a table, with what stands above it.
    private var table: (text: String, help: String?, heading: String?)?
    /// Whether a setting or table stands above.
    private var hasBegun = false

    init(of document: any Document) {
        settings = CommentedSettings(in: document)
        for line in document.lines { read(line) }
    }

    private mutating func read(_ line: DocumentLine) {
        switch line {
        case .blank:
            // A blank line parts a comment from what follows.
            heading = block.heading(hasBegun ? .within : .first) ?? heading
            block = CommentBlock()
        case .comment(let text): block.add(text, settings)
        case .structure(let text):
            let (help, above) = (block.help(of: nil), block.title ?? heading)
            // What closes one table may stand before what opens the next.
            if help != nil || above != nil { table = (text, help, above) }
            hasBegun = hasBegun || text.contains(where: \.isLetter)
            (block, heading) = (CommentBlock(), nil)
        case .entries(let keyPaths, let end): read(keyPaths, end)
        }
    }

    private mutating func read(_ keyPaths: [SettingKeyPath], _ end: String?) {
        if let above = keyPaths[0].parent, let table, let name = above.segments.last,
            table.text.contains(name)
        {
            if let text = table.help { help[above.segments] = text }
            if let title = table.heading { headings[above.segments] = title }
        }
        // A line with several keys may begin with a table's: the comment is the outermost's.
        let owner = keyPaths.commonSegments
        let segments = owner.isEmpty ? keyPaths[0].segments : owner
        if let text = block.help(of: segments.last) {
            help[segments] = text
        } else if let end, !owner.isEmpty {
            var block = CommentBlock()
            block.add(end, settings)
            help[segments] = block.help(of: segments.last)
        }
        if let heading = block.title ?? heading { headings[segments] = heading }
        (block, heading, table, hasBegun) = (CommentBlock(), nil, nil, true)
    }
}

/// Comment lines that follow each other.
private struct CommentBlock {
    /// Where in the file it stands.
    enum Place {
        /// Before all settings: it's about the file.
        case first
        case within
    }

    /// The heading that is marked as one in it.
    private(set) var title: String?
    private var words: [String] = []
    /// The setting that is turned off, and what stands above it.
    private var former: (name: String, words: [String])?
    private var lines: [CommentLine] = []

    mutating func add(_ text: String, _ settings: CommentedSettings) {
        guard let line = CommentLine(text) else { return }
        lines.append(line)
        switch line {
        case .heading(let text): begin(text)
        case .rule:
            // The lower side of a frame.
            guard lines.count > 2, case .words(let text) = lines[lines.count - 2],
                lines[lines.count - 3] == .rule
            else { return }
            begin(text)
        case .words(let text):
            if let name = settings.name(in: text) {
                former = (name, words)
                words = []
            } else {
                words.append(text)
            }
        }
    }

    private mutating func begin(_ title: String) {
        if !LikelySecret.isIn(comment: title) { self.title = title }
        (words, former) = ([], nil)
    }

    /// The help for the key of a name that follows.
    func help(of name: String?) -> String? {
        var words = words
        // A key and the same one turned off have one help.
        if words.isEmpty, let former, former.name == name { words = former.words }
        words = words.filter { !LikelySecret.isIn(comment: $0) }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// The title that it is where a blank line follows it.
    func heading(_ place: Place) -> String? {
        if let title { return title }
        guard place == .within, lines.count == 1, let words = words.first,
            !LikelySecret.isIn(comment: words)
        else { return nil }
        return CommentLine.heading(apart: words)
    }
}

extension [SettingKeyPath] {
    /// The names that all of them begin with.
    fileprivate var commonSegments: [String] {
        var common = self[0].segments[...]
        for path in dropFirst() {
            common = common.prefix(zip(common, path.segments).prefix { $0 == $1 }.count)
        }
        return [String](common)
    }
}

// MARK: Lines

/// What stands on a line.
private enum DocumentLine {
    case blank
    case comment(String)
    /// The settings that begin there, at least one, and the comment behind them.
    case entries([SettingKeyPath], end: String?)
    /// What holds settings without being one: a table's header, a bracket.
    case structure(String)
}

extension Document {
    /// The document line by line; a value over several lines is one.
    fileprivate var lines: [DocumentLine] {
        var lines: [DocumentLine] = []
        var entries = entries[...]
        var valueEnds = valueEnds[...]
        var comments = comments[...]
        var start = 0
        while start < bytes.count {
            var end = lineEnd(from: start)
            var keyPaths: [SettingKeyPath] = []
            var valueEnd = start
            while let entry = entries.first, entry.offset < end {
                keyPaths.append(entry.keyPath)
                valueEnd = valueEnds.removeFirst() ?? end
                while end < valueEnd { end = lineEnd(from: end) }
                entries.removeFirst()
            }
            comments = comments.drop { $0.upperBound <= start }
            let range = start..<end
            if keyPaths.isEmpty {
                lines.append(line(range, comments))
            } else {
                let last = comments.lazy.prefix { $0.lowerBound < end }
                    .first { $0.lowerBound >= valueEnd }
                let text = last.map {
                    String(decoding: bytes[$0.clamped(to: range)], as: UTF8.self)
                }
                lines.append(.entries(keyPaths, end: text))
            }
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

    /// A line without settings; `comments` are those that end behind its start.
    private func line(_ range: Range<Int>, _ comments: ArraySlice<Range<Int>>) -> DocumentLine {
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard !text.allSatisfy(\.isWhitespace) else { return .blank }
        // A byte order mark belongs to the first line.
        var start = range.lowerBound + (text.hasPrefix("\u{FEFF}") ? 3 : 0)
        var hasMore = false
        for comment in comments.prefix(while: { $0.lowerBound < range.upperBound }) {
            if start < comment.lowerBound {
                hasMore = hasMore || bytes[start..<comment.lowerBound].contains { $0 > 0x20 }
            }
            start = max(start, comment.upperBound)
        }
        if start < range.upperBound {
            hasMore = hasMore || bytes[start..<range.upperBound].contains { $0 > 0x20 }
        }
        return hasMore ? .structure(text) : .comment(text)
    }
}
