// The texts of most keys, which need no more than to be parted at their dots.

extension KeyText {
    /// Reads letters, digits, `_` and `-` of ASCII with single dots between; nil for any other text.
    ///
    /// It's what ``init(parsing:)`` gives, without the general views of texts there, of which the first use
    /// takes a script's `get` a tenth of its time.
    package init?(plain text: String) {
        var parts: [Part] = []
        var name = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "."):
                guard !name.isEmpty else { return nil }
                parts.append(Part(text: name, isQuoted: false))
                name = ""
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            default: return nil
            }
        }
        guard !name.isEmpty else { return nil }
        parts.append(Part(text: name, isQuoted: false))
        description = text
        self.parts = parts
        place = []
    }
}
