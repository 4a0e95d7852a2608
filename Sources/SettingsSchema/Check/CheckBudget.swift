// How much work one check may be.

package import SettingsModel

/// The steps that one check may take, each one rule that is asked of one value.
///
/// The parts of a rule are shared: a schema whose parts each refer to the next one twice is small,
/// and has more steps than anybody waits for. Where they run out, what was asked isn't known.
package final class CheckBudget {
    /// Steps for any value: a hundred times those for files by excerpts of published schemas.
    package static let steps = 20_000
    /// More steps for each value within one.
    package static let stepsPerPart = 100

    /// The steps that are left.
    package private(set) var left: Int
    /// Whether more steps were asked for than there were.
    package private(set) var isSpent = false

    /// Creates a budget of some steps.
    package init(steps: Int) { left = steps }

    /// Creates the budget for the check of a value.
    ///
    /// Cost: linear in its size.
    package convenience init(for value: SettingValue) {
        self.init(steps: Self.steps + Self.stepsPerPart * value.partCount)
    }

    /// Takes a step; false if there was none left.
    func spend() -> Bool {
        guard left > 0 else {
            isSpent = true
            return false
        }
        left -= 1
        return true
    }
}

extension SettingValue {
    /// How many values are within, on all levels.
    fileprivate var partCount: Int {
        switch self {
        case .array(let values): values.reduce(0) { $0 + 1 + $1.partCount }
        case .dictionary(let entries): entries.reduce(0) { $0 + 1 + $1.value.partCount }
        default: 0
        }
    }
}
