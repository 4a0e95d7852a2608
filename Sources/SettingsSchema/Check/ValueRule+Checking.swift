// The one validator: whether a value keeps to its rule.

package import SettingsDocument
package import SettingsModel

extension ValueRule {
    /// Why a value can't be taken, or nil if it can.
    ///
    /// Cost: the size of the value times the size of the rule, up to ``CheckBudget``.
    package func refusal(of value: SettingValue) -> RuleRefusal? {
        refusal(of: value, within: CheckBudget(for: value))
    }

    /// Why a value can't be taken; nil if it can, or if that takes more steps than there are.
    package func refusal(of value: SettingValue, within budget: CheckBudget) -> RuleRefusal? {
        let refusal = refusal(of: value, at: .root, budget)
        return budget.isSpent ? nil : refusal
    }

    private func refusal(
        of value: SettingValue,
        at path: DocumentPath,
        _ budget: CheckBudget
    ) -> RuleRefusal? {
        guard budget.spend(asking: value) else { return nil }
        return broken(value, at: path, budget).flatMap { budget.spendOnRefusal() ? $0 : nil }
    }

    private func broken(
        _ value: SettingValue,
        at path: DocumentPath,
        _ budget: CheckBudget
    ) -> RuleRefusal? {
        if !kinds.isEmpty, !kinds.contains(where: { $0.includes(value) }) {
            return refuse(.type, value, path, summary)
        }
        if let choices, budget.spend(hashing: value), !choices.contains(value) {
            return refuse(.choice, value, path, Self.oneOf(choices.values, meaning: value))
        }
        return numberRefusal(of: value, at: path)
            ?? textRefusal(of: value, at: path, budget)
            ?? dateRefusal(of: value, at: path)
            ?? arrayRefusal(of: value, at: path, budget)
            ?? dictionaryRefusal(of: value, at: path, budget)
            ?? combinationRefusal(of: value, at: path, budget)
    }

    private func refuse(
        _ code: RuleRefusal.Code,
        _ value: SettingValue,
        _ path: DocumentPath,
        _ expected: String
    ) -> RuleRefusal {
        RuleRefusal(code, at: path, found: value.quotedForMessage, expected: expected)
    }

    // MARK: Scalars

    private func numberRefusal(of value: SettingValue, at path: DocumentPath) -> RuleRefusal? {
        guard let number = Number(value) else { return nil }
        if let minimum, minimum.isExclusive ? number <= minimum.number : number < minimum.number {
            return refuse(.range, value, path, numberSummary)
        }
        if let maximum, maximum.isExclusive ? number >= maximum.number : number > maximum.number {
            return refuse(.range, value, path, numberSummary)
        }
        if let step, !number.isMultiple(of: step) {
            return refuse(.step, value, path, numberSummary)
        }
        return nil
    }

    private func textRefusal(
        of value: SettingValue,
        at path: DocumentPath,
        _ budget: CheckBudget
    ) -> RuleRefusal? {
        if format == .port, case .integer(let number) = value, !(1...65_535).contains(number) {
            return refuse(.range, value, path, TextFormat.port.phrase)
        }
        guard case .string(let text) = value else { return nil }
        let scalars = text.unicodeScalars.count
        if !length.contains(scalars) {
            let found = value.quotedForMessage + " with \(scalars)"
            return RuleRefusal(
                .length,
                at: path,
                found: found,
                expected: length.description(of: "characters")
            )
        }
        if let format, !format.matches(text) { return refuse(.format, value, path, format.phrase) }
        for pattern in patterns where !budget.finds(pattern, in: text) {
            return refuse(.pattern, value, path, "text that matches \(pattern.shownSource)")
        }
        return nil
    }

    private func dateRefusal(of value: SettingValue, at path: DocumentPath) -> RuleRefusal? {
        guard earliest != nil || latest != nil, let date = SettingDate(meantBy: value) else {
            return nil
        }
        if let earliest, date < earliest { return refuse(.date, value, path, dateSummary) }
        if let latest, date > latest { return refuse(.date, value, path, dateSummary) }
        return nil
    }

    // MARK: Collections

    private func arrayRefusal(
        of value: SettingValue,
        at path: DocumentPath,
        _ budget: CheckBudget
    ) -> RuleRefusal? {
        guard case .array(let values) = value else { return nil }
        if !count.contains(values.count) {
            let expected = count.description(of: "values")
            return RuleRefusal(
                .count,
                at: path,
                found: "an array of \(values.count)",
                expected: expected
            )
        }
        if isUnique, budget.spend(hashing: value), let index = values.firstDuplicate {
            let place = path.appending(.index(index))
            return refuse(.duplicate, values[index], place, "a value that isn't there yet")
        }
        for (index, element) in values.enumerated() {
            let place = path.appending(.index(index))
            let rule: Others =
                index < firstItems.count ? .matching(firstItems[index]) : otherItems
            switch rule {
            case .anything: continue
            case .nothing:
                return refuse(
                    .count,
                    element,
                    place,
                    "no value after the first \(firstItems.count)"
                )
            case .matching(let rule):
                if let refusal = rule.refusal(of: element, at: place, budget) { return refusal }
            }
        }
        return nil
    }

    private func dictionaryRefusal(
        of value: SettingValue,
        at path: DocumentPath,
        _ budget: CheckBudget
    ) -> RuleRefusal? {
        guard case .dictionary(let entries) = value else { return nil }
        if !memberCount.contains(entries.count) {
            let expected = memberCount.description(of: "keys")
            return refuse(.count, value, path, expected)
        }
        guard budget.spend(required.count / CheckBudget.keysPerStep) else { return nil }
        let keys = required.isEmpty ? [] : Set(entries.lazy.map { ExactText($0.key) })
        for key in required where !keys.contains(ExactText(key)) {
            return RuleRefusal(
                .missingKey,
                at: path.appending(.key(key)),
                found: "missing",
                expected: members[ExactText(key)]?.summary ?? "a value"
            )
        }
        for entry in entries {
            if let refusal = memberRefusal(of: entry, at: path.appending(.key(entry.key)), budget) {
                return refusal
            }
        }
        return nil
    }

    private func memberRefusal(
        of entry: SettingValue.Entry,
        at path: DocumentPath,
        _ budget: CheckBudget
    ) -> RuleRefusal? {
        if case .matching(let names) = memberNames,
            let refusal = names.refusal(of: .string(entry.key), at: path, budget)
        {
            return RuleRefusal(
                .unknownKey,
                at: path,
                found: "there",
                expected: "a key that is \(refusal.expected)"
            )
        }
        var isNamed = false
        if let rule = members[ExactText(entry.key)] {
            isNamed = true
            if let refusal = rule.refusal(of: entry.value, at: path, budget) { return refusal }
        }
        for pattern in memberPatterns where budget.finds(pattern.key, in: entry.key) {
            isNamed = true
            if let refusal = pattern.rule.refusal(of: entry.value, at: path, budget) {
                return refusal
            }
        }
        if isNamed { return nil }
        switch otherMembers {
        case .anything: return nil
        case .nothing:
            return RuleRefusal(
                .unknownKey,
                at: path,
                found: "there",
                expected: keyAdvice(for: entry.key, budget)
            )
        case .matching(let rule): return rule.refusal(of: entry.value, at: path, budget)
        }
    }

    // MARK: Combinations

    private func combinationRefusal(
        of value: SettingValue,
        at path: DocumentPath,
        _ budget: CheckBudget
    ) -> RuleRefusal? {
        for combination in combinations {
            if let refusal = refusal(of: value, at: path, by: combination, budget) {
                return refusal
            }
        }
        return nil
    }

    private func refusal(
        of value: SettingValue,
        at path: DocumentPath,
        by combination: Combination,
        _ budget: CheckBudget
    ) -> RuleRefusal? {
        switch combination {
        case .all(let rules):
            for rule in rules {
                if let refusal = rule.refusal(of: value, at: path, budget) { return refusal }
            }
            return nil
        case .any(let rules):
            var refusals: [RuleRefusal] = []
            for rule in rules {
                guard let refusal = rule.refusal(of: value, at: path, budget) else { return nil }
                refusals.append(refusal)
            }
            return Self.joined(refusals, of: value, at: path, by: rules)
        case .one(let rules):
            let refusals = rules.compactMap { $0.refusal(of: value, at: path, budget) }
            let count = rules.count - refusals.count
            if count == 1 { return nil }
            if count == 0 { return Self.joined(refusals, of: value, at: path, by: rules) }
            return refuse(
                .combination,
                value,
                path,
                "a value that fits one alternative, not \(count)"
            )
        case .not(let rule):
            guard rule.refusal(of: value, at: path, budget) == nil else { return nil }
            return refuse(.combination, value, path, "anything but \(rule.summary)")
        case .when(let condition, let then, let otherwise):
            let isMet = condition.refusal(of: value, at: path, budget) == nil
            return (isMet ? then : otherwise).refusal(of: value, at: path, budget)
        }
    }

    /// Why none of several rules takes a value: what the only rule for such a type says, or all.
    private static func joined(
        _ refusals: [RuleRefusal],
        of value: SettingValue,
        at path: DocumentPath,
        by rules: [ValueRule]
    ) -> RuleRefusal {
        let close = refusals.filter { $0.code != .type || $0.path != path }
        if close.count == 1, let only = close.first { return only }
        return RuleRefusal(
            close.isEmpty ? .type : .combination,
            at: path,
            found: value.quotedForMessage,
            expected: summary(of: rules)
        )
    }
}

extension DocumentPath {
    /// The document itself.
    package static let root = DocumentPath([])

    /// The path with one more step.
    func appending(_ element: PathElement) -> DocumentPath { DocumentPath(elements + [element]) }
}
