// A value as a person types it, read as the type that a setting has.

/// A value as a person typed it: the VALUE of `settingsctl set`.
package struct TypedText: Equatable, Sendable {
    /// As it was typed.
    package var text: String
    /// What it is by itself: JSON, else the text; nil where it begins as JSON and isn't valid.
    package var plain: SettingValue?
    /// Why it isn't valid JSON, where `plain` is nil.
    package var mistake: String

    /// Creates a value that was read by itself.
    package init(_ text: String, plain: SettingValue?, mistake: String = "") {
        self.text = text
        self.plain = plain
        self.mistake = mistake
    }

    /// The value as the type of another; nil where it can't be read as that.
    ///
    /// Every text can be read as text and as a literal; whether a format has such a literal is for
    /// the caller to ask.
    package func value(like known: SettingValue) -> SettingValue? {
        let fitting = plain?.fitting(known)
        switch known {
        // What `get` printed is such a text, also one in quotes, or one that looks like a number.
        case .string: return .string(text)
        case .raw: return fitting ?? .raw(text)
        case .boolean: return fitting ?? truth.map(SettingValue.boolean)
        case .date:
            let date = try? SettingDate(rfc3339: text)  // nil: it is no date
            return fitting ?? date.map(SettingValue.date)
        case .data:
            guard let bytes = try? Base64.decode(text.utf8), Base64.encode(bytes) == text else {
                return fitting
            }
            return fitting ?? .data(bytes)
        default: return fitting
        }
    }

    /// What it says as one of the words that settings files have for yes and no; nil for any other.
    package var truth: Bool? {
        switch text.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }
}

extension SettingValue {
    /// True for a text in brackets: another that is typed over it is a text, too.
    package var isTextInBrackets: Bool {
        guard case .string(let text) = self else { return false }
        let ends = [text.utf8.first, text.utf8.last]
        return ends == [UInt8(ascii: "["), UInt8(ascii: "]")]
            || ends == [UInt8(ascii: "{"), UInt8(ascii: "}")]
    }

    /// The value as the type of another, where both mean the same; nil where it has another type.
    ///
    /// A whole number is a real where the other is one: 14 is 14.0. The elements of an array, and the
    /// entries of a dictionary, may have any type; whole numbers among them become reals likewise.
    package func fitting(_ known: SettingValue) -> SettingValue? {
        switch (self, known) {
        case (.integer(let number), .real): return Double(exactly: number).map(SettingValue.real)
        case (.array(let values), .array(let knowns)) where !knowns.isEmpty:
            return .array(
                values.enumerated().map { index, value in
                    value.fitting(knowns[min(index, knowns.count - 1)]) ?? value
                }
            )
        case (.dictionary(let entries), .dictionary(let knowns)):
            let types = Dictionary(knowns.map { (ExactText($0.key), $0.value) }) { $1 }
            return .dictionary(
                entries.map { entry in
                    let fitting = types[ExactText(entry.key)].flatMap(entry.value.fitting)
                    return Entry(entry.key, fitting ?? entry.value)
                }
            )
        default: return typeName == known.typeName ? self : nil
        }
    }
}
