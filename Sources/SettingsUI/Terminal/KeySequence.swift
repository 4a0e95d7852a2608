// What a terminal sends for a key, the mouse or a paste, where ncurses doesn't know it.

/// A control sequence of which some has come: `ESC [` or `ESC O`, any parameters, and one last byte from
/// `@` to `~` (ECMA-48, 5.4).
///
/// Keys are read in each of their spellings, as a terminal has others in each of its modes (xterm's
/// "Control Sequences", "PC-Style Function Keys"): Home is `ESC [ H`, `ESC O H`, `ESC [ 1 ~` or `ESC [ 7 ~`.
struct KeySequence: Equatable {
    /// What follows the escape.
    enum Introducer: UInt32 {
        /// `ESC [`.
        case control = 0x5B
        /// `ESC O`.
        case singleShift = 0x4F
    }

    /// What a character makes of the sequence.
    enum Progress: Equatable {
        case unfinished
        /// It is whole; nil where it has no meaning here.
        case ended(Event?)
        case pasteStart
        /// The character belongs to no sequence.
        case interrupted
    }
    private let introducer: Introducer
    private var parameters = ""

    init(_ introducer: Introducer) { self.introducer = introducer }

    private static let longestParameters = 64

    /// Takes the next character, which may be the last.
    mutating func read(_ value: UInt32) -> Progress {
        guard (0x20..<0x7F).contains(value), let scalar = Unicode.Scalar(value) else {
            return .interrupted
        }
        // The keys F1 to F5 of Linux's console have a second bracket.
        let isConsoleKey = scalar == "[" && parameters.isEmpty && introducer == .control
        guard value >= 0x40, !isConsoleKey else {
            guard parameters.utf8.count < Self.longestParameters else { return .ended(nil) }
            parameters.unicodeScalars.append(scalar)
            return .unfinished
        }
        if scalar == "~", parameters == "200" { return .pasteStart }
        return .ended(event(last: scalar))
    }

    private func event(last: Unicode.Scalar) -> Event? {
        if parameters.hasPrefix("<") { return mouse(last) }
        return key(last).map { .key($0) }
    }

    // MARK: Keys

    /// The key of a whole sequence; nil for one that has no meaning here.
    private func key(_ last: Unicode.Scalar) -> Key? {
        if parameters == "[" { return Self.functionKeys(consoleKey: last) }
        let parts = parameters.split(separator: ";", omittingEmptySubsequences: false)
        // One that is left out is 1, as in 'ESC [ A'; before '~' none is.
        let numbers = parts.compactMap { $0.isEmpty && last != "~" ? 1 : Int($0) }
        guard numbers.count == parts.count, numbers.count <= 2 else { return nil }
        // Old versions of xterm have nothing but the held keys behind 'ESC O'.
        let isHeldAlone = introducer == .singleShift && numbers.count == 1
        let held = isHeldAlone || numbers.count == 2 ? numbers.last : nil
        let key = last == "~" ? Self.key(number: numbers.first) : key(letter: last)
        return key.flatMap { Self.key($0, held: held) }
    }

    private func key(letter: Unicode.Scalar) -> Key? {
        switch letter {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "H": .home
        case "F": .end
        case "P", "Q", "R", "S": .function(Int(letter.value) - 0x4F)
        case "Z" where introducer == .control: .backTab
        // The Enter key of the number pad.
        case "M" where introducer == .singleShift: .enter
        default: nil
        }
    }

    private static func key(number: Int?) -> Key? {
        switch number {
        case 1, 7: .home
        case 4, 8: .end
        case 3: .delete
        case 5: .pageUp
        case 6: .pageDown
        case .some(let number):
            functionNumbers.firstIndex(of: number).map { .function($0 + 1) }
        case nil: nil
        }
    }

    /// The numbers of F1 to F12.
    private static let functionNumbers = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]

    private static func functionKeys(consoleKey: Unicode.Scalar) -> Key? {
        ("A"..."E").contains(consoleKey) ? .function(Int(consoleKey.value) - 0x40) : nil
    }

    /// A key with others held: 1 is none, 2 is Shift, 5 is Control; nil for what has no meaning here.
    private static func key(_ key: Key, held: Int?) -> Key? {
        switch (key, held) {
        case (_, nil), (_, 1): key
        case (.left, 2): .shiftLeft
        case (.right, 2): .shiftRight
        case (.left, 5): .controlLeft
        case (.right, 5): .controlRight
        case (.home, 5): .controlHome
        case (.end, 5): .controlEnd
        default: nil
        }
    }

    // MARK: The mouse

    /// The mouse as `ESC [ <` button`;`column`;`line and `M` or `m` tells it: xterm's mode 1006.
    ///
    /// ncurses reads that only where terminfo has it, which for tmux it hasn't.
    private func mouse(_ last: Unicode.Scalar) -> Event? {
        let numbers = parameters.dropFirst().split(separator: ";").map { Int($0) }
        guard last == "M" || last == "m", numbers.count == 3, let button = numbers[0],
            let column = numbers[1], let line = numbers[2], column > 0, line > 0
        else { return nil }
        let point = Point(x: column - 1, y: line - 1)
        // Keys that are held along with it have bits of their own.
        switch button & ~Self.heldKeys {
        case 0: return .mouse(last == "M" ? .press : .release, point)
        case 32: return .mouse(.drag, point)
        case 64: return .mouse(.wheelUp, point)
        case 65: return .mouse(.wheelDown, point)
        default: return nil
        }
    }

    /// Shift, Alt and Control.
    private static let heldKeys = 4 + 8 + 16
}
