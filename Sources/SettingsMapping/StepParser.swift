// The steps of a hole, and how they go together.

import SettingsModel

/// One step as it is written.
enum StepWord: Equatable {
    case number
    /// So many decimals at most; 0 for `int`.
    case decimals(Int)
    case scale(ExactNumber, plus: ExactNumber)
    case hex
    case colour(ColourSpelling)
    case join([UInt8])
    case first([UInt8]?)
    case any

    /// The names of steps, for a word that is near to one of them.
    static let names =
        ["number", "int", "hex", "join", "first", "any"] + ColourSpelling.allCases.map(\.rawValue)

    /// Whether a text is a step, or begins as one does.
    static func isStep(_ text: String) -> Bool {
        let word = text.utf8.split(separator: 0x20, maxSplits: 1).first.map { String($0) } ?? ""
        return names.contains { $0.isSame(as: word) } || text.utf8.contains(UInt8(ascii: "/"))
            || text.utf8.first == UInt8(ascii: "*") || decimals(text) != nil
    }

    /// Reads a step that isn't a table; nil where it's none.
    init?(_ text: ArraySlice<UInt8>, at offset: Int) throws(MapError) {
        let word = String(text.trimmed)
        switch word {
        case "number": self = .number
        case "int": self = .decimals(0)
        case "hex": self = .hex
        case "any": self = .any
        default:
            if let spelling = ColourSpelling(rawValue: word) {
                self = .colour(spelling)
            } else if let decimals = Self.decimals(word) {
                self = .decimals(decimals)
            } else if word.utf8.first == UInt8(ascii: "*") {
                self = try Self.scale(text.trimmed.dropFirst(), at: offset)
            } else if let separator = try Self.separator(of: "join", in: text, at: offset) {
                self = .join(separator)
            } else if text.elementsEqual("first".utf8) {
                self = .first(nil)
            } else if let separator = try Self.separator(of: "first", in: text, at: offset) {
                self = .first(separator)
            } else {
                return nil
            }
        }
    }

    private static func decimals(_ word: String) -> Int? {
        let bytes = Array(word.utf8)
        guard bytes.count == 2, bytes[0] == UInt8(ascii: "."), bytes[1].isDigit else { return nil }
        return Int(bytes[1] - 0x30)
    }

    private static func separator(
        of name: String,
        in text: ArraySlice<UInt8>,
        at offset: Int
    ) throws(MapError) -> [UInt8]? {
        guard text.starts(with: name.utf8) else { return nil }
        let rest = text.dropFirst(name.utf8.count)
        guard rest.first?.isBlank ?? true else { return nil }
        guard rest.count > 1 else {
            throw MapError(
                .separator,
                at: offset,
                "'\(name)' has no separator",
                advice: "Write it behind one blank, for example |\(name) ,"
            )
        }
        return Array(rest.dropFirst())
    }

    /// Reads `K`, `K/L`, and a sum behind either.
    private static func scale(_ text: ArraySlice<UInt8>, at offset: Int) throws(MapError) -> Self {
        let unreadable = MapError(
            .unknownStep,
            at: offset,
            "'*\(String(text))' is no scale",
            advice: "Write *K, *K/L, *K+C or *K-C with numbers, for example *4/3"
        )
        var index = text.startIndex
        func number() throws(MapError) -> ExactNumber {
            guard let end = ExactNumber.end(in: text, from: index),
                let number = ExactNumber(decimal: text[index..<end])
            else { throw unreadable }
            index = end
            return number
        }
        var factor = try number()
        var divisor = ExactNumber.one
        if index < text.endIndex, text[index] == UInt8(ascii: "/") {
            index += 1
            divisor = try number()
        }
        guard factor != .zero, divisor != .zero else {
            throw MapError(
                .scale,
                at: offset,
                "the scale '*\(String(text))' has a 0",
                advice: "Use another number: no value could be read back"
            )
        }
        guard let quotient = factor.divided(by: divisor) else { throw unreadable }
        factor = quotient
        guard index < text.endIndex else { return .scale(factor, plus: .zero) }
        guard "+-".utf8.contains(text[index]) else { throw unreadable }
        let sum = try number()
        guard index == text.endIndex else { throw unreadable }
        return .scale(factor, plus: sum)
    }
}

/// Puts the steps of one hole together.
struct StepParser {
    let tables: [String: ValueTable]
    private var number: NumberStep?
    private var hasScale = false
    private var colours: [ColourSpelling] = []
    private var step: Step?

    init(tables: [String: ValueTable]) { self.tables = tables }

    /// The step that some words make together, each of which is there with its offset in the picture.
    mutating func step(
        of words: [(offset: Int, text: ArraySlice<UInt8>)]
    ) throws(MapError) -> Step {
        for (index, word) in words.enumerated() {
            let isLast = index == words.count - 1
            try take(word.text, at: word.offset, isLast: isLast)
        }
        return joined
    }

    private var joined: Step {
        if let step { return step }
        if let number { return .number(number) }
        return colours.isEmpty ? .plain : .colour(ColourStep(spellings: colours))
    }

    private var isEmpty: Bool { joined == .plain }

    private mutating func take(
        _ text: ArraySlice<UInt8>,
        at offset: Int,
        isLast: Bool
    ) throws(MapError) {
        let word = try StepWord(text, at: offset)
        let doesNotFit = MapError(
            .combination,
            at: offset,
            "'\(String(text.trimmed))' doesn't go together with the other steps of its hole",
            advice: "Use one of them, for example |*4/3|.1 for numbers, or |NAME|first"
        )
        switch word {
        case .number, .decimals, .scale:
            guard isEmpty || number != nil, let word, takeNumber(word) else { throw doesNotFit }
        case .colour(let spelling):
            guard isEmpty || !colours.isEmpty, !colours.contains(spelling) else { throw doesNotFit }
            colours.append(spelling)
        case .hex:
            guard isEmpty else { throw doesNotFit }
            step = .hex
        case .join(let separator):
            guard isEmpty else { throw doesNotFit }
            step = .join(JoinStep(separator: separator))
        case nil:
            let table = try table(text, at: offset)
            guard isEmpty else { throw doesNotFit }
            step = .table(table)
        case .first(let separator):
            guard isLast, joined.canBeElement else { throw doesNotFit }
            step = separator.map { .firstOfText(separator: $0, joined) } ?? .firstOfList(joined)
        case .any:
            guard isLast, case .table(let table) = joined else {
                throw MapError(
                    .combination,
                    at: offset,
                    "'any' needs a table before it",
                    advice: "Write |NAME|any with a table of [values]"
                )
            }
            step = .any(table)
        }
    }

    /// Whether the word says something that the number doesn't have yet.
    private mutating func takeNumber(_ word: StepWord) -> Bool {
        var step = number ?? NumberStep()
        switch word {
        case .decimals(let count):
            guard step.decimals == nil else { return false }
            step.decimals = count
        case .scale(let factor, let sum):
            guard !hasScale else { return false }
            (step.factor, step.offset, hasScale) = (factor, sum, true)
        default: break
        }
        number = step
        return true
    }

    /// A table by its name, or one of two words.
    private func table(_ text: ArraySlice<UInt8>, at offset: Int) throws(MapError) -> ValueTable {
        let word = String(text.trimmed)
        if let table = tables[word] { return table }
        let halves = text.trimmed.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        if halves.count == 2, halves.allSatisfy({ !$0.isEmpty }) {
            return try ValueTable(words: (String(halves[0]), String(halves[1])), at: offset)
        }
        let known = StepWord.names + tables.keys.sorted()
        throw MapError(
            .unknownStep,
            at: offset,
            "unknown step '\(word)'",
            advice: word.meantWord(among: known).map { "Did you mean '\($0)'?" }
                ?? "Use a step such as number, or add the table '\(word)' to [values]"
        )
    }
}

extension Step {
    /// Whether an element of a list can be read by this step.
    fileprivate var canBeElement: Bool {
        switch self {
        case .plain, .number, .hex, .table, .colour: true
        case .join, .firstOfText, .firstOfList, .any: false
        }
    }
}
