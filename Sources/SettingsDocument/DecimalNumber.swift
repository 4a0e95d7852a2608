// Numbers in formats where every value is a text.

import SettingsModel

/// The numbers that decimal texts say.
enum DecimalNumber {
    /// What a text says where the setting is known to be a number: an integer or a real, or nil.
    static func value(of text: String, like known: SettingValue) -> SettingValue? {
        guard let real = real(text) else { return nil }
        if case .integer = known, let number = Int64(text) { return .integer(number) }
        return .real(real)
    }

    /// Zeros in front may say that it's octal, and too many digits that it's no number of ours.
    private static func real(_ text: String) -> Double? {
        let digits = Array(text.utf8.drop { $0 == 0x2B || $0 == 0x2D })
        let isWhole = digits.allSatisfy { (0x30...0x39).contains($0) }
        guard let first = digits.first, (0x30...0x39).contains(first) || first == 0x2E,
            !(first == 0x30 && digits.dropFirst().first.map { (0x30...0x39).contains($0) } == true),
            digits.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
            !isWhole || Int64(text) != nil
        else { return nil }
        return Double(text)
    }
}
