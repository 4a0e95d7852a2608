// Forms that a text can have: host names, addresses, spans of time.

import SettingsModel

/// A form that a text can have; the raw value is what `SAFormat` or JSON Schema's `format` says.
package enum TextFormat: String, CaseIterable, Sendable {
    case hostname
    case ipv4
    case ipv6
    case uri
    case uriReference = "uri-reference"
    case email
    case path
    case port
    /// `100ms`, `1h 30m`, or ISO 8601's `PT5M`.
    case duration
    /// ISO 8601 alone, as JSON Schema's `duration` is.
    case isoDuration = "iso-duration"
    case color
    case dateTime = "date-time"
    case date
    case time
    case uuid
    case regex

    /// Those that `SAFormat` knows.
    package static let ofBundles: [TextFormat] = [
        .hostname, .ipv4, .ipv6, .uri, .email, .path, .port, .duration, .color,
    ]

    /// The form that JSON Schema calls so; nil for one that we don't check.
    package init?(jsonSchemaName name: String) {
        switch name {
        case "duration": self = .isoDuration
        case "idn-hostname", "idn-email", "iri", "iri-reference": return nil
        case "color", "color-hex": self = .color
        // A path or a port of ours isn't JSON Schema's; other programs may mean other things.
        case "path", "port", "iso-duration": return nil
        default: self.init(rawValue: name)
        }
    }

    /// As a message says it.
    package var phrase: String {
        switch self {
        case .hostname: "a host name: letters, digits, dots and hyphens"
        case .ipv4: "an IPv4 address such as 192.0.2.1"
        case .ipv6: "an IPv6 address such as 2001:db8::1"
        case .uri: "an address such as https://example.org/"
        case .uriReference: "an address or a part of one"
        case .email: "an e-mail address such as zoe@example.org"
        case .path: "a path"
        case .port: "a port from 1 to 65535"
        case .duration: "a span of time such as 100ms, 1h30m or PT5M"
        case .isoDuration: "a span of time such as PT5M"
        case .color: "a color such as #ff8800 or orange"
        case .dateTime: "a date and time such as 2026-11-21T09:30:00Z"
        case .date: "a date such as 2026-11-21"
        case .time: "a time such as 09:30:00Z"
        case .uuid: "a UUID"
        case .regex: "a regular expression"
        }
    }

    /// Whether a text has the form.
    package func matches(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return switch self {
        case .hostname: NetworkNames.isHostName(bytes)
        case .ipv4: NetworkNames.isIPv4(bytes)
        case .ipv6: NetworkNames.isIPv6(bytes)
        case .uri: NetworkNames.isURI(bytes, scheme: .required)
        case .uriReference: NetworkNames.isURI(bytes, scheme: .optional)
        case .email: NetworkNames.isEmail(bytes)
        case .path: Self.isPath(bytes)
        case .port: NetworkNames.number(bytes[...], upTo: 65_535).map { $0 > 0 } ?? false
        case .duration: Durations.isPlain(bytes) || Durations.isISO(bytes)
        case .isoDuration: Durations.isISO(bytes)
        case .color: Colors.isColor(text)
        case .dateTime:
            bytes.count > 10 && bytes[10] | 0x20 == UInt8(ascii: "t")
                && SettingDate.isRFC3339(text)
        case .date: bytes.count == 10 && SettingDate.isRFC3339(text + "T00:00:00Z")
        case .time: SettingDate.isRFC3339("1970-01-01T" + text)
        case .uuid: Self.isUUID(bytes)
        case .regex: Self.isRegularExpression(text)
        }
    }

    /// What we don't check texts against may be a good expression all the same.
    private static func isRegularExpression(_ text: String) -> Bool {
        do {
            _ = try Pattern(text)
            return true
        } catch {
            return error.code != .syntax
        }
    }

    /// What the kernel takes: no NUL, 4,095 bytes, 255 a name (limits.h, path_resolution(7)).
    private static func isPath(_ bytes: [UInt8]) -> Bool {
        (1...4_095).contains(bytes.count) && !bytes.contains(0)
            && bytes.split(separator: UInt8(ascii: "/")).allSatisfy { $0.count <= 255 }
    }

    /// RFC 9562, section 4.
    private static func isUUID(_ bytes: [UInt8]) -> Bool {
        let groups = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }
}

extension UInt8 {
    var isDigit: Bool { (48...57).contains(self) }
    var isLetter: Bool { (97...122).contains(self | 0x20) }
    var isHexDigit: Bool { isDigit || (97...102).contains(self | 0x20) }
}
