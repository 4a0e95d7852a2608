// Words of a command line, for messages that show one.

extension String {
    /// The text as one word of a POSIX shell, quoted where it must be, and without anything that a
    /// terminal would obey but for line ends at its end.
    package var quotedForShell: String {
        if unicodeScalars.contains(where: \.isControl) { return printed }
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "._-/:=@%+,".utf8.contains(byte)
            }
        }
        return isPlain && !isEmpty ? self : inQuotes
    }

    private var inQuotes: String {
        // By bytes: to Swift a quote with an accent behind it is another character than a quote.
        let parts = utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
        return "'" + parts.map { String(Substring($0)) }.joined(separator: "'\\''") + "'"
    }

    /// The text as what printf(1) prints of it: the shell itself has no escape that all know.
    ///
    /// What a command printed loses the line ends at its end, so those stand behind it as they are.
    private var printed: String {
        let end = utf8.lastIndex { $0 != 0x0A }.map(utf8.index(after:)) ?? utf8.startIndex
        let lineEnds = String(Substring(utf8[end...]))
        let format = Substring(utf8[..<end]).printfFormat
        let word = format.isEmpty ? "" : "\"$(printf '" + format + "')\""
        return word + (lineEnds.isEmpty ? "" : lineEnds.inQuotes)
    }
}

extension Substring {
    /// What printf(1) makes this text of, for single quotes.
    fileprivate var printfFormat: String {
        var format = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": format += "\\\\"
            case "%": format += "%%"
            // Bash takes `!` for its history even here, and a format that begins with a dash for options.
            case "'", "!": format += scalar.inOctal
            case "-" where format.isEmpty: format += scalar.inOctal
            case _ where scalar.isControl: format += scalar.inOctal
            default: format.unicodeScalars.append(scalar)
            }
        }
        return format
    }
}

extension Unicode.Scalar {
    /// The bytes of the scalar as printf(1) has them, such as `\033`.
    fileprivate var inOctal: String {
        UTF8.encode(self).map { bytes in
            bytes.map { byte in
                let digits = String(byte, radix: 8)
                return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }.joined()
        } ?? ""
    }
}
