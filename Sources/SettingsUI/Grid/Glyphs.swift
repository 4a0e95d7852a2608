// The signs that the screen is drawn with, in Unicode and in ASCII.

/// One set of signs.
struct Glyphs: Equatable, Sendable {
    /// Which signs a terminal can show.
    enum Kind: Equatable, Sendable {
        case unicode, ascii
    }
    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    private func sign(_ unicode: String, _ ascii: String) -> String {
        kind == .unicode ? unicode : ascii
    }

    // The balloon around a group.
    var upperLeft: String { sign("╭", "+") }
    var upperRight: String { sign("╮", "+") }
    var lowerLeft: String { sign("╰", "+") }
    var lowerRight: String { sign("╯", "+") }
    var horizontal: String { sign("─", "-") }
    var vertical: String { sign("│", "|") }
    var leftTee: String { sign("├", "+") }
    var rightTee: String { sign("┤", "+") }

    // A row's edge and mark.
    var focus: String { sign("▌", ">") }
    var modified: String { sign("•", "*") }
    var error: String { sign("✗", "!") }
    var changedElsewhere: String { sign("⇄", "%") }
    var locked: String { sign("⊘", "x") }
    var restart: String { sign("↻", "@") }

    // Controls.
    var opens: String { sign("›", ">") }
    var back: String { sign("‹", "<") }
    var check: String { sign("✓", "*") }
    var box: String { sign("✓", "x") }
    var knob: String { sign("●", "o") }
    var fill: String { sign("━", "=") }
    var track: String { sign("─", "-") }
    var bullet: String { sign("•", "*") }
    var bead: String { sign("●", "o") }
    var chosenLeft: String { sign("▐", "[") }
    var chosenRight: String { sign("▌", "]") }
    var pointer: String { sign("▸", ">") }
    var pointerBack: String { sign("◂", "<") }
    var above: String { sign("▲", "^") }
    var below: String { sign("▼", "v") }
    var nothing: String { sign("—", "-") }

    // Text.
    /// A character that is drawn as a picture, which in ASCII is nothing but that there is one.
    private func drawn(_ character: Character) -> Character {
        guard let picture = character.shown.text.unicodeScalars.first,
            picture == "\u{FFFD}" || (0x2400...0x2421).contains(picture.value)
        else { return character }
        return picture == "\u{FFFD}" ? "?" : "^"
    }

    /// A line as it's printed, which sends no commands to the terminal.
    func printed(_ line: String) -> String { drawn(line).map(\.shown.text).joined() }

    /// A text as it's drawn, as wide as before: in ASCII without pictures of control characters.
    func drawn(_ text: String) -> String {
        kind == .unicode ? text : String(text.map { drawn($0) })
    }
    var ellipsis: String { sign("…", "~") }
    var arrow: String { sign("→", "->") }
    var dot: String { sign("·", "-") }
    var thumb: String { sign("┃", "#") }
    var openQuote: String { sign("“", "\"") }
    var closeQuote: String { sign("”", "\"") }

    // Keys.
    var upDown: String { sign("↑↓", "Up/Down") }
    var leftRight: String { sign("←→", "Left/Right") }
    var enter: String { sign("⏎", "Enter") }

    /// Eight of them, whatever the length: the length is a secret too.
    var secret: String { String(repeating: sign("•", "*"), count: 8) }
}
