// Text as a terminal may get it: as wide as all terminals agree on, and never a command.

import CNcurses

/// A cluster as it is shown.
struct ShownCluster: Equatable {
    var text: String
    /// Columns it takes: 1 or 2.
    var width: Int
}

extension Character {
    /// What is shown of the cluster.
    ///
    /// Terminals disagree on the width of joined emoji, skin tones, variation selectors and flags,
    /// so those are shown without what is disputed. Control characters become pictures: a settings
    /// file sends no commands to the terminal. The locale's LC_CTYPE must be one of UTF-8.
    var shown: ShownCluster {
        let scalars = unicodeScalars
        guard let first = scalars.first else { return ShownCluster(text: " ", width: 1) }
        if first.isASCII, scalars.count == 1 { return first.shownASCII }
        if self == "\r\n" { return ShownCluster(text: "\u{240D}", width: 1) }
        if first.isRegionalIndicator { return Character.flag(scalars) }
        let width = first.columns
        guard width >= 0, !first.isBidirectionalControl else {
            return ShownCluster(text: "\u{FFFD}", width: 1)
        }
        return Character.combined(first, scalars.dropFirst(), width: width)
    }

    /// A flag as the letters of its country: terminals show one glyph, two, or boxes.
    private static func flag(_ scalars: String.UnicodeScalarView) -> ShownCluster {
        let letters = scalars.compactMap { scalar in
            scalar.isRegionalIndicator ? Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41) : nil
        }
        return ShownCluster(
            text: String(String.UnicodeScalarView(letters)),
            width: letters.count
        )
    }

    private static func combined(
        _ first: Unicode.Scalar,
        _ rest: String.UnicodeScalarView.SubSequence,
        width: Int
    ) -> ShownCluster {
        var scalars = String.UnicodeScalarView([first])
        var width = width
        for scalar in rest.prefix(while: { $0 != "\u{200D}" }) where !scalar.isDisputed {
            let columns = scalar.columns
            if columns == 0, scalars.count < mostScalars {
                scalars.append(scalar)
            } else if columns > 0, width + columns <= 2, scalars.count < mostScalars {
                // A syllable of several letters, as in Hangul jamo and Indic scripts.
                scalars.append(scalar)
                width += columns
            }
        }
        // A mark without a letter would sit on what stands before it.
        if width == 0 { return ShownCluster(text: "\u{25CC}" + String(scalars), width: 1) }
        return ShownCluster(text: String(scalars), width: width)
    }

    /// Scalars that one cell of ncurses takes (CCHARW_MAX), less the circle for a lone mark.
    private static let mostScalars = 4
}

extension Unicode.Scalar {
    /// Columns by the C library: -1 for what can't be shown.
    fileprivate var columns: Int { Int(wcwidth(wchar_t(bitPattern: value))) }

    fileprivate var shownASCII: ShownCluster {
        if value == 0x7F { return ShownCluster(text: "\u{2421}", width: 1) }
        // U+2400 and on are the pictures of the control characters.
        let picture = value < 0x20 ? Unicode.Scalar(0x2400 + value) ?? self : self
        return ShownCluster(text: String(Character(picture)), width: 1)
    }

    fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    fileprivate var isBidirectionalControl: Bool {
        switch value {
        case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        default: false
        }
    }

    /// Variation selectors, skin tones and controls within a cluster.
    fileprivate var isDisputed: Bool {
        switch value {
        case 0xFE0E, 0xFE0F, 0x1F3FB...0x1F3FF: true
        default: isBidirectionalControl
        }
    }
}

extension String {
    package var columns: Int {
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
        return reduce(0) { $0 + $1.shown.width }
    }

    /// The text in at most so many columns, with `mark` at the end where something was cut.
    package func cut(to columns: Int, mark: String) -> String {
        if columns <= 0 { return "" }
        if self.columns <= columns { return self }
        let room = columns - mark.columns
        guard room > 0 else { return String(mark.prefix(columns)) }
        var text = ""
        var width = 0
        for character in self {
            width += character.shown.width
            if width > room { break }
            text.append(character)
        }
        return text + mark
    }

    /// The text in lines of at most so many columns; blanks may hang over.
    ///
    /// A line ends after its last blank, else after a slash, so that a file's name stays whole, else
    /// anywhere. Of a very long text, the end is left out.
    ///
    /// - Returns: At least one line.
    func folded(to columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var width = 0
        for character in prefix(Self.longestFolded) {
            let own = character.shown.width
            if width + own > columns, character != " ", !line.isEmpty {
                let end = line.lineEnd
                lines.append(String(line[..<end]))
                line = String(line[end...])
                width = line.columns
            }
            line.append(character)
            width += own
        }
        return lines + [line]
    }

    /// More characters than any screen shows of one text.
    static let longestFolded = 4_000

    /// Where a full line is best ended.
    private var lineEnd: Index {
        if let blank = lastIndex(of: " ") { return index(after: blank) }
        let middle = index(startIndex, offsetBy: count / 2)
        if let slash = self[middle...].lastIndex(of: "/") { return index(after: slash) }
        return endIndex
    }

    /// The text in lines of at most so many columns, broken at blanks where there are any.
    ///
    /// - Returns: No line is empty; no line at all for a text of blanks.
    func wrapped(to columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for word in split(whereSeparator: \.isWhitespace).map(String.init) {
            if !line.isEmpty, line.columns + 1 + word.columns <= columns {
                line += " " + word
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = ""
            var width = 0
            for character in word {
                let own = character.shown.width
                // A glyph wider than the line has no place in any.
                guard own <= columns else { return line.isEmpty ? lines : lines + [line] }
                if width + own > columns {
                    lines.append(line)
                    (line, width) = ("", 0)
                }
                line.append(character)
                width += own
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
