// What a rule asks for, in words.

import SettingsModel

extension ValueRule {
    /// What is expected, as in `a whole number from 1 to 10`; `any value` where nothing is asked.
    package var summary: String { Self.summary(of: [self]) }

    /// What one of several rules asks for, as in `text, or a number`.
    static func summary(of rules: [ValueRule]) -> String {
        var alternatives = Alternatives()
        for rule in rules { alternatives.add(rule) }
        return alternatives.text
    }

    /// What the rule itself asks for; nil if that is left to its combinations.
    fileprivate var ownPhrase: String? {
        if let choices { return Self.oneOf(choices.values) }
        var phrases: [String] = []
        for kind in ValueKind.allCases where kinds.contains(kind) {
            let phrase = phrase(for: kind)
            if !phrases.contains(phrase) { phrases.append(phrase) }
        }
        if !phrases.isEmpty { return phrases.joined(separator: " or ") }
        return minimum != nil || maximum != nil || step != nil ? numberSummary : nil
    }

    /// The rules of which a value keeps to one, those beside them left out; nil without any.
    fileprivate var alternatives: [ValueRule]? {
        for combination in combinations {
            switch combination {
            case .any(let rules), .one(let rules): return rules
            case .all(let rules) where !rules.isEmpty: return [rules[0]]
            default: continue
            }
        }
        return nil
    }

    fileprivate var textPhrase: String {
        let isText = format != nil || !patterns.isEmpty || length != CountRange()
        return isText ? textSummary : "any value"
    }

    private func phrase(for kind: ValueKind) -> String {
        switch kind {
        case .integer, .whole, .number: format == .port ? TextFormat.port.phrase : numberSummary
        case .string: textSummary
        case .date: dateSummary
        case .array where count != CountRange():
            "an array of " + count.description(of: "values")
        default: kind.phrase
        }
    }

    /// As in `a number from 0 to 10 in steps of 0.5`.
    var numberSummary: String {
        let isWhole = kinds.contains(.integer) || kinds.contains(.whole)
        var text = isWhole && !kinds.contains(.number) ? "a whole number" : "a number"
        switch (minimum, maximum) {
        case (let low?, let high?) where !low.isExclusive && !high.isExclusive:
            text += " from \(low.number) to \(high.number)"
        case (let low, let high):
            var ends: [String] = []
            if let low {
                ends.append((low.isExclusive ? "above " : "of at least ") + low.number.description)
            }
            if let high {
                ends.append((high.isExclusive ? "below " : "of at most ") + high.number.description)
            }
            if !ends.isEmpty { text += " " + ends.joined(separator: " and ") }
        }
        if let step { text += " in steps of \(step)" }
        return text
    }

    private var textSummary: String {
        if let format { return format.phrase }
        var text = "text"
        if length != CountRange() { text += " of " + length.description(of: "characters") }
        if let pattern = patterns.first { text += " that matches \(pattern.shownSource)" }
        return text
    }

    /// As in `a date from 2026-01-01T00:00:00Z to 2026-12-31T00:00:00Z`.
    var dateSummary: String {
        switch (earliest, latest) {
        case (let earliest?, let latest?): "a date from \(earliest) to \(latest)"
        case (let earliest?, nil): "a date from \(earliest) on"
        case (nil, let latest?): "a date up to \(latest)"
        case (nil, nil): "a date"
        }
    }

    /// As in `"easy" or "hard"`; of many choices, the first and how many more.
    ///
    /// The one that a mistyped text means comes first.
    static func oneOf(_ choices: [SettingValue], meaning value: SettingValue? = nil) -> String {
        let (choices, most) = (choices.beginning(with: value), 9)
        let quoted = choices.prefix(most).map(\.quotedForMessage)
        if choices.count > most {
            return "one of " + quoted.joined(separator: ", ") + " and \(choices.count - most) more"
        }
        guard let last = quoted.last else { return "no value at all" }
        if quoted.count == 1 { return last }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }

    /// What to expect instead of a key that has no place: the nearest name, if one is found in time.
    func keyAdvice(for key: String, _ budget: CheckBudget) -> String {
        guard budget.spend(members.count / CheckBudget.keysPerStep) else { return "no key here" }
        let names = members.keys.map(\.text).sorted()
        let near = names.lazy.filter { abs($0.utf8.count - key.utf8.count) <= 8 }
            .prefix { budget.spend(1 + $0.utf8.count * key.utf8.count / 512) }
        if let near = key.meantWord(among: near) { return "'\(near.escapedForDisplay)'" }
        let most = 8
        if names.isEmpty { return "no key here" }
        let listed = names.prefix(most).map { "'\($0.escapedForDisplay)'" }
        let rest = names.count > most ? " and \(names.count - most) more" : ""
        return "one of the keys " + listed.joined(separator: ", ") + rest
    }
}

/// What alternatives ask for, those within others included, each once.
private struct Alternatives {
    /// The parts of a rule are shared: a small schema may have more of them than anybody reads.
    private static let most = 32

    private var phrases: [String] = []
    private var count = 0

    /// The phrases, joined.
    var text: String {
        let all = count > Self.most ? phrases + ["something else"] : phrases
        return all.joined(separator: ", or ")
    }

    mutating func add(_ rule: ValueRule) {
        count += 1
        guard count <= Self.most else { return }
        if rule.ownPhrase == nil, let inner = rule.alternatives {
            for rule in inner where count <= Self.most { add(rule) }
            return
        }
        let phrase = rule.ownPhrase ?? rule.textPhrase
        if !phrases.contains(phrase) { phrases.append(phrase) }
    }
}

extension [SettingValue] {
    /// The values, the text first that a mistyped one means.
    fileprivate func beginning(with value: SettingValue?) -> [SettingValue] {
        let most = 1_000
        guard case .string(let text)? = value else { return self }
        let texts = prefix(most).compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard let meant = text.meantWord(among: texts) else { return self }
        return [.string(meant)] + filter { $0 != .string(meant) }
    }
}
