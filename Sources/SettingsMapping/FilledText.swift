// Texts that are made of settings and never read back: the words of a command.

package import SettingsModel

/// A text whose holes are filled with settings.
package struct FilledText: Equatable, Sendable {
    /// Why a text can't be made.
    package enum Lack: Error, Equatable, Sendable {
        /// The setting has no value.
        case value(SettingKeyPath)
        /// The steps have no text for the value.
        case text(SettingKeyPath)
    }

    private let parts: [Picture.Part]
    /// The keys of its holes, each once, in order.
    package let keys: [SettingKeyPath]

    /// Reads a text with holes as in a picture, but for `{*}`; braces that are meant are doubled.
    ///
    /// - Throws: ``MapError`` with the place in the text.
    package init(parsing text: String, tables: [String: ValueTable]) throws(MapError) {
        var parser = PictureParser(text, tables: tables)
        parts = try parser.partsToFill()
        keys = parts.keys
    }

    /// Whether a setting decides how the text begins.
    package var beginsWithHole: Bool {
        if case .hole = parts.first { true } else { false }
    }

    /// The text with the settings' values.
    ///
    /// - Throws: ``Lack``.
    package func filled(
        _ value: (SettingKeyPath) -> SettingValue?
    ) throws(Lack) -> String {
        var bytes: [UInt8] = []
        for part in parts {
            switch part {
            case .text(let text): bytes += text
            case .rest: continue
            case .hole(let key, let step):
                guard let value = value(key) else { throw .value(key) }
                guard let text = step.text(of: value) else { throw .text(key) }
                bytes += text.utf8
            }
        }
        return String(bytes[...])
    }
}

extension Step {
    /// A value as text for readers that have no types; nil where there is none.
    fileprivate func text(of value: SettingValue) -> String? {
        var written = write(value, over: nil, as: .lines)
        if case .plain = self, written == nil { written = Self.unread(value) }
        guard case .string(let text) = written else { return nil }
        return text
    }

    private static func unread(_ value: SettingValue) -> SettingValue? {
        switch value {
        case .boolean(let isTrue): .string(isTrue ? "true" : "false")
        case .integer, .real: NumberStep().write(value, over: nil, as: .lines)
        default: nil
        }
    }
}
