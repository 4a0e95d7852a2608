// Words of a command line, for messages that show one.

extension String {
    /// The text as one word of a shell, quoted where it must be.
    package var quotedForShell: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "._-/:=@%+,".utf8.contains(byte)
            }
        }
        if isPlain, !isEmpty { return self }
        // By bytes: to Swift a quote with an accent behind it is another character than a quote.
        let parts = utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
        return "'" + parts.map { String(Substring($0)) }.joined(separator: "'\\''") + "'"
    }
}
