// Keys that edit a text.

extension TextEdit {
    /// Moves the caret up or down; in a single line there is neither.
    mutating func moveCaret(_ key: Key, in box: TextBox?) {
        guard let box else { return }
        let page = max(1, box.height - 1)
        switch key {
        case .up: moveCaret(byLines: -1, in: box.lines)
        case .down: moveCaret(byLines: 1, in: box.lines)
        case .pageUp: moveCaret(byLines: -page, in: box.lines)
        case .pageDown: moveCaret(byLines: page, in: box.lines)
        default: break
        }
    }

    /// A key that moves the caret or removes text.
    mutating func edit(_ key: Key) {
        switch key {
        case .backspace: removeBackward()
        case .delete, .control("d"): removeForward()
        case .left, .control("b"): moveCaret(to: caret - 1)
        case .right, .control("f"): moveCaret(to: caret + 1)
        case .home, .control("a"): moveCaret(to: line.lowerBound)
        case .end, .control("e"): moveCaret(to: line.upperBound)
        case .controlLeft: moveCaret(to: wordStart)
        case .controlRight: moveCaret(to: wordEnd)
        case .controlHome: moveCaret(to: 0)
        case .controlEnd: moveCaret(to: characters.count)
        case .control("u"): removeToStart()
        case .control("k"): removeToEnd()
        case .control("w"): removeWord()
        default: break
        }
    }
}
