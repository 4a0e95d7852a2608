// Writes the rules of panes as a JSON Schema.

package import SettingsModel

extension Schema {
    /// The domain's settings as a JSON Schema of draft 2020-12, with titles, help and defaults.
    ///
    /// What has no word in JSON Schema is left out, so that it takes all that the panes take: steps
    /// that don't begin at 0, limits of dates, choices with numbers that JSON can't say, and the forms
    /// that only `SAFormat` knows. Those stand in `x-sa-…` members for people. A rule that is made of
    /// more parts than anybody reads is cut, and takes anything there.
    ///
    /// - Parameters:
    ///   - prefix: Only the part below this key path.
    ///   - domain: nil is the domain that the panes are linked to.
    /// - Returns: nil if nothing is known of a table at `prefix`.
    package func jsonSchema(
        below prefix: SettingKeyPath? = nil,
        of domain: Domain? = nil
    ) -> SettingValue? {
        var rule = rules[domain] ?? ValueRule(.dictionary)
        for segment in prefix?.segments ?? [] {
            guard let member = rule.members[ExactText(segment)] else { return nil }
            rule = member
        }
        guard prefix == nil || !rule.members.isEmpty else { return nil }
        var entries: [SettingValue.Entry] = [
            SettingValue.Entry("$schema", .string("https://json-schema.org/draft/2020-12/schema"))
        ]
        if prefix == nil, let title = panes.first?.title {
            entries.append(SettingValue.Entry("title", .string(title)))
        }
        let writer = JSONSchemaWriter(schema: self, domain: domain)
        let place = ExportPlace(segments: prefix?.segments ?? [])
        return .dictionary(entries + writer.entries(of: rule, at: place))
    }

    /// What one row says, as a JSON Schema of its value.
    package func jsonSchema(
        of keyPath: SettingKeyPath,
        in domain: Domain? = nil
    ) -> SettingValue? {
        guard let row = specifier(at: keyPath, in: domain) else { return nil }
        let writer = JSONSchemaWriter(schema: self, domain: domain)
        return .dictionary(
            writer.entries(of: row.rule, at: ExportPlace(segments: keyPath.segments))
        )
    }
}

/// Writes rules as schemas, with what the rows at their key paths say.
struct JSONSchemaWriter {
    let schema: Schema
    let domain: Domain?
    /// A row's rule is written once; parts of a JSON Schema wherever something refers to them.
    private let budget = CheckBudget(steps: 2 * SchemaLimits.standard.rows)

    private let elementPanes: ElementPanes

    /// Creates a writer for one domain; nil is the one that the panes are linked to.
    init(schema: Schema, domain: Domain?) {
        self.schema = schema
        self.domain = domain
        elementPanes = ElementPanes(of: schema.allPanes)
    }

    /// The members of a rule's schema; `place` is nil where there's no row to look for.
    func entries(of rule: ValueRule, at place: ExportPlace?) -> [SettingValue.Entry] {
        guard budget.spend() else { return [] }
        let row = place.flatMap { self.row(at: $0) }
        var schema = SchemaEntries()
        if let row { annotate(&schema, with: row) }
        addKinds(of: rule, row, to: &schema)
        addNumbers(of: rule, to: &schema)
        addTexts(of: rule, to: &schema)
        addArrays(of: rule, row, to: &schema)
        addDictionaries(of: rule, at: place, to: &schema)
        addCombinations(of: rule, to: &schema)
        return schema.entries
    }

    private func row(at place: ExportPlace) -> Specifier? {
        if let elements = place.elements { return elements[place.segments] }
        guard !place.segments.isEmpty else { return nil }
        return schema.specifier(at: SettingKeyPath(segments: place.segments), in: domain)
    }

    private func annotate(_ schema: inout SchemaEntries, with row: Specifier) {
        if !row.title.isEmpty { schema.add("title", .string(row.title)) }
        if let help = row.help { schema.add("description", .string(help)) }
        if let value = row.defaultValue?.asJSON, !row.isSecret { schema.add("default", value) }
        if !row.isEnabled { schema.add("readOnly", .boolean(true)) }
        if row.isSecret { schema.add("writeOnly", .boolean(true)) }
        if row.isDeprecated { schema.add("deprecated", .boolean(true)) }
    }

    // MARK: Scalars

    private func addKinds(of rule: ValueRule, _ row: Specifier?, to schema: inout SchemaEntries) {
        let names = ValueKind.allCases.filter(rule.kinds.contains).map(\.jsonSchemaName)
        var unique: [String] = []
        for name in names where !unique.contains(name) { unique.append(name) }
        if unique.count == 1 { schema.add("type", .string(unique[0])) }
        if unique.count > 1 { schema.add("type", .array(unique.map(SettingValue.string))) }
        if rule.kinds == [.date] { schema.add("format", .string("date-time")) }
        if rule.kinds == [.data] { schema.add("contentEncoding", .string("base64")) }
        if let choices = rule.choices { addChoices(choices.values, row, to: &schema) }
    }

    private func addChoices(
        _ choices: [SettingValue],
        _ row: Specifier?,
        to schema: inout SchemaEntries
    ) {
        let values = choices.compactMap(\.asJSON)
        guard values.count == choices.count else {
            return schema.add("x-sa-enum", .array(choices.map { .string($0.plainText) }))
        }
        guard case .choice(let choice)? = row?.control, choice.count == .one,
            choice.options.contains(where: { $0.title != $0.value.plainText })
        else { return schema.add("enum", .array(values)) }
        let constants = zip(choices, values).map { value, constant in
            SettingValue.dictionary([
                SettingValue.Entry("const", constant),
                SettingValue.Entry("title", .string(choice.title(of: value) ?? value.plainText)),
            ])
        }
        schema.add("oneOf", .array(constants))
    }

    private func addNumbers(of rule: ValueRule, to schema: inout SchemaEntries) {
        if let bound = rule.minimum {
            schema.add(bound.isExclusive ? "exclusiveMinimum" : "minimum", finite: bound.number)
        }
        if let bound = rule.maximum {
            schema.add(bound.isExclusive ? "exclusiveMaximum" : "maximum", finite: bound.number)
        }
        if let step = rule.step { schema.add("multipleOf", finite: step) }
    }

    private func addTexts(of rule: ValueRule, to schema: inout SchemaEntries) {
        schema.add(rule.length, "minLength", "maxLength")
        if let pattern = rule.patterns.first, rule.patterns.count == 1 {
            schema.add("pattern", .string(pattern.source))
        }
        if let format = rule.format {
            let name = format.jsonSchemaName
            schema.add(name == nil ? "x-sa-format" : "format", .string(name ?? format.rawValue))
        }
        if let date = rule.earliest { schema.add("x-sa-minimum", .string(date.description)) }
        if let date = rule.latest { schema.add("x-sa-maximum", .string(date.description)) }
    }

    // MARK: Collections

    private func addArrays(
        of rule: ValueRule,
        _ row: Specifier?,
        to schema: inout SchemaEntries
    ) {
        schema.add(rule.count, "minItems", "maxItems")
        if rule.isUnique { schema.add("uniqueItems", .boolean(true)) }
        if !rule.firstItems.isEmpty {
            schema.add("prefixItems", .array(rule.firstItems.map { inner($0) }))
        }
        let element = row.flatMap(elementPanes.place(ofElementsOf:))
        add(rule.otherItems, "items", at: element, to: &schema)
    }

    private func addDictionaries(
        of rule: ValueRule,
        at place: ExportPlace?,
        to schema: inout SchemaEntries
    ) {
        if !rule.members.isEmpty {
            let keys = rule.members.keys.map(\.text).sorted { $0.precedes($1) }
            let members = keys.map { key in
                let entries = entries(
                    of: rule.members[ExactText(key)] ?? ValueRule(),
                    at: place?.member(key)
                )
                return SettingValue.Entry(key, .dictionary(entries))
            }
            schema.add("properties", .dictionary(members))
        }
        if !rule.memberPatterns.isEmpty {
            let members = rule.memberPatterns.map {
                SettingValue.Entry($0.key.source, inner($0.rule))
            }
            schema.add("patternProperties", .dictionary(members))
        }
        add(rule.otherMembers, "additionalProperties", at: nil, to: &schema)
        add(rule.memberNames, "propertyNames", at: nil, to: &schema)
        schema.add(rule.memberCount, "minProperties", "maxProperties")
        if !rule.required.isEmpty {
            schema.add("required", .array(rule.required.map(SettingValue.string)))
        }
    }

    private func add(
        _ others: ValueRule.Others,
        _ key: String,
        at place: ExportPlace?,
        to schema: inout SchemaEntries
    ) {
        switch others {
        case .anything: return
        case .nothing: schema.add(key, .boolean(false))
        case .matching(let rule): schema.add(key, inner(rule, at: place))
        }
    }

    // MARK: Combinations

    private func addCombinations(of rule: ValueRule, to schema: inout SchemaEntries) {
        var parts = rule.combinations.map { combination in
            var part = SchemaEntries()
            add(combination, to: &part)
            return SettingValue.dictionary(part.entries)
        }
        if rule.patterns.count > 1 {
            parts += rule.patterns.map { pattern in
                .dictionary([SettingValue.Entry("pattern", .string(pattern.source))])
            }
        }
        // Each keyword stands once in a schema, so several go into `allOf`.
        if parts.count == 1, case .dictionary(let entries) = parts[0],
            !entries.contains(where: { schema.has($0.key) })
        {
            schema.entries += entries
        } else if !parts.isEmpty {
            schema.add("allOf", .array(parts))
        }
    }

    private func add(_ combination: ValueRule.Combination, to schema: inout SchemaEntries) {
        switch combination {
        case .all(let rules): schema.add("allOf", .array(rules.map { inner($0) }))
        case .any(let rules): schema.add("anyOf", .array(rules.map { inner($0) }))
        case .one(let rules): schema.add("oneOf", .array(rules.map { inner($0) }))
        case .not(let rule): schema.add("not", inner(rule))
        case .when(let condition, let then, let otherwise):
            schema.add("if", inner(condition))
            schema.add("then", inner(then))
            schema.add("else", inner(otherwise))
        }
    }

    private func inner(_ rule: ValueRule, at place: ExportPlace? = nil) -> SettingValue {
        rule.choices?.values == [] ? .boolean(false) : .dictionary(entries(of: rule, at: place))
    }
}
