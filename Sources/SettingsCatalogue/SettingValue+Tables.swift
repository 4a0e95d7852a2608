// Values of an entry, as the tables and texts that they are.

import SettingsModel

extension SettingValue {
    /// The value at a key of a table; nil where it is none, or lacks it.
    subscript(key: String) -> SettingValue? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var elements: [SettingValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    var texts: [String]? {
        elements.flatMap { values in
            let texts = values.compactMap(\.text)
            return texts.count == values.count ? texts : nil
        }
    }

    /// What a table has, in its order; nothing for anything else.
    var entries: [(key: String, value: SettingValue)] {
        guard case .dictionary(let entries) = self else { return [] }
        return entries.map { ($0.key, $0.value) }
    }
}
