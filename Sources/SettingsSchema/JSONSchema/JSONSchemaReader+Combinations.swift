// Reads the rules of a JSON Schema that are made of others.

import SettingsDocument
import SettingsModel

extension JSONSchemaReader {
    mutating func readCombinations(of node: SchemaNode, into rule: inout ValueRule) {
        if let all = parts("allOf", of: node) { rule.combinations.append(.all(all)) }
        if let any = parts("anyOf", of: node) { rule.combinations.append(.any(any)) }
        let (one, isOneComplete) = attempt { $0.parts("oneOf", of: node) }
        // What lacks a part may take a value by mistake, beside the alternative that is meant.
        if let one { rule.combinations.append(isOneComplete ? .one(one) : .any(one)) }
        if let inner = node.node("not") {
            let (refused, isComplete) = attempt { $0.rule(of: inner) }
            if isComplete { rule.combinations.append(.not(refused)) }
        }
        readCondition(of: node, into: &rule)
    }

    private mutating func readCondition(of node: SchemaNode, into rule: inout ValueRule) {
        guard let condition = node.node("if") else { return }
        let then = node.node("then").map { self.rule(of: $0) } ?? ValueRule()
        let otherwise = node.node("else").map { self.rule(of: $0) } ?? ValueRule()
        let (when, isComplete) = attempt { $0.rule(of: condition) }
        let combination: ValueRule.Combination =
            isComplete ? .when(when, then: then, otherwise: otherwise) : .any([then, otherwise])
        rule.combinations.append(combination)
    }

    /// The rules of a keyword's array; nil without it, and with a problem, if it's none or empty.
    private mutating func parts(_ key: String, of node: SchemaNode) -> [ValueRule]? {
        guard let value = node[key] else { return nil }
        guard case .array(let values) = value, !values.isEmpty else {
            wrongType(value, key, of: node, "an array of schemas")
            return nil
        }
        return node.nodes(key).map { rule(of: $0) }
    }
}

extension ValueRule {
    /// The same rule with fewer parts: alternatives that are single values become choices.
    var simplified: ValueRule {
        var rule = self
        // A rule that only refers to another is that other.
        if rule.combinations.count == 1, case .all(let parts) = rule.combinations[0],
            parts.count == 1
        {
            var rest = rule
            rest.combinations = []
            if rest == ValueRule() { return parts[0] }
        }
        guard rule.choices == nil, rule.combinations.count == 1 else { return rule }
        switch rule.combinations[0] {
        case .any(let parts), .one(let parts):
            let choices = parts.compactMap(\.onlyChoices)
            guard choices.count == parts.count, !parts.isEmpty else { return rule }
            let all = choices.flatMap(\.self)
            // A value in two of `oneOf` is refused by it.
            guard Set(all).count == all.count else { return rule }
            rule.choices = Choices(all)
            rule.combinations = []
        default: break
        }
        return rule
    }

    /// The choices of a rule that has no other part, or only their type.
    private var onlyChoices: [SettingValue]? {
        guard let choices = choices?.values else { return nil }
        var rest = self
        rest.choices = nil
        rest.kinds = []
        guard rest == ValueRule(),
            kinds.isEmpty || choices.allSatisfy({ value in kinds.contains { $0.includes(value) } })
        else { return nil }
        return choices
    }
}
