// What a terminal sends as an answer: a string between two marks.

/// A control string of which some has come: `ESC ]`, `ESC P`, `ESC X`, `ESC ^` or `ESC _`, any text, and
/// BEL or `ESC \` at its end (ECMA-48, 5.6; BEL as xterm sends it).
struct ControlString: Equatable {
    /// What follows the escape at the begin of each kind.
    static let introducers: [UInt32] = [operatingSystemCommand, 0x50, 0x58, 0x5E, 0x5F]
    private static let operatingSystemCommand: UInt32 = 0x5D

    /// What a character makes of the string.
    enum Progress {
        case unfinished, ended
        /// The escape before the character wasn't the end's, but begins something else.
        case interrupted
    }
    private let introducer: UInt32
    private var text = ""
    private var hasEscape = false

    init(introducer: UInt32) { self.introducer = introducer }

    /// Takes the next character, which may be the end.
    mutating func read(_ value: UInt32) -> Progress {
        switch value {
        case 0x07, 0x9C: return .ended
        case 0x1B: hasEscape = true
        case 0x5C where hasEscape: return .ended
        case _ where hasEscape: return .interrupted
        default:
            // A longer one holds nothing that is wanted.
            if text.utf8.count < Self.longestText, let scalar = Unicode.Scalar(value) {
                text.unicodeScalars.append(scalar)
            }
        }
        return .unfinished
    }

    /// More than the answer about the background has.
    private static let longestText = 40

    /// The background that a whole string tells of, `ESC ] 11 ; rgb:RRRR/GGGG/BBBB`; nil for any other.
    var background: TerminalSettings.Background? {
        introducer == Self.operatingSystemCommand ? TerminalSettings.Background(answer: text) : nil
    }
}
