// What a value may be: one set of rules for bundles, JSON Schema and inferred panes.

package import SettingsModel

/// What a value may be: each part is a condition of its own; without any, every value will do.
///
/// As in JSON Schema, a part speaks only of the values that it has a meaning for: `length` says
/// nothing about numbers. `kinds` is what refuses values of another type.
package struct ValueRule: Equatable, Sendable {
    /// The types that the value may have; empty for all.
    package var kinds: Set<ValueKind> = []
    /// The values that it may be; nil for all.
    package var choices: Choices?
    package var minimum: Bound?
    package var maximum: Bound?
    /// What a number must be a multiple of.
    package var step: Number?
    /// Unicode scalars of a text.
    package var length = CountRange()
    /// Each must be found somewhere in a text.
    package var patterns: [Pattern] = []
    package var format: TextFormat?
    package var earliest: SettingDate?
    package var latest: SettingDate?
    /// Elements of an array.
    package var count = CountRange()
    package var isUnique = false
    /// The rules of an array's first elements, one each.
    package var firstItems: [ValueRule] = []
    /// What an array's other elements may be.
    package var otherItems: Others = .anything
    package var members: [ExactText: ValueRule] = [:]
    /// Rules for the members whose keys match.
    package var memberPatterns: [MemberPattern] = []
    /// What the members may be that neither `members` nor `memberPatterns` speaks of.
    package var otherMembers: Others = .anything
    /// What the keys of a dictionary may be.
    package var memberNames: Others = .anything
    /// Keys that a dictionary must have, in the order of the schema.
    package var required: [String] = []
    /// Entries of a dictionary.
    package var memberCount = CountRange()
    package var combinations: [Combination] = []

    /// One end of a range of numbers.
    package struct Bound: Equatable, Sendable {
        package var number: Number
        /// Whether the number itself is out.
        package var isExclusive: Bool

        /// A bound with the number itself in.
        static func including(_ number: Number) -> Bound {
            Bound(number: number, isExclusive: false)
        }

        /// A bound with the number itself out.
        static func excluding(_ number: Number) -> Bound {
            Bound(number: number, isExclusive: true)
        }
    }

    /// What is allowed beyond what is named.
    package indirect enum Others: Equatable, Sendable {
        case anything
        case nothing
        case matching(ValueRule)
    }

    /// A rule for the members whose keys match a pattern.
    package struct MemberPattern: Equatable, Sendable {
        package var key: Pattern
        package var rule: ValueRule
    }

    /// Rules put together.
    package indirect enum Combination: Equatable, Sendable {
        case all([ValueRule])
        case any([ValueRule])
        case one([ValueRule])
        case not(ValueRule)
        case when(ValueRule, then: ValueRule, otherwise: ValueRule)
    }

    /// Creates a rule that lets everything pass.
    package init() {}

    /// Creates a rule that asks for a type.
    package init(_ kinds: ValueKind...) { self.kinds = Set(kinds) }

    /// Creates a rule that asks for one of some values.
    package init(choices: [SettingValue]) { self.choices = Choices(choices) }
}

/// How many of something there may be.
package struct CountRange: Equatable, Sendable {
    package var minimum: Int
    package var maximum: Int?

    /// Creates a range; without arguments, one that has every count.
    package init(minimum: Int = 0, maximum: Int? = nil) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Whether a count is within.
    package func contains(_ count: Int) -> Bool {
        count >= minimum && maximum.map { count <= $0 } ?? true
    }

    /// As in `1 to 8 characters`, `at least 1 value`; `things` is a plural with an s.
    package func description(of things: String) -> String {
        func counted(_ count: Int) -> String {
            "\(count) \(count == 1 ? String(things.dropLast()) : things)"
        }
        guard let maximum else { return "at least " + counted(minimum) }
        if minimum == maximum { return counted(maximum) }
        return minimum == 0 ? "at most " + counted(maximum) : "\(minimum) to " + counted(maximum)
    }
}

/// A type that a value may have.
package enum ValueKind: String, CaseIterable, Sendable {
    case boolean
    /// Written as a whole number.
    case integer
    /// A number without a fraction, even if it's written as `3.0`: what JSON Schema calls an integer.
    case whole
    case number
    case string
    /// A date, or a text or literal that spells one.
    case date
    /// Data, or a text in base64.
    case data
    case array
    case dictionary
    case null

    /// Whether a value has the type.
    package func includes(_ value: SettingValue) -> Bool {
        switch (self, value) {
        case (.boolean, .boolean), (.integer, .integer), (.number, .integer), (.number, .real),
            (.whole, .integer), (.string, .string), (.data, .data), (.array, .array),
            (.dictionary, .dictionary), (.null, .null):
            true
        case (.whole, .real), (.whole, .raw): Number(value)?.isWhole ?? false
        case (.number, .raw): Number(value) != nil
        case (.integer, .raw(let text)):
            // A local date has digits and hyphens, too.
            Number(value) != nil
                && text.utf8.drop { $0 == 0x2D || $0 == 0x2B }.allSatisfy { (48...57).contains($0) }
        case (.date, _): SettingDate(meantBy: value) != nil
        case (.data, .string(let text)): (try? Base64.decode(text.utf8)) != nil
        default: false
        }
    }

    /// As a message says it.
    package var phrase: String {
        switch self {
        case .boolean: "true or false"
        case .integer, .whole: "a whole number"
        case .number: "a number"
        case .string: "text"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .dictionary: "a dictionary"
        case .null: "null"
        }
    }
}

extension SettingDate {
    /// The date that a value is or spells; local dates and times are taken as UTC, to be compared.
    package init?(meantBy value: SettingValue) {
        switch value {
        case .date(let date): self = date
        case .string(let text), .raw(let text):
            let hasDay = text.utf8.contains(UInt8(ascii: "-"))
            let hasTime = text.utf8.contains(UInt8(ascii: ":"))
            var forms = [text]
            if case .raw = value {
                forms += hasDay ? [hasTime ? text + "Z" : text + "T00:00:00Z"] : []
                forms += hasDay ? [] : ["1970-01-01T\(text)Z", "1970-01-01T\(text):00Z"]
            }
            // Each form but the right one fails, which is what tells them apart.
            guard let date = forms.lazy.compactMap({ try? SettingDate(rfc3339: $0) }).first else {
                return nil
            }
            self = date
        default: return nil
        }
    }
}
