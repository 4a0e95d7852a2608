// Numbers, in other units and with fewer decimals.

import SettingsModel

/// A number of the domain, which the file says as `number * factor + offset`.
struct NumberStep: Equatable, Sendable {
    var factor = ExactNumber.one
    var offset = ExactNumber.zero
    /// How many decimals are written at most; nil where the map doesn't say.
    var decimals: Int?

    /// The domain's number of the file's; nil where the file has none.
    func read(_ value: SettingValue) -> SettingValue? {
        guard let number = number(in: value), let negative = offset.negated else { return nil }
        return number.plus(negative)?.divided(by: factor)?
            .rounded(to: ExactNumber.standardDecimals)?.value
    }

    /// The file's number for the domain's, in the type and style of the one that is there.
    func write(
        _ value: SettingValue,
        over old: SettingValue?,
        as format: MappedFormat
    ) -> SettingValue? {
        guard let wanted = ExactNumber(value),
            let number = wanted.times(factor)?.plus(offset)?
                .rounded(to: decimals ?? ExactNumber.standardDecimals)
        else { return nil }
        if let old, self.number(in: old) == number || says(wanted, in: old, as: value) {
            return old
        }
        let written = spelled(number, like: old, as: format)
        // A real of the file has fewer digits than some numbers.
        return self.number(in: written) == number ? written : nil
    }

    private func says(_ number: ExactNumber, in old: SettingValue, as value: SettingValue) -> Bool {
        read(old).map { $0 == value || ExactNumber($0) == number } ?? false
    }

    private func number(in value: SettingValue) -> ExactNumber? {
        guard case .string(let text) = value else { return ExactNumber(value) }
        return ExactNumber(decimal: Array(text.utf8)[...])
    }

    private func spelled(
        _ number: ExactNumber,
        like old: SettingValue?,
        as format: MappedFormat
    ) -> SettingValue {
        switch (old, format) {
        case (.string(let old), _):
            let hasPoint = old.utf8.contains(UInt8(ascii: ".")) && decimals != 0
            return .string(number.isWhole && hasPoint ? number.text + ".0" : number.text)
        case (.real, .typed): return .real(Double(number.text) ?? .nan)
        case (_, .typed): return number.value
        case (_, .lines): return .string(number.text)
        }
    }
}

/// A number from 0 to 1 as two hexadecimal digits: the alpha beside a colour.
enum HexStep {
    private static let most = ExactNumber(whole: 255)

    /// The domain's number of two digits; nil where there is anything else.
    static func read(_ value: SettingValue) -> SettingValue? {
        byte(in: value).flatMap { ExactNumber(Int64($0), over: 255) }?
            .rounded(to: ExactNumber.standardDecimals)?.value
    }

    /// Two digits for the domain's number; nil for one that isn't from 0 to 1.
    static func write(_ value: SettingValue, over old: SettingValue?) -> SettingValue? {
        guard let byte = ExactNumber(value)?.times(most)?.rounded(to: 0)?.numerator,
            let wanted = UInt8(exactly: byte), isShare(value)
        else { return nil }
        guard case .string(let text)? = old else { return .string(wanted.hexDigits(.lower)) }
        if self.byte(in: .string(text)) == wanted { return old }
        return .string(
            wanted.hexDigits(Array(text.utf8)[...].hasUpperCaseHex ? .upper : .lower)
        )
    }

    private static func isShare(_ value: SettingValue) -> Bool {
        switch value {
        case .integer(let number): (0...1).contains(number)
        case .real(let number): (0...1).contains(number)
        default: false
        }
    }

    private static func byte(in value: SettingValue) -> UInt8? {
        guard case .string(let text) = value else { return nil }
        let digits = text.utf8.compactMap(\.hexDigit)
        return digits.count == 2 && text.utf8.count == 2 ? digits[0] << 4 | digits[1] : nil
    }
}

/// The case of hexadecimal digits.
enum HexCase {
    case lower
    case upper
}

extension UInt8 {
    /// The byte as two hexadecimal digits.
    func hexDigits(_ letters: HexCase) -> String {
        let digits = String(self, radix: 16, uppercase: letters == .upper)
        return self < 16 ? "0" + digits : digits
    }
}
