// How much work checks may be.

package import SettingsModel

/// The steps that a check may take, each one rule that is asked of one value, or as much other work.
///
/// The parts of a rule are shared: a schema whose parts each refer to the next one twice is small,
/// and has more steps than anybody waits for. Where they run out, what was asked isn't known.
package final class CheckBudget {
    /// Steps for any value: a hundred times those for files by excerpts of published schemas.
    package static let steps = 20_000
    /// More steps for each value within one.
    package static let stepsPerPart = 100
    /// Steps for all values that are checked while the event loop waits: some 50 ms in an optimised
    /// build, where a step takes 0.1 to 0.8 µs.
    package static let stepsPerTurn = 60_000
    /// Steps for saying why a value is refused, which makes texts.
    package static let stepsPerRefusal = 6
    /// Steps of a pattern's search that count as one.
    static let searchStepsPerStep = 20
    /// Bytes of text that are gone through in one step.
    static let bytesPerStep = 256
    /// Keys or elements that are gone through in one step, without what is in them.
    static let keysPerStep = 4

    /// The steps that are left.
    package private(set) var left: Int
    /// Whether more steps were asked for than there were.
    package private(set) var isSpent = false
    /// What the steps come from, if several checks share it.
    private let shared: CheckBudget?

    /// Creates a budget of some steps.
    package init(steps: Int) {
        left = steps
        shared = nil
    }

    /// Creates the budget for the check of a value, which takes its steps out of a shared one, too.
    ///
    /// Cost: linear in the value's size.
    package init(for value: SettingValue, within shared: CheckBudget? = nil) {
        left = Self.steps + Self.stepsPerPart * value.partCount
        self.shared = shared
    }

    /// Takes steps; false if there were fewer left, and then none are.
    func spend(_ count: Int = 1) -> Bool {
        guard left >= count, shared?.spend(count) ?? true else {
            isSpent = true
            left = 0
            return false
        }
        left -= count
        return true
    }

    /// Takes the steps for saying why a value is refused; false if there were fewer left.
    ///
    /// Only out of the shared ones: those for a value count rules, as warnings about a schema do.
    func spendOnRefusal() -> Bool {
        guard shared?.spend(Self.stepsPerRefusal) ?? true else {
            isSpent = true
            left = 0
            return false
        }
        return true
    }

    /// Takes the step for a rule that is asked of a value, and those for what is directly in it; false
    /// if there were fewer left.
    func spend(asking value: SettingValue) -> Bool {
        switch value {
        case .array(let values): spend(1 + values.count / Self.keysPerStep)
        case .dictionary(let entries): spend(1 + entries.count / Self.keysPerStep)
        case .string(let text), .raw(let text): spend(1 + text.utf8.count / Self.bytesPerStep)
        default: spend()
        }
    }

    /// Takes the steps for finding a value among others, with all that is in it; false if there were
    /// fewer left.
    func spend(hashing value: SettingValue) -> Bool {
        spend(1 + value.partCount)
    }

    /// Whether a text has a pattern; it counts as one that has where the steps run out.
    func finds(_ pattern: Pattern, in text: String) -> Bool {
        let most = min(left, shared?.left ?? left)
        var steps = most * Self.searchStepsPerStep
        let outcome = pattern.search(text, steps: &steps)
        guard outcome != .gaveUp else { return !spend(most + 1) }
        return !spend(most - max(steps, 0) / Self.searchStepsPerStep) || outcome == .found
    }
}

extension SettingValue {
    /// How many values are within, on all levels; a long text counts as several.
    fileprivate var partCount: Int {
        let bytesPerPart = 64
        return switch self {
        case .array(let values): values.reduce(0) { $0 + 1 + $1.partCount }
        case .dictionary(let entries):
            entries.reduce(0) { $0 + 1 + $1.key.utf8.count / bytesPerPart + $1.value.partCount }
        case .string(let text), .raw(let text): text.utf8.count / bytesPerPart
        case .data(let bytes): bytes.count / bytesPerPart
        default: 0
        }
    }
}
