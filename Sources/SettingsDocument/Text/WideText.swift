// Text files in UTF-16, which .strings files may be.

/// Texts in UTF-16.
enum WideText {
    /// A text with a byte order mark of UTF-16 as UTF-8, the mark included; nil for any other.
    ///
    /// - Throws: ``DocumentError`` with code `.encoding`: half a character. Line and column are those
    ///   of the UTF-8.
    static func utf8(_ bytes: [UInt8]) throws(DocumentError) -> [UInt8]? {
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
        guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard let scalar = Self.scalar(bytes, at: index, isBigEndian) else {
                throw DocumentError(
                    code: .encoding,
                    at: text.count,
                    in: text,
                    problem: "found half of a character of UTF-16",
                    advice: "Save the file as UTF-8"
                )
            }
            text.append(contentsOf: String(scalar).utf8)
            index += scalar.value > 0xFFFF ? 4 : 2
        }
        return text
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
}
