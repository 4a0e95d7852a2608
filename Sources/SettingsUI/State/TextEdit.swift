// A line of text being typed.

/// A field's text, its caret and what is wrong with it.
struct TextEdit: Equatable, Sendable {
    /// Whether the text is shown or dots instead.
    enum Visibility: Equatable, Sendable {
        case shown, hidden
    }
    /// What becomes of line breaks.
    enum LineBreaks: Equatable, Sendable {
        case blanks, kept
    }
    private(set) var characters: [Character]
    /// How many characters stand before the caret.
    private(set) var caret: Int
    var visibility = Visibility.shown
    /// Whether a paste keeps its line breaks, rather than have blanks for them.
    var lineBreaks = LineBreaks.blanks

    /// A field with a text and the caret at its end.
    init(_ text: String) {
        characters = Array(text)
        caret = characters.count
    }

    var text: String { String(characters) }

    /// What a settings file can hold in one value, with room to spare.
    static let mostCharacters = 1 << 20

    // MARK: Changing

    /// Puts text at the caret; a line break becomes a blank where the field has one line.
    mutating func insert(_ text: String) {
        let room = Self.mostCharacters - characters.count
        let isKept = lineBreaks == .kept
        let added = text.prefix(room).map { $0.isNewline ? (isKept ? "\n" : " ") : $0 }
        characters.insert(contentsOf: added, at: caret)
        caret += added.count
    }

    /// Removes the character before the caret.
    mutating func removeBackward() {
        guard caret > 0 else { return }
        caret -= 1
        characters.remove(at: caret)
    }

    /// Removes the character behind the caret.
    mutating func removeForward() {
        guard caret < characters.count else { return }
        characters.remove(at: caret)
    }

    /// Removes all before the caret.
    mutating func removeToStart() {
        characters.removeFirst(caret)
        caret = 0
    }

    /// Removes all behind the caret.
    mutating func removeToEnd() { characters.removeLast(characters.count - caret) }

    /// Removes the word before the caret, and the blanks behind it.
    mutating func removeWord() {
        while caret > 0, characters[caret - 1].isWhitespace { removeBackward() }
        while caret > 0, !characters[caret - 1].isWhitespace { removeBackward() }
    }

    /// Moves the caret, not past the ends.
    mutating func moveCaret(to index: Int) { caret = min(max(0, index), characters.count) }

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
    func view(columns: Int) -> (start: Int, offset: Int) {
        let widths = shown(hiddenAs: "*").map(\.shown.width)
        let caret = shownCaret
        var width = widths[..<caret].reduce(0, +)
        var start = 0
        // One column is for the caret itself, one for a wide glyph under it.
        while width > max(0, columns - 2), start < caret {
            width -= widths[start]
            start += 1
        }
        return (start, width)
    }

    /// The caret's place for a column of a field that is drawn in `columns`.
    mutating func moveCaret(toColumn column: Int, of columns: Int) {
        var index = view(columns: columns).start
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
