// Values compared and shown as a schema means them.

package import SettingsModel

extension SettingValue {
    /// Whether two values are the same to a schema: `1` and `1.0` are, `1` and `true` aren't.
    package func means(_ other: SettingValue) -> Bool {
        if let a = Number(self), let b = Number(other) { return a == b }
        switch (self, other) {
        case (.array(let a), .array(let b)):
            return a.count == b.count && zip(a, b).allSatisfy { $0.means($1) }
        case (.dictionary(let a), .dictionary(let b)):
            guard a.count == b.count else { return false }
            let values = Dictionary(b.map { (ExactText($0.key), $0.value) }) { _, last in last }
            return a.allSatisfy { values[ExactText($0.key)]?.means($0.value) ?? false }
        default: return self == other
        }
    }

    /// A scalar as the text that `IASKSubtitle` and missing titles have for it; `YES`, `NO`, `3.5`.
    package var plainText: String {
        switch self {
        case .null: "null"
        case .boolean(let value): value ? "YES" : "NO"
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .string(let text), .raw(let text): text
        case .date(let date): date.description
        case .data(let bytes): bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        case .array(let values): values.count == 1 ? "1 value" : "\(values.count) values"
        case .dictionary(let entries): entries.count == 1 ? "1 key" : "\(entries.count) keys"
        }
    }

    /// The value as a message quotes it: texts in double quotes, long ones cut, nothing that a
    /// terminal would obey.
    package var quotedForMessage: String {
        let longest = 60
        switch self {
        case .string(let text):
            let shown = String(text.prefix(longest)).escapedForDisplay
            return "\"" + shown + (text.dropFirst(longest).isEmpty ? "" : "…") + "\""
        case .boolean(let value): return value ? "true" : "false"
        case .array(let values) where values.count <= 4 && values.allSatisfy(\.isScalar):
            return "[" + values.map(\.quotedForMessage).joined(separator: ", ") + "]"
        case .array(let values): return "an array of \(values.count)"
        case .dictionary(let entries): return "a dictionary of \(entries.count)"
        case .data(let bytes): return "data of \(bytes.count) bytes"
        default: return String(plainText.prefix(longest)).escapedForDisplay
        }
    }

    /// Whether the value holds no others.
    package var isScalar: Bool {
        switch self {
        case .array, .dictionary: false
        default: true
        }
    }

    /// The entry of a dictionary, or nil.
    package subscript(key: String) -> SettingValue? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.last { $0.key.isSame(as: key) }?.value
    }
}
