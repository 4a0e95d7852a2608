// Reads when a row is shown or can be changed.

import SettingsDocument
import SettingsModel

extension PaneReading {
    /// The condition of a key; a row whose condition can't be read is shown and can be changed.
    mutating func condition(_ key: String, in table: PaneTable) -> Condition {
        guard let value = table[key] else { return .always }
        return condition(value, at: table.path(of: key), depth: 0) ?? .always
    }

    private mutating func condition(
        _ value: SettingValue,
        at path: DocumentPath,
        depth: Int
    ) -> Condition? {
        guard case .dictionary(let entries) = value, depth < limits.nesting else {
            return misread(path, "it is \(value.quotedForMessage)")
        }
        let table = PaneTable(entries, at: path)
        let keys = Set(entries.map(\.key))
        switch keys {
        case ["Not"]:
            let inner = table["Not"].flatMap {
                condition($0, at: table.path(of: "Not"), depth: depth + 1)
            }
            return inner.map(Condition.not)
        case ["All"]: return conditions("All", in: table, depth: depth).map(Condition.all)
        case ["Any"]: return conditions("Any", in: table, depth: depth).map(Condition.any)
        case ["Key", "Equals"], ["Key", "In"]:
            guard let keyPath = keyPath(in: table) else { return nil }
            if let value = table["Equals"] { return .isIn(keyPath, [value]) }
            return array("In", in: table).map { .isIn(keyPath, $0) }
        default:
            let found = keys.sorted().map { "'\($0.escapedForDisplay)'" }.joined(separator: ", ")
            return misread(path, found.isEmpty ? "it is empty" : "it has \(found)")
        }
    }

    private mutating func conditions(
        _ key: String,
        in table: PaneTable,
        depth: Int
    ) -> [Condition]? {
        guard let values = array(key, in: table) else { return nil }
        var conditions: [Condition] = []
        for (index, value) in values.enumerated() {
            let path = table.path(of: key).appending(.index(index))
            guard let condition = condition(value, at: path, depth: depth + 1) else { return nil }
            conditions.append(condition)
        }
        return conditions
    }

    private mutating func misread(_ path: DocumentPath, _ found: String) -> Condition? {
        report(
            .condition,
            .error,
            at: path,
            "the condition can't be read: \(found)",
            "Write Key with Equals or In, or Not, All or Any; the row is shown and can be changed until then"
        )
        return nil
    }
}
