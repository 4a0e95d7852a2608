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
