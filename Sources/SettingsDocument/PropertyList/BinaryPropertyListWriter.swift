// Writes a binary property list; the same value always gives the same bytes.

import SettingsModel

/// Writes the objects of a binary property list, in the order of the value.
struct BinaryPropertyListWriter {
    /// What an object has beside its marker.
    private enum Object {
        case scalar([UInt8])
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }
    private var objects: [Object] = []
    /// Scalars that are there already: each is written once.
    private var scalars: [SettingValue: Int] = [:]

    /// The value as a whole file.
    static func bytes(of value: SettingValue) throws(EditError) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        _ = try writer.add(value)
        return writer.file()
    }

    // MARK: Objects

    /// Takes a value in, a container before what it holds.
    ///
    /// - Returns: Its number.
    private mutating func add(_ value: SettingValue) throws(EditError) -> Int {
        switch value {
        case .array(let values):
            let number = reserve()
            var references: [Int] = []
            for value in values { references.append(try add(value)) }
            objects[number] = .array(references)
            return number
        case .dictionary(let entries):
            let number = reserve()
            var keys: [Int] = []
            var values: [Int] = []
            for entry in entries { keys.append(try add(.string(entry.key))) }
            for entry in entries { values.append(try add(entry.value)) }
            objects[number] = .dictionary(keys: keys, values: values)
            return number
        default:
            if let number = scalars[value] { return number }
            let number = reserve()
            objects[number] = .scalar(try Self.scalar(value))
            scalars[value] = number
            return number
        }
    }

    private mutating func reserve() -> Int {
        objects.append(.scalar([]))
        return objects.count - 1
    }

    private static func scalar(_ value: SettingValue) throws(EditError) -> [UInt8] {
        switch value {
        case .null: return [0x00]
        case .boolean(let value): return [value ? 0x09 : 0x08]
        case .integer(let value): return integer(value)
        case .real(let value): return [0x23] + bigEndian(value.bitPattern, 8)
        case .date(let date):
            guard let seconds = PropertyListDate.seconds(date) else {
                throw .unrepresentable(
                    "the date \(date)",
                    in: "a binary property list",
                    advice: "Set a date that a double of seconds can tell from its neighbours"
                )
            }
            return [0x33] + bigEndian(seconds.bitPattern, 8)
        case .data(let bytes): return header(0x40, count: bytes.count) + bytes
        case .string(let text):
            if text.utf8.allSatisfy({ $0 < 0x80 }) {
                return header(0x50, count: text.utf8.count) + Array(text.utf8)
            }
            let units = Array(text.utf16)
            return header(0x60, count: units.count)
                + units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        case .raw(let text): return try raw(text)
        case .array, .dictionary: return []
        }
    }

    /// Whether a text is a reference of a keyed archive, a far date, or a number of more than 64 bits.
    static func isLiteral(_ text: String) -> Bool {
        if PropertyListDate.number(text) != nil { return true }
        if let uid = PropertyListUID.number(text) { return PropertyListUID.text(uid) == text }
        return Int64(text) == nil && Int128(text).map { String($0) == text } == true
    }

    private static func raw(_ text: String) throws(EditError) -> [UInt8] {
        if let uid = PropertyListUID.number(text) {
            let size = uid <= 0xFF ? 1 : uid <= 0xFFFF ? 2 : uid <= 0xFFFF_FFFF ? 4 : 8
            return [0x80 | UInt8(size - 1)] + bigEndian(uid, size)
        }
        if let seconds = PropertyListDate.number(text) {
            return [0x33] + bigEndian(seconds.bitPattern, 8)
        }
        guard let number = Int128(text) else {
            throw .unrepresentable(.raw(text), in: "a binary property list")
        }
        let bits = UInt128(bitPattern: number)
        return [0x14] + bigEndian(UInt64(truncatingIfNeeded: bits >> 64), 8)
            + bigEndian(UInt64(truncatingIfNeeded: bits), 8)
    }

    /// An integer with as few bytes as hold it; a negative one takes eight.
    private static func integer(_ value: Int64) -> [UInt8] {
        switch value {
        case 0...0xFF: [0x10, UInt8(value)]
        case 0...0xFFFF: [0x11] + bigEndian(UInt64(value), 2)
        case 0...0xFFFF_FFFF: [0x12] + bigEndian(UInt64(value), 4)
        default: [0x13] + bigEndian(UInt64(bitPattern: value), 8)
        }
    }

    private static func header(_ marker: UInt8, count: Int) -> [UInt8] {
        count < 0x0F ? [marker | UInt8(count)] : [marker | 0x0F] + integer(Int64(count))
    }

    private static func bigEndian(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - $0))) }
    }

    // MARK: The file

    private func file() -> [UInt8] {
        let referenceSize = Self.size(for: objects.count)
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        func append(_ references: [Int]) {
            for reference in references {
                bytes += Self.bigEndian(UInt64(reference), referenceSize)
            }
        }
        for object in objects {
            offsets.append(bytes.count)
            switch object {
            case .scalar(let scalar): bytes += scalar
            case .array(let values):
                bytes += Self.header(0xA0, count: values.count)
                append(values)
            case .dictionary(let keys, let values):
                bytes += Self.header(0xD0, count: keys.count)
                append(keys)
                append(values)
            }
        }
        let table = bytes.count
        let offsetSize = Self.size(for: table)
        for offset in offsets { bytes += Self.bigEndian(UInt64(offset), offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [objects.count, 0, table] { bytes += Self.bigEndian(UInt64(number), 8) }
        return bytes
    }

    /// The bytes that hold numbers up to one.
    private static func size(for number: Int) -> Int {
        number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFF_FFFF ? 4 : 8
    }
}
