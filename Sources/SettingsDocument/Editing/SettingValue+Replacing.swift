// One value's tree: a place read, or changed.

package import SettingsModel

extension SettingValue {
    /// The value at a place below this one; nil where there is none.
    package func value(at path: ArraySlice<PathElement>) -> SettingValue? {
        guard let element = path.first else { return self }
        switch (self, element) {
        case (.dictionary(let entries), .key(let key)):
            return entries.last { $0.key.isSame(as: key) }?.value.value(at: path.dropFirst())
        case (.array(let values), .index(let index)) where values.indices.contains(index):
            return values[index].value(at: path.dropFirst())
        default: return nil
        }
    }

    /// The same tree with the value at one place set, or removed for nil.
    ///
    /// Containers on the way are made as needed; a leaf in the way gives way to one. A dictionary
    /// that a removal empties stays, empty.
    package func replacing(
        _ path: ArraySlice<PathElement>,
        with value: SettingValue?
    ) -> SettingValue {
        guard let element = path.first else { return value ?? .dictionary([]) }
        let rest = path.dropFirst()
        switch (self, element) {
        case (.dictionary(var entries), .key(let key)):
            if let index = entries.lastIndex(where: { $0.key.isSame(as: key) }) {
                if rest.isEmpty, value == nil {
                    entries.remove(at: index)
                } else {
                    entries[index].value = entries[index].value.replacing(rest, with: value)
                }
            } else if value != nil {
                entries.append(Entry(key, SettingValue.dictionary([]).replacing(rest, with: value)))
            }
            return .dictionary(entries)
        case (.array(var values), .index(let index)):
            if values.indices.contains(index) {
                if rest.isEmpty, value == nil {
                    values.remove(at: index)
                } else {
                    values[index] = values[index].replacing(rest, with: value)
                }
            } else if index == values.count, value != nil {
                values.append(SettingValue.dictionary([]).replacing(rest, with: value))
            }
            return .array(values)
        case (_, .key) where value != nil:
            return SettingValue.dictionary([]).replacing(path, with: value)
        case (_, .index(0)) where value != nil:
            return SettingValue.array([]).replacing(path, with: value)
        default: return self
        }
    }
}
