// Reads the rules of a JSON Schema.

import SettingsDocument
import SettingsModel

extension JSONSchemaReader {
    /// The rule that a schema is.
    ///
    /// A schema that leads back to itself lets anything pass there: a rule has an end.
    mutating func rule(of node: SchemaNode) -> ValueRule {
        if let known = rules[node.path] {
            addSteps(steps[node.path] ?? 1)
            if incompleteRules.contains(node.path) { omissions += 1 }
            return known
        }
        guard active.count < limits.nesting else {
            let problem = "schemas nest deeper than \(limits.nesting) levels here"
            report(.limit, .error, at: node.path, problem, "Nest less deeply; it isn't checked")
            return ValueRule()
        }
        guard active.insert(node.path).inserted else {
            omissions += 1
            return ValueRule()
        }
        let outer = stepsSoFar
        stepsSoFar = 1
        let (rule, isComplete) = attempt { $0.readRule(of: node) }
        active.remove(node.path)
        steps[node.path] = stepsSoFar
        reportEndlessCheck(at: node.path)
        stepsSoFar = outer
        addSteps(steps[node.path] ?? 1)
        rules[node.path] = rule
        if !isComplete { incompleteRules.insert(node.path) }
        return rule
    }

    private mutating func addSteps(_ count: Int) {
        stepsSoFar = min(stepsSoFar + count, CheckBudget.steps + 1)
    }

    /// Says once that checks may end before they are done.
    private mutating func reportEndlessCheck(at path: DocumentPath) {
        guard stepsSoFar > CheckBudget.steps, !isEndlessCheckTold else { return }
        isEndlessCheckTold = true
        // Nothing is left out of the rule.
        let before = omissions
        report(
            .unsupported,
            .warning,
            at: path,
            "the check of one value may take more than \(CheckBudget.steps) steps here",
            "Have fewer schemas refer to others; a value that takes more of them isn't checked"
        )
        omissions = before
    }

    /// What a reading gives, and whether nothing was left out of it.
    mutating func attempt<Part>(
        _ read: (inout JSONSchemaReader) -> Part
    ) -> (part: Part, isComplete: Bool) {
        let before = omissions
        let part = read(&self)
        return (part, omissions == before)
    }

    private mutating func readRule(of node: SchemaNode) -> ValueRule {
        switch node.value {
        case .boolean(true): return ValueRule()
        case .boolean(false): return ValueRule(choices: [])
        case .dictionary: break
        default:
            let problem = "the schema is \(node.value.quotedForMessage), expected a dictionary"
            leaveOut(.wrongType, at: node.path, problem, "Write a schema, true or false")
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
        let own = stepsSoFar
        readArrays(of: node, into: &rule)
        readDictionaries(of: node, into: &rule)
        // A value within this one has steps of its own.
        stepsSoFar = own
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
            let kinds = names.map { name -> ValueKind? in
                if case .string(let text) = name { return kind(text, at: path) }
                wrongType(name, "type", of: node, "a name")
                return nil
            }
            // A type that isn't known may be the value's.
            if !kinds.contains(nil) { rule.kinds = Set(kinds.compactMap(\.self)) }
        case nil: break
        case .some(let value): wrongType(value, "type", of: node, "a type or an array of types")
        }
        switch node["enum"] {
        case .array(let values)? where !values.isEmpty: rule.choices = Choices(values)
        case nil: break
        case .some(let value): wrongType(value, "enum", of: node, "an array of values")
        }
        if let value = node["const"] { rule.choices = Choices([value]) }
    }

    /// Reports a keyword that isn't in force, as it isn't what it should be; one that holds schemas has
    /// those left out.
    mutating func wrongType(
        _ value: SettingValue,
        _ key: String,
        of node: SchemaNode,
        _ wanted: String
    ) {
        let path = node.path.appending(.key(key))
        let problem = "'\(key)' is \(value.quotedForMessage), expected \(wanted)"
        let advice = "Correct it; it isn't checked until then"
        if Self.holdingSchemas.contains(key) {
            leaveOut(.wrongType, at: path, problem, advice)
        } else {
            report(.wrongType, .error, at: path, problem, advice)
        }
    }

    /// Keywords that hold several schemas.
    private static let holdingSchemas: Set<String> = [
        "properties", "patternProperties", "allOf", "anyOf", "oneOf",
    ]

    /// Reports two limits that no value keeps to; neither is in force.
    private mutating func reportEmptyRange(_ description: String, of node: SchemaNode) {
        let problem = "nothing is \(description)"
        report(.badValue, .error, at: node.path, problem, PaneReading.exchange)
    }

    private mutating func kind(_ name: String, at path: DocumentPath) -> ValueKind? {
        if let kind = ValueKind(jsonSchemaName: name) { return kind }
        let problem = "the type '\(name.escapedForDisplay)' is not one of JSON Schema"
        let advice = "Use string, number, integer, boolean, array, object or null"
        report(.badValue, .error, at: path, problem, advice)
        return nil
    }

    // MARK: Scalars

    private mutating func readNumbers(of node: SchemaNode, into rule: inout ValueRule) {
        rule.minimum = bound(node, "minimum", "exclusiveMinimum") { $0 > $1 }
        rule.maximum = bound(node, "maximum", "exclusiveMaximum") { $0 < $1 }
        if rule.hasEmptyRange {
            reportEmptyRange(rule.numberSummary, of: node)
            (rule.minimum, rule.maximum) = (nil, nil)
        }
        guard let step = number("multipleOf", of: node) else { return }
        if step > .integer(0) {
            rule.step = step
        } else {
            wrongType(step.value, "multipleOf", of: node, "a number above 0")
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
            return plain.map { isExclusive ? .excluding($0) : .including($0) }
        }
        let exclusive = number(exclusiveKey, of: node)
        switch (plain, exclusive) {
        case (let plain?, let exclusive?) where isStricter(plain, exclusive):
            return .including(plain)
        case (_, let exclusive?): return .excluding(exclusive)
        case (let plain?, nil): return .including(plain)
        case (nil, nil): return nil
        }
    }

    private mutating func number(_ key: String, of node: SchemaNode) -> Number? {
        guard let value = node[key] else { return nil }
        if let number = Number(value), !number.double.isNaN { return number }
        wrongType(value, key, of: node, "a number")
        return nil
    }

    private mutating func count(_ key: String, of node: SchemaNode) -> Int? {
        guard let number = number(key, of: node) else { return nil }
        if let count = Int(exactly: number.double), count >= 0 { return count }
        wrongType(number.value, key, of: node, "a whole number of at least 0")
        return nil
    }

    /// How many `things` there may be, a plural with an s.
    private mutating func counts(
        _ least: String,
        _ most: String,
        _ things: String,
        of node: SchemaNode
    ) -> CountRange {
        let range = CountRange(
            minimum: count(least, of: node) ?? 0,
            maximum: count(most, of: node)
        )
        guard let maximum = range.maximum, maximum < range.minimum else { return range }
        reportEmptyRange("of " + range.description(of: things), of: node)
        return CountRange()
    }

    private mutating func readTexts(of node: SchemaNode, into rule: inout ValueRule) {
        rule.length = counts("minLength", "maxLength", "characters", of: node)
        switch node["pattern"] {
        case .string(let source)?:
            let path = node.path.appending(.key("pattern"))
            if let pattern = pattern(source, at: path) { rule.patterns = [pattern] }
        case nil: break
        case .some(let value): wrongType(value, "pattern", of: node, "a regular expression")
        }
        switch node["format"] {
        case .string("color")?, .string("color-hex")?: rule.format = .color
        // What isn't for showing may be any text.
        case .string("password")?, nil: break
        // An annotation, so not checked: `not`, `if` and `oneOf` refuse nothing because of it.
        default: omissions += 1
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
        rule.count = counts("minItems", "maxItems", "values", of: node)
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
        let properties = members("properties", of: node)
        for (key, member) in properties ?? [] {
            rule.members[ExactText(key)] = self.rule(of: member)
        }
        let patterns = members("patternProperties", of: node)
        for (key, member) in patterns ?? [] {
            if let pattern = pattern(key, at: member.path) {
                let inner = self.rule(of: member)
                rule.memberPatterns.append(ValueRule.MemberPattern(key: pattern, rule: inner))
            }
        }
        rule.otherMembers = others("additionalProperties", of: node)
        // Where the names of members can't be read, it isn't known which are others.
        if properties == nil || rule.memberPatterns.count != patterns?.count {
            rule.otherMembers = .anything
        }
        rule.memberNames = others("propertyNames", of: node)
        rule.memberCount = counts("minProperties", "maxProperties", "keys", of: node)
        readRequired(of: node, into: &rule)
    }

    /// The schemas of a keyword's members; nil, and a problem, if it's no dictionary.
    private mutating func members(
        _ key: String,
        of node: SchemaNode
    ) -> [(key: String, node: SchemaNode)]? {
        switch node[key] {
        case nil, .dictionary?: return node.members(key)
        case .some(let value):
            wrongType(value, key, of: node, "schemas by their keys")
            return nil
        }
    }

    private mutating func readRequired(of node: SchemaNode, into rule: inout ValueRule) {
        // Up to draft 03, and in many a schema since, a member says so of itself: `true`.
        guard let value = node["required"] else { return }
        guard case .array(let names) = value else {
            if case .boolean = value { return }
            return wrongType(value, "required", of: node, "an array of keys")
        }
        for name in names {
            guard case .string(let text) = name else {
                wrongType(name, "required", of: node, "keys")
                continue
            }
            rule.required.append(text)
        }
    }

    private mutating func others(_ key: String, of node: SchemaNode) -> ValueRule.Others {
        guard let inner = node.node(key) else { return .anything }
        if inner.value == .boolean(false) { return .nothing }
        let rule = self.rule(of: inner)
        return rule == ValueRule() ? .anything : .matching(rule)
    }
}

extension ValueRule {
    /// Whether no number is between the ends.
    fileprivate var hasEmptyRange: Bool {
        guard let minimum, let maximum else { return false }
        let isEndOut = minimum.isExclusive || maximum.isExclusive
        return isEndOut
            ? maximum.number <= minimum.number : maximum.number < minimum.number
    }
}
