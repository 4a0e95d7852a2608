// Why a wish isn't granted, with the command that does it all the same.

import SettingsDocument
import SettingsModel
import SettingsSchema

/// The words of refusals about one place.
struct WishWords {
    private let state: DomainState
    private let key: SettingKeyPath
    /// The place as the command has it.
    private let operand: String
    /// What was typed; nil where it isn't known, is long, or may not be shown.
    private let typed: String?
    /// The setting that is to blame: the key, or one below it.
    private var blamed: SettingKeyPath
    /// The longest text that a message repeats, in bytes.
    private static let longestText = 80

    init(_ wish: ValueWish, of key: SettingKeyPath, in state: DomainState) {
        self.state = state
        self.key = key
        blamed = key
        operand = Self.name(key, wish.place[...])
        if case .text(let text, _) = wish.content, text.text.utf8.count <= Self.longestText,
            state.secrecy(of: key) == .open
        {
            typed = text.text
        } else {
            typed = nil
        }
    }

    /// The same words about a setting below.
    func naming(_ path: SettingKeyPath) -> WishWords {
        var words = self
        words.blamed = path
        return words
    }

    private var domain: Domain { state.configuration.domain }
    private var isBelow: Bool { blamed != key }
    private var name: String { isBelow ? blamed.description : operand }

    private static func name(_ key: SettingKeyPath, _ place: ArraySlice<PathElement>) -> String {
        "\(DocumentPath(DocumentPath(key).elements + place))"
    }

    private func refusal(_ problem: String, _ advice: String) -> Refusal {
        Refusal(code: .invalid, problem: problem, advice: "Nothing was changed. " + advice)
    }

    /// A command of settingsctl; where what was typed can't be repeated, what to add to it.
    private func command(_ options: [String]) -> String {
        guard let typed else { return "Repeat the command with " + options.joined(separator: " ") }
        return command(options, operand, typed)
    }

    private func command(_ options: [String], _ operand: String, _ value: String) -> String {
        let operands = [domain.name, operand, value]
        var options = options
        if operands.contains(where: { $0.hasPrefix("-") }) { options.append("--") }
        return (["settingsctl", "set"] + options + operands).map(\.quotedForShell)
            .joined(separator: " ")
    }

    /// A value that was asked for, as a message shows it.
    private func shown(_ value: SettingValue?) -> String {
        guard isBelow else { return typed.map { "'\($0.escapedForDisplay)'" } ?? "the value" }
        let isSecret = state.secrecy(of: blamed) == .secret
        return isSecret ? "the value" : value?.quotedForMessage ?? "the value"
    }

    /// A value that is there, behind its type.
    private func current(_ value: SettingValue, at path: SettingKeyPath) -> String {
        let isShown = value.isScalar && state.secrecy(of: path) == .open
        return isShown ? " (\(value.quotedForMessage))" : ""
    }
}

// MARK: Types

extension WishWords {
    /// The value has another type than the setting.
    func isOther(_ value: SettingValue, than known: SettingValue) -> Refusal {
        let option = isBelow ? "json" : value.optionType
        return refusal(
            "'\(name)' is \(known.phrase)\(current(known, at: blamed)), but \(shown(value)) is "
                + value.phrase,
            "\(known.spelling)To change its type: \(command(["--type", option]))"
        )
    }

    /// The value would replace a table.
    func isTable(_ slot: WishSlot, _ value: SettingValue?) -> Refusal {
        var count = slot.below.count
        if case .dictionary(let entries)? = slot.known { count = entries.count }
        let size = count == 1 ? "1 setting" : "\(count) settings"
        return refusal(
            "'\(name)' is a table of \(size), which \(shown(value)) would replace",
            (slot.below.first.map { "One of them is '\($0)'. " } ?? "")
                + "To replace the table: \(command(["--force"]))"
        )
    }

    /// A value is where the key needs a table.
    func isNoTable(_ path: SettingKeyPath, _ value: SettingValue) -> Refusal {
        refusal(
            "'\(path)' is \(value.phrase)\(current(value, at: path)), not a table, "
                + "and '\(name)' would replace it",
            "To replace it by a table: \(command(["--force"]))"
        )
    }

    /// The text begins as JSON and is none.
    func isBroken(_ text: TypedText) -> Refusal {
        refusal(
            "\(shown(nil)) begins as JSON and isn't valid: \(text.mistake)",
            "If it is meant as text: \(command(["--type", "string"]))"
        )
    }
}

// MARK: Places

extension WishWords {
    /// The list isn't set.
    var isNotSet: Refusal {
        refusal(
            "'\(key)' of '\(domain)' isn't set, so it has no elements",
            "To begin a list: \(command([], key.description, "[]"))"
        )
    }

    /// The list has no such element to remove.
    var isNotThere: Refusal {
        Refusal(
            code: .notFound,
            problem: "'\(operand)' of '\(domain)' is not set",
            advice: "Nothing was changed. See: settingsctl list \(domain) "
                + key.description.quotedForShell
        )
    }

    /// The position is past the list's end.
    func isOutside(_ way: ArraySlice<PathElement>, _ count: Int) -> Refusal {
        let list = Self.name(key, way)
        let size = count == 1 ? "1 element" : "\(count) elements"
        return refusal(
            "'\(list)' has \(size), counted from 0, so there is no '\(operand)'",
            "To add one at the end: \(command([], "\(list)[\(count)]", typed ?? "VALUE"))"
        )
    }

    /// A position, where no list is.
    func isNoList(_ way: ArraySlice<PathElement>, _ value: SettingValue) -> Refusal {
        // nil: it's quoted already.
        let quoted = (try? SettingKeyPath(parsing: operand))?.description
        return refusal(
            "'\(Self.name(key, way))' is \(value.phrase), not a list, so there is no '\(operand)'",
            "A key with brackets in its name is quoted: \((quoted ?? operand).quotedForShell)"
        )
    }

    /// A key, where no table is.
    func isNoTable(_ way: ArraySlice<PathElement>, _ value: SettingValue) -> Refusal {
        refusal(
            "'\(Self.name(key, way))' is \(value.phrase), not a table, so there is no '\(operand)'",
            "See: settingsctl get \(domain) \(key.description.quotedForShell)"
        )
    }
}

extension SettingValue {
    /// The type as a sentence has it.
    fileprivate var phrase: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .real: "a real number"
        case .string: "text"
        case .date: "a date"
        case .data: "data"
        case .array: "a list"
        case .dictionary: "a table"
        case .raw: "a literal of its file's format"
        }
    }

    /// How a value of the type is written, as a sentence with a blank behind it.
    fileprivate var spelling: String {
        switch self {
        case .boolean: "Write true or false. "
        case .integer: "Write a whole number, for example 14. "
        case .real: "Write a number, for example 14.5. "
        case .date: "Write a time with its offset, for example 2026-11-21T09:30:00Z. "
        case .data: "Write base64, for example AQID. "
        case .array: "Write a JSON array, for example [1,2]. "
        case .null, .string, .dictionary, .raw: ""
        }
    }

    /// What `--type` calls the type of a value that was read by itself.
    fileprivate var optionType: String {
        switch self {
        case .boolean, .integer, .real, .string: typeName
        case .null, .array, .dictionary, .date, .data, .raw: "json"
        }
    }
}
