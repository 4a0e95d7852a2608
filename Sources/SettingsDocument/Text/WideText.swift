// Text files in UTF-16, which .strings files may be.

/// Texts in UTF-16.
enum WideText {
    /// A text with a byte order mark of UTF-16 as UTF-8, the mark included; nil for any other.
    ///
    /// - Throws: ``DocumentError`` with code `.encoding`: half a character. Line and column are those
    ///   of the UTF-8.
    static func utf8(_ bytes: [UInt8]) throws(DocumentError) -> [UInt8]? {
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf8(bytes, .big) }
        return bytes.starts(with: [0xFF, 0xFE]) ? try utf8(bytes, .little) : nil
    }

    /// The same of a text that begins with an ASCII character and may lack the mark; nil for any other.
    static func utf8(perhapsUnmarked bytes: [UInt8]) throws(DocumentError) -> [UInt8]? {
        guard bytes.count > 1, (bytes[0] == 0) != (bytes[1] == 0) else { return try utf8(bytes) }
        return try utf8(bytes, bytes[0] == 0 ? .big : .little)
    }

    /// Which half of a unit comes first.
    private enum Order { case big, little }

    private static func utf8(_ bytes: [UInt8], _ order: Order) throws(DocumentError) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard let scalar = Self.scalar(bytes, at: index, order) else {
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
        _ order: Order
    ) -> Unicode.Scalar? {
        func unit(_ index: Int) -> UInt32? {
            guard index + 1 < bytes.count else { return nil }
            let (high, low) = order == .big ? (index, index + 1) : (index + 1, index)
            return UInt32(bytes[high]) << 8 | UInt32(bytes[low])
        }
        guard let first = unit(index) else { return nil }
        guard 0xD800..<0xDC00 ~= first else { return Unicode.Scalar(first) }
        guard let second = unit(index + 2), 0xDC00..<0xE000 ~= second else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }
}
