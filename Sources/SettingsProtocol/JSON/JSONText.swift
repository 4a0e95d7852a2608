// A part of a line that is known to be JSON.

package import SettingsModel

/// One JSON value within a line, checked but not decoded, so that it can be passed on as it came.
package struct JSONText: Sendable {
    private let line: [UInt8]
    private let range: Range<Int>

    private init(_ line: [UInt8], _ range: Range<Int>) {
        self.line = line
        self.range = range
    }

    /// Checks that a line is one JSON value; blanks around it are left out.
    package init(_ line: [UInt8], nesting: Int) throws(JSONError) {
        var scanner = JSONScanner(line, line.indices)
        _ = scanner.peek()
        let start = scanner.index
        try scanner.skipValue(depth: nesting)
        range = start..<scanner.index
        self.line = line
        try scanner.expectEnd()
    }

    /// The text as it came.
    package var bytes: ArraySlice<UInt8> { line[range] }
    /// The first byte, which tells what kind of value it is.
    private var first: UInt8 { line[range.lowerBound] }

    package var isObject: Bool { first == UInt8(ascii: "{") }
    package var isArray: Bool { first == UInt8(ascii: "[") }
    package var isString: Bool { first == UInt8(ascii: "\"") }
    package var isNull: Bool { first == UInt8(ascii: "n") }
    /// Whether it is a number, written in any way.
    package var isNumber: Bool {
        first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
    }

    /// The text of a string; nil for anything else.
    package var string: String? {
        guard isString else { return nil }
        var scanner = JSONScanner(line, range)
        return try? scanner.string()  // checked already, so it reads
    }

    /// The number, if it is written as an integer and fits; nil for anything else.
    package var integer: Int64? {
        guard isNumber else { return nil }
        return Int64(String(decoding: bytes, as: UTF8.self))
    }

    /// The flag; nil for anything but `true` and `false`.
    package var boolean: Bool? {
        switch first {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: nil
        }
    }

    /// The setting's value that it stands for.
    package var value: SettingValue {
        get throws(JSONError) { try SettingValue(json: line, range) }
    }

    /// The elements of an array; nil for anything else.
    package var elements: [JSONText]? {
        guard isArray else { return nil }
        var scanner = JSONScanner(line, range.dropFirst())
        var elements: [JSONText] = []
        if scanner.take(UInt8(ascii: "]")) { return [] }
        repeat {
            guard let element = scanner.checkedValue() else { return nil }
            elements.append(JSONText(line, element))
        } while scanner.take(UInt8(ascii: ","))
        return elements
    }

    /// The members of an object in their order, also those with equal keys; nil for anything else.
    package var members: [(key: String, value: JSONText)]? {
        guard isObject else { return nil }
        var scanner = JSONScanner(line, range.dropFirst())
        var members: [(key: String, value: JSONText)] = []
        if scanner.take(UInt8(ascii: "}")) { return [] }
        members.reserveCapacity(4)  // as a request has them
        repeat {
            guard let key = try? scanner.skipKey(), let value = scanner.checkedValue() else {
                return nil  // can't be: the text was checked when it was made
            }
            members.append((scanner.text(of: key), JSONText(line, value)))
        } while scanner.take(UInt8(ascii: ","))
        return members
    }

    /// The last member with this key; nil where there is none, and for anything but an object.
    package subscript(_ key: String) -> JSONText? {
        members?.last { $0.key == key }?.value
    }
}

extension JSONScanner {
    /// Passes over a value that was checked before; its range.
    fileprivate mutating func checkedValue() -> Range<Int>? {
        _ = peek()
        let start = index
        guard (try? skipValue(depth: .max)) != nil else { return nil }
        return start..<index
    }
}
