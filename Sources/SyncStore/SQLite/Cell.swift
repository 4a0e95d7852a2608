// One value on its way into a statement.

import SettingsModel
import SettingsProtocol

/// What a parameter of a statement is bound to.
enum Cell {
    case null
    case integer(Int64)
    case text(String)
    /// Bytes that SQLite doesn't copy: they must stay until the statement is reset.
    case blob(UnsafeRawBufferPointer)
    /// JSON, already written.
    case json([UInt8])

    /// A number of all 64 bits; SQLite shows one past `Int64.max` as negative.
    static func unsigned(_ number: UInt64) -> Cell { .integer(Int64(bitPattern: number)) }

    /// A number, or NULL for nil.
    static func unsigned(_ number: UInt64?) -> Cell { number.map(unsigned) ?? .null }

    /// A number, or NULL for nil.
    static func integer(_ number: Int64?) -> Cell { number.map { .integer($0) } ?? .null }

    /// A count or a length.
    static func count(_ number: Int) -> Cell { .integer(Int64(number)) }

    /// A text, or NULL for nil.
    static func text(_ text: String?) -> Cell { text.map { .text($0) } ?? .null }

    /// A setting's value as JSON, or NULL for a tombstone or nothing.
    static func value(_ value: SettingValue?) -> Cell {
        guard let value else { return .null }
        var json: [UInt8] = []
        value.appendJSON(to: &json)
        return .json(json)
    }

    /// Numbers as JSON, or NULL for none.
    static func numbers(_ numbers: [UInt64]) -> Cell {
        numbers.isEmpty ? .null : .value(.array(numbers.map { .integer(Int64(bitPattern: $0)) }))
    }

    /// A key path as people write it.
    static func keyPath(_ keyPath: SettingKeyPath) -> Cell { .text(keyPath.description) }
}
