// Settings as the types that swift-configuration asks for.

public import Configuration
import FoundationEssentials
import SettingsClient

/// A setting that is of another type than the program asked for.
///
/// It doesn't say the value, which may be a secret.
public struct SettingTypeError: Error, Equatable, CustomStringConvertible {
    /// The setting's key path.
    public var key: String
    /// The name of the type that it has.
    public var found: String
    /// What the program asked for.
    public var expected: ConfigType

    /// The error as a sentence.
    public var description: String {
        "'\(key)' is a value of type \(found), expected \(expected.rawValue)"
    }
}

extension ConfigContent {
    /// The setting as a type; nil where it is of another.
    init?(_ value: SettingValue, as type: ConfigType) {
        func read<Value: SettingConvertible>(_ make: (Value) -> ConfigContent) -> ConfigContent? {
            Value(settingValue: value).map(make)
        }
        let content =
            switch type {
            case .string: read(ConfigContent.string)
            case .int: read(ConfigContent.int)
            case .double: read(ConfigContent.double)
            case .bool: read(ConfigContent.bool)
            case .bytes: read { (bytes: Bytes) in .bytes(bytes.array) }
            case .stringArray: read(ConfigContent.stringArray)
            case .intArray: read(ConfigContent.intArray)
            case .doubleArray: read(ConfigContent.doubleArray)
            case .boolArray: read(ConfigContent.boolArray)
            case .byteChunkArray:
                read { (chunks: [Bytes]) in .byteChunkArray(chunks.map(\.array)) }
            }
        guard let content else { return nil }
        self = content
    }
}

/// Data; base64 where a file's format has no data, as the library's own file providers have it.
private struct Bytes: SettingConvertible {
    var array: [UInt8]

    init?(settingValue: SettingValue) {
        if case .string(let text) = settingValue {
            guard let data = Data(base64Encoded: text) else { return nil }
            array = Array(data)
        } else if let bytes = [UInt8](settingValue: settingValue) {
            array = bytes
        } else {
            return nil
        }
    }

    var settingValue: SettingValue { array.settingValue }
}
