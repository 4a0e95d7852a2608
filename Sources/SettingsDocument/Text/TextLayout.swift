// The lines of a text file: where they begin, how they are indented, what hangs on them.

import SettingsModel

/// The lines of a text, for edits that keep its layout.
struct TextLayout {
    let bytes: [UInt8]
    /// The first byte of each line, growing; a byte order mark is before the first line.
    let lineStarts: [Int]
    /// How the file ends its lines, as its first line does.
    let lineEnding: String

    /// Creates the layout, in time linear in the text.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [bytes.byteOrderMarkEnd]
        bytes.withUnsafeBytes { buffer in
            var index = 0
            while index < buffer.count {
                let end = min(index + 8, buffer.count)
                if end == index + 8,
                    !Self.mayEndLine(buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                {
                    index = end
                    continue
                }
                for index in index..<end where buffer.endsLine(at: index) {
                    starts.append(index + 1)
                }
                index = end
            }
        }
        lineStarts = starts
        lineEnding = Self.lineEnding(of: bytes) ?? "\n"
    }

    /// The mark that may begin a UTF-8 file.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Whether one of eight bytes is at most a carriage return (Bit Twiddling Hacks, `hasless`).
    private static func mayEndLine(_ word: UInt64) -> Bool {
        (word &- 0x0E0E_0E0E_0E0E_0E0E) & ~word & 0x8080_8080_8080_8080 != 0
    }

    /// How a text ends its first line, or nil for a line alone without an end.
    static func lineEnding(of bytes: [UInt8]) -> String? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            return bytes.contains(UInt8(ascii: "\r")) ? "\r" : nil
        }
        return end > 0 && bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
    }

    /// The line that a byte is in, counted from 0.
    func line(of offset: Int) -> Int {
        max(0, lineStarts.partitioningIndex { $0 > offset } - 1)
    }

    /// The first byte of the line that a byte is in.
    func lineStart(_ offset: Int) -> Int { lineStarts[line(of: offset)] }

    /// The first byte of the line after the one that a byte is in, or the end of the file.
    func nextLine(_ offset: Int) -> Int {
        let next = line(of: offset) + 1
        return next < lineStarts.count ? lineStarts[next] : bytes.count
    }

    /// Where the blanks before an offset begin, on its line.
    func blanksStart(before offset: Int) -> Int {
        var start = offset
        while start > 0, isBlank(start - 1) { start -= 1 }
        return start
    }

    /// Where the blanks from an offset end, on its line.
    func blanksEnd(from offset: Int) -> Int {
        var end = offset
        while end < bytes.count, isBlank(end) { end += 1 }
        return end
    }

    /// Whether only blanks stand before an offset on its line.
    func isFirstInLine(_ offset: Int) -> Bool {
        let start = blanksStart(before: offset)
        return start == lineStarts[0] || start > 0 && isLineBreak(start - 1)
    }

    /// Whether only blanks stand from an offset to the end of its line.
    func isLastInLine(_ offset: Int) -> Bool {
        let end = blanksEnd(from: offset)
        return end == bytes.count || isLineBreak(end)
    }

    /// The blanks that the line of an offset begins with.
    func indent(at offset: Int) -> String {
        let start = lineStart(offset)
        return text(start..<min(blanksEnd(from: start), max(offset, start)))
    }

    /// The text in a range.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Whether a line ends within a range.
    func hasLineBreak(_ range: Range<Int>) -> Bool {
        bytes[range].contains { $0 == 10 || $0 == 13 }
    }

    /// Whether a range has nothing but blanks and line breaks.
    func isEmptySpace(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy {
            $0 == 0x20 || (0x09...0x0D).contains($0) && $0 != 0x0B && $0 != 0x0C
        }
    }

    private func isBlank(_ index: Int) -> Bool { bytes[index] == 0x20 || bytes[index] == 0x09 }

    private func isLineBreak(_ index: Int) -> Bool { bytes[index] == 0x0A || bytes[index] == 0x0D }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// The first byte after a byte order mark, if there is one.
    var byteOrderMarkEnd: Int {
        startIndex + (starts(with: TextLayout.byteOrderMark) ? TextLayout.byteOrderMark.count : 0)
    }

    /// Whether a line ends with a byte: a line feed, or a carriage return without one behind it.
    func endsLine(at index: Int) -> Bool {
        let byte = self[index]
        guard byte <= 0x0D else { return false }
        return byte == 0x0A
            || byte == 0x0D && (index + 1 == endIndex || self[index + 1] != 0x0A)
    }
}
