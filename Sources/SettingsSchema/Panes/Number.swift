// Numbers compared exactly, whether whole or not.

package import SettingsModel

/// A whole or a real number; two that are equal as numbers are equal.
package enum Number: Sendable {
    case integer(Int64)
    case real(Double)

    /// The number that a value is; digits too long for 64 bits are the nearest real.
    package init?(_ value: SettingValue) {
        switch value {
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .raw(let text):
            guard let first = text.utf8.first, first <= UInt8(ascii: "9"),
                let value = Double(text)
            else { return nil }
            self = .real(value)
        default: return nil
        }
    }

    /// The number as a setting.
    package var value: SettingValue {
        switch self {
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        }
    }

    /// The nearest real.
    package var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        }
    }

    /// Whether the number has no fraction.
    package var isWhole: Bool {
        switch self {
        case .integer: true
        case .real(let value): value.isFinite && value == value.rounded(.towardZero)
        }
    }

    /// Whether the number is a whole count of steps, within the last bits of a real.
    func isMultiple(of step: Number) -> Bool {
        if let value = integer, let step = step.integer, step != 0 {
            return step == -1 || value % step == 0
        }
        guard step.double != 0, step.double.isFinite else { return true }
        let count = double / step.double
        guard count.isFinite else { return false }
        // 0.3 is three steps of 0.1, though the quotient of the two reals is a little less: each of
        // the reals is off by half of its last bit, the step's as often as it's counted.
        let error = 2 * double.ulp / abs(step.double)
        return abs(count - count.rounded()) <= error + 2 * count.ulp
    }

    /// The number as a 64-bit integer, if it's exactly one.
    private var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .real(let value): Int64(exactly: value)
        }
    }
}

extension Number: Comparable, Hashable {
    package static func == (a: Number, b: Number) -> Bool { order(a, b) == 0 }
    package static func < (a: Number, b: Number) -> Bool { order(a, b) < 0 }

    package func hash(into hasher: inout Hasher) {
        if let integer { return hasher.combine(integer) }
        hasher.combine(double.isNaN ? .nan : double)
    }

    /// Less than, equal to or greater than 0 as `a` is to `b`; not-a-number is above all others.
    private static func order(_ a: Number, _ b: Number) -> Int {
        switch (a, b) {
        case (.integer(let a), .integer(let b)): a < b ? -1 : a == b ? 0 : 1
        case (.real(let a), .real(let b)): order(a, b)
        case (.integer(let a), .real(let b)): order(a, b)
        case (.real(let a), .integer(let b)): -order(b, a)
        }
    }

    private static func order(_ a: Double, _ b: Double) -> Int {
        if a.isNaN || b.isNaN { return a.isNaN ? (b.isNaN ? 0 : 1) : -1 }
        return a < b ? -1 : a == b ? 0 : 1
    }

    private static func order(_ a: Int64, _ b: Double) -> Int {
        if b.isNaN || b >= 0x1p63 { return -1 }
        if b < -0x1p63 { return 1 }
        let whole = Int64(b.rounded(.down))
        if a != whole { return a < whole ? -1 : 1 }
        return b > b.rounded(.down) ? -1 : 0
    }
}

extension Number: CustomStringConvertible {
    /// As people write it: `10`, `0.5`; a whole real without its `.0`.
    package var description: String {
        switch self {
        case .integer(let value): return String(value)
        case .real(let value):
            let text = String(value)
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
    }
}
