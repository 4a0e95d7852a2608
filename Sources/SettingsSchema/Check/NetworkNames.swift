// Host names, addresses and URIs, by their RFCs.

/// The forms of names and addresses in networks.
enum NetworkNames {
    /// RFC 1123, section 2.1: labels of 1 to 63 letters, digits and inner hyphens, 253 bytes together.
    static func isHostName(_ bytes: [UInt8]) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...253).contains(bytes.count) else { return false }
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == hyphen }
        }
    }

    /// Four numbers up to 255, without leading zeros (RFC 3986, section 3.2.2, dec-octet).
    static func isIPv4(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { number($0, upTo: 255) != nil }
    }

    /// A number in plain digits without leading zeros, or nil.
    static func number(_ digits: ArraySlice<UInt8>, upTo most: Int) -> Int? {
        guard (1...9).contains(digits.count), digits.allSatisfy(\.isDigit),
            digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        let value = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        return value <= most ? value : nil
    }

    /// RFC 4291, section 2.2: eight groups, one `::` for zeros, the last two perhaps as IPv4.
    static func isIPv6(_ bytes: [UInt8]) -> Bool {
        let colon = UInt8(ascii: ":")
        var groups = bytes.split(separator: colon, omittingEmptySubsequences: false)
        guard groups.count >= 3, groups.count <= 9 else { return false }
        // At an end, `::` gives two empty groups; the outer one isn't a group.
        if groups[0].isEmpty {
            guard groups[1].isEmpty else { return false }
            groups.removeFirst()
        }
        if let last = groups.last, last.isEmpty {
            guard groups.count >= 2, groups[groups.count - 2].isEmpty else { return false }
            groups.removeLast()
        }
        let gaps = groups.count { $0.isEmpty }
        guard gaps <= 1 else { return false }
        var count = groups.count - gaps
        if let last = groups.last, last.contains(UInt8(ascii: ".")) {
            guard isIPv4(Array(last)) else { return false }
            groups.removeLast()
            count += 1
        }
        let isHexadecimal = groups.allSatisfy { $0.count <= 4 && $0.allSatisfy(\.isHexDigit) }
        return isHexadecimal && (gaps == 1 ? count <= 7 : count == 8)
    }

    /// A local part of atoms and a host name (RFC 5321, sections 4.1.2 and 4.5.3.1.1).
    static func isEmail(_ bytes: [UInt8]) -> Bool {
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")), (1...64).contains(at),
            bytes.count <= 254
        else { return false }
        let atoms = bytes[..<at].split(
            separator: UInt8(ascii: "."),
            omittingEmptySubsequences: false
        )
        let isAtom: (UInt8) -> Bool = { byte in
            byte.isLetter || byte.isDigit || byte >= 0x80
                || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
        }
        return atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtom) }
            && isHostName(Array(bytes[(at + 1)...]))
    }

    /// Whether a reference may be relative, without the scheme before the colon.
    enum Scheme { case required, optional }

    /// RFC 3986, section 3: a scheme, a colon and only the characters that may stand in one.
    static func isURI(_ bytes: [UInt8], scheme: Scheme) -> Bool {
        let marks = Array("-._~:/?#[]@!$&'()*+,;=".utf8)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, bytes[index + 1].isHexDigit,
                    bytes[index + 2].isHexDigit
                else { return false }
                index += 3
            } else {
                let byte = bytes[index]
                guard byte.isLetter || byte.isDigit || marks.contains(byte) else { return false }
                index += 1
            }
        }
        guard bytes.count(where: { $0 == UInt8(ascii: "#") }) <= 1 else { return false }
        guard scheme == .required else { return true }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 1 < bytes.count,
            let first = bytes.first, first.isLetter
        else { return false }
        return bytes[..<colon].allSatisfy {
            $0.isLetter || $0.isDigit || "+-.".utf8.contains($0)
        }
    }
}
