// Puts characters together from the bytes of UTF-8.

/// A character in the making.
///
/// ncurses drops what it has of a character whose bytes don't come at once, as over a slow line.
struct CharacterReader {
    private var bytes: [UInt8] = []

    /// The scalar that a byte completes; nil while more is to come, U+FFFD for what is none.
    mutating func read(_ byte: UInt8) -> UInt32? {
        // What a byte that belongs to no character interrupts is lost.
        if byte & 0xC0 != 0x80 { bytes = [] }
        bytes.append(byte)
        let count =
            switch bytes[0] {
            case 0..<0x80: 1
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            default: 0
            }
        guard bytes.count >= count else { return nil }
        defer { bytes = [] }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.first?.value
    }
}
