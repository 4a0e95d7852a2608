// settingsctl write: values as macOS defaults takes them.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A value as macOS takes it.
struct Write: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set a value as macOS 'defaults write' does.",
        usage: "settingsctl write [--json] DOMAIN KEY [TYPE] VALUE ...",
        discussion: """
            TYPE is -string, -int, -float, -bool, -date, -data (hexadecimal), -array, -array-add, \
            -dict or -dict-add; without it, VALUE is JSON, and what isn't JSON is a string. Elements of an \
            array, and values of a dictionary, may have a type each: -array -int 1 -int 2. -g as DOMAIN is \
            NSGlobalDomain. Whatever follows KEY belongs to the value, also --json.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .flatKey, completion: .settings, transform: SettingKeyPath.flat)
    var key: SettingKeyPath
    @Argument(parsing: .captureForPassthrough, help: "[TYPE] VALUE ...") var words: [String]
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        switch try WrittenValue(words) {
        case .value(let value): try action(value).run(with: client)
        case .elements(let added): try add(added, client)
        case .entries(let entries):
            let changes = entries.map { (key.appending($0.key), Optional($0.value)) }
            try client.make(changes, in: domain, output)
        }
    }

    private func action(_ value: SettingValue, ifRev: UInt64? = nil) -> SetAction {
        var action = SetAction(domain: domain, key: KeyText(key), .value(value))
        action.ifRev = ifRev
        action.isJSON = output.json
        return action
    }

    /// Adds elements to the array that is there, unless it changes meanwhile.
    private func add(_ added: [SettingValue], _ client: Client) throws {
        let setting = try client.setting(domain, key, layer: .user)
        var elements: [SettingValue] = []
        if let setting {
            guard case .array(let old) = setting.value else {
                throw Failure(
                    .refused,
                    "'\(key)' of '\(domain)' is of type \(setting.value.typeName), no array",
                    advice: "Nothing was changed. Set a new array with -array"
                )
            }
            elements = old
        }
        let value = SettingValue.array(elements + added)
        try action(value, ifRev: setting?.rev ?? 0).run(with: client)
    }
}

/// What the words after the key say.
private enum WrittenValue {
    case value(SettingValue)
    /// Elements to add to an array.
    case elements([SettingValue])
    /// Entries to add to a dictionary.
    case entries([SettingValue.Entry])

    init(_ words: [String]) throws {
        var reader = WordReader(words)
        switch words.first {
        case "-array":
            reader.skip()
            self = .value(.array(try reader.values()))
        case "-array-add":
            reader.skip()
            self = .elements(try reader.values())
        case "-dict":
            reader.skip()
            self = .value(.dictionary(try reader.entries()))
        case "-dict-add":
            reader.skip()
            self = .entries(try reader.entries())
        default:
            self = .value(try reader.value(untyped: .byItsLook))
            guard reader.isAtEnd else {
                throw ValidationError("There is more than one VALUE; quote blanks, or use -array.")
            }
        }
    }
}

/// Reads `[TYPE] VALUE` again and again.
private struct WordReader {
    private var words: ArraySlice<String>

    init(_ words: [String]) { self.words = words[...] }

    var isAtEnd: Bool { words.isEmpty }

    mutating func skip() { words.removeFirst() }

    mutating func values() throws -> [SettingValue] {
        var values: [SettingValue] = []
        while !isAtEnd { values.append(try value(untyped: .string)) }
        return values
    }

    mutating func entries() throws -> [SettingValue.Entry] {
        var entries: [SettingValue.Entry] = []
        while let key = words.popFirst() {
            entries.removeAll { $0.key.isSame(as: key) }
            entries.append(.init(key, try value(untyped: .string)))
        }
        return entries
    }

    /// What a value without a type is taken as; within a collection macOS takes it as a string.
    enum Untyped { case string, byItsLook }

    /// One value, with or without its type.
    mutating func value(untyped: Untyped) throws -> SettingValue {
        guard let first = words.popFirst() else { throw ValidationError("A VALUE is missing.") }
        let type: ValueType
        switch first {
        case "-string": type = .string
        case "-int", "-integer": type = .integer
        case "-float": type = .real
        case "-bool", "-boolean": type = .boolean
        case "-date": type = .date
        case "-data": return try hexadecimal(words.popFirst() ?? "")
        default:
            if untyped == .string { return .string(first) }
            return try SettingValue(argument: first, stringOption: "-string")
        }
        guard let text = words.popFirst() else {
            throw ValidationError("A VALUE is missing after \(first).")
        }
        return try SettingValue(argument: text, type: type)
    }

    private func hexadecimal(_ text: String) throws -> SettingValue {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count % 2 == 0 else {
            throw Failure(
                .refused,
                "'\(text)' is no data",
                advice: "Nothing was changed. Write two hexadecimal digits for each byte"
            )
        }
        return .data(
            stride(from: 0, to: digits.count, by: 2).map {
                UInt8(digits[$0] << 4 | digits[$0 + 1])
            }
        )
    }
}
