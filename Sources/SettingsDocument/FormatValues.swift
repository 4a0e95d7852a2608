// What a format can hold, and how it gives back what it can only spell.

package import SettingsModel

extension Format {
    /// Whether its values have types; otherwise all are text.
    package var isTyped: Bool { stored(.integer(1)) == .integer(1) }

    /// The value as this format would give it back after writing it, or nil when it can't be written.
    ///
    /// A date is an RFC 3339 string where there are no dates, a local date or time its own text, and data
    /// a base64 string.
    package func stored(_ value: SettingValue) -> SettingValue? {
        if let dialect = LineDialect(self) { return dialect.stored(value) }
        switch value {
        case .boolean, .integer, .string: return value
        case .null: return isJSON || self == .yaml ? .null : nil
        case .real(let number): return canHold(number) ? value : nil
        case .date(let date):
            if isJSON || self == .yaml { return .string(date.description) }
            // Foundation's readers of XML take whole seconds only.
            return self == .xmlPropertyList && date.nanoseconds > 0 ? nil : value
        case .data(let bytes):
            return isPropertyList || self == .yaml ? value : .string(Base64.encode(bytes))
        case .raw(let text):
            if canHold(raw: text) { return value }
            return TOMLWriter.isLiteral(text) ? .string(text) : nil
        case .array(let values):
            var stored: [SettingValue] = []
            for value in values {
                guard let element = self.stored(value) else { return nil }
                stored.append(element)
            }
            return .array(stored)
        case .dictionary(let entries):
            var stored: [SettingValue.Entry] = []
            for entry in entries {
                guard let element = self.stored(entry.value) else { return nil }
                stored.append(SettingValue.Entry(entry.key, element))
            }
            return .dictionary(stored)
        }
    }

    /// The value read from this format with the type it is known to have elsewhere.
    ///
    /// A string that spells a date stays a date where the setting is one, and likewise data; where
    /// all values are text, numbers and booleans too.
    package func restored(_ value: SettingValue, like known: SettingValue?) -> SettingValue {
        guard let known else { return value }
        if let dialect = LineDialect(self) { return dialect.restored(value, like: known) }
        switch (value, known) {
        case (.array(let values), .array(let knowns)) where !knowns.isEmpty:
            return .array(
                values.enumerated().map { index, value in
                    restored(value, like: knowns[min(index, knowns.count - 1)])
                }
            )
        case (.dictionary(let entries), .dictionary(let knowns)):
            var knowns = EntryLookup(knowns)
            return .dictionary(
                entries.map { .init($0.key, restored($0.value, like: knowns[$0.key])) }
            )
        case (.string(let text), _) where stored(known)?.typeName == "string":
            return SettingValue(spelledBy: text, like: known) ?? value
        default: return value
        }
    }

    /// Whether a file of the format shows that two values are of different types.
    ///
    /// JSON has one type of number, and to INI all values are texts.
    package func tells(_ value: SettingValue, from other: SettingValue) -> Bool {
        if isJSON, value.isNumber, other.isNumber { return false }
        guard let value = stored(value), let other = stored(other) else { return true }
        return value.typeName != other.typeName
    }

    /// Whether a key that isn't there is off, and `false` has no text: a file of options.
    package var leavesOutFalse: Bool {
        LineDialect(self)?.commands.map { $0.flagTexts.denied == nil } ?? false
    }

    /// Whether the line of a key may hold less than a new line of it: a value without quotes, an option without one.
    package var linesDecide: Bool { LineDialect(self)?.commands != nil }

    /// Whether the values of its files are environment variables, of which many are passwords of services.
    package var holdsEnvironment: Bool { self == .dotenv || self == .shell }

    private var isJSON: Bool { self == .json || self == .jsonc || self == .json5 }
    private var isPropertyList: Bool { self == .xmlPropertyList || self == .binaryPropertyList }

    private func canHold(_ number: Double) -> Bool {
        self != .json && self != .jsonc || number.isFinite
    }

    /// A raw literal belongs to the languages that read it as one: the digits of a long number to
    /// most, a local date to TOML, text with a tag to YAML.
    private func canHold(raw text: String) -> Bool {
        switch self {
        case .json, .jsonc, .json5: JSONLiteral.isRawNumber(text, isJSON5: self == .json5)
        case .yaml: text.hasPrefix("!") || YAMLScalar.value(ofPlain: text) == .raw(text)
        case .toml: TOMLWriter.isLiteral(text)
        case .xmlPropertyList: XMLPropertyListWriter.isLiteral(text)
        case .binaryPropertyList: BinaryPropertyListWriter.isLiteral(text)
        default: false
        }
    }
}

extension SettingValue {
    /// The date or the data that a text spells where the setting is known to be one, with an offset or
    /// without; nil if it's none.
    init?(spelledBy text: String, like known: SettingValue) {
        switch known {
        case .date:
            // nil: the text is no date any more
            guard let date = try? SettingDate(rfc3339: text) else { return nil }
            self = .date(date)
        case .data:
            // nil: no base64 any more
            guard let bytes = try? Base64.decode(text.utf8), Base64.encode(bytes) == text else {
                return nil
            }
            self = .data(bytes)
        case .raw(let old):
            guard TOMLWriter.isLiteral(old), TOMLWriter.isLiteral(text) else { return nil }
            self = .raw(text)
        default: return nil
        }
    }

    /// Whether JSON has the value as a number; a literal of JSON is always one.
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .real, .raw: true
        default: false
        }
    }
}
