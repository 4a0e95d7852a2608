// Numbers on sliders and steppers: how they are shown, and which comes next.

import SettingsModel
import SettingsSchema

extension Slider {
    /// The control's state for a value; nil for a value that is no number.
    func scale(_ value: SettingValue?) -> Widget.Scale? {
        guard let number = value.map(Number.init) ?? minimum, number.double.isFinite else {
            return nil
        }
        let range = maximum.double - minimum.double
        let ends = [minimum, maximum].map { text($0).columns }
        return Widget.Scale(
            text: text(number),
            share: range > 0 ? (number.double - minimum.double) / range : 0,
            columns: max(text(number).columns, ends.max() ?? 0),
            isAtMinimum: number <= minimum,
            isAtMaximum: number >= lastStep
        )
    }

    /// A number as it's shown: with its unit, and as many decimals as its steps have.
    func text(_ number: Number) -> String {
        let decimals =
            isInteger ? 0 : max(Self.decimals(of: stepSize), Self.decimals(of: number.double))
        return Self.text(number, decimals: decimals) + (unit.map { " " + $0 } ?? "")
    }

    /// The size of a step: the schema's, or a twentieth of the range.
    var stepSize: Double {
        if let step, step.double > 0 { return step.double }
        let part = (maximum.double - minimum.double) / 20
        return isInteger ? max(1, part.rounded()) : part
    }

    /// The highest number that the control goes to: the maximum, or the last step below it.
    private var lastStep: Number {
        guard let step, step.double > 0 else { return maximum }
        let steps = (maximum.double - minimum.double) / step.double
        // The maximum is a step if it's one within the last bits of a real.
        let whole = (steps + 1e-9 * max(1, abs(steps))).rounded(.down)
        let last = minimum.double + whole * step.double
        return last < maximum.double
            ? rounded(last, decimals: Self.decimals(of: step.double)) : maximum
    }

    /// The number some steps on, not past the ends.
    ///
    /// A number between two steps goes to the next one in that direction. A fifth of a step is a
    /// step of its own, counted from the minimum too; steps of the schema have no parts.
    func number(after number: Number, steps: Int, fineness: Fineness) -> Number {
        guard number.double.isFinite else { return typed(minimum) }
        if steps > 0, number >= lastStep { return number }
        var size = stepSize
        if fineness == .fine, step == nil {
            size = isInteger ? max(1, (size / 5).rounded()) : size / 5
        }
        let low = minimum.double
        let place = (number.double - low) / size
        // What lies on a step within the last bits of a real is on it.
        let nearest = place.rounded()
        let isOnStep = abs(place - nearest) < 1e-9 * max(1, abs(place))
        let start = isOnStep ? nearest : place.rounded(steps > 0 ? .down : .up)
        let wanted = low + (start + Double(steps)) * size
        return self.number(wanted, decimals: Self.decimals(of: size))
    }

    /// The number on the step nearest to a place between the ends, 0 to 1.
    func number(atShare share: Double) -> Number {
        let low = minimum.double
        let wanted = low + min(1, max(0, share)) * (maximum.double - low)
        let steps = ((wanted - low) / stepSize).rounded()
        return number(low + steps * stepSize, decimals: Self.decimals(of: stepSize))
    }

    private func number(_ wanted: Double, decimals: Int) -> Number {
        if wanted >= lastStep.double { return typed(lastStep) }
        if wanted <= minimum.double { return typed(minimum) }
        return rounded(wanted, decimals: decimals)
    }

    private func rounded(_ wanted: Double, decimals: Int) -> Number {
        if isInteger { return typed(.real(wanted)) }
        // 0.1 added three times is 0.30000000000000004, which nobody chose.
        let text = Self.text(
            .real(wanted),
            decimals: max(decimals, Self.decimals(of: minimum.double))
        )
        return .real(Double(text) ?? wanted)
    }

    /// The number as it's stored.
    func typed(_ number: Number) -> Number {
        if isInteger {
            let whole = Int64(exactly: number.double.rounded())
            return .integer(whole ?? (number.double > 0 ? .max : .min))
        }
        return .real(number.double)
    }

    // MARK: Text

    private static let mostDecimals = 6

    /// How many decimals a number needs, at most six.
    static func decimals(of number: Double) -> Int {
        var scaled = number
        for decimals in 0..<mostDecimals {
            if abs(scaled - scaled.rounded()) < 1e-9 * max(1, abs(scaled)) { return decimals }
            scaled *= 10
        }
        return mostDecimals
    }

    private static func text(_ number: Number, decimals: Int) -> String {
        if case .integer(let value) = number, decimals == 0 { return String(value) }
        let value = number.double
        guard value.isFinite, abs(value) < 1e15 else { return String(value) }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = abs(value * scale).rounded()
        guard scaled < 9e18 else { return String(value) }
        var digits = String(Int64(scaled))
        while digits.count <= decimals { digits = "0" + digits }
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + digits }
        return sign + digits.dropLast(decimals) + "." + digits.suffix(decimals)
    }
}

/// How far a key moves a control.
enum Fineness: Equatable, Sendable {
    case step
    /// A fifth of a step.
    case fine
}
