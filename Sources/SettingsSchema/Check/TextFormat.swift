// Forms that a text can have: paths, ports and colors.

/// A form that a text can have; the raw value is what `SAFormat` says.
package enum TextFormat: String, CaseIterable, Sendable {
    case path
    case port
    case color

    /// As a message says it.
    package var phrase: String {
        switch self {
        case .path: "a path"
        case .port: "a port from 1 to 65535"
        case .color: "a color such as #ff8800 or orange"
        }
    }

    /// Whether a text has the form.
    package func matches(_ text: String) -> Bool {
        switch self {
        case .path: Self.isPath(Array(text.utf8))
        case .port: Self.isPort(text)
        case .color: Colors.isColor(text)
        }
    }

    /// What the kernel takes: no NUL, 4,095 bytes, 255 a name (limits.h, path_resolution(7)).
    private static func isPath(_ bytes: [UInt8]) -> Bool {
        (1...4_095).contains(bytes.count) && !bytes.contains(0)
            && bytes.split(separator: UInt8(ascii: "/")).allSatisfy { $0.count <= 255 }
    }

    /// A number in plain digits, without a sign or leading zeros.
    private static func isPort(_ text: String) -> Bool {
        guard let number = UInt16(text), number > 0 else { return false }
        return String(number) == text
    }
}

extension UInt8 {
    var isDigit: Bool { (48...57).contains(self) }
    var isLetter: Bool { (97...122).contains(self | 0x20) }
    var isHexDigit: Bool { isDigit || (97...102).contains(self | 0x20) }
}
