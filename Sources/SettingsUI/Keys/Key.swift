// A key of the terminal.

/// A key as the terminal tells it.
enum Key: Hashable, Sendable {
    case character(Character)
    case control(Character)
    case up, down, left, right, shiftLeft, shiftRight
    case controlLeft, controlRight, controlHome, controlEnd
    case pageUp, pageDown, home, end
    case enter, escape, tab, backTab, backspace, delete
    case function(Int)
}

extension Key {
    /// The key as hints name it.
    func name(_ glyphs: Glyphs) -> String {
        switch self {
        case .enter: glyphs.enter
        case .escape: "Esc"
        case .tab: "Tab"
        case .character(" "): "Space"
        case .character(let letter): String(letter)
        case .control(let letter): "^" + letter.uppercased()
        case .function(let number): "F\(number)"
        case .up, .down, .left, .right, .shiftLeft, .shiftRight, .controlLeft, .controlRight,
            .controlHome, .controlEnd, .pageUp, .pageDown, .home, .end, .backTab, .backspace,
            .delete:
            ""
        }
    }
}
