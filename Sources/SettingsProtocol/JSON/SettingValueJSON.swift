// A setting's value as JSON, and back, without loss.

public import SettingsModel

/// The keys that mark what JSON has no type for; an object with exactly one of them is that value.
private enum Marker: String {
    /// Data, as base64.
    case bytes = "$bytes"
    /// A date, as RFC 3339.
    case date = "$date"
    /// A literal of some language, by its text.
    case raw = "$raw"
    /// A number that JSON can't write: `nan`, `inf` or `-inf`.
    case real = "$real"
    /// A dictionary that has one of these keys itself, as pairs.
    case object = "$object"

    init?(key: String) {
        // Almost every key ends here, which is much faster than comparing it with each marker.
        guard key.utf8.first == UInt8(ascii: "$") else { return nil }
        self.init(rawValue: key)
    }
}

// MARK: Writing

extension SettingValue {
    /// The value as JSON on one line; ``init(json:)-([UInt8])`` gives the same value back.
    public var json: String {
        var bytes: [UInt8] = []
        appendJSON(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``json``.
    package func appendJSON(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .boolean(let flag): bytes += (flag ? "true" : "false").utf8
        case .integer(let number): bytes += String(number).utf8
        case .real(let number): Self.append(number, to: &bytes)
        case .string(let text): bytes.appendJSONString(text)
        case .date(let date): Self.append(.date, date.description, to: &bytes)
        case .data(let data): Self.append(.bytes, Base64.encode(data), to: &bytes)
        case .raw(let text): Self.append(raw: text, to: &bytes)
        case .array(let values): Self.append(values, to: &bytes)
        case .dictionary(let entries): Self.append(entries, to: &bytes)
        }
    }

    private static func append(_ number: Double, to bytes: inout [UInt8]) {
        guard number.isFinite else {
            append(.real, number.isNaN ? "nan" : number < 0 ? "-inf" : "inf", to: &bytes)
            return
        }
        // Swift's shortest form has a point or an exponent, so it reads back as a real.
        bytes += number.description.utf8
    }

    private static func append(raw text: String, to bytes: inout [UInt8]) {
        // A number's digits go as they are if they come back as a literal.
        if let value = try? SettingValue(json: Array(text.utf8)), value == .raw(text) {
            bytes += text.utf8
        } else {
            append(.raw, text, to: &bytes)
        }
    }

    private static func append(_ marker: Marker, _ text: String, to bytes: inout [UInt8]) {
        bytes += "{\"".utf8
        bytes += marker.rawValue.utf8
        bytes += "\":".utf8
        bytes.appendJSONString(text)
        bytes.append(UInt8(ascii: "}"))
    }

    private static func append(_ values: [SettingValue], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            value.appendJSON(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func append(_ entries: [Entry], to bytes: inout [UInt8]) {
        let isPlain = entries.allSatisfy { Marker(key: $0.key) == nil }
        bytes += (isPlain ? "{" : "{\"\(Marker.object.rawValue)\":[").utf8
        for (index, entry) in entries.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if !isPlain { bytes.append(UInt8(ascii: "[")) }
            bytes.appendJSONString(entry.key)
            bytes.append(UInt8(ascii: isPlain ? ":" : ","))
            entry.value.appendJSON(to: &bytes)
            if !isPlain { bytes.append(UInt8(ascii: "]")) }
        }
        bytes += (isPlain ? "}" : "]}").utf8
    }
}

// MARK: Reading

extension SettingValue {
    /// Reads a value; blanks around it are passed over.
    ///
    /// Collections may nest as deep as in a settings file, whatever JSON writes them with.
    package init(json bytes: [UInt8]) throws(JSONError) {
        try self.init(json: bytes, bytes.indices)
    }

    /// Reads a value from its text.
    public init(json text: String) throws(JSONError) {
        try self.init(json: Array(text.utf8))
    }

    /// Reads the value that fills a range of `bytes`.
    init(json bytes: [UInt8], _ range: Range<Int>) throws(JSONError) {
        var scanner = JSONScanner(bytes, range)
        self = try scanner.value(depth: Limits.standard.nesting)
        try scanner.expectEnd()
    }
}

extension JSONScanner {
    /// Reads one value, in which `depth` more levels of arrays and dictionaries may open.
    fileprivate mutating func value(depth: Int) throws(JSONError) -> SettingValue {
        switch peek() {
        case UInt8(ascii: "{"): return try dictionary(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try skip("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try skip("false")
            return .boolean(false)
        case UInt8(ascii: "n"):
            try skip("null")
            return .null
        default: return try number()
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> SettingValue {
        try open(depth: depth)
        if take(UInt8(ascii: "]")) { return .array([]) }
        var values: [SettingValue] = []
        repeat { values.append(try value(depth: depth - 1)) } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"), "or ',' after an element")
        return .array(values)
    }

    private mutating func dictionary(depth: Int) throws(JSONError) -> SettingValue {
        try open(depth: depth)
        if take(UInt8(ascii: "}")) { return .dictionary([]) }
        var entries = DistinctEntries()
        repeat {
            let start = index
            let key = text(of: try skipKey())
            if let marker = Marker(key: key) {
                guard entries.list.isEmpty else { throw mixed(marker, at: start) }
                let value = try marked(marker, depth: depth)
                guard take(UInt8(ascii: "}")) else { throw mixed(marker, at: start) }
                return value
            }
            try entries.append(key, try value(depth: depth - 1), at: start)
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"), "or ',' after a member")
        return .dictionary(entries.list)
    }

    private mutating func number() throws(JSONError) -> SettingValue {
        let start = index
        let isInteger = try skipNumber()
        let text = bytes.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[start..<index]), as: UTF8.self)
        }
        if isInteger { return Int64(text).map(SettingValue.integer) ?? .raw(text) }
        guard let number = Double(text), number.isFinite, !isUnderflow(number, start..<index) else {
            return .raw(text)
        }
        return .real(number)
    }

    /// Whether a number other than 0 became 0.
    private func isUnderflow(_ number: Double, _ range: Range<Int>) -> Bool {
        guard number == 0 else { return false }
        let mantissa = bytes[range].prefix { $0 | 0x20 != UInt8(ascii: "e") }
        return mantissa.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }
}

// MARK: Marked values

extension JSONScanner {
    private mutating func marked(_ marker: Marker, depth: Int) throws(JSONError) -> SettingValue {
        if marker == .object { return try pairs(depth: depth) }
        let start = index
        guard peek() == UInt8(ascii: "\"") else {
            throw wrongType("'\(marker.rawValue)' holds something else than a string", at: start)
        }
        let text = try string()
        do {
            switch marker {
            case .bytes: return .data(try Base64.decode(text.utf8))
            case .date: return .date(try SettingDate(rfc3339: text))
            case .real: return .real(try special(text, at: start))
            case .raw, .object: return .raw(text)
            }
        } catch let error as ModelError {
            throw wrongType(error.problem, at: start)
        } catch let error as JSONError {
            throw error
        } catch {
            throw wrongType("\(error)", at: start)
        }
    }

    private func special(_ text: String, at offset: Int) throws(JSONError) -> Double {
        switch text {
        case "nan": return .nan
        case "inf": return .infinity
        case "-inf": return -.infinity
        default: throw wrongType("'$real' is not nan, inf or -inf", at: offset)
        }
    }

    private mutating func pairs(depth: Int) throws(JSONError) -> SettingValue {
        try expect(UInt8(ascii: "["), "of pairs in '$object'")
        var entries = DistinctEntries()
        if take(UInt8(ascii: "]")) { return .dictionary([]) }
        repeat {
            try expect(UInt8(ascii: "["), "of a pair in '$object'")
            let start = index
            guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
            let key = try string()
            try expect(UInt8(ascii: ","), "after a pair's key")
            try entries.append(key, try value(depth: depth - 1), at: start)
            try expect(UInt8(ascii: "]"), "after a pair's value")
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"), "or ',' after a pair")
        return .dictionary(entries.list)
    }

    private func mixed(_ marker: Marker, at offset: Int) -> JSONError {
        wrongType(
            "'\(marker.rawValue)' has other keys beside it, expected {\"$object\":[[key,value],…]}",
            at: offset
        )
    }

    private func wrongType(_ problem: String, at offset: Int) -> JSONError {
        JSONError(code: .wrongType, offset: offset, problem: problem)
    }
}

/// Entries of one dictionary, none twice; linear while there are few.
private struct DistinctEntries {
    private static let few = 16
    private(set) var list: [SettingValue.Entry] = []
    private var keys: Set<ExactText> = []

    mutating func append(_ key: String, _ value: SettingValue, at offset: Int) throws(JSONError) {
        let isNew: Bool
        if list.count < Self.few {
            isNew = !list.contains { $0.key.isSame(as: key) }
        } else {
            if keys.isEmpty { keys = Set(list.map { ExactText($0.key) }) }
            isNew = keys.insert(ExactText(key)).inserted
        }
        guard isNew else {
            throw JSONError(
                code: .duplicate,
                offset: offset,
                problem: "duplicate key '\(key.escapedForDisplay)' in one object"
            )
        }
        list.append(SettingValue.Entry(key, value))
    }
}
