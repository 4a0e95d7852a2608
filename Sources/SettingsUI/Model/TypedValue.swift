// What typed text means for a setting.

import SettingsModel
import SettingsSchema

/// The value of typed text.
struct TypedValue: Equatable {
    /// nil removes what is stored.
    var value: SettingValue?
    /// Whether a number was moved to the next step.
    var isRounded = false
}

/// Why typed text is no value for a setting, as a sentence without its period.
struct TypingProblem: Error, Equatable {
    var text: String

    /// The sentence with a terminal's own signs.
    func text(_ glyphs: Glyphs) -> String {
        // Quotes are the only signs of these words that aren't in ASCII.
        text.replacing("“", with: glyphs.openQuote).replacing("”", with: glyphs.closeQuote)
    }
}

extension Specifier {
    func value(typed text: String) -> Result<TypedValue, TypingProblem> {
        switch control {
        case .slider(let slider): number(text, slider)
        case .text(let field): value(text, field)
        default: .failure(TypingProblem(text: "it can't be typed"))
        }
    }

    private func number(_ text: String, _ slider: Slider) -> Result<TypedValue, TypingProblem> {
        guard let number = Double(text.trimmed), number.isFinite else {
            return .failure(TypingProblem(text: "\(shown(typed: text)) is not a number"))
        }
        if number > slider.maximum.double { return .failure(above(text, slider.maximum)) }
        if number < slider.minimum.double { return .failure(below(text, slider.minimum)) }
        guard rule.step != nil || slider.isInteger else {
            return .success(TypedValue(value: .real(number)))
        }
        let range = slider.maximum.double - slider.minimum.double
        let share = range > 0 ? (number - slider.minimum.double) / range : 0
        let nearest =
            rule.step == nil ? slider.typed(.real(number)) : slider.number(atShare: share)
        let isRounded = abs(nearest.double - number) > 1e-9 * max(1, abs(number))
        return .success(TypedValue(value: nearest.value, isRounded: isRounded))
    }

    private func value(_ text: String, _ field: TextField) -> Result<TypedValue, TypingProblem> {
        if let letter = text.first(where: { control.refusal(of: $0) != nil }),
            let reason = control.refusal(of: letter)
        {
            return .failure(TypingProblem(text: reason))
        }
        if text.isEmpty, field.kind != .string { return .success(TypedValue(value: nil)) }
        if field.kind == .string, let wanted = field.keyboard.wanted, !text.isEmpty,
            field.keyboard.excludes(text)
        {
            return .failure(TypingProblem(text: "\(shown(typed: text)) is not \(wanted)"))
        }
        guard let value = field.kind.value(text) else {
            return .failure(TypingProblem(text: "\(shown(typed: text)) is not \(rule.summary)"))
        }
        guard let refusal = rule.refusal(of: value) else {
            return .success(TypedValue(value: value))
        }
        if refusal.code == .range, let number = Number(value) {
            if let end = rule.maximum, number > end.number {
                return .failure(above(text, end.number))
            }
            if let end = rule.minimum, number < end.number {
                return .failure(below(text, end.number))
            }
        }
        return .failure(TypingProblem(text: "\(shown(typed: text)) is not \(refusal.expected)"))
    }
}

extension Specifier {
    /// What was typed, as a message quotes it; a secret isn't shown.
    func shown(typed text: String) -> String { isSecret ? "what was typed" : "“\(text)”" }

    private func above(_ text: String, _ end: Number) -> TypingProblem {
        TypingProblem(text: "\(shown(typed: text)) is above \(end)")
    }

    private func below(_ text: String, _ end: Number) -> TypingProblem {
        TypingProblem(text: "\(shown(typed: text)) is below \(end)")
    }
}

extension TextField.Kind {
    /// The value that a text spells; nil if it spells none.
    fileprivate func value(_ text: String) -> SettingValue? {
        switch self {
        case .string: .string(text)
        case .integer: Int64(text.trimmed).map(SettingValue.integer)
        case .real: Double(text.trimmed).flatMap { $0.isFinite ? .real($0) : nil }
        // What spells no date, or no data, is told as that by the caller.
        case .date: (try? SettingDate(rfc3339: text.trimmed)).map(SettingValue.date)
        case .data: (try? Base64.decode(text.utf8)).map(SettingValue.data)
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}

// MARK: Keyboards

extension Specifier {
    /// What may be stored, in words.
    var allowed: String {
        let summary = rule.summary
        guard summary == "text", case .text(let field) = control else { return summary }
        return field.keyboard.wanted ?? summary
    }
}

extension TextField.Keyboard {
    /// What is typed with it, where that is one kind of text; nil where any is.
    fileprivate var wanted: String? {
        switch self {
        case .url: "an address such as https://example.org"
        case .emailAddress: "an e-mail address such as ada@example.org"
        default: nil
        }
    }

    /// Whether a text is surely none of that kind; what is unusual passes.
    fileprivate func excludes(_ text: String) -> Bool {
        switch self {
        case .url:
            if text.contains(where: \.isWhitespace) { return true }
            let end = text.firstRange(of: "://")
            return end.map { $0.lowerBound == text.startIndex || $0.upperBound == text.endIndex }
                ?? false
        case .emailAddress:
            return text.split(separator: ",", omittingEmptySubsequences: false).contains { part in
                var address = String(part).trimmed
                // As in `Ada Lovelace <ada@example.org>`.
                if address.hasSuffix(">"), let start = address.lastIndex(of: "<") {
                    address = String(address[address.index(after: start)...].dropLast())
                }
                let sides = address.split(separator: "@", omittingEmptySubsequences: false)
                return sides.count < 2 || sides.first == "" || sides.last == ""
                    || address.contains(where: \.isWhitespace)
            }
        default: return false
        }
    }
}

extension Control {
    /// Why a key's letter stays out of the field, as the status line says it; nil if it goes in.
    ///
    /// What may be meant as a part of a number goes in, and is refused when it's saved: without its
    /// comma, 7,5 would be another number.
    func refusal(ofKey letter: Character) -> String? {
        let isOfNumber = !letter.isLetter || "eE".contains(letter)
        return isNumeric && isOfNumber ? nil : refusal(of: letter)
    }

    /// Whether nothing but numbers is typed here.
    private var isNumeric: Bool {
        switch self {
        case .slider: true
        case .text(let field): field.keyboard == .numberPad || field.keyboard == .decimalPad
        default: false
        }
    }

    /// Why a letter can't be in what is saved, as the status line says it; nil if it can.
    func refusal(of letter: Character) -> String? {
        guard case .text(let field) = self else {
            return "0123456789.-+eE".contains(letter) ? nil : "only digits, a point and a sign"
        }
        switch field.keyboard {
        case .numberPad:
            return letter.isASCII && letter.isNumber ? nil : "only digits"
        case .decimalPad:
            return letter.isASCII && (letter.isNumber || ".,-".contains(letter))
                ? nil : "only digits, a point and a sign"
        case .phonePad:
            return letter.isASCII && (letter.isNumber || "+*#-() ".contains(letter))
                ? nil : "only what a telephone has: digits, +, * and #"
        case .asciiCapable: return letter.isASCII ? nil : "only ASCII"
        case .alphabet, .numbersAndPunctuation, .url, .emailAddress, .namePhonePad: return nil
        }
    }

    /// A typed letter as the schema wants it: capitals at the begin of sentences or words, or all.
    func capitalized(_ letter: Character, after edit: TextEdit) -> String {
        guard case .text(let field) = self else { return String(letter) }
        let before = edit.characters[..<edit.caret]
        let isCapital: Bool
        switch field.capitals {
        case .none: isCapital = false
        case .allCharacters: isCapital = true
        case .words: isCapital = before.last?.isWhitespace ?? true
        case .sentences:
            let end = before.last { !$0.isWhitespace }
            let hasBlank = before.last?.isWhitespace ?? true
            isCapital = hasBlank && (end.map { ".!?".contains($0) } ?? true)
        }
        return isCapital ? letter.uppercased() : String(letter)
    }
}
