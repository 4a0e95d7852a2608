// Data as text, after RFC 4648.

/// Base64 with the standard alphabet and padding (RFC 4648, section 4).
package enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// The bytes as text, on one line.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(8 * (3 - group.count))
            for position in 0..<4 {
                let isPadding = position > group.count
                let index = Int(bits >> UInt32(18 - 6 * position) & 63)
                text.append(isPadding ? UInt8(ascii: "=") : alphabet[index])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that the text stands for; blanks and line breaks are passed over.
    ///
    /// - Throws: ``ModelError`` with code `.base64`: another character, or a length that can't be.
    package static func decode(_ text: some Sequence<UInt8>) throws(ModelError) -> [UInt8] {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var digits = 0
        var padding = 0
        for character in text {
            switch character {
            case 0x20, 0x09, 0x0A, 0x0D: continue
            case UInt8(ascii: "="): padding += 1
            default:
                guard padding == 0, let value = value(of: character) else { throw malformed }
                bits = bits << 6 | UInt32(value)
                digits += 1
                if digits % 4 == 0 {
                    bytes += [
                        UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF),
                    ]
                    bits = 0
                }
            }
        }
        switch digits % 4 {
        case 0: guard padding == 0 else { throw malformed }
        case 2:
            guard padding == 2 || padding == 0 else { throw malformed }
            bytes.append(UInt8(bits >> 4 & 0xFF))
        case 3:
            guard padding == 1 || padding == 0 else { throw malformed }
            bytes += [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
        default: throw malformed
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    private static var malformed: ModelError {
        ModelError(
            code: .base64,
            problem: "the data is not base64",
            advice: "Use A-Z, a-z, 0-9, '+', '/' and '=' at the end"
        )
    }
}
