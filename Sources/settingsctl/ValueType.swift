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
    /// Reads a VALUE of a named type; one from the standard input isn't shown.
    ///
    /// - Throws: ``Failure`` with status `.refused`.
    init(argument text: String, type: ValueType, isShown: Bool = true) throws {
        let (value, mistake) = Self.read(text, type)
        guard let value else {
            let what = isShown ? "'\(text)'" : "the standard input"
            throw Failure(
                .refused,
                "\(what) is no \(type.title)" + (isShown ? mistake ?? "" : ""),
                advice: "Nothing was changed. \(type.example)"
            )
        }
        self = value
    }

    /// The value, or the words of what is wrong where more is known than that something is.
    private static func read(
        _ text: String,
        _ type: ValueType
    ) -> (value: SettingValue?, mistake: String?) {
        switch type {
        case .string: return (.string(text), nil)
        case .integer: return (Int64(text).map(SettingValue.integer), nil)
        case .real: return (Double(text).map(SettingValue.real), nil)
        case .boolean: return (boolean(text).map(SettingValue.boolean), nil)
        // nil: said as for the other types
        case .date: return ((try? SettingDate(rfc3339: text)).map(SettingValue.date), nil)
        case .data: return ((try? Base64.decode(text.utf8)).map(SettingValue.data), nil)
        case .json:
            do {
                return (try SettingValue(json: text), nil)
            } catch {
                return (nil, ": \(error.problem)")
            }
        }
    }

    private static func boolean(_ text: String) -> Bool? {
        TypedText(text, plain: nil).truth ?? ["1": true, "0": false][text]
    }
}

extension ValueType {
    /// What it is called in a sentence.
    fileprivate var title: String { self == .json ? "JSON" : rawValue }

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
