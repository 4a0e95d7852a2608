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
            let text = String(decoding: bytes[line.range], as: UTF8.self)
            switch line.anchor {
            case .trivia:
                let words = CommentText.words(of: text)
                if text.allSatisfy(\.isWhitespace) { pending = [] } else { pending += words }
                continue
            case .structure(let structure):
                if !pending.isEmpty { heading = (structure, pending) }
            case .entries(let keyPaths):
                guard let first = keyPaths.first else { break }
                if let table = first.parent, let open = heading,
                    let name = table.segments.last, Self.stands(name, in: open.text)
                {
                    comments[table.segments] = open.comment.joined(separator: " ")
                }
                heading = nil
                // A line with several keys may begin with a table's: the comment is the outermost's.
                if !pending.isEmpty {
                    comments[Self.owner(of: keyPaths)] = pending.joined(separator: " ")
                }
            }
            pending = []
        }
        return comments
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
