// What a schema says about how a row looks.

import SettingsDocument
import SettingsModel

/// Where a pane, or a row that may open one, is.
struct SchemaPanePlace {
    /// What the pane is called.
    var name: String
    /// The way to the setting, from the domain or from the array's element.
    var segments: [String]
    var isOfElements: Bool
    /// The schemas whose panes are open on the way here.
    var opened: Set<DocumentPath>
    /// Members and elements on the way here.
    var depth: Int

    /// The place of a member.
    func member(_ key: String) -> SchemaPanePlace {
        var place = self
        place.segments.append(key)
        place.depth += 1
        let path = SettingKeyPath(segments: [key])
        let isTop = name == BundleReader.rootName
        place.name = isTop ? path.paneName : name + "." + path.description
        return place
    }

    /// The place of an array's elements.
    var element: SchemaPanePlace {
        var place = self
        place.segments = []
        place.isOfElements = true
        place.depth += 1
        place.name += "[]"
        return place
    }
}

/// The schemas that say what one row is.
struct RowShape {
    /// All that apply to it, the nearest first.
    var nodes: [SchemaNode]
    var place: SchemaPanePlace

    /// The types that the value may have, null left out; from other keywords where no type is named.
    var kinds: Set<ValueKind> {
        let named = nodes.map(\.kinds).filter { !$0.isEmpty }
        if let first = named.first {
            return named.dropFirst().reduce(first) { all, more in
                all == [.number] && more == [.whole] ? more : all.intersection(more)
            }
        }
        for node in nodes {
            if let kind = node.impliedKind { return [kind] }
        }
        for node in nodes {
            if let kind = node.kindOfAlternatives { return [kind] }
        }
        return []
    }
}

extension SchemaNode {
    /// The types that `type` names, null left out.
    fileprivate var kinds: Set<ValueKind> {
        let names: [SettingValue] =
            switch self["type"] {
            case .array(let values)?: values
            case let value?: [value]
            case nil: []
            }
        var kinds: Set<ValueKind> = []
        for case .string(let name) in names {
            if let kind = ValueKind(jsonSchemaName: name), kind != .null { kinds.insert(kind) }
        }
        // What is a number is a whole number, too.
        return kinds.contains(.number) ? kinds.subtracting([.whole]) : kinds
    }

    /// The type that other keywords speak of, or that the default has.
    fileprivate var impliedKind: ValueKind? {
        if self["properties"] != nil { return .dictionary }
        if self["items"] != nil { return .array }
        if self["minimum"] != nil || self["maximum"] != nil { return .number }
        if self["pattern"] != nil || self["maxLength"] != nil { return .string }
        switch self["default"] {
        case .boolean?: return .boolean
        case .integer?: return .whole
        case .real?: return .number
        case .string?: return .string
        default: return nil
        }
    }

    /// The type that all alternatives have, null left out; nil if they differ, or one doesn't say.
    fileprivate var kindOfAlternatives: ValueKind? {
        let alternatives = (nodes("anyOf") + nodes("oneOf")).filter {
            $0["type"] != .string("null")
        }
        let kinds = alternatives.map { $0["enum"] == nil ? $0.kinds : $0.kindsOfChoices }
        guard let first = kinds.first, first.count == 1, kinds.allSatisfy({ $0 == first }) else {
            return nil
        }
        return first.first
    }

    private var kindsOfChoices: Set<ValueKind> {
        guard case .array(let values)? = self["enum"] else { return [] }
        let isText = values.allSatisfy { if case .string = $0 { true } else { false } }
        return isText ? [.string] : kinds
    }

    /// Whether the schema says that a setting is on its way out.
    var isDeprecated: Bool {
        self["deprecated"] == .boolean(true) || self["deprecationMessage"] != nil
            || self["markdownDeprecationMessage"] != nil
    }

    /// Whether the schema says that a value isn't for showing.
    var isSecret: Bool {
        self["writeOnly"] == .boolean(true) || self["format"] == .string("password")
    }
}

extension JSONSchemaReader {
    /// The values to choose from, with their titles, or nil if there's more than them.
    mutating func options(of nodes: [SchemaNode]) -> [Choice.Option]? {
        for node in nodes {
            if let options = found.options[node.path] { return options }
            if let options = node.enumOptions ?? node.constantOptions, !options.isEmpty {
                let first = Array(options.prefix(limits.options))
                found.options[node.path] = first
                return first
            }
        }
        return nil
    }
}

extension SchemaNode {
    /// The options of `enum`, with the titles that editors have for them.
    fileprivate var enumOptions: [Choice.Option]? {
        guard case .array(let values)? = self["enum"] else {
            return self["const"].map { [Choice.Option(value: $0, title: $0.plainText)] }
        }
        var titles: [SettingValue] = []
        for key in ["enumItemLabels", "enumNames"] {
            if case .array(let found)? = self[key] { titles = found }
        }
        return values.enumerated().map { index, value in
            var title = value.plainText
            if index < titles.count, case .string(let text) = titles[index] { title = text }
            return Choice.Option(value: value, title: title)
        }
    }

    /// The options of `oneOf` or `anyOf` if each is a single value.
    fileprivate var constantOptions: [Choice.Option]? {
        let alternatives = nodes("oneOf") + nodes("anyOf")
        guard !alternatives.isEmpty else { return nil }
        var options: [Choice.Option] = []
        for alternative in alternatives where alternative["type"] != .string("null") {
            guard let own = alternative.enumOptions, !own.isEmpty else { return nil }
            var title: String?
            if case .string(let text)? = alternative["title"] { title = text }
            options += own.map { option in
                var option = option
                if let title, own.count == 1 { option.title = title }
                return option
            }
        }
        return options
    }
}

extension Control {
    /// The type of Apple's or InAppSettingsKit's that draws it, or comes nearest.
    var appleType: String {
        switch self {
        case .toggle: "PSToggleSwitchSpecifier"
        case .slider: "PSSliderSpecifier"
        case .readOnly, .anyValue, .unknown, .custom: "PSTitleValueSpecifier"
        case .text(let field): field.isMultiline ? "IASKTextViewSpecifier" : "PSTextFieldSpecifier"
        case .choice: "PSMultiValueSpecifier"
        case .picker: "SAPickerSpecifier"
        case .date: "IASKDatePickerSpecifier"
        case .button: "IASKButtonSpecifier"
        case .link: "IASKOpenURLSpecifier"
        case .mail: "IASKMailComposeSpecifier"
        case .childPane: "PSChildPaneSpecifier"
        case .list: "IASKListGroupSpecifier"
        }
    }
}
