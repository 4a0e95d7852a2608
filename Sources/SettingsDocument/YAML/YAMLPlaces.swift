// From libyaml's places, which count characters, to bytes; and the lines of YAML 1.1.

/// Finds the byte of a character; fast for one near the last.
struct YAMLPlaces {
    /// The first byte that libyaml sees.
    let start: Int
    private let text: UnsafeBufferPointer<UInt8>
    private let isASCII: Bool
    private var character = 0
    private var byte: Int

    /// Begins at a byte.
    init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
        self.text = text
        self.start = start
        byte = start
        isASCII = text.allSatisfy { $0 < 0x80 }
    }

    /// The byte of a character, both counted from 0.
    mutating func byte(of index: Int) -> Int {
        if isASCII { return min(start + index, text.count) }
        while character < index, byte < text.count {
            byte += 1
            while byte < text.count, text[byte] & 0xC0 == 0x80 { byte += 1 }
            character += 1
        }
        while character > index {
            byte -= 1
            while text[byte] & 0xC0 == 0x80 { byte -= 1 }
            character -= 1
        }
        return byte
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a line ends at a byte: YAML 1.1 also takes NEL and Unicode's separators for line ends.
    func isYAMLBreak(at index: Int) -> Bool { yamlBreak(at: index) > 0 }

    /// The length of the line break at a byte, or 0.
    private func yamlBreak(at index: Int) -> Int {
        switch self[index] {
        case 0x0A: return 1
        case 0x0D: return index + 1 < count && self[index + 1] == 0x0A ? 2 : 1
        case 0xC2: return index + 1 < count && self[index + 1] == 0x85 ? 2 : 0
        case 0xE2:
            return index + 2 < count && self[index + 1] == 0x80 && self[index + 2] & 0xFE == 0xA8
                ? 3 : 0
        default: return 0
        }
    }

    /// The first byte of the line after a byte's, or `end`.
    func nextYAMLLine(after index: Int, before end: Int) -> Int {
        var index = index
        while index < end {
            let length = yamlBreak(at: index)
            if length > 0 { return Swift.min(index + length, end) }
            index += 1
        }
        return end
    }

    /// The end of a line's text, before its line break.
    func withoutBreak(_ line: Range<Int>) -> Int {
        var index = line.lowerBound
        while index < line.upperBound, yamlBreak(at: index) == 0 { index += 1 }
        return index
    }

    /// The end of a line's text, before its line break and the blanks before that.
    func withoutBlanks(_ line: Range<Int>) -> Int {
        var end = withoutBreak(line)
        while end > line.lowerBound, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return end
    }

    /// The end of whole lines with the blank ones among them, before the last line break.
    ///
    /// What follows the last line break within the range is the indentation of what comes next.
    func keptEnd(_ range: Range<Int>) -> Int {
        var line = range.lowerBound
        var end = range.upperBound
        while line < range.upperBound {
            let next = nextYAMLLine(after: line, before: range.upperBound)
            let lineEnd = withoutBreak(line..<next)
            let isBlank = self[line..<lineEnd].allSatisfy { $0 == 0x20 }
            if lineEnd < next || !isBlank { end = lineEnd }
            line = next
        }
        return end
    }
}
