// What a setting can be.

/// The value of one setting.
///
/// Equality is typed: `1`, `1.0`, `true` and `"1"` are four values.
public enum SettingValue: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case date(SettingDate)
    case data([UInt8])
    case array([SettingValue])
    /// Entries in the order of the file; no key twice. Equality ignores the order.
    case dictionary([Entry])
    /// A literal that no common type holds (a TOML local date, a 20-digit number), by its own text:
    /// shown, kept, never spelled anew.
    case raw(String)

    /// One entry of a dictionary.
    public struct Entry: Hashable, Sendable {
        /// The name of the entry, as the file has it.
        public var key: String
        /// What stands there.
        public var value: SettingValue

        /// Creates an entry.
        public init(_ key: String, _ value: SettingValue) {
            self.key = key
            self.value = value
        }

        /// Whether both are the same to a file: the same type, the same bytes of text.
        public static func == (a: Entry, b: Entry) -> Bool {
            a.key.isSame(as: b.key) && a.value == b.value
        }
    }
}

extension SettingValue: Hashable {
    /// Whether both are the same to a file: the same type, the same bytes of text.
    public static func == (a: SettingValue, b: SettingValue) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.boolean(let a), .boolean(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        // Bit patterns, so that NaN equals itself and -0.0 differs from 0.0: a file can say either.
        case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
        case (.string(let a), .string(let b)): a.isSame(as: b)
        case (.date(let a), .date(let b)): a == b
        case (.data(let a), .data(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.dictionary(let a), .dictionary(let b)): areEqual(a, b)
        case (.raw(let a), .raw(let b)): a.isSame(as: b)
        default: false
        }
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .real(let value):
            hasher.combine(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
        case .string(let value): hasher.combine(value)
        case .date(let value): hasher.combine(value)
        case .data(let value): hasher.combine(value)
        case .array(let values): hasher.combine(values)
        // The order of entries doesn't count, so neither may it here.
        case .dictionary(let entries):
            hasher.combine(entries.reduce(entries.count) { $0 &+ $1.hashValue })
        case .raw(let text): hasher.combine(text)
        }
    }

    private static func areEqual(_ a: [Entry], _ b: [Entry]) -> Bool {
        guard a.count == b.count else { return false }
        // No value is compared twice: that would double the cost with each level of nesting. And none is
        // copied, as pairs of entries would be.
        if a.indices.allSatisfy({ a[$0].key.isSame(as: b[$0].key) }) {
            return a.indices.allSatisfy { a[$0].value == b[$0].value }
        }
        let values = Dictionary(b.map { (ExactText($0.key), $0.value) }) { _, last in last }
        return values.count == a.count && a.allSatisfy { values[ExactText($0.key)] == $0.value }
    }
}

extension SettingValue {
    /// The name of the value's type as messages say it.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .boolean: "boolean"
        case .integer: "integer"
        case .real: "real"
        case .string: "string"
        case .date: "date"
        case .data: "data"
        case .array: "array"
        case .dictionary: "dictionary"
        case .raw: "literal"
        }
    }

    /// The value's leaves below `path`, in order: a dictionary's entries one by one, all else as it is.
    ///
    /// An empty dictionary is a leaf, and so is one at the depth limit of key paths.
    package func leaves(
        at path: SettingKeyPath,
        limits: Limits = .standard
    ) -> [(SettingKeyPath, SettingValue)] {
        guard case .dictionary(let entries) = self, !entries.isEmpty,
            path.segments.count < limits.keyPathSegments
        else { return [(path, self)] }
        return entries.flatMap { $0.value.leaves(at: path.appending($0.key), limits: limits) }
    }
}
