// The rules of one member of a dictionary.

import SettingsModel

extension ValueRule {
    /// What a rule says of a member.
    enum Member {
        /// Nothing.
        case free
        /// It may not be there.
        case refused(expected: String)
        /// It keeps to all of these.
        case ruled([ValueRule])
    }

    /// What the rule says of the member with a key.
    ///
    /// Where alternatives differ in it, each of them will do.
    func member(_ key: String, _ budget: CheckBudget) -> Member {
        guard budget.spend() else { return .free }
        if !kinds.isEmpty, !kinds.contains(.dictionary) {
            return .refused(expected: "\(summary) without keys of its own")
        }
        var rules: [ValueRule] = []
        if let rule = members[ExactText(key)] { rules.append(rule) }
        rules += memberPatterns.filter { budget.finds($0.key, in: key) }.map(\.rule)
        if rules.isEmpty {
            switch otherMembers {
            case .anything: break
            case .nothing: return .refused(expected: keyAdvice(for: key, budget))
            case .matching(let rule): rules.append(rule)
            }
        }
        if let choices {
            // Of choices that are tables, each has its own.
            guard budget.spend(hashing: .array(choices.values)) else { return .free }
            let values = choices.values.compactMap { $0[key] }
            guard !values.isEmpty else { return .refused(expected: summary) }
            rules.append(ValueRule(choices: values))
        }
        for combination in combinations {
            switch Self.member(key, of: combination, budget) {
            case .free: continue
            case .refused(let expected): return .refused(expected: expected)
            case .ruled(let more): rules += more
            }
        }
        return rules.isEmpty ? .free : .ruled(rules)
    }

    private static func member(
        _ key: String,
        of combination: Combination,
        _ budget: CheckBudget
    ) -> Member {
        switch combination {
        case .all(let rules):
            return joined(rules.map { $0.member(key, budget) })
        case .any(let rules), .one(let rules):
            return alternatives(rules.map { $0.member(key, budget) })
        case .not: return .free
        case .when(_, let then, let otherwise):
            return alternatives([then.member(key, budget), otherwise.member(key, budget)])
        }
    }

    private static func joined(_ members: [Member]) -> Member {
        var rules: [ValueRule] = []
        for member in members {
            switch member {
            case .free: continue
            case .refused: return member
            case .ruled(let more): rules += more
            }
        }
        return rules.isEmpty ? .free : .ruled(rules)
    }

    private static func alternatives(_ members: [Member]) -> Member {
        var rules: [ValueRule] = []
        var refusal: Member = .free
        for member in members {
            switch member {
            case .free: return .free
            case .refused: refusal = member
            case .ruled(let more):
                var all = ValueRule()
                all.combinations = [.all(more)]
                rules.append(more.count == 1 ? more[0] : all)
            }
        }
        if rules.isEmpty { return refusal }
        if rules.count == 1 { return .ruled(rules) }
        var any = ValueRule()
        any.combinations = [.any(rules)]
        return .ruled([any])
    }
}
