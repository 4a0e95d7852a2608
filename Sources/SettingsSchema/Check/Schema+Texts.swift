// Values of formats that have no types but text, read as a schema means them.

package import SettingsModel

extension Schema {
    /// The settings of a file whose format has only texts: each that is refused as a text, but
    /// spells a value that isn't, is that value.
    package func reading(texts root: SettingValue, of domain: Domain? = nil) -> SettingValue {
        reading(root, at: [], of: domain)
    }

    private func reading(
        _ value: SettingValue,
        at segments: [String],
        of domain: Domain?
    ) -> SettingValue {
        switch value {
        case .dictionary(let entries):
            return .dictionary(
                entries.map { entry in
                    let read = reading(entry.value, at: segments + [entry.key], of: domain)
                    return SettingValue.Entry(entry.key, read)
                }
            )
        case .string(let text) where !segments.isEmpty:
            let keyPath = SettingKeyPath(segments: segments)
            guard refusal(of: value, at: keyPath, in: domain) != nil else { return value }
            return Self.values(spelledBy: text).first {
                refusal(of: $0, at: keyPath, in: domain) == nil
            } ?? value
        default: return value
        }
    }

    /// What a text may stand for: a number, or a switch in the words that such files have for it.
    private static func values(spelledBy text: String) -> [SettingValue] {
        var values: [SettingValue] = []
        if let number = PaneReading.number(spelledBy: text) { values.append(number.value) }
        switch text.lowercased() {
        case "true", "yes", "on", "1": values.append(.boolean(true))
        case "false", "no", "off", "0": values.append(.boolean(false))
        default: break
        }
        return values
    }
}
