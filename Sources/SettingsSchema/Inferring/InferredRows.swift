// The row that a value's type asks for, where nothing else tells of a setting.

import SettingsDocument
import SettingsModel

/// Makes rows of values.
struct InferredRows {
    /// Where the rows are said to be; empty for no file.
    private let file: String
    /// A row for each type of scalar, which those of a file share what they have in common with.
    private var models: [String: Specifier] = [:]

    /// Makes rows of one file's values.
    init(file: String) { self.file = file }

    /// A row with the control and the rule for a value.
    mutating func row(for value: SettingValue) -> Specifier {
        var type = value.typeName
        if case .string(let text) = value, text.utf8.contains(0x0A) { type += " of lines" }
        if value.isScalar, let model = models[type] { return model }
        let (control, rule) = Self.control(for: value)
        let place = SchemaPlace(file: file)
        var row = Specifier(type: control.appleType, title: "", control: control, place: place)
        row.rule = rule
        if value.isScalar { models[type] = row }
        return row
    }

    private static func control(for value: SettingValue) -> (Control, ValueRule) {
        var field = TextField()
        switch value {
        case .boolean:
            let toggle = Toggle(on: .boolean(true), off: .boolean(false), style: .toggle)
            return (.toggle(toggle), ValueRule(.boolean))
        case .integer:
            field.kind = .integer
            field.keyboard = .numbersAndPunctuation
            return (.text(field), ValueRule(.integer))
        case .real:
            field.kind = .real
            field.keyboard = .numbersAndPunctuation
            return (.text(field), ValueRule(.number))
        case .string(let text):
            field.isMultiline = text.utf8.contains(0x0A)
            return (.text(field), ValueRule(.string))
        case .date:
            let picker = DatePicker(mode: .dateAndTime, minuteInterval: 1)
            return (.date(picker), ValueRule(.date))
        case .data:
            field.kind = .data
            return (.text(field), ValueRule(.data))
        case .array(let values): return list(of: values)
        case .dictionary: return (.anyValue, ValueRule(.dictionary))
        case .null, .raw: return (.anyValue, ValueRule())
        }
    }

    /// A list, if all its elements are scalars of one type; else only an array.
    private static func list(of values: [SettingValue]) -> (Control, ValueRule) {
        guard let first = values.first, first.isScalar, first != .null,
            values.allSatisfy({ $0.typeName == first.typeName })
        else { return (.anyValue, ValueRule(.array)) }
        let (control, rule) = control(for: first)
        if case .anyValue = control { return (.anyValue, ValueRule(.array)) }
        let place = SchemaPlace(file: "")
        var item = Specifier(type: control.appleType, title: "", control: control, place: place)
        item.rule = rule
        let group = ListGroup(item: item, add: item, isDeletable: true, index: .none)
        var array = ValueRule(.array)
        array.otherItems = .matching(rule)
        return (.list(group), array)
    }
}
