// Values of formats with fewer types than settings have, read as a rule means them.

package import SettingsDocument
package import SettingsModel

extension Format {
    /// A file's value with the type that its setting has: as it's known elsewhere, else as it's by
    /// default, else one that its rule takes.
    package func meaning(
        of value: SettingValue,
        like known: SettingValue?,
        byDefault wanted: SettingValue?,
        isRefused: (SettingValue) -> Bool
    ) -> SettingValue {
        let restored = restored(value, like: known)
        guard isRefused(restored) else { return restored }
        for sample in (wanted.map { [$0] } ?? []) + Self.samples {
            let typed = self.restored(value, like: sample)
            if typed != restored, !isRefused(typed) { return typed }
        }
        return restored
    }

    /// A value of each type that a format without types spells as text.
    private static let samples: [SettingValue] = [
        .boolean(true), .integer(0), .real(0), .array([.string("")]), .array([.integer(0)]),
        .array([.real(0)]),
    ]
}

extension Schema {
    /// The settings of a file as the rules mean them, where nothing else is known of them.
    package func meaning(
        of root: SettingValue,
        in format: Format,
        for domain: Domain? = nil
    ) -> SettingValue {
        meaning(of: root, at: [], in: format, for: domain)
    }

    private func meaning(
        of value: SettingValue,
        at segments: [String],
        in format: Format,
        for domain: Domain?
    ) -> SettingValue {
        if case .dictionary(let entries) = value, segments.isEmpty || !entries.isEmpty {
            return .dictionary(
                entries.map { entry in
                    let path = segments + [entry.key]
                    let read = meaning(of: entry.value, at: path, in: format, for: domain)
                    return SettingValue.Entry(entry.key, read)
                }
            )
        }
        guard !segments.isEmpty else { return value }
        let keyPath = SettingKeyPath(segments: segments)
        return format.meaning(
            of: value,
            like: nil,
            byDefault: specifier(at: keyPath, in: domain)?.defaultValue
        ) { refusal(of: $0, at: keyPath, in: domain) != nil }
    }
}
