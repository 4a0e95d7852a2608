// Values in a set, where those are the same that a schema says are.

package import SettingsModel

/// A value that equals another one if it means the same: `1` and `1.0` do, `1` and `true` don't.
struct MeantValue: Hashable, Sendable {
    let value: SettingValue

    static func == (a: MeantValue, b: MeantValue) -> Bool { a.value.means(b.value) }

    func hash(into hasher: inout Hasher) {
        if let number = Number(value) { return hasher.combine(number) }
        switch value {
        case .array(let values):
            hasher.combine(values.count)
            for value in values { hasher.combine(MeantValue(value: value)) }
        // The order of entries doesn't count.
        case .dictionary(let entries):
            hasher.combine(
                entries.reduce(entries.count) { sum, entry in
                    var hasher = Hasher()
                    hasher.combine(ExactText(entry.key))
                    hasher.combine(MeantValue(value: entry.value))
                    return sum &+ hasher.finalize()
                }
            )
        // The standard library's hash of a text is the same for some that differ.
        case .string(let text), .raw(let text): hasher.combine(ExactText(text))
        default: hasher.combine(value)
        }
    }
}

/// The values that a value may be.
package struct Choices: Equatable, Sendable {
    /// In the order of the schema.
    package let values: [SettingValue]
    private let meant: Set<MeantValue>

    /// Creates choices.
    ///
    /// Cost: linear in the size of the values.
    package init(_ values: [SettingValue]) {
        self.values = values
        meant = Set(values.lazy.map { MeantValue(value: $0) })
    }

    package static func == (a: Choices, b: Choices) -> Bool { a.values == b.values }

    /// Whether a value means the same as one of them.
    func contains(_ value: SettingValue) -> Bool { meant.contains(MeantValue(value: value)) }
}

extension [SettingValue] {
    /// The position of the first element that stands before, too.
    ///
    /// A literal is only its own text here: two long numbers may be the same real. Cost: linear in
    /// the size of the elements.
    var firstDuplicate: Int? {
        var seen: Set<MeantValue> = []
        var literals: Set<ExactText> = []
        return firstIndex { value in
            guard case .raw(let text) = value else {
                return !seen.insert(MeantValue(value: value)).inserted
            }
            return !literals.insert(ExactText(text)).inserted
        }
    }
}
