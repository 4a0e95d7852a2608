// The text of a line-based file while it is read.

import SettingsModel

/// What all readers of one text share; never what they found, so that copies of it cost nothing.
final class LineSource {
    let bytes: [UInt8]
    /// The contents of `bytes`.
    let text: UnsafeBufferPointer<UInt8>
    let dialect: LineDialect

    /// Creates the source of a text; `text` is the contents of `bytes`, valid as long as it is used.
    init(bytes: [UInt8], text: UnsafeBufferPointer<UInt8>, dialect: LineDialect) {
        self.bytes = bytes
        self.text = text
        self.dialect = dialect
    }

    /// Where the blanks from an offset end, on its line.
    func blanksEnd(from offset: Int) -> Int {
        var end = offset
        while end < text.count, isBlank(text[end]) { end += 1 }
        return end
    }

    /// The line at an offset, without the blanks before it and its ending; the offset becomes that of the next line.
    func takeLine(_ position: inout Int) -> Range<Int> {
        let feed = text[position...].firstIndex(of: 0x0A) ?? text.count
        let end = feed > position && text[feed - 1] == 0x0D ? feed - 1 : feed
        defer { position = min(feed + 1, text.count) }
        return min(blanksEnd(from: position), end)..<end
    }

    /// Whether a byte is a blank within a line; to Java, a form feed is one.
    func isBlank(_ byte: UInt8) -> Bool {
        LineText.isBlank(byte) || byte == 0x0C && dialect.quoting == .java
    }

    /// Whether only blanks stand before an offset on its line.
    func isFirstInLine(_ offset: Int) -> Bool {
        var start = offset
        while start > 0, isBlank(text[start - 1]) { start -= 1 }
        return start == bytes.byteOrderMarkEnd || start > 0 && text[start - 1] == 0x0A
    }

    /// Where a line's text begins: behind its blanks, and to Java behind a backslash alone on the line
    /// before, which joins the two.
    func lineStart(from offset: Int) -> Int {
        var start = blanksEnd(from: offset)
        while dialect.quoting == .java, start < text.count, text[start] == UInt8(ascii: "\\"),
            let next = LineText.lineBreakEnd(text, at: start + 1),
            // At the end of the file, Java waits for more behind two characters alone.
            next < text.count || next == start + 3
        {
            start = blanksEnd(from: next)
        }
        return start
    }

    /// Where the line that an offset is in ends, its line ending excluded.
    func lineEnd(from offset: Int) throws(DocumentError) -> Int {
        var end = offset
        while end < text.count {
            let byte = text[end]
            if byte == 0x0A { return end }
            if byte == 0x0D {
                let isPair = end + 1 < text.count && text[end + 1] == 0x0A
                guard isPair || dialect.lineEnds.areReturns else {
                    throw fail(
                        "found a carriage return without a line feed",
                        at: end,
                        advice: "Save the file with line feeds at the ends of lines",
                        code: .control
                    )
                }
                return end
            }
            end += 1
        }
        return end
    }

    /// The first byte of the line after the one that ends at an offset.
    func nextLine(_ end: Int) -> Int {
        guard end < text.count else { return end }
        let isPair = text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A
        return end + (isPair ? 2 : 1)
    }

    /// The error for a place that can't be read.
    func fail(
        _ problem: String,
        at offset: Int,
        advice: String,
        code: DocumentError.Code = .syntax
    ) -> DocumentError {
        DocumentError(code: code, at: offset, in: bytes, problem: problem, advice: advice)
    }
}
