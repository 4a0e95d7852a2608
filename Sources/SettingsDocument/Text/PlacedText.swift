// What every reader of a text says of a place that it can't read.

import SettingsModel

/// A text that is read, or was.
protocol PlacedText {
    var bytes: [UInt8] { get }
}

extension PlacedText {
    /// The error for a place in the text.
    func fail(
        _ problem: String,
        _ advice: String,
        at offset: Int,
        code: DocumentError.Code = .syntax
    ) -> DocumentError {
        DocumentError(code: code, at: offset, in: bytes, problem: problem, advice: advice)
    }

    /// What stands at an offset, for a message.
    func found(at offset: Int) -> String {
        guard offset < bytes.count else { return "the end of the file" }
        let scalar = bytes.withUnsafeBufferPointer { EscapedText.scalar($0, at: offset).value }
        return "'\(String(scalar).escapedForDisplay)'"
    }

    /// The error for what stands behind the end of all that a text may hold.
    func excess(_ found: String, after whole: String, at offset: Int) -> DocumentError {
        fail(
            "found \(found) after the end of the \(whole), expected nothing more",
            "Remove it, or put it into the \(whole)",
            at: offset
        )
    }

    /// The error for a collection without its closing bracket.
    func unclosed(_ what: String, _ bracket: String, at offset: Int) -> DocumentError {
        fail(
            "the \(what) that begins here has no '\(bracket)'",
            "Close it with '\(bracket)', or remove it",
            at: offset
        )
    }

    /// The error for a collection within too many others.
    func tooDeep(_ nesting: Int, at offset: Int) -> DocumentError {
        fail(
            "collections nest deeper than \(nesting) levels here",
            "Nest less deeply",
            at: offset,
            code: .tooDeep
        )
    }
}

extension UInt8 {
    /// The name of a control character, as in U+0007.
    var controlName: String {
        (self < 0x10 ? "U+000" : "U+00") + String(self, radix: 16, uppercase: true)
    }
}
