// Makes panes of a JSON Schema.

package import SettingsDocument
import SettingsModel

extension Schema {
    /// Reads a JSON Schema of draft 2020-12 or 07.
    ///
    /// Objects become child panes named by their key paths, everything else a row. What can't be
    /// drawn is a row that shows its value; the rules of the schema hold for it all the same.
    package init(
        jsonSchema document: any Document,
        file: String,
        limits: SchemaLimits = .standard
    ) {
        var reader = JSONSchemaReader(document, file: file, limits: limits)
        let rule = reader.rule(of: reader.root)
        reader.readRootPane()
        self.init(panes: reader.panes, problems: reader.problems, rules: [nil: rule])
        extent = reader.extent
    }
}

extension JSONSchemaReader {
    /// Reads the pane of the whole schema and all below it.
    mutating func readRootPane() {
        let start = SchemaPanePlace(
            name: BundleReader.rootName,
            segments: [],
            isOfElements: false,
            opened: [],
            depth: 0
        )
        let nodes = paneNodes(of: root)
        readPane(
            of: nodes,
            titled: text("title", of: nodes),
            opening: primaries(of: root),
            at: start
        )
    }

    /// What a schema's rows come from: all that applies, with the members that only an alternative
    /// of `anyOf` has; without any of these, the first alternative with rows.
    private mutating func paneNodes(of node: SchemaNode) -> [SchemaNode] {
        var nodes = expanded(node)
        var keys = nodes.memberKeys
        if !keys.isEmpty {
            for alternative in nodes.flatMap({ $0.nodes("anyOf") }) {
                let inner = expanded(alternative)
                guard keys.isDisjoint(with: inner.memberKeys) else { continue }
                keys.formUnion(inner.memberKeys)
                nodes += inner
            }
            return nodes
        }
        for alternative in nodes.flatMap({ $0.nodes("oneOf") + $0.nodes("anyOf") }) {
            let inner = expanded(alternative)
            if inner.contains(where: { $0["properties"] != nil }) { return nodes + inner }
        }
        return nodes
    }

    private mutating func readPane(
        of nodes: [SchemaNode],
        titled title: String?,
        opening primaries: Set<DocumentPath>,
        at place: SchemaPanePlace
    ) {
        guard panes.count < limits.panes else { return }
        var pane = Pane(name: place.name, file: file, title: title)
        pane.isOfElements = place.isOfElements
        let index = panes.count
        panes.append(pane)
        paneNames.insert(place.name)
        var section = PaneSection(footer: description(of: nodes))
        var drawn: [ExactText: DocumentPath] = [:]
        var keys: [ExactText] = []
        var place = place
        place.opened.formUnion(primaries)
        for (name, member) in nodes.flatMap({ $0.members("properties") })
        where drawn[ExactText(name)] == nil {
            let key = ExactText(name)
            guard rowCount < limits.rows else {
                tooMany("the schema has more than \(limits.rows) rows", at: member.path)
                break
            }
            rowCount += 1
            drawn[key] = member.path
            keys.append(key)
            section.rows.append(row(of: member, at: place.member(name)))
        }
        pane.undrawnSecrets = undrawnSecrets(of: nodes, rows: drawn, at: place.segments)
        for (row, key) in zip(section.rows.indices, keys)
        where pane.undrawnSecrets?.keys.contains(key) == true {
            section.rows[row].isSecret = true
        }
        pane.sections = [section].withListsApart
        panes[index] = pane
    }

    // MARK: Rows

    private mutating func row(of node: SchemaNode, at place: SchemaPanePlace) -> Specifier {
        let nodes = expanded(node)
        let position = SchemaPlace(file: file, path: node.path)
        var row = Specifier(
            type: "",
            title: title(of: node, at: place) ?? "",
            control: .anyValue,
            place: position
        )
        row.keyPath = SettingKeyPath(segments: place.segments)
        row.rule = rule(of: node)
        row.defaultValue = nodes.lazy.compactMap { $0["default"] }.first { $0 != .null }
        row.help = description(of: nodes)
        row.isEnabled = !nodes.contains { $0["readOnly"] == .boolean(true) }
        row.isDeprecated = nodes.contains(where: \.isDeprecated)
        row.control = control(RowShape(nodes: nodes, place: place))
        row.isSecret = isSecret(node, drawnAs: row.control)
        if case .text(var field) = row.control {
            field.placeholder = example(of: nodes)
            row.control = .text(field)
        }
        // A pane has no value of its own, though it has a key path.
        if case .childPane = row.control {
            row.keyPath = nil
        } else {
            row.isCut = lacksPart(node)
        }
        row.type = row.control.appleType
        return row
    }

    private func example(of nodes: [SchemaNode]) -> String? {
        for node in nodes {
            if case .array(let values)? = node["examples"], let first = values.first, first.isScalar
            {
                return first.plainText
            }
        }
        return nil
    }

    private func text(_ key: String, of nodes: [SchemaNode]) -> String? {
        for node in nodes {
            if case .string(let text)? = node[key] { return text }
        }
        return nil
    }

    /// A setting's own title or name; what it refers to may be titled for another use.
    private func title(of node: SchemaNode, at place: SchemaPanePlace) -> String? {
        if case .string(let title)? = node["title"] { return title }
        return place.segments.last
    }

    private func description(of nodes: [SchemaNode]) -> String? {
        text("description", of: nodes) ?? text("markdownDescription", of: nodes)
    }

    // MARK: Controls

    private mutating func control(_ shape: RowShape) -> Control {
        guard shape.place.depth < limits.paneDepth else { return .anyValue }
        if let options = options(of: shape.nodes) { return .choice(Choice(options: options)) }
        let kinds = shape.kinds
        switch kinds {
        case [.boolean]:
            return .toggle(Toggle(on: .boolean(true), off: .boolean(false), style: .toggle))
        case [.whole], [.number]: return number(shape, isInteger: kinds == [.whole])
        case [.string]: return .text(TextField())
        case [.array]: return list(shape)
        case [.dictionary]: return childPane(shape)
        default: return .anyValue
        }
    }

    /// With more steps, a number is easier to write than to find on a slider.
    private static let mostSliderSteps = 200.0

    /// A slider where both ends are near enough to be steps of it, else a number field.
    private mutating func number(_ shape: RowShape, isInteger: Bool) -> Control {
        let ends = shape.nodes.lazy.compactMap { node -> (Number, Number)? in
            guard let low = node["minimum"].flatMap(Number.init),
                let high = node["maximum"].flatMap(Number.init), low < high
            else { return nil }
            return (low, high)
        }.first
        let step = shape.nodes.lazy.compactMap { $0["multipleOf"].flatMap(Number.init) }
            .first { $0 > .integer(0) }
        let size = step ?? (isInteger ? .integer(1) : nil)
        if let (low, high) = ends,
            (high.double - low.double) / (size?.double ?? .infinity) <= Self.mostSliderSteps
        {
            let slider = Slider(
                minimum: step.map { low.raised(toMultipleOf: $0) } ?? low,
                maximum: high,
                step: size,
                style: .slider,
                isInteger: isInteger
            )
            return .slider(slider)
        }
        var field = TextField()
        field.kind = isInteger ? .integer : .real
        field.keyboard = .numbersAndPunctuation
        return .text(field)
    }

    private mutating func list(_ shape: RowShape) -> Control {
        guard let items = shape.nodes.items else { return .anyValue }
        let inner = expanded(items)
        if let options = options(of: inner) {
            var choice = Choice(options: options)
            let ranges = shape.nodes.map { rule(of: $0).count }
            choice.count = .several(
                minimum: ranges.map(\.minimum).max() ?? 0,
                maximum: ranges.compactMap(\.maximum).min()
            )
            return .choice(choice)
        }
        let position = SchemaPlace(file: file, path: items.path)
        var item = Specifier(type: "", title: "", control: .anyValue, place: position)
        item.rule = rule(of: items)
        item.control = control(RowShape(nodes: inner, place: shape.place.element))
        item.isSecret = isSecret(items, drawnAs: item.control)
        item.type = item.control.appleType
        if case .anyValue = item.control { return .anyValue }
        return .list(ListGroup(item: item, add: item, isDeletable: true, index: .none))
    }

    /// Says once that a limit was reached.
    private mutating func tooMany(_ problem: String, at path: DocumentPath) {
        guard !problems.contains(where: { $0.problem == problem }) else { return }
        leaveOut(.limit, at: path, problem, "Settings without a row are shown as values")
    }

    private mutating func childPane(_ shape: RowShape) -> Control {
        let nodes = paneNodes(of: shape.nodes[0])
        // A schema within itself would open panes for ever; its value is shown instead.
        let primaries = primaries(of: shape.nodes[0])
        guard !nodes.memberKeys.isEmpty, shape.place.opened.isDisjoint(with: primaries),
            !paneNames.contains(shape.place.name)
        else { return .anyValue }
        guard panes.count < limits.panes else {
            tooMany("the schema has more than \(limits.panes) panes", at: shape.nodes[0].path)
            return .anyValue
        }
        let title = title(of: shape.nodes[0], at: shape.place)
        readPane(of: nodes, titled: title, opening: primaries, at: shape.place)
        return .childPane(ChildPane(pane: shape.place.name, title: nil))
    }
}

extension Number {
    /// The first multiple of a step that is no less, as sliders count steps from their minimum.
    fileprivate func raised(toMultipleOf step: Number) -> Number {
        if step.double <= 0 || isMultiple(of: step) { return self }
        let raised = (double / step.double).rounded(.up) * step.double
        return Int64(exactly: raised).map(Number.integer) ?? .real(raised)
    }
}

extension [SchemaNode] {
    /// The schema of an array's elements that are drawn.
    ///
    /// Up to draft 07, `items` may be an array of schemas, one for each of the first elements.
    var items: SchemaNode? {
        lazy.compactMap { $0.node("items") }.first {
            if case .array = $0.value { false } else { true }
        }
    }

    /// The keys of all members that the schemas name.
    fileprivate var memberKeys: Set<ExactText> {
        Set(flatMap { $0.members("properties").map { ExactText($0.key) } })
    }
}
