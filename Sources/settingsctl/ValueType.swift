// Values as words of a command line.

import ArgumentParser
import SettingsModel
import SettingsProtocol

/// What `--type` says a VALUE is.
enum ValueType: String, CaseIterable, WordArgument {
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
    /// Reads a VALUE of a named type.
    ///
    /// - Throws: ``Failure`` with status `.refused`.
    init(argument text: String, type: ValueType) throws {
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
        case .date: return (try? SettingDate(rfc3339: text)).map(SettingValue.date)
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

    private static func boolean(_ text: String) -> Bool? {
        TypedText(text, plain: nil).truth ?? ["1": true, "0": false][text]
    }
}

extension ValueType {
    fileprivate var example: String {
        switch self {
        case .json: #"Write it like {"size":14}"#
        case .string: "Write any text"
        case .integer: "Write a whole number that fits 64 bits, for example 14"
        case .real: "Write a number, for example 14.5"
        case .boolean: "Write true or false"
        case .date: "Write a time with its offset, for example 2026-11-21T09:30:00Z"
        case .data: "Write base64, for example AQID"
        }
    }
}
