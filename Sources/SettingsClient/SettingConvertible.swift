// Between settings and the types of a program.

public import SettingsModel

/// A type that a setting can be read as and written from.
///
/// Numbers, Booleans, text, dates, bytes (`[UInt8]`), arrays and dictionaries of these are; so is a
/// `RawRepresentable` enum that says it is, and any type of the program's own.
public protocol SettingConvertible: Sendable {
    /// Reads a setting; nil where the setting is of another type, or out of range.
    init?(settingValue: SettingValue)
    /// The value that says the same.
    var settingValue: SettingValue { get }
    /// Reads a setting as a list of this type; bytes are a list, too, but no array.
    static func list(of settingValue: SettingValue) -> [Self]?
    /// The value that says the same as a list.
    static func settingValue(of list: [Self]) -> SettingValue
}

extension SettingConvertible {
    /// The elements of an array, if all are of this type.
    public static func list(of settingValue: SettingValue) -> [Self]? {
        guard case .array(let values) = settingValue else { return nil }
        let elements = values.compactMap(Self.init(settingValue:))
        return elements.count == values.count ? elements : nil
    }

    /// An array.
    public static func settingValue(of list: [Self]) -> SettingValue {
        .array(list.map(\.settingValue))
    }
}

extension SettingValue: SettingConvertible {
    /// The value itself.
    public init?(settingValue: SettingValue) { self = settingValue }
    /// The setting that says the same.
    public var settingValue: SettingValue { self }
}

extension Bool: SettingConvertible {
    /// The Boolean; numbers are none.
    public init?(settingValue: SettingValue) {
        guard case .boolean(let flag) = settingValue else { return nil }
        self = flag
    }
    /// The setting that says the same.
    public var settingValue: SettingValue { .boolean(self) }
}

extension String: SettingConvertible {
    /// The text; numbers are none.
    public init?(settingValue: SettingValue) {
        guard case .string(let text) = settingValue else { return nil }
        self = text
    }
    /// The setting that says the same.
    public var settingValue: SettingValue { .string(self) }
}

extension Double: SettingConvertible {
    /// The number, also where a file has it without a point.
    public init?(settingValue: SettingValue) {
        switch settingValue {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        case .raw(let digits) where digits.isWholeNumber:
            guard let number = Double(digits), number.isFinite else { return nil }
            self = number
        default: return nil
        }
    }
    /// The setting that says the same.
    public var settingValue: SettingValue { .real(self) }
}

extension Float: SettingConvertible {
    /// The number, rounded to what the type holds.
    public init?(settingValue: SettingValue) {
        guard let number = Double(settingValue: settingValue) else { return nil }
        self.init(number)
        guard isFinite == number.isFinite else { return nil }
    }
    /// The setting that says the same.
    public var settingValue: SettingValue { .real(Double(self)) }
}

extension String {
    /// Whether it's a number as a file has it that is beyond 64 bits with a sign: digits alone.
    fileprivate var isWholeNumber: Bool {
        let digits = utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        return !digits.isEmpty
            && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
}

extension SettingConvertible where Self: FixedWidthInteger {
    /// The number if it is a whole one and the type holds it.
    public init?(settingValue: SettingValue) {
        switch settingValue {
        case .integer(let number): self.init(exactly: number)
        case .real(let number): self.init(exactly: number)
        case .raw(let digits): self.init(digits)
        default: return nil
        }
    }

    /// The number; beyond 64 bits with a sign, its digits.
    public var settingValue: SettingValue {
        Int64(exactly: self).map(SettingValue.integer) ?? .raw(String(self))
    }
}

extension Int: SettingConvertible {}
extension Int8: SettingConvertible {}
extension Int16: SettingConvertible {}
extension Int32: SettingConvertible {}
extension Int64: SettingConvertible {}
extension UInt: SettingConvertible {}
extension UInt16: SettingConvertible {}
extension UInt32: SettingConvertible {}
extension UInt64: SettingConvertible {}

extension UInt8: SettingConvertible {
    /// Data, or an array of small numbers, which some formats have in its place.
    public static func list(of settingValue: SettingValue) -> [UInt8]? {
        switch settingValue {
        case .data(let bytes): return bytes
        case .array(let values):
            let bytes = values.compactMap(UInt8.init(settingValue:))
            return bytes.count == values.count ? bytes : nil
        default: return nil
        }
    }

    /// Data.
    public static func settingValue(of list: [UInt8]) -> SettingValue { .data(list) }
}

extension SettingDate: SettingConvertible {
    /// The point in time.
    public init?(settingValue: SettingValue) {
        guard case .date(let date) = settingValue else { return nil }
        self = date
    }
    /// The setting that says the same.
    public var settingValue: SettingValue { .date(self) }
}

extension Array: SettingConvertible where Element: SettingConvertible {
    /// The elements, if all are of the type.
    public init?(settingValue: SettingValue) {
        guard let list = Element.list(of: settingValue) else { return nil }
        self = list
    }
    /// The setting that says the same.
    public var settingValue: SettingValue { Element.settingValue(of: self) }
}

extension Dictionary: SettingConvertible where Key == String, Value: SettingConvertible {
    /// The entries, if all values are of the type.
    public init?(settingValue: SettingValue) {
        guard case .dictionary(let entries) = settingValue else { return nil }
        self.init()
        for entry in entries {
            guard let value = Value(settingValue: entry.value) else { return nil }
            self[entry.key] = value
        }
    }
    /// The setting that says the same.
    public var settingValue: SettingValue {
        .dictionary(sorted { $0.key < $1.key }.map { .init($0.key, $0.value.settingValue) })
    }
}

extension SettingConvertible where Self: RawRepresentable, RawValue: SettingConvertible {
    /// The case that the setting names.
    public init?(settingValue: SettingValue) {
        guard let rawValue = RawValue(settingValue: settingValue) else { return nil }
        self.init(rawValue: rawValue)
    }
    /// The setting that says the same.
    public var settingValue: SettingValue { rawValue.settingValue }
}
