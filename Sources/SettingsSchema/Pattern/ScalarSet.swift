// Sets of Unicode scalars, as `[a-z]` and `\d` name them.

/// A set of Unicode scalars.
struct ScalarSet {
    private var ranges: [ClosedRange<UInt32>] = []
    private var others: [@Sendable (Unicode.Scalar) -> Bool] = []
    private var isNegated = false

    init() {}

    init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

    /// What `\d` stands for.
    static let digits = ScalarSet(ranges: [0x30...0x39])
    /// What `\w` stands for.
    static let word = ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// What `\s` stands for: ECMA-262's WhiteSpace and LineTerminator.
    static let space = ScalarSet(ranges: [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    /// What `.` doesn't stand for.
    static let lineEnds = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

    private init(ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

    /// `\p{…}` for a general category or `Alphabetic` and its like; nil for another property.
    init?(property name: Substring) {
        let value = name.split(separator: "=").last ?? name
        if name.contains("="), !name.hasPrefix("gc="), !name.hasPrefix("General_Category=") {
            return nil
        }
        switch value {
        case "Any": ranges = [0...0x10_FFFF]
        case "ASCII": ranges = [0...0x7F]
        case "Alphabetic", "Alpha": others = [{ $0.properties.isAlphabetic }]
        case "Lowercase", "Lower": others = [{ $0.properties.isLowercase }]
        case "Uppercase", "Upper": others = [{ $0.properties.isUppercase }]
        case "White_Space", "space": others = [{ $0.properties.isWhitespace }]
        case "Emoji": others = [{ $0.properties.isEmoji }]
        default:
            let short = Self.shortCategory(value)
            guard Self.categories.contains(where: { $0.hasPrefix(short) }) else { return nil }
            others = [{ $0.properties.generalCategory.shortName.hasPrefix(short) }]
        }
    }

    private static let categories = [
        "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe",
        "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
    ]

    private static func shortCategory(_ name: Substring) -> String {
        switch name {
        case "Letter": "L"
        case "Uppercase_Letter": "Lu"
        case "Lowercase_Letter": "Ll"
        case "Mark": "M"
        case "Number": "N"
        case "Decimal_Number": "Nd"
        case "Punctuation": "P"
        case "Symbol": "S"
        case "Separator": "Z"
        case "Other": "C"
        default: String(name)
        }
    }

    /// The scalars that aren't in this set.
    var negated: ScalarSet {
        var other = self
        other.isNegated.toggle()
        return other
    }

    /// How many more steps of a search it takes to ask it than to ask a set of a few ranges.
    var cost: Int { max(0, ranges.count - 4) / 4 + 6 * others.count }

    /// Adds the scalars of a range.
    mutating func insert(_ range: ClosedRange<UInt32>) { ranges.append(range) }

    /// Adds another set's scalars.
    mutating func insert(_ other: ScalarSet) {
        if other.isNegated || !other.others.isEmpty {
            others.append { other.contains($0) }
        } else {
            ranges += other.ranges
        }
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isIn =
            ranges.contains { $0.contains(scalar.value) } || others.contains { $0(scalar) }
        return isIn != isNegated
    }
}

extension Unicode.GeneralCategory {
    /// The two letters that Unicode calls it by.
    fileprivate var shortName: String {
        switch self {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
