// What stands at the right of a row, with all that its drawing depends on.

/// A control and its state.
enum Widget: Equatable, Sendable {
    case toggle(Switch)
    case slider(Scale)
    case stepper(Scale)
    case segments(titles: [String], chosen: Int?)
    /// A text that can be edited; the placeholder shows while it's empty.
    case text(String, placeholder: String)
    case secret(Secret)
    /// A value that is only shown.
    case value(String)
    /// A value, and a sign that the row leads to another screen.
    case link(String)
    /// One of several, of which one is chosen.
    case check(Choosing)
    /// One of several, of which any number is chosen.
    case box(Choosing)
    /// What differs: the default and the value in use.
    case difference(Choosing, old: String, new: String)
    /// Something that happened.
    case entry(HistoryLine)
    case nothing

    /// What a switch shows; `neither` is a stored value that is neither on nor off.
    enum Switch: Equatable, Sendable {
        case on, off
        case neither(String)
    }

    /// Whether a secret has a value.
    enum Secret: Equatable, Sendable {
        case set, unset
    }

    /// Whether an option is chosen.
    enum Choosing: Equatable, Sendable {
        case chosen, open

        /// Makes it of a claim.
        init(_ isChosen: Bool) { self = isChosen ? .chosen : .open }
    }

    /// A number within a range.
    struct Scale: Equatable, Sendable {
        /// The number with its unit.
        var text: String
        /// How far the knob is along its way, 0 to 1.
        var share: Double
        /// The widest text that the number can have, in columns.
        var columns: Int
        /// Whether no smaller, or no larger, number can be chosen.
        var isAtMinimum: Bool
        var isAtMaximum: Bool
    }

    struct HistoryLine: Equatable, Sendable {
        /// What the line tells of.
        enum Kind: Equatable, Sendable {
            case change, undone, now, start
            /// Undone, and something else was done since.
            case replaced
            /// A value of a save that wasn't adopted.
            case notAdopted
        }
        var kind: Kind
        var time = ""
        var who = ""
        /// The title of the program; empty where there is only one.
        var program = ""
        var isOurs = true
        var old = ""
        var new = ""

        init(_ kind: Kind) { self.kind = kind }
    }

    /// Whether a narrow screen gives it a line of its own.
    var needsOwnLine: Bool {
        switch self {
        case .toggle, .slider, .stepper, .segments, .text, .secret, .link: true
        case .value, .check, .box, .nothing, .difference, .entry: false
        }
    }
}
