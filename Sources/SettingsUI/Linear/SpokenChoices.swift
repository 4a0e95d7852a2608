// Choices and wheels in words, and words as what is chosen.

import SettingsModel
import SettingsSchema

/// More choices than anyone wants to hear before each answer.
private let mostSpoken = 20

extension Choice {
    /// What to type for another choice.
    var request: String {
        let isShort = options.count <= mostSpoken
        let titles = shownOptions.map(\.title).joined(separator: ", ")
        let what = isShort ? ": " + titles : "; a part of one lists those that have it"
        guard case .several(let least, let most) = count else {
            return "One of \(options.count)\(what)"
        }
        guard least == 0, most == nil else {
            let range = CountRange(minimum: least, maximum: most).description(of: "values")
            let wanted = range.prefix(1).uppercased() + range.dropFirst()
            return "\(wanted) of \(options.count), by commas\(what)"
        }
        return "Any of \(options.count), by commas, or all, or none\(what)"
    }

    /// The value that a typed line means.
    ///
    /// - Parameters:
    ///   - text: Titles, or numbers in the order in which they are shown.
    ///   - specifier: Whose choice it is.
    ///   - value: What is stored; what of it is no choice stays.
    /// - Returns: The value, or why the line means none.
    func value(
        spoken text: String,
        _ specifier: Specifier,
        keeping value: SettingValue?
    ) -> Result<SettingValue, TypingProblem> {
        let all = shownOptions
        guard case .several(let least, let most) = count else {
            if let option = all.named(text) { return .success(option.value) }
            return .failure(all.noneOfThem(text, specifier))
        }
        let isAll = text.lowercased() == "all" && all.named(text) == nil
        let words = text.lowercased() == "none" ? [] : text.parts
        var named: [SettingValue] = []
        for word in words where !isAll {
            guard let option = all.named(word) else {
                return .failure(all.noneOfThem(word, specifier))
            }
            named.append(option.value)
        }
        // In the order of the schema, as ticks would have it.
        let chosen = options.map(\.value).filter { isAll || named.contains($0) }
        let range = CountRange(minimum: least, maximum: most)
        guard range.contains(chosen.count) else {
            let wanted = range.description(of: "values")
            let shown = specifier.shown(typed: text)
            return .failure(TypingProblem(text: "\(shown) is not \(wanted)"))
        }
        return .success(.array(chosen + unknown(in: value)))
    }
}

extension [PickerColumn] {
    /// What to type for other values.
    var request: String {
        let what = count == 1 ? "A value" : "\(count) values, by commas"
        return what + ": " + map(\.options.spoken).joined(separator: "; ")
    }

    /// The value that a typed line means, as titles or numbers, one for each wheel.
    func value(
        spoken text: String,
        _ specifier: Specifier
    ) -> Result<SettingValue, TypingProblem> {
        let words = text.parts
        guard words.count == count else {
            let shown = specifier.shown(typed: text)
            let wanted = count == 1 ? "one" : "\(count)"
            return .failure(TypingProblem(text: "\(shown) is not \(wanted) of the values"))
        }
        var values: [SettingValue] = []
        for (column, word) in zip(self, words) {
            guard let option = column.options.named(word) else {
                let text = "\(specifier.shown(typed: word)) is none of \(column.options.spoken)"
                return .failure(TypingProblem(text: text))
            }
            values.append(option.value)
        }
        return .success(.array(values))
    }
}

extension [Choice.Option] {
    /// The option of a title or of a number from 1 on, else the only one that begins so.
    fileprivate func named(_ text: String) -> Choice.Option? {
        if let option = first(where: { $0.title == text }) { return option }
        let wanted = text.lowercased()
        if let option = first(where: { $0.title.lowercased() == wanted }) { return option }
        let found = filter { $0.title.lowercased().hasPrefix(wanted) }
        if found.count == 1 { return found[0] }
        guard let number = Int(text), indices.contains(number - 1) else { return nil }
        return self[number - 1]
    }

    /// All of them; of many, how many there are, the first and the last.
    fileprivate var spoken: String {
        guard count > mostSpoken, let first, let last else {
            return map(\.title).joined(separator: ", ")
        }
        return "\(count) from \(first.title) to \(last.title)"
    }

    /// Says that a text is none of them, and where there are many, which of them have it.
    fileprivate func noneOfThem(_ text: String, _ specifier: Specifier) -> TypingProblem {
        let problem = "\(specifier.shown(typed: text)) is none of the choices"
        let wanted = text.lowercased()
        let found = enumerated().filter { $0.element.title.lowercased().contains(wanted) }
        guard count > mostSpoken, !found.isEmpty, !specifier.isSecret else {
            return TypingProblem(text: problem)
        }
        let listed = found.prefix(mostSpoken).map { "\($0.offset + 1) \($0.element.title)" }
        let rest = found.count - listed.count
        let more = rest > 0 ? ", and \(rest) more" : ""
        let list = listed.joined(separator: ", ")
        return TypingProblem(text: "\(problem); \(found.count) have it: \(list)\(more)")
    }
}

extension String {
    /// What stands between commas, without blanks around it.
    fileprivate var parts: [String] {
        split(separator: ",").map { String($0).withoutBlanks }
    }
}
