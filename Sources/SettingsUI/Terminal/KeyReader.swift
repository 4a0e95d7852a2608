// Turns what ncurses reads into keys, pastes and mouse events.

import CNcurses

/// One thing that ncurses read.
enum TerminalInput: Equatable {
    /// A character, or a control character.
    case scalar(UInt32)
    /// A function key by ncurses' number.
    case code(Int32)
    /// The mouse, by its button bits.
    case mouse(mmask_t, Point)
    /// Nothing more is there now.
    case nothing
}

/// Puts keys together from what is read.
struct KeyReader {
    /// What came of a paste so far; nil where there is none.
    private var pasted: [Unicode.Scalar]?
    private var hasEscape = false
    /// The control string that has begun; nil where there is none.
    private var string: ControlString?
    private var background: TerminalSettings.Background?
    /// What has come of a sequence that ncurses doesn't know; nil where there is none.
    private var sequence: KeySequence?

    /// More than any setting holds; what comes after it is dropped.
    static let longestPaste = 1 << 20

    /// Whether a paste, a control string or a sequence has begun and not ended.
    ///
    /// A terminal that never ends it must not take all keys for ever: after a second without input,
    /// ``flush()`` ends it.
    var isUnfinished: Bool { pasted != nil || string != nil || sequence != nil }

    /// Whether a function key of ncurses has a meaning as the next input.
    ///
    /// Any other is read by its characters: within something unfinished they belong to that, and of keys
    /// that only some terminfo entries name, ``KeySequence`` knows more.
    func reads(code: Int32) -> Bool { !isUnfinished && key(code: code) != nil }

    mutating func read(_ input: TerminalInput) -> [Event] {
        if pasted != nil { return readPaste(input) }
        if let string { return read(input, in: string) }
        if let sequence { return read(input, after: sequence) }
        if hasEscape { return readAfterEscape(input) }
        switch input {
        case .nothing: return []
        case .scalar(27):
            hasEscape = true
            return []
        case .scalar(let value): return key(value).map { [.key($0)] } ?? []
        case .code(let code): return key(code: code).map { [.key($0)] } ?? []
        case .mouse(let buttons, let point):
            return action(buttons).map { [.mouse($0, point)] } ?? []
        }
    }

    /// Ends what the terminal didn't end.
    mutating func flush() -> [Event] {
        defer { (pasted, string, sequence) = (nil, nil, nil) }
        guard let pasted else { return [] }
        // Terminals send line breaks as Enter does, and some both signs of one.
        let text = String(String.UnicodeScalarView(pasted))
        return [.paste(String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }))]
    }

    /// The end of a paste as terminals send it.
    private static let endMark = Array("\u{1B}[201~".unicodeScalars)

    private mutating func readPaste(_ input: TerminalInput) -> [Event] {
        switch input {
        case .scalar(let value):
            if let scalar = Unicode.Scalar(value), (pasted?.count ?? 0) < Self.longestPaste {
                pasted?.append(scalar)
            }
            if pasted?.suffix(Self.endMark.count).elementsEqual(Self.endMark) == true {
                pasted?.removeLast(Self.endMark.count)
                return flush()
            }
        case .code, .mouse, .nothing: break
        }
        return []
    }

    /// An escape and a key at once are that key with Alt, which has no meaning here; an escape
    /// with nothing behind it is the Escape key.
    private mutating func readAfterEscape(_ input: TerminalInput) -> [Event] {
        hasEscape = false
        switch input {
        case .nothing: return [.key(.escape)]
        case .scalar(27):
            hasEscape = true
            return [.key(.escape)]
        case .scalar(let value) where ControlString.introducers.contains(value):
            string = ControlString(introducer: value)
            return []
        case .scalar(let value):
            sequence = KeySequence.Introducer(rawValue: value).map { KeySequence($0) }
            return []
        case .code, .mouse: return [.key(.escape)] + read(input)
        }
    }

    /// Takes a key, the mouse or the begin of a paste, and passes over what is none, so that nothing of it
    /// is a key or a text.
    ///
    /// The rest is waited for: over a slow line it comes later, and would be keys, or a whole paste of them.
    private mutating func read(_ input: TerminalInput, after sofar: KeySequence) -> [Event] {
        var sofar = sofar
        sequence = nil
        switch input {
        case .nothing: sequence = sofar
        case .scalar(let value):
            switch sofar.read(value) {
            case .unfinished: sequence = sofar
            case .ended(let event): return event.map { [$0] } ?? []
            case .pasteStart: pasted = []
            case .interrupted: return read(input)
            }
        case .code, .mouse: return read(input)
        }
        return []
    }

    // MARK: The terminal's answer

    /// The background that the terminal has told of since the last time.
    mutating func takeBackground() -> TerminalSettings.Background? {
        defer { background = nil }
        return background
    }

    /// Passes over a control string, and takes the background from the one that has it.
    ///
    /// The rest is waited for, in however many pieces it comes: what a terminal answers is no keys. A key
    /// that was pressed ends a string that the terminal never ended.
    private mutating func read(_ input: TerminalInput, in sofar: ControlString) -> [Event] {
        var sofar = sofar
        string = nil
        switch input {
        case .nothing: string = sofar
        case .scalar(let value):
            switch sofar.read(value) {
            case .unfinished: string = sofar
            case .ended: background = sofar.background ?? background
            case .interrupted:
                hasEscape = true
                return read(input)
            }
        case .code, .mouse: return read(input)
        }
        return []
    }

    // MARK: Keys

    private func key(_ value: UInt32) -> Key? {
        switch value {
        case 9: return .tab
        case 10, 13: return .enter
        case 8, 127: return .backspace
        case 1..<27: return Unicode.Scalar(value + 96).map { .control(Character($0)) }
        case 0..<32: return nil
        default: return Unicode.Scalar(value).map { .character(Character($0)) }
        }
    }

    private func key(code: Int32) -> Key? {
        switch code {
        case KEY_UP: .up
        case KEY_DOWN: .down
        case KEY_LEFT: .left
        case KEY_RIGHT: .right
        case KEY_SLEFT: .shiftLeft
        case KEY_SRIGHT: .shiftRight
        case KEY_HOME: .home
        case KEY_END: .end
        case KEY_PPAGE: .pageUp
        case KEY_NPAGE: .pageDown
        case KEY_BTAB: .backTab
        case KEY_BACKSPACE: .backspace
        case KEY_DC: .delete
        case KEY_ENTER: .enter
        case cncurses_function_key(1)...cncurses_function_key(12):
            .function(Int(code - cncurses_function_key(0)))
        default: nil
        }
    }

    private func action(_ buttons: mmask_t) -> MouseAction? {
        if buttons & cncurses_pressed != 0 { return .press }
        if buttons & cncurses_released != 0 { return .release }
        if buttons & cncurses_wheel_up != 0 { return .wheelUp }
        if buttons & cncurses_wheel_down != 0 { return .wheelDown }
        return buttons & cncurses_moved != 0 ? .drag : nil
    }
}
