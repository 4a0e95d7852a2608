// Numbers without the surprises of binary fractions.

import SettingsModel

/// A fraction of two whole numbers, in lowest terms.
///
/// A result that doesn't fit is nil.
struct ExactNumber: Equatable, Sendable {
    /// More characters than any number has that fits.
    static let mostCharacters = 24
    /// Decimals of a number that says nothing else.
    static let standardDecimals = 6

    let numerator: Int64
    /// Always positive.
    let denominator: Int64

    static let zero = ExactNumber(whole: 0)
    static let one = ExactNumber(whole: 1)

    init(whole: Int32) {
        numerator = Int64(whole)
        denominator = 1
    }

    init?(_ numerator: Int64, over denominator: Int64) {
        guard denominator != 0, numerator != .min, denominator != .min else { return nil }
        let sign: Int64 = denominator < 0 ? -1 : 1
        let divisor = Self.commonDivisor(of: abs(numerator), abs(denominator)) * sign
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    private static func commonDivisor(of a: Int64, _ b: Int64) -> Int64 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }

    static func powerOfTen(_ exponent: Int) -> Int64? {
        guard (0...18).contains(exponent) else { return nil }
        return (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}

// MARK: Reading

extension ExactNumber {
    /// An integer or a real; nil for all else, and for NaN and what has too many digits.
    init?(_ value: SettingValue) {
        switch value {
        case .integer(let number): self.init(number, over: 1)
        case .real(let number): self.init(number)
        default: return nil
        }
    }

    /// The decimal number that the real is written as.
    private init?(_ real: Double) {
        guard real.isFinite else { return nil }
        let halves = "\(real)".utf8.split(separator: UInt8(ascii: "e"))
        guard let mantissa = ExactNumber(decimal: Array(halves[0])[...]) else { return nil }
        let exponent = halves.count > 1 ? Int(String(halves[1])) : 0
        guard let exponent, let power = Self.powerOfTen(abs(exponent)),
            let scale = ExactNumber(power, over: 1),
            let number = exponent < 0 ? mantissa.divided(by: scale) : mantissa.times(scale)
        else { return nil }
        self = number
    }

    /// The number that a text of sign, digits and point says; nil where the text has anything else.
    init?(decimal text: ArraySlice<UInt8>) {
        guard Self.end(in: text, from: text.startIndex) == text.endIndex else { return nil }
        let decimals = text.firstIndex(of: UInt8(ascii: ".")).map { text.endIndex - $0 - 1 } ?? 0
        let digits = text.filter(\.isDigit)
        guard let magnitude = Int64(String(digits)), let power = Self.powerOfTen(decimals) else {
            return nil
        }
        self.init(text.first == UInt8(ascii: "-") ? -magnitude : magnitude, over: power)
    }

    /// Where the number ends that begins at a place; nil where there is none, or one with an exponent.
    static func end(in text: ArraySlice<UInt8>, from start: Int) -> Int? {
        let text = text[start...].prefix(mostCharacters + 3)
        var end = start
        func isDigit(_ index: Int) -> Bool { index < text.endIndex && text[index].isDigit }
        if end < text.endIndex, "+-".utf8.contains(text[end]) { end += 1 }
        let whole = end
        while isDigit(end) { end += 1 }
        let hasWhole = end > whole
        if end < text.endIndex, text[end] == UInt8(ascii: "."), isDigit(end + 1) {
            end += 1
            while isDigit(end) { end += 1 }
        } else if !hasWhole {
            return nil
        }
        if end < text.endIndex, text[end] | 0x20 == UInt8(ascii: "e") {
            let isSigned = end + 1 < text.endIndex && "+-".utf8.contains(text[end + 1])
            if isDigit(isSigned ? end + 2 : end + 1) { return nil }
        }
        return end - start <= mostCharacters ? end : nil
    }
}

// MARK: Arithmetic

extension ExactNumber {
    func times(_ other: ExactNumber) -> ExactNumber? {
        // Reduced crosswise first, so that what fits in the end fits on the way.
        guard let a = ExactNumber(numerator, over: other.denominator),
            let b = ExactNumber(other.numerator, over: denominator)
        else { return nil }
        let (above, isTooLarge) = a.numerator.multipliedReportingOverflow(by: b.numerator)
        let (below, isTooFine) = a.denominator.multipliedReportingOverflow(by: b.denominator)
        return isTooLarge || isTooFine ? nil : ExactNumber(above, over: below)
    }

    func divided(by other: ExactNumber) -> ExactNumber? {
        ExactNumber(other.denominator, over: other.numerator).flatMap { times($0) }
    }

    func plus(_ other: ExactNumber) -> ExactNumber? {
        let (a, isTooLarge) = numerator.multipliedReportingOverflow(by: other.denominator)
        let (b, isOtherTooLarge) = other.numerator.multipliedReportingOverflow(by: denominator)
        let (sum, isSumTooLarge) = a.addingReportingOverflow(b)
        let (below, isTooFine) = denominator.multipliedReportingOverflow(by: other.denominator)
        guard !isTooLarge, !isOtherTooLarge, !isSumTooLarge, !isTooFine else { return nil }
        return ExactNumber(sum, over: below)
    }

    var negated: ExactNumber? { ExactNumber(-numerator, over: denominator) }

    /// The nearest number with so many decimals; a half goes up.
    func rounded(to decimals: Int) -> ExactNumber? {
        guard let power = Self.powerOfTen(decimals) else { return nil }
        if power % denominator == 0 { return self }
        guard let scaled = times(ExactNumber(power, over: 1) ?? .one),
            let raised = scaled.plus(ExactNumber(1, over: 2) ?? .zero)
        else { return nil }
        let quotient = raised.numerator / raised.denominator
        let isBelow = raised.numerator % raised.denominator < 0
        return ExactNumber(isBelow ? quotient - 1 : quotient, over: power)
    }
}

// MARK: Writing

extension ExactNumber {
    var isWhole: Bool { denominator == 1 }

    /// The number in digits, without zeros at its end, for a number with nine decimals at most.
    var text: String {
        let sign = numerator < 0 ? "-" : ""
        let whole = String(abs(numerator) / denominator)
        guard !isWhole else { return sign + whole }
        let billion: Int64 = 1_000_000_000
        let fraction = abs(numerator) % denominator * (billion / denominator)
        var digits = String(String(billion + fraction).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return sign + whole + "." + digits
    }

    /// An integer where the number is whole, else the nearest real.
    var value: SettingValue {
        isWhole ? .integer(numerator) : .real(Double(text) ?? .nan)
    }
}
