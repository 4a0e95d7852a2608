// A text being typed, in one line or in several.

/// A field's text and its caret.
struct TextEdit: Equatable, Sendable {
    /// Whether the text is shown or dots instead.
    enum Visibility: Equatable, Sendable {
        case shown, hidden
    }
    /// What becomes of line breaks.
    enum LineBreaks: Equatable, Sendable {
        /// A field of one line has a blank for each.
        case blanks
        /// They are kept, and a sign stands for each: a secret is one line, whatever is in it.
        case signs
        /// Each begins a line of the screen.
        case lines
    }
    private(set) var characters: [Character]
    /// How many characters stand before the caret.
    private(set) var caret: Int
    var visibility = Visibility.shown
    var lineBreaks = LineBreaks.blanks
    /// The column that the caret comes back to when it goes on up or down past a short line; nil
    /// where it didn't come here that way.
    private var goalColumn: Int?

    /// A field with a text and the caret at its end.
    init(_ text: String) {
        characters = Array(text)
        caret = characters.count
    }

    var text: String { String(characters) }

    /// A text is typed up to so many characters: longer ones belong in an editor.
    static let mostCharacters = 1 << 20

    // MARK: Changing

    /// Puts text at the caret; a line break becomes a blank where the field has one line.
    mutating func insert(_ text: String) {
        // A file may have had a longer text.
        let room = max(0, Self.mostCharacters - characters.count)
        let lineBreak: Character = lineBreaks == .blanks ? " " : "\n"
        let added = text.prefix(room).map { $0.isNewline ? lineBreak : $0 }
        replace(caret..<caret, with: added)
    }

    /// Removes the character before the caret.
    mutating func removeBackward() { replace(max(0, caret - 1)..<caret) }

    /// Removes the character behind the caret.
    mutating func removeForward() { replace(caret..<min(caret + 1, characters.count)) }

    /// Removes all before the caret in its line; at the line's begin, the break before it.
    mutating func removeToStart() {
        let start = line.lowerBound
        replace((start == caret ? max(0, caret - 1) : start)..<caret)
    }

    /// Removes all behind the caret in its line; at the line's end, the break behind it.
    mutating func removeToEnd() {
        let end = line.upperBound
        replace(caret..<(end == caret ? min(caret + 1, characters.count) : end))
    }

    /// Removes the word before the caret, and the blanks behind it.
    mutating func removeWord() { replace(wordStart..<caret) }

    /// Puts characters in place of some, and the caret behind them.
    private mutating func replace(_ range: Range<Int>, with added: [Character] = []) {
        characters.replaceSubrange(range, with: added)
        moveCaret(to: range.lowerBound + added.count)
        if isJoint(range.lowerBound) || isJoint(caret) { regroup() }
    }

    /// Whether what stands before a place and what stands behind it are other characters together.
    private func isJoint(_ index: Int) -> Bool {
        guard index > 0, index < characters.count else { return false }
        let pair = characters[index - 1...index]
        return !pair.elementsEqual(String(pair))
    }

    /// Joins a letter and a mark that was typed behind it into one character; the caret keeps its place
    /// in the text.
    private mutating func regroup() {
        var before = characters[..<caret].reduce(0) { $0 + $1.unicodeScalars.count }
        characters = Array(text)
        caret = 0
        while before > 0, caret < characters.count {
            before -= characters[caret].unicodeScalars.count
            caret += 1
        }
    }

    // MARK: Moving

    /// Moves the caret, not past the ends.
    mutating func moveCaret(to index: Int) {
        caret = min(max(0, index), characters.count)
        goalColumn = nil
    }

    /// Moves the caret down by so many lines, or up by a number below 0, and keeps its column where
    /// the line has that; past the first line to the text's begin, past the last one to its end.
    mutating func moveCaret(byLines count: Int, in lines: TextLines) {
        let goal = goalColumn ?? lines.column(of: caret)
        let line = lines.line(of: caret) + count
        guard lines.ranges.indices.contains(line) else {
            moveCaret(to: line < 0 ? 0 : characters.count)
            return
        }
        moveCaret(to: lines.index(inLine: line, column: goal))
        goalColumn = goal
    }

    /// The characters of the caret's line, without its break; all where the field has one line.
    var line: Range<Int> {
        guard lineBreaks == .lines else { return 0..<characters.count }
        let start = characters[..<caret].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
        let end = characters[caret...].firstIndex(where: \.isNewline) ?? characters.count
        return start..<end
    }

    /// Where the word before the caret begins.
    var wordStart: Int {
        var index = caret
        while index > 0, characters[index - 1].isWhitespace { index -= 1 }
        while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
        return index
    }

    /// Where the word behind the caret ends.
    var wordEnd: Int {
        var index = caret
        while index < characters.count, characters[index].isWhitespace { index += 1 }
        while index < characters.count, !characters[index].isWhitespace { index += 1 }
        return index
    }

    // MARK: Showing

    /// What the screen gets for the characters; of hidden ones, not even how many they are.
    func shown(hiddenAs dot: Character) -> [Character] {
        guard visibility == .hidden else { return characters }
        return Array(repeating: dot, count: characters.isEmpty ? 0 : Self.dots)
    }

    /// How many dots stand for a text, whatever its length.
    private static let dots = 8

    /// How many of the shown characters stand before the caret.
    var shownCaret: Int {
        visibility == .shown ? caret : caret == 0 ? 0 : Self.dots
    }

    /// Which character is shown first, so that the caret is within `columns`.
    func firstShown(columns: Int) -> Int {
        let widths = shown(hiddenAs: "*").map(\.shown.width)
        let caret = shownCaret
        var width = widths[..<caret].reduce(0, +)
        var start = 0
        // One column is for the caret itself, one for a wide glyph under it.
        while width > max(0, columns - 2), start < caret {
            width -= widths[start]
            start += 1
        }
        return start
    }

    /// The caret's place for a column of a field that is drawn in `columns`.
    mutating func moveCaret(toColumn column: Int, of columns: Int) {
        var index = firstShown(columns: columns)
        let shown = shown(hiddenAs: "*")
        var left = column
        while index < shown.count, left >= shown[index].shown.width {
            left -= shown[index].shown.width
            index += 1
        }
        // Among the dots of a hidden text there is only its begin and its end.
        moveCaret(to: visibility == .hidden && index > 0 ? characters.count : index)
    }
}
