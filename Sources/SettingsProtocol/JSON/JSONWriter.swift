// Puts JSON together as bytes.

package import SettingsModel

/// JSON text in the making, on one line; commas come by themselves.
///
/// Control characters, also those that a terminal would obey past ASCII, are written as escapes:
/// the text is safe to show wherever it ends up.
package struct JSONWriter: Sendable {
    /// What was written so far.
    package private(set) var bytes: [UInt8]

    /// Creates a writer of an empty text.
    package init() {
        bytes = []
        // Most messages fit; growing the array would cost as much as writing one.
        bytes.reserveCapacity(128)
    }

    /// Ends a message: the text with the end of its line.
    package consuming func line() -> [UInt8] {
        bytes.append(LineSplitter.terminator)
        return bytes
    }

    /// Opens an object; members follow as ``key(_:)`` and a value.
    package mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
    }

    /// Closes the innermost object.
    package mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

    /// Opens an array; its values follow.
    package mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
    }

    /// Closes the innermost array.
    package mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

    /// Writes a member's key; its value comes next.
    package mutating func key(_ key: String) {
        string(key)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes a string.
    package mutating func string(_ text: String) {
        separate()
        bytes.appendJSONString(text)
    }

    /// Writes an integer.
    package mutating func integer(_ number: some BinaryInteger) {
        separate()
        bytes += String(number).utf8
    }

    /// Writes `true` or `false`.
    package mutating func boolean(_ flag: Bool) {
        separate()
        bytes += (flag ? "true" : "false").utf8
    }

    /// Writes a setting's value.
    package mutating func value(_ value: SettingValue) {
        separate()
        value.appendJSON(to: &bytes)
    }

    /// Writes text that is JSON already.
    package mutating func json(_ text: some Collection<UInt8>) {
        separate()
        bytes += text
    }

    // Strings end with a quote and numbers with a digit, so these bytes can only be structure.
    private mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): return
        default: bytes.append(UInt8(ascii: ","))
        }
    }
}

extension [UInt8] {
    /// Appends a text as a JSON string, quotes and escapes included.
    package mutating func appendJSONString(_ text: String) {
        var text = text
        append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            var index = 0
            while index < utf8.count {
                let width = utf8.widthOfControl(at: index)
                if width == 0 {
                    index += 1
                    continue
                }
                append(contentsOf: utf8[start..<index])
                appendJSONEscape(utf8[index..<index + width])
                index += width
                start = index
            }
            append(contentsOf: utf8[start..<index])
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendJSONEscape(_ utf8: Slice<UnsafeBufferPointer<UInt8>>) {
        append(UInt8(ascii: "\\"))
        switch utf8.first {
        case UInt8(ascii: "\""): append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): append(UInt8(ascii: "\\"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x09: append(UInt8(ascii: "t"))
        default:
            // Every control character is below U+10000, so one code unit says it.
            let unit = String(decoding: utf8, as: UTF8.self).utf16.first ?? 0xFFFD
            append(UInt8(ascii: "u"))
            for shift in [12, 8, 4, 0] as [UInt16] {
                let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
                append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// How many bytes of the character at `index` must be written as an escape; 0 for none.
    ///
    /// The same set as `Unicode.Scalar.isControl`, found in UTF-8 without decoding it.
    fileprivate func widthOfControl(at index: Int) -> Int {
        let byte = self[index]
        switch byte {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: return 1
        case 0xC2: return self[index + 1] < 0xA0 ? 2 : 0
        case 0xD8: return self[index + 1] == 0x9C ? 2 : 0
        case 0xE2:
            switch (self[index + 1], self[index + 2]) {
            case (0x80, 0x8B), (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9):
                return 3
            default: return 0
            }
        case 0xEF: return self[index + 1] == 0xBB && self[index + 2] == 0xBF ? 3 : 0
        default: return 0
        }
    }
}
