// Text files in UTF-16, which the readers of .strings files take.

import SettingsModel

/// A file in UTF-16 as UTF-8, with the place in the file of each byte.
struct WideText {
    /// The file in UTF-8, byte order mark included.
    let text: [UInt8]
    private let isBigEndian: Bool
    /// Where the character of each byte begins in the file; the last one is the file's end.
    private let offsets: [Int32]

    /// Takes a file that begins with a byte order mark of UTF-16; nil for any other.
    ///
    /// - Throws: ``DocumentError`` with code `.encoding`: half a character.
    init?(_ bytes: [UInt8]) throws(DocumentError) {
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
        guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]), bytes.count < Int(Int32.max) / 2
        else { return nil }
        self.isBigEndian = isBigEndian
        var text: [UInt8] = []
        var offsets: [Int32] = []
        text.reserveCapacity(bytes.count)
        offsets.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard let scalar = Self.scalar(bytes, at: index, isBigEndian) else {
                // Line and column are those of the UTF-8, the offset is the file's.
                var error = DocumentError(
                    code: .encoding,
                    at: text.count,
                    in: text,
                    problem: "found half of a character of UTF-16",
                    advice: "Save the file as UTF-8"
                )
                error.offset = index
                throw error
            }
            for byte in UTF8.encode(scalar) ?? .init(repeating: 0, count: 0) {
                text.append(byte)
                offsets.append(Int32(index))
            }
            index += scalar.value > 0xFFFF ? 4 : 2
        }
        self.text = text
        self.offsets = offsets + [Int32(bytes.count)]
    }

    private static func scalar(
        _ bytes: [UInt8],
        at index: Int,
        _ isBigEndian: Bool
    ) -> Unicode.Scalar? {
        func unit(_ index: Int) -> UInt32? {
            guard index + 1 < bytes.count else { return nil }
            let (high, low) = isBigEndian ? (index, index + 1) : (index + 1, index)
            return UInt32(bytes[high]) << 8 | UInt32(bytes[low])
        }
        guard let first = unit(index) else { return nil }
        guard 0xD800..<0xDC00 ~= first else { return Unicode.Scalar(first) }
        guard let second = unit(index + 2), 0xDC00..<0xE000 ~= second else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    /// Where a place of the UTF-8 text is in the file.
    func offset(_ position: Int) -> Int { Int(offsets[min(position, offsets.count - 1)]) }

    /// Where a range of the UTF-8 text is in the file.
    func range(_ range: Range<Int>) -> Range<Int> {
        offset(range.lowerBound)..<offset(range.upperBound)
    }

    /// Where a place of the file is in the UTF-8 text.
    func position(_ offset: Int) -> Int {
        var low = 0
        var high = offsets.count - 1
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] < Int32(offset) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// UTF-8 text as the file has it.
    func encoded(_ text: [UInt8]) -> [UInt8] {
        String(decoding: text, as: UTF8.self).utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
    }
}
