// Reads the rules of a JSON Schema.

import SettingsDocument
import SettingsModel

extension JSONSchemaReader {
    /// The rule that a schema is.
    ///
    /// A schema that leads back to itself lets anything pass there: a rule has an end.
    mutating func rule(of node: SchemaNode) -> ValueRule {
        if let known = rules[node.path] { return known }
        guard active.count < limits.nesting, active.insert(node.path).inserted else {
            return ValueRule()
        }
        let rule = readRule(of: node)
        active.remove(node.path)
        rules[node.path] = rule
        return rule
    }

    private mutating func readRule(of node: SchemaNode) -> ValueRule {
        switch node.value {
        case .boolean(true): return ValueRule()
        case .boolean(false): return ValueRule(choices: [])
        case .dictionary: break
        default:
            let problem = "the schema is \(node.value.quotedForMessage), expected a dictionary"
            report(.wrongType, .error, at: node.path, problem, "Write a schema, true or false")
            return ValueRule()
        }
        var rule = ValueRule()
        if let target = target(of: node) {
            let referred = self.rule(of: target)
            if referenceStandsAlone { return referred }
            rule.combinations.append(.all([referred]))
        }
        readKinds(of: node, into: &rule)
        readNumbers(of: node, into: &rule)
        readTexts(of: node, into: &rule)
        readArrays(of: node, into: &rule)
        readDictionaries(of: node, into: &rule)
        readCombinations(of: node, into: &rule)
        for keyword in Self.unchecked where node[keyword] != nil {
            noteUnsupported(keyword, at: node.path.appending(.key(keyword)))
        }
        return rule.simplified
    }

    /// Keywords that say what a value may be, and that no rule has a part for.
    private static let unchecked = [
        "contains", "minContains", "maxContains", "dependentRequired", "dependentSchemas",
        "dependencies", "unevaluatedProperties", "unevaluatedItems", "contentSchema",
    ]

    // MARK: Types

    private mutating func readKinds(of node: SchemaNode, into rule: inout ValueRule) {
        let path = node.path.appending(.key("type"))
        switch node["type"] {
        case .string(let name)?: rule.kinds = kind(name, at: path).map { [$0] } ?? []
        case .array(let names)?:
            for case .string(let name) in names {
                if let kind = kind(name, at: path) { rule.kinds.insert(kind) }
            }
        case nil: break
        case .some(let value):
            let problem = "'type' is \(value.quotedForMessage), expected a name"
            report(.wrongType, .error, at: path, problem, "Write a type, or an array of types")
        }
        if case .array(let values)? = node["enum"] { rule.choices = values }
        if let value = node["const"] { rule.choices = [value] }
    }

    private mutating func kind(_ name: String, at path: DocumentPath) -> ValueKind? {
        switch name {
        case "boolean": return .boolean
        case "integer": return .whole
        case "number": return .number
        case "string": return .string
        case "array": return .array
        case "object": return .dictionary
        case "null": return .null
        default:
            let problem = "the type '\(name.escapedForDisplay)' is not one of JSON Schema"
            report(
                .badValue,
                .error,
                at: path,
                problem,
                "Use string, number, integer, boolean, array, object or null"
            )
            return nil
        }
    }

    // MARK: Scalars

    private mutating func readNumbers(of node: SchemaNode, into rule: inout ValueRule) {
        rule.minimum = bound(node, "minimum", "exclusiveMinimum") { $0 > $1 }
        rule.maximum = bound(node, "maximum", "exclusiveMaximum") { $0 < $1 }
        if let step = number("multipleOf", of: node), step > .integer(0) {
            rule.step = ValueRule.Step(size: step, origin: .integer(0))
        }
    }

    /// The stricter of a bound and its exclusive sister; in draft 04 the sister says which it is.
    private mutating func bound(
        _ node: SchemaNode,
        _ key: String,
        _ exclusiveKey: String,
        isStricter: (Number, Number) -> Bool
    ) -> ValueRule.Bound? {
        let plain = number(key, of: node)
        if case .boolean(let isExclusive)? = node[exclusiveKey] {
            return plain.map { ValueRule.Bound(number: $0, isExclusive: isExclusive) }
        }
        let exclusive = number(exclusiveKey, of: node)
        switch (plain, exclusive) {
        case (let plain?, let exclusive?) where isStricter(plain, exclusive):
            return ValueRule.Bound(number: plain, isExclusive: false)
        case (_, let exclusive?): return ValueRule.Bound(number: exclusive, isExclusive: true)
        case (let plain?, nil): return ValueRule.Bound(number: plain, isExclusive: false)
        case (nil, nil): return nil
        }
    }

    private mutating func number(_ key: String, of node: SchemaNode) -> Number? {
        guard let value = node[key] else { return nil }
        if let number = Number(value) { return number }
        let path = node.path.appending(.key(key))
        let problem = "'\(key)' is \(value.quotedForMessage), expected a number"
        report(.wrongType, .error, at: path, problem, "Write a number")
        return nil
    }

    private mutating func counts(_ least: String, _ most: String, of node: SchemaNode) -> CountRange
    {
        let minimum = number(least, of: node).map { $0.double } ?? 0
        let maximum = number(most, of: node).map { $0.double }
        return CountRange(
            minimum: max(0, Int(exactly: minimum) ?? 0),
            maximum: maximum.flatMap { $0 < 0 ? nil : Int(exactly: $0) }
        )
    }

    private mutating func readTexts(of node: SchemaNode, into rule: inout ValueRule) {
        rule.length = counts("minLength", "maxLength", of: node)
        if case .string(let source)? = node["pattern"] {
            let path = node.path.appending(.key("pattern"))
            if let pattern = pattern(source, at: path) { rule.patterns = [pattern] }
        }
        if case .string(let name)? = node["format"] {
            rule.format = TextFormat(jsonSchemaName: name)
        }
    }

    private mutating func pattern(_ source: String, at path: DocumentPath) -> Pattern? {
        do {
            return try Pattern(source)
        } catch {
            let severity: SchemaProblem.Severity = error.code == .syntax ? .error : .note
            report(.pattern, severity, at: path, error.problem, "Texts aren't checked against it")
            return nil
        }
    }

    // MARK: Collections

    private mutating func readArrays(of node: SchemaNode, into rule: inout ValueRule) {
        rule.count = counts("minItems", "maxItems", of: node)
        rule.isUnique = node["uniqueItems"] == .boolean(true)
        if case .array? = node["items"] {
            rule.firstItems = node.nodes("items").map { self.rule(of: $0) }
            rule.otherItems = others("additionalItems", of: node)
        } else {
            rule.firstItems = node.nodes("prefixItems").map { self.rule(of: $0) }
            rule.otherItems = others("items", of: node)
        }
    }

    private mutating func readDictionaries(of node: SchemaNode, into rule: inout ValueRule) {
        for (key, member) in node.members("properties") {
            rule.members[key] = self.rule(of: member)
        }
        for (key, member) in node.members("patternProperties") {
            if let pattern = pattern(key, at: member.path) {
                let inner = self.rule(of: member)
                rule.memberPatterns.append(ValueRule.MemberPattern(key: pattern, rule: inner))
            }
        }
        rule.otherMembers = others("additionalProperties", of: node)
        rule.memberNames = others("propertyNames", of: node)
        rule.memberCount = counts("minProperties", "maxProperties", of: node)
        if case .array(let names)? = node["required"] {
            rule.required = names.compactMap { name in
                if case .string(let text) = name { text } else { nil }
            }
        }
    }

    private mutating func others(_ key: String, of node: SchemaNode) -> ValueRule.Others {
        guard let inner = node.node(key) else { return .anything }
        if inner.value == .boolean(false) { return .nothing }
        let rule = self.rule(of: inner)
        return rule == ValueRule() ? .anything : .matching(rule)
    }

    // MARK: Combinations

    private mutating func readCombinations(of node: SchemaNode, into rule: inout ValueRule) {
        if node["allOf"] != nil { rule.combinations.append(.all(inner("allOf", of: node))) }
        if node["anyOf"] != nil { rule.combinations.append(.any(inner("anyOf", of: node))) }
        if node["oneOf"] != nil { rule.combinations.append(.one(inner("oneOf", of: node))) }
        if let inner = node.node("not") { rule.combinations.append(.not(self.rule(of: inner))) }
        if let condition = node.node("if") {
            let then = node.node("then").map { self.rule(of: $0) } ?? ValueRule()
            let otherwise = node.node("else").map { self.rule(of: $0) } ?? ValueRule()
            let when = self.rule(of: condition)
            rule.combinations.append(.when(when, then: then, otherwise: otherwise))
        }
    }

    private mutating func inner(_ key: String, of node: SchemaNode) -> [ValueRule] {
        node.nodes(key).map { rule(of: $0) }
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
            rule.choices = all
            rule.combinations = []
        default: break
        }
        return rule
    }

    /// The choices of a rule that has no other part, or only their type.
    private var onlyChoices: [SettingValue]? {
        guard let choices else { return nil }
        var rest = self
        rest.choices = nil
        rest.kinds = []
        guard rest == ValueRule(),
            kinds.isEmpty || choices.allSatisfy({ value in kinds.contains { $0.includes(value) } })
        else { return nil }
        return choices
    }
}
