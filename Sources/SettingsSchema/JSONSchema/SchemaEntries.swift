// What a JSON Schema that is written is made of, and where its rows are.

import SettingsDocument
import SettingsModel

/// Where the row of a rule is looked for.
struct ExportPlace {
    /// The rows of an array's element by their keys in it; nil for the domain's.
    var elements: [[String]: Specifier]?
    /// The way from the domain or from the element.
    var segments: [String]

    /// The place of a member.
    func member(_ key: String) -> ExportPlace {
        ExportPlace(elements: elements, segments: segments + [key])
    }
}

/// The rows that panes have for the elements of arrays, each gathered once.
final class ElementPanes {
    private let panes: [Pane]
    private let positions: [String: Int]
    private var known: [String: [[String]: Specifier]] = [:]

    init(of panes: [Pane]) {
        self.panes = panes
        positions = panes.positionsByName
    }

    /// The place of a list's element; nil for a row that is no list.
    func place(ofElementsOf row: Specifier) -> ExportPlace? {
        guard case .list(let group) = row.control else { return nil }
        guard case .childPane(let child) = group.item.control, let pane = child.pane else {
            return ExportPlace(
                elements: [group.item.keyPath?.segments ?? []: group.item],
                segments: []
            )
        }
        let rows =
            known[pane]
            ?? Dictionary(
                panes.elementRows(from: pane, at: positions).compactMap { row in
                    row.keyPath.map { ($0.segments, row) }
                }
            ) { first, _ in first }
        known[pane] = rows
        return ExportPlace(elements: rows, segments: [])
    }
}

/// The members of a schema as they are written.
struct SchemaEntries {
    var entries: [SettingValue.Entry] = []

    /// Adds a member.
    mutating func add(_ key: String, _ value: SettingValue) {
        entries.append(SettingValue.Entry(key, value))
    }

    /// Adds a number, unless it's one that JSON can't say.
    mutating func add(_ key: String, finite number: Number) {
        if number.double.isFinite { add(key, number.value) }
    }

    /// Adds the ends of a range that has any.
    mutating func add(_ range: CountRange, _ least: String, _ most: String) {
        if range.minimum > 0 { add(least, .integer(Int64(range.minimum))) }
        if let maximum = range.maximum { add(most, .integer(Int64(maximum))) }
    }

    /// Whether a member is there.
    func has(_ key: String) -> Bool { entries.contains { $0.key == key } }
}

extension ValueKind {
    /// The type that JSON Schema calls so, whose integers may be written as `3.0`; nil for none.
    init?(jsonSchemaName name: String) {
        let kinds: [ValueKind] = [.boolean, .whole, .number, .string, .array, .dictionary, .null]
        guard let kind = kinds.first(where: { $0.jsonSchemaName == name }) else { return nil }
        self = kind
    }

    /// What JSON Schema calls the type as JSON has it.
    var jsonSchemaName: String {
        switch self {
        case .boolean: "boolean"
        case .integer, .whole: "integer"
        case .number: "number"
        case .string, .date, .data: "string"
        case .array: "array"
        case .dictionary: "object"
        case .null: "null"
        }
    }
}

extension TextFormat {
    /// What JSON Schema calls the form; nil for those that it doesn't know.
    var jsonSchemaName: String? {
        switch self {
        case .path, .port: nil
        case .color: rawValue
        }
    }
}

extension SettingValue {
    /// The value as JSON has it: dates, data and what other formats alone have literals for as text;
    /// nil where a part of it is a number that JSON can't say.
    var asJSON: SettingValue? { Format.json.stored(withTextForLiterals) }

    private var withTextForLiterals: SettingValue {
        switch self {
        case .raw(let text): Format.json.stored(self) ?? .string(text)
        case .array(let values): .array(values.map(\.withTextForLiterals))
        case .dictionary(let entries):
            .dictionary(entries.map { SettingValue.Entry($0.key, $0.value.withTextForLiterals) })
        default: self
        }
    }
}
