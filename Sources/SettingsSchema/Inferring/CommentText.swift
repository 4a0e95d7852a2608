// What one line of a comment is: words, a heading, a rule of dashes or a setting that is turned off.

/// A line of a comment without its marks.
enum CommentLine: Equatable {
    case words(String)
    /// Words that are marked as the title of what follows: `--- Fonts ---`, `### Fonts`, `Fonts {{{`.
    case heading(String)
    /// Nothing but signs, at least three: `-----`.
    case rule

    /// Longer than anybody's help, short enough for a screen.
    static let mostBytes = 4_096
    /// No heading is longer.
    private static let mostHeadingBytes = 60

    /// Reads a line with its `#`, `//`, `;`, `/* */` or `<!-- -->`; nil where it's empty, or longer than any
    /// help.
    init?(_ line: String) {
        guard line.utf8.count <= Self.mostBytes else { return nil }
        // The file's first line begins with its byte order mark.
        var text = (line.hasPrefix("\u{FEFF}") ? line.dropFirst() : line[...]).trimmed
        for mark in ["<!--", "/**", "/*", "*/", "*", "///", "//"] where text.hasPrefix(mark) {
            text = text.dropFirst(mark.count)
            break
        }
        let marks = text.prefix { $0 == "#" || $0 == ";" }.count
        text = text.dropFirst(marks)
        // kitty's own comments begin with it.
        if marks == 1, text.first == ":" { text = text.dropFirst() }
        for mark in ["-->", "*/"] where text.hasSuffix(mark) { text = text.dropLast(mark.count) }
        text = text.trimmed
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
            guard marks > 2 || text.utf8.count > 2 else { return nil }
            self = .rule
            return
        }
        let bare = text.withoutDecoration
        let isMarked = marks > 2 || bare != text
        let isTitle = bare.utf8.count <= Self.mostHeadingBytes && !bare.hasSuffix(".")
        self = isMarked && isTitle ? .heading(String(bare)) : .words(String(text))
    }

    /// The words as a heading, where they stand apart from all settings; nil for a sentence or a note.
    static func heading(apart words: String) -> String? {
        var text = words[...]
        if text.hasSuffix(":") { text = text.dropLast() }
        guard text.utf8.count <= 40, text.first?.isUppercase ?? false, let last = text.last,
            last.isLetter || last.isNumber || last == ")", text.split(separator: " ").count <= 5,
            !text.contains(where: { ":=;{[".contains($0) })
        else { return nil }
        return String(text)
    }
}

extension Substring {
    /// The text without blanks at its ends.
    fileprivate var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }

    /// The text without signs that only make it stand out, at least two on both sides or three on one.
    fileprivate var withoutDecoration: Substring {
        // The mark at which Vim folds a section.
        if let fold = range(of: "{{{") { return self[..<fold].trimmed.withoutDecoration }
        let isSign: (Character) -> Bool = { "-=*#~+_".contains($0) }
        let front = prefix(while: isSign).count
        let back = reversed().prefix(while: isSign).count
        guard front > 2 || back > 2 || front == 2 && back == 2 else { return self }
        return dropFirst(front).dropLast(back).trimmed
    }

    private func range(of text: String) -> Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
