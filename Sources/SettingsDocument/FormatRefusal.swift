// Why a format can't hold a value, and what can be done about it.

package import SettingsModel

extension EditError {
    /// Something that a format has no spelling for: a line break, say, in an INI file.
    static func unrepresentable(
        _ what: String,
        in noun: String,
        advice: String
    ) -> EditError {
        EditError(
            code: .unrepresentable,
            problem: "\(noun) can't hold \(what)",
            advice: advice
        )
    }

    /// A value of a kind that a format doesn't have.
    static func unrepresentable(_ value: SettingValue, in noun: String) -> EditError {
        let (what, advice) =
            switch value {
            case .null: ("null", "Remove the key instead, or set another value")
            case .real(let number): ("the number \(number)", "Set a finite number")
            case .date(let date):
                ("the parts of a second in \(date)", "Set a date in whole seconds")
            case .raw(let text): ("the literal '\(text.escapedForDisplay)'", otherType)
            default: ("a value of type \(value.typeName)", otherType)
            }
        return unrepresentable(what, in: noun, advice: advice)
    }

    /// The error with its place in the value that was to be set.
    func at(_ place: [PathElement]) -> EditError {
        guard !place.isEmpty else { return self }
        return EditError(
            code: code,
            problem: "\(problem) at '\(DocumentPath(place))'",
            advice: advice
        )
    }

    /// What to do about a value of a kind that a format doesn't have.
    static let otherType = "Set a value of another type"
}

extension Format {
    /// What the format is called in messages.
    package var noun: String {
        switch self {
        case .toml: "TOML"
        case .json: "JSON"
        case .jsonc: "JSON with comments"
        case .json5: "JSON5"
        case .yaml: "YAML"
        case .xmlPropertyList: "an XML property list"
        case .binaryPropertyList: "a binary property list"
        default: LineDialect(self)?.name ?? rawValue
        }
    }

    /// Why a value that can't be written in this format can't be: the first part that is to blame.
    package func refusal(of value: SettingValue) -> EditError {
        guard let dialect = LineDialect(self) else { return refusal(of: value, at: []) }
        do {
            _ = try dialect.storable(value, at: [])
        } catch {
            return error
        }
        return refusal(of: value, at: [])
    }

    private func refusal(of value: SettingValue, at place: [PathElement]) -> EditError {
        switch value {
        case .array(let values):
            for (index, value) in values.enumerated() where stored(value) == nil {
                return refusal(of: value, at: place + [.index(index)])
            }
        case .dictionary(let entries):
            for entry in entries where stored(entry.value) == nil {
                return refusal(of: entry.value, at: place + [.key(entry.key)])
            }
        default: break
        }
        return .unrepresentable(value, in: noun).at(place)
    }
}

extension Document {
    /// What a document does that can be written to.
    package func refusal(of value: SettingValue, at path: DocumentPath) -> EditError {
        format.refusal(of: value)
    }
}
