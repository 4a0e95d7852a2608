// A number with a point in the spelling of the one that it replaces.

/// How a text spells a number with more digits than that number needs.
enum RealSpelling: Equatable {
    /// As many digits behind the point, the last of them a zero: `1.50`.
    case places(Int)
    /// 17 digits, as many programs print a double (C's `%.17g`): `0.29999999999999999`.
    case seventeenDigits

    /// Reads a spelling; nil for one with no digit too many, and for one with an exponent.
    init?(_ text: ArraySlice<UInt8>) {
        let magnitude = text.first.map { "+-".utf8.contains($0) } == true ? text.dropFirst() : text
        let parts = magnitude.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isDigit) }) else { return nil }
        if parts[1].count > 1, parts[1].last == UInt8(ascii: "0") {
            self = .places(parts[1].count)
            return
        }
        let digits = parts.joined().drop { $0 == UInt8(ascii: "0") }
        let spelling = String(decoding: magnitude, as: UTF8.self)
        guard digits.count == 17, let number = Double(spelling), number.description != spelling,
            Self.printed(number) == spelling
        else { return nil }
        self = .seventeenDigits
    }

    /// How all numbers of a file are spelled: nil unless one shows it, and no other is spelled in another way.
    init?(ofAll numbers: some Collection<ArraySlice<UInt8>>) {
        let isShown = numbers.contains { $0.count > 17 && Self($0) == .seventeenDigits }
        guard isShown, numbers.allSatisfy(Self.mayHaveSeventeenDigits) else { return nil }
        self = .seventeenDigits
    }

    /// Whether a number is spelled so, or shows nothing: a whole one, or one with an exponent there.
    private static func mayHaveSeventeenDigits(_ text: ArraySlice<UInt8>) -> Bool {
        let magnitude = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        let spelling = String(decoding: magnitude, as: UTF8.self)
        return Double(spelling).flatMap(printed).map { $0 == spelling } ?? true
    }

    /// Another number, spelled alike; nil where it can't be.
    func spelled(_ number: Double) -> String? {
        switch self {
        case .places(let count):
            let text = number.description
            guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")),
                case let digits = text.utf8[point...].dropFirst(), digits.allSatisfy(\.isDigit)
            else { return nil }
            return text + String(repeating: "0", count: max(0, count - digits.count))
        case .seventeenDigits:
            return Self.printed(number.magnitude).map { number < 0 ? "-" + $0 : $0 }
        }
    }

    /// A positive number to 17 digits, without zeros at its end; nil for one that is whole or has an
    /// exponent there.
    private static func printed(_ number: Double) -> String? {
        // Below 2^52, some of the significand's bits are behind the point.
        guard number >= 1e-4, number < 1e15 else { return nil }
        // m / 2^n is m * 5^n / 10^n, so these are all of its digits, the last one first.
        var places = 52 - Int(number.exponent)
        var digits = String(number.significandBitPattern | 1 << 52).utf8.reversed().map {
            $0 - 0x30
        }
        for _ in 0..<places { digits.multiplyByFive() }
        let surplus = digits.count - 17
        let (rest, kept) = (digits[..<surplus], digits[surplus...])
        let isHalf = rest.last == 5 && rest.dropLast().allSatisfy { $0 == 0 }
        let isUp = isHalf ? digits[surplus] % 2 == 1 : digits[surplus - 1] >= 5
        let cut = kept.reversed().reduce(0) { $0 * 10 + UInt64($1) }
        var text = String(isUp ? cut + 1 : cut)
        places -= surplus
        text = String(repeating: "0", count: max(0, places + 1 - text.utf8.count)) + text
        text.insert(".", at: text.utf8.index(text.endIndex, offsetBy: -places))
        while text.utf8.last == UInt8(ascii: "0") { text.removeLast() }
        return text.utf8.last == UInt8(ascii: ".") ? nil : text
    }
}

extension [UInt8] {
    /// Multiplies a number whose last digit comes first.
    fileprivate mutating func multiplyByFive() {
        var carry: UInt8 = 0
        for index in indices {
            let product = self[index] * 5 + carry
            self[index] = product % 10
            carry = product / 10
        }
        if carry > 0 { append(carry) }
    }
}
