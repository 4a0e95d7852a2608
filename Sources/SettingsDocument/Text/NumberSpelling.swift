// A whole number in the spelling of the one that it replaces.

/// How a text spells a whole number: its sign, its base, and how its digits are grouped.
struct NumberSpelling {
    private var sign = ""
    private var prefix = ""
    private let groups: [ArraySlice<UInt8>]

    /// Reads a spelling such as `0x1F`, `+5` or `1_000`; nil for anything else.
    init?(_ text: ArraySlice<UInt8>) {
        var rest = text
        if let first = rest.first, "+-".utf8.contains(first) {
            sign = String(UnicodeScalar(first))
            rest = rest.dropFirst()
        }
        let mark = rest.prefix(2)
        if ["0x", "0X", "0o", "0b"].contains(where: { mark.elementsEqual($0.utf8) }) {
            prefix = String(decoding: mark, as: UTF8.self)
            rest = rest.dropFirst(2)
        }
        groups = rest.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        let most = base
        let areDigits = groups.allSatisfy { group in
            !group.isEmpty && group.allSatisfy { $0.hexValue.map { $0 < most } ?? false }
        }
        guard areDigits else { return nil }
    }

    private var base: Int {
        switch prefix {
        case "": 10
        case "0o": 8
        case "0b": 2
        default: 16
        }
    }

    /// Another number, spelled alike; what can't be is spelled in plain digits.
    func spelled(_ number: Int64) -> String {
        guard base == 10 || number >= 0 && sign.isEmpty else { return String(number) }
        let isUpper = groups.joined().contains { (0x41...0x46).contains($0) }
        var text = String(number.magnitude, radix: base, uppercase: isUpper)
        if base != 10, groups[0].first == UInt8(ascii: "0") {
            let width = groups.joined().count
            text = String(repeating: "0", count: max(0, width - text.utf8.count)) + text
        }
        let size = groups[groups.count - 1].count
        let isEven = groups[0].count <= size && groups.dropFirst().allSatisfy { $0.count == size }
        if groups.count > 1, isEven { text = Self.grouped(text, by: size) }
        return (number < 0 ? "-" : sign == "+" ? sign : "") + prefix + text
    }

    private static func grouped(_ text: String, by size: Int) -> String {
        let digits = Array(text.utf8)
        let first = digits.count % size
        let starts = [0] + stride(from: first == 0 ? size : first, to: digits.count, by: size)
        return zip(starts, starts.dropFirst() + [digits.count])
            .map { String(decoding: digits[$0..<$1], as: UTF8.self) }.joined(separator: "_")
    }
}
