// What several texts of one setting agree on, where some of them round it.

import SettingsModel

/// The value that all texts of a setting say.
enum CommonValue {
    private static let scale: Int64 = 1_000_000

    /// Finds the value; nil where the texts say different ones.
    ///
    /// - Parameters:
    ///   - values: What each text was read as.
    ///   - says: Whether a text, by its place among the values, says another value as well.
    /// - Returns: The first of the values that all say, else a number of few decimals between them.
    static func among(
        _ values: [SettingValue],
        says: (Int, SettingValue) -> Bool
    ) -> SettingValue? {
        let all = values.indices
        return values.first { value in all.allSatisfy { says($0, value) } }
            ?? number(among: values, says: says)
    }

    /// Each text says what is near to its own number, so the search knows which way to go.
    private static func number(
        among values: [SettingValue],
        says: (Int, SettingValue) -> Bool
    ) -> SettingValue? {
        let numbers = values.compactMap { millionths(of: $0) }
        guard numbers.count == values.count, var low = numbers.min(), var high = numbers.max()
        else { return nil }
        while low <= high {
            let middle = low / 2 + high / 2 + (low % 2 + high % 2) / 2
            let opposed = numbers.indices.filter { !says($0, value(of: middle)) }
            if opposed.isEmpty { return shortest(near: middle, among: numbers.indices, says: says) }
            if opposed.allSatisfy({ numbers[$0] > middle }) {
                low = middle + 1
            } else if opposed.allSatisfy({ numbers[$0] < middle }) {
                high = middle - 1
            } else {
                return nil
            }
        }
        return nil
    }

    private static func shortest(
        near number: Int64,
        among texts: Range<Int>,
        says: (Int, SettingValue) -> Bool
    ) -> SettingValue? {
        let exact = ExactNumber(number, over: scale)
        return (0...ExactNumber.standardDecimals).lazy.compactMap { exact?.rounded(to: $0)?.value }
            .first { value in texts.allSatisfy { says($0, value) } }
    }

    private static func value(of millionths: Int64) -> SettingValue {
        ExactNumber(millionths, over: scale)?.value ?? .null
    }

    private static func millionths(of value: SettingValue) -> Int64? {
        guard let scale = ExactNumber(scale, over: 1),
            let number = ExactNumber(value)?.times(scale), number.isWhole
        else { return nil }
        return number.numerator
    }
}
