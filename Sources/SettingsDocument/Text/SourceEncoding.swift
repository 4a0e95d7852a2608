// Whether a text file is UTF-8, and what it is when it's not.

import SettingsModel

/// The encoding of a text file; we read UTF-8 alone, with or without a byte order mark.
enum SourceEncoding {
    /// Checks that a text is UTF-8.
    ///
    /// - Throws: ``DocumentError`` with code `.encoding` for UTF-16 and UTF-32, `.tooLarge` for a text
    ///   whose places don't fit into 31 bits, and `.utf8` with the first byte that isn't UTF-8.
    static func checkUTF8(_ bytes: [UInt8]) throws(DocumentError) {
        try checkSize(bytes)
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw DocumentError(
                code: .utf8,
                at: error.byteOffsets.lowerBound,
                in: bytes,
                problem: "found bytes that are not UTF-8",
                advice: "Save the file as UTF-8"
            )
        }
    }

    /// Checks that a text has no more bytes than we count, and none of UTF-16 and UTF-32.
    ///
    /// - Throws: ``DocumentError`` with code `.encoding` or `.tooLarge`.
    static func checkSize(_ bytes: [UInt8]) throws(DocumentError) {
        guard bytes.count < Int(Int32.max) else {
            throw DocumentError(
                code: .tooLarge,
                at: 0,
                in: [],
                problem: "the file has \(bytes.count) bytes, at most \(Int32.max - 1)",
                advice: "Move large data out of the settings file"
            )
        }
        if isWide(bytes.prefix(4)) {
            throw DocumentError(
                code: .encoding,
                at: 0,
                in: bytes,
                problem: "the file is UTF-16 or UTF-32, expected UTF-8",
                advice: "Save it as UTF-8"
            )
        }
    }

    /// A byte order mark of a wide encoding, or a NUL beside an ASCII character (RFC 4627, section 3).
    private static func isWide(_ start: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(start)
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return true }
        guard bytes.count >= 2 else { return false }
        return bytes[0] == 0 && bytes.contains { $0 != 0 } || bytes[0] != 0 && bytes[1] == 0
    }
}
