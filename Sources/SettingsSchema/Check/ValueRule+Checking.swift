// The one validator: whether a value keeps to its rule.

package import SettingsDocument
package import SettingsModel

extension ValueRule {
    /// Why a value can't be taken, or nil if it can.
    ///
    /// Cost: the size of the value times the size of the rule; patterns take no longer than their
    /// length times the text's.
    package func refusal(of value: SettingValue) -> Refusal? {
        refusal(of: value, at: DocumentPath([]))
    }

    func refusal(of value: SettingValue, at path: DocumentPath) -> Refusal? {
        if !kinds.isEmpty, !kinds.contains(where: { $0.includes(value) }) {
            return refuse(.type, value, path, summary)
        }
        if let choices, !choices.contains(where: { $0.means(value) }) {
            return refuse(.choice, value, path, Self.oneOf(choices))
        }
        return numberRefusal(of: value, at: path)
            ?? textRefusal(of: value, at: path)
            ?? dateRefusal(of: value, at: path)
            ?? arrayRefusal(of: value, at: path)
            ?? dictionaryRefusal(of: value, at: path)
            ?? combinationRefusal(of: value, at: path)
    }

    private func refuse(
        _ code: Refusal.Code,
        _ value: SettingValue,
        _ path: DocumentPath,
        _ expected: String
    ) -> Refusal {
        Refusal(code, at: path, found: value.quotedForMessage, expected: expected)
    }

    // MARK: Scalars

    private func numberRefusal(of value: SettingValue, at path: DocumentPath) -> Refusal? {
        guard let number = Number(value) else { return nil }
        if let minimum, minimum.isExclusive ? number <= minimum.number : number < minimum.number {
            return refuse(.range, value, path, numberSummary)
        }
        if let maximum, maximum.isExclusive ? number >= maximum.number : number > maximum.number {
            return refuse(.range, value, path, numberSummary)
        }
        if let step, !number.isOnStep(step.size, from: step.origin) {
            return refuse(.step, value, path, numberSummary)
        }
        return nil
    }

    private func textRefusal(of value: SettingValue, at path: DocumentPath) -> Refusal? {
        if format == .port, case .integer(let number) = value, !(1...65_535).contains(number) {
            return refuse(.range, value, path, TextFormat.port.phrase)
        }
        guard case .string(let text) = value else { return nil }
        let scalars = text.unicodeScalars.count
        if !length.contains(scalars) {
            let found = value.quotedForMessage + " with \(scalars)"
            return Refusal(
                .length,
                at: path,
                found: found,
                expected: length.description(of: "characters")
            )
        }
        if let format, !format.matches(text) { return refuse(.format, value, path, format.phrase) }
        for pattern in patterns where !pattern.isFound(in: text) {
            return refuse(.pattern, value, path, "text that matches \(pattern.shownSource)")
        }
        return nil
    }

    private func dateRefusal(of value: SettingValue, at path: DocumentPath) -> Refusal? {
        guard earliest != nil || latest != nil, let date = SettingDate(meantBy: value) else {
            return nil
        }
        if let earliest, date < earliest { return refuse(.date, value, path, dateSummary) }
        if let latest, date > latest { return refuse(.date, value, path, dateSummary) }
        return nil
    }

    // MARK: Collections

    private func arrayRefusal(of value: SettingValue, at path: DocumentPath) -> Refusal? {
        guard case .array(let values) = value else { return nil }
        if !count.contains(values.count) {
            let expected = count.description(of: "values")
            return Refusal(
                .count,
                at: path,
                found: "an array of \(values.count)",
                expected: expected
            )
        }
        if isUnique, let index = Self.firstDuplicate(in: values) {
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
                if let refusal = rule.refusal(of: element, at: place) { return refusal }
            }
        }
        return nil
    }

    /// The position of the first element that stands before, too; many dictionaries aren't compared.
    private static func firstDuplicate(in values: [SettingValue]) -> Int? {
        let comparable = 1_000
        var seen: Set<SettingValue> = []
        var collections: [SettingValue] = []
        for (index, value) in values.enumerated() {
            if value.isScalar {
                if !seen.insert(value.asWholeIfEqual).inserted { return index }
            } else if collections.count < comparable {
                if collections.contains(where: { $0.means(value) }) { return index }
                collections.append(value)
            }
        }
        return nil
    }

    private func dictionaryRefusal(of value: SettingValue, at path: DocumentPath) -> Refusal? {
        guard case .dictionary(let entries) = value else { return nil }
        if !memberCount.contains(entries.count) {
            let expected = memberCount.description(of: "keys")
            return refuse(.count, value, path, expected)
        }
        for key in required where !entries.contains(where: { $0.key == key }) {
            return Refusal(
                .missingKey,
                at: path.appending(.key(key)),
                found: "missing",
                expected: members[key]?.summary ?? "a value"
            )
        }
        for entry in entries {
            if let refusal = memberRefusal(of: entry, at: path.appending(.key(entry.key))) {
                return refusal
            }
        }
        return nil
    }

    private func memberRefusal(of entry: SettingValue.Entry, at path: DocumentPath) -> Refusal? {
        if case .matching(let names) = memberNames,
            let refusal = names.refusal(of: .string(entry.key), at: path)
        {
            return Refusal(
                .unknownKey,
                at: path,
                found: "there",
                expected: "a key that is \(refusal.expected)"
            )
        }
        var isNamed = false
        if let rule = members[entry.key] {
            isNamed = true
            if let refusal = rule.refusal(of: entry.value, at: path) { return refusal }
        }
        for pattern in memberPatterns where pattern.key.isFound(in: entry.key) {
            isNamed = true
            if let refusal = pattern.rule.refusal(of: entry.value, at: path) { return refusal }
        }
        if isNamed { return nil }
        switch otherMembers {
        case .anything: return nil
        case .nothing:
            return Refusal(
                .unknownKey,
                at: path,
                found: "there",
                expected: keyAdvice(for: entry.key)
            )
        case .matching(let rule): return rule.refusal(of: entry.value, at: path)
        }
    }

    // MARK: Combinations

    private func combinationRefusal(of value: SettingValue, at path: DocumentPath) -> Refusal? {
        for combination in combinations {
            if let refusal = refusal(of: value, at: path, by: combination) { return refusal }
        }
        return nil
    }

    private func refusal(
        of value: SettingValue,
        at path: DocumentPath,
        by combination: Combination
    ) -> Refusal? {
        switch combination {
        case .all(let rules):
            return rules.lazy.compactMap { $0.refusal(of: value, at: path) }.first
        case .any(let rules):
            return Self.alternativeRefusal(of: value, at: path, among: rules)
        case .one(let rules):
            let count = rules.count { $0.refusal(of: value, at: path) == nil }
            if count == 1 { return nil }
            if count == 0 { return Self.alternativeRefusal(of: value, at: path, among: rules) }
            return refuse(
                .combination,
                value,
                path,
                "a value that fits one alternative, not \(count)"
            )
        case .not(let rule):
            guard rule.refusal(of: value, at: path) == nil else { return nil }
            return refuse(.combination, value, path, "anything but \(rule.summary)")
        case .when(let condition, let then, let otherwise):
            let isMet = condition.refusal(of: value, at: path) == nil
            return (isMet ? then : otherwise).refusal(of: value, at: path)
        }
    }

    /// Nil if one rule takes the value; else what the only rule for such a type says, or all of them.
    private static func alternativeRefusal(
        of value: SettingValue,
        at path: DocumentPath,
        among rules: [ValueRule]
    ) -> Refusal? {
        var refusals: [Refusal] = []
        for rule in rules {
            guard let refusal = rule.refusal(of: value, at: path) else { return nil }
            refusals.append(refusal)
        }
        let close = refusals.filter { $0.code != .type || $0.path != path }
        if close.count == 1, let only = close.first { return only }
        var phrases: [String] = []
        for rule in rules where !phrases.contains(rule.summary) { phrases.append(rule.summary) }
        return Refusal(
            close.isEmpty ? .type : .combination,
            at: path,
            found: value.quotedForMessage,
            expected: phrases.joined(separator: ", or ")
        )
    }
}

extension SettingValue {
    /// A real that equals a 64-bit integer exactly as that integer, all else as it is.
    fileprivate var asWholeIfEqual: SettingValue {
        guard case .real(let number) = self, let whole = Int64(exactly: number) else { return self }
        return .integer(whole)
    }
}

extension DocumentPath {
    /// The document itself.
    package static let root = DocumentPath([])

    /// The path with one more step.
    func appending(_ element: PathElement) -> DocumentPath { DocumentPath(elements + [element]) }
}
