// Values as words of a command line.

import ArgumentParser
import SettingsModel
import SettingsProtocol

/// What `--type` says a VALUE is.
enum ValueType: String, CaseIterable, ExpressibleByArgument {
    case json
    case string
    case integer
    case real
    case boolean
    case date
    /// Base64.
    case data
}

extension SettingValue {
    /// Reads a VALUE: JSON if it is, else the text itself.
    ///
    /// - Parameters:
    ///   - text: The VALUE.
    ///   - stringOption: What says that it is a text.
    /// - Throws: ``Failure`` with status `.refused` for what begins as JSON and isn't: most likely the
    ///   rest is missing, and as a text it would change the setting's type.
    init(argument text: String, stringOption: String = "--type string") throws {
        let typed = TypedText(text)
        guard let value = typed.plain else { throw Failure.badJSON(typed, stringOption) }
        self = value
    }

    /// Reads a VALUE of a named type.
    ///
    /// - Throws: ``Failure`` with status `.refused`.
    init(argument text: String, type: ValueType?) throws {
        guard let type else {
            try self.init(argument: text)
            return
        }
        guard let value = try Self.read(text, type) else {
            throw Failure(
                .refused,
                "'\(text)' is no \(type.rawValue)",
                advice: "Nothing was changed. \(type.example)"
            )
        }
        self = value
    }

    private static func read(_ text: String, _ type: ValueType) throws -> SettingValue? {
        switch type {
        case .string: return .string(text)
        case .integer: return Int64(text).map(SettingValue.integer)
        case .real: return Double(text).map(SettingValue.real)
        case .boolean: return boolean(text).map(SettingValue.boolean)
        // nil: said as for the other types
        case .date: return date(text).map(SettingValue.date)
        case .data: return (try? Base64.decode(text.utf8)).map(SettingValue.data)
        case .json:
            do {
                return try SettingValue(json: text)
            } catch {
                throw Failure(
                    .refused,
                    "'\(text)' is no JSON: \(error.problem)",
                    advice: "Nothing was changed. \(type.example)"
                )
            }
        }
    }

    /// A date as RFC 3339 has it, or as macOS prints and takes it: `2026-11-21 09:30:00 +0000`.
    private static func date(_ text: String) -> SettingDate? {
        if let date = try? SettingDate(rfc3339: text) { return date }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].count == 5 else { return nil }
        let offset = "\(parts[2].dropLast(2)):\(parts[2].suffix(2))"
        return try? SettingDate(rfc3339: "\(parts[0])T\(parts[1])\(offset)")
    }

    /// The words for yes and no that macOS `defaults` takes, too.
    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "1": true
        case "false", "no", "0": false
        default: nil
        }
    }
}

extension Failure {
    /// The failure for a VALUE that begins as JSON and is none, and what says that it is a text.
    static func badJSON(_ typed: TypedText, _ stringOption: String = "--type string") -> Failure {
        Failure(
            .refused,
            "'\(typed.text)' begins as JSON and isn't valid: \(typed.mistake)",
            advice: "Nothing was changed. If it is meant as text, say so: \(stringOption)"
        )
    }
}

extension ValueType {
    fileprivate var example: String {
        switch self {
        case .json: #"Write it as in {"size":14}"#
        case .string: "Write any text"
        case .integer: "Write a whole number that fits 64 bits, as in 14"
        case .real: "Write a number, as in 14.5"
        case .boolean: "Write true or false"
        case .date: "Write a time with its offset, as in 2026-11-21T09:30:00Z"
        case .data: "Write base64, as in AQID"
        }
    }
}
