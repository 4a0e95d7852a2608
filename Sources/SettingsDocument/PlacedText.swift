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
}
