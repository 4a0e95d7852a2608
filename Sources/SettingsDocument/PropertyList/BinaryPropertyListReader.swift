// Reads a binary property list, whatever its bytes say.

import SettingsModel

/// Reads the objects of a binary property list.
struct BinaryPropertyListReader {
    private let bytes: [UInt8]
    private let limits: Limits
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let top: Int
    private let table: Int
    /// Objects that are being read, so that one within itself is seen.
    private var isOpen: [Bool]
    private var isRead: [Bool]
    /// Values in collections that were read again, and the bytes of strings and data that were.
    ///
    /// A scalar that a collection names is no more than its name there, however many share it.
    private var copies = 0
    private var copiedBytes = 0
    /// Where the object is that is being read.
    private var path: [PathElement] = []
    /// The keys that stand again in a dictionary, so far.
    private(set) var repeatedKeys: [RepeatedKey] = []

    private static let trailerSize = 32

    /// Reads the trailer, which says where the objects are.
    init(_ bytes: [UInt8], _ limits: Limits) throws(DocumentError) {
        func fail(_ problem: String) -> DocumentError { Self.error(problem, at: 0, bytes) }
        guard bytes.starts(with: "bplist00".utf8) else {
            throw fail("the file doesn't begin with bplist00")
        }
        let end = bytes.count - Self.trailerSize
        guard end > 8 else { throw fail("the file is cut short") }
        offsetSize = Int(bytes[end + 6])
        referenceSize = Int(bytes[end + 7])
        func number(_ start: Int) -> Int? {
            Int(exactly: bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = number(end + 8), let top = number(end + 16), let table = number(end + 24),
            count > 0, top < count, table > 8, table <= end, count <= (end - table) / offsetSize
        else { throw Self.error("the table of objects isn't where the file says", at: end, bytes) }
        self.bytes = bytes
        self.limits = limits
        objectCount = count
        self.top = top
        self.table = table
        isOpen = Array(repeating: false, count: count)
        isRead = isOpen
    }

    /// Reads the whole list.
    mutating func root() throws(DocumentError) -> SettingValue {
        try object(top, at: Place(depth: 0, isInCopy: false))
    }

    /// Where an object is met.
    private struct Place {
        var depth: Int
        /// Whether a collection that it's in was read before.
        var isInCopy: Bool
    }

    // MARK: Objects

    private mutating func object(
        _ reference: Int,
        at place: Place
    ) throws(DocumentError) -> SettingValue {
        guard reference < objectCount else {
            throw fail("an object refers to one that isn't there", table)
        }
        let start = Int(truncatingIfNeeded: number(table + reference * offsetSize, offsetSize))
        guard (8..<table).contains(start) else {
            throw fail(
                "object \(reference) is said to be outside of the file",
                table + reference * offsetSize
            )
        }
        let isCopy = isRead[reference]
        isRead[reference] = true
        let marker = bytes[start]
        let isCollection = [0xA, 0xD].contains(marker >> 4)
        if place.isInCopy || isCopy && isCollection { try countCopy(start) }
        switch marker >> 4 {
        case 0x0: return try simple(marker, start)
        case 0x1: return try integer(start)
        case 0x2: return try real(start)
        case 0x3: return try date(start)
        case 0x4, 0x5, 0x6:
            let range = try content(start, itemSize: marker >> 4 == 0x6 ? 2 : 1)
            if isCopy { try countCopied(range) }
            guard marker >> 4 > 0x4 else { return .data(Array(bytes[range])) }
            return .string(try string(range, start))
        case 0x8:
            let size = Int(marker & 0x0F) + 1
            guard size <= 8, start + size < table else {
                throw fail("a reference is cut short", start)
            }
            return .raw(PropertyListUID.text(number(start + 1, size)))
        case 0xA, 0xD:
            let inner = Place(depth: place.depth + 1, isInCopy: place.isInCopy || isCopy)
            return try container(reference, start, inner)
        default: throw unknown(start)
        }
    }

    private mutating func countCopy(_ start: Int) throws(DocumentError) {
        copies += 1
        guard copies <= limits.expandedValues else {
            throw fail(
                "shared objects expand to more than \(limits.expandedValues) values",
                start,
                .tooMany
            )
        }
    }

    private mutating func countCopied(_ range: Range<Int>) throws(DocumentError) {
        copiedBytes += range.count
        guard copiedBytes <= limits.fileBytes else {
            throw fail(
                "shared objects expand to more than \(limits.fileBytes) bytes",
                range.lowerBound,
                .tooMany
            )
        }
    }

    private func simple(_ marker: UInt8, _ start: Int) throws(DocumentError) -> SettingValue {
        switch marker {
        case 0x00: return .null
        case 0x08: return .boolean(false)
        case 0x09: return .boolean(true)
        default: throw unknown(start)
        }
    }

    private mutating func container(
        _ reference: Int,
        _ start: Int,
        _ inner: Place
    ) throws(DocumentError) -> SettingValue {
        guard !isOpen[reference] else { throw fail("a collection is within itself", start) }
        guard inner.depth <= limits.nesting else {
            throw fail("collections nest deeper than \(limits.nesting) levels", start, .tooDeep)
        }
        isOpen[reference] = true
        defer { isOpen[reference] = false }
        let isDictionary = bytes[start] >> 4 == 0xD
        let range = try content(start, itemSize: referenceSize * (isDictionary ? 2 : 1))
        let count = range.count / referenceSize
        func child(_ index: Int) -> Int {
            Int(clamping: number(range.lowerBound + index * referenceSize, referenceSize))
        }
        guard isDictionary else {
            var values: [SettingValue] = []
            for index in 0..<count {
                path.append(.index(index))
                values.append(try object(child(index), at: inner))
                path.removeLast()
            }
            return .array(values)
        }
        var entries: [SettingValue.Entry] = []
        var positions: [ExactText: Int] = [:]
        // Of each entry, the names of its key in the file.
        var names: [[Range<Int>]] = []
        for index in 0..<count / 2 {
            guard case .string(let key) = try object(child(index), at: inner) else {
                throw fail("a key is not a string", start)
            }
            path.append(.key(key))
            let value = try object(child(count / 2 + index), at: inner)
            path.removeLast()
            let nameStart = range.lowerBound + index * referenceSize
            let name = nameStart..<nameStart + referenceSize
            if let position = positions.updateValue(entries.count, forKey: ExactText(key)) {
                // The last one counts, as in the other formats.
                positions[ExactText(key)] = position
                entries[position].value = value
                names[position].append(name)
            } else {
                entries.append(SettingValue.Entry(key, value))
                names.append([name])
            }
        }
        noteRepeats(of: entries, names)
        return .dictionary(entries)
    }

    private mutating func noteRepeats(of entries: [SettingValue.Entry], _ names: [[Range<Int>]]) {
        for (entry, names) in zip(entries, names) {
            guard names.count > 1, let last = names.last else { continue }
            repeatedKeys.append(
                RepeatedKey(
                    path: DocumentPath(path + [.key(entry.key)]),
                    withoutEffect: names.dropLast(),
                    countingOffset: last.lowerBound,
                    counting: .last
                )
            )
        }
    }

    // MARK: Scalars

    /// One to eight bytes, the highest first.
    private func number(_ start: Int, _ size: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in start..<start + size { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    private func integer(_ start: Int) throws(DocumentError) -> SettingValue {
        let size = 1 << Int(bytes[start] & 0x0F)
        guard size <= 16, start + size < table else { throw fail("a number is cut short", start) }
        switch size {
        // Shorter ones have no sign, longer ones do.
        case 1, 2, 4: return .integer(Int64(number(start + 1, size)))
        case 8: return .integer(Int64(bitPattern: number(start + 1, 8)))
        default:
            let high = Int64(bitPattern: number(start + 1, 8))
            let value = Int128(high) << 64 | Int128(number(start + 9, 8))
            return Int64(exactly: value).map(SettingValue.integer) ?? .raw(String(value))
        }
    }

    private func real(_ start: Int) throws(DocumentError) -> SettingValue {
        let size = 1 << Int(bytes[start] & 0x0F)
        guard size == 4 || size == 8, start + size < table else {
            throw fail("a real number has \(size) bytes, expected 4 or 8", start)
        }
        let bits = number(start + 1, size)
        if size == 8 { return .real(Double(bitPattern: bits)) }
        return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    }

    private func date(_ start: Int) throws(DocumentError) -> SettingValue {
        let seconds = start + 8 < table ? Double(bitPattern: number(start + 1, 8)) : .nan
        guard bytes[start] == 0x33, PropertyListDate.isDate(seconds) else {
            throw fail("found a date that is none", start)
        }
        return PropertyListDate.date(seconds).map(SettingValue.date)
            ?? .raw(PropertyListDate.text(seconds))
    }

    private func string(_ range: Range<Int>, _ start: Int) throws(DocumentError) -> String {
        if bytes[start] >> 4 == 0x5 {
            guard bytes[range].allSatisfy({ $0 < 0x80 }) else {
                throw fail("found a string that is not ASCII where it says so", start, .utf8)
            }
            return String(decoding: bytes[range], as: UTF8.self)
        }
        let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        guard let string = String(validating: units, as: UTF16.self) else {
            throw fail("found half of a surrogate pair in a string", start, .utf8)
        }
        return string
    }

    /// The bytes of an object that says its length, in items of a size.
    private func content(_ start: Int, itemSize: Int) throws(DocumentError) -> Range<Int> {
        var count = UInt64(bytes[start] & 0x0F)
        var begin = start + 1
        if count == 0x0F {
            guard begin < table, bytes[begin] >> 4 == 0x1, bytes[begin] & 0x0F <= 3 else {
                throw fail("an object has no length", start)
            }
            let size = 1 << Int(bytes[begin] & 0x0F)
            guard begin + size < table else { throw fail("an object is cut short", start) }
            count = number(begin + 1, size)
            begin += 1 + size
        }
        guard begin <= table, count <= UInt64((table - begin) / itemSize) else {
            throw fail("an object reaches past the end of all objects", start)
        }
        return begin..<begin + Int(count) * itemSize
    }

    // MARK: Errors

    private func unknown(_ start: Int) -> DocumentError {
        let marker = String(bytes[start], radix: 16, uppercase: true)
        return fail("found the unknown type 0x\(marker)", start)
    }

    private func fail(
        _ problem: String,
        _ offset: Int,
        _ code: DocumentError.Code = .syntax
    ) -> DocumentError {
        Self.error(problem, at: offset, bytes, code)
    }

    private static func error(
        _ problem: String,
        at offset: Int,
        _ bytes: [UInt8],
        _ code: DocumentError.Code = .syntax
    ) -> DocumentError {
        DocumentError(
            code: code,
            at: offset,
            in: bytes,
            problem: problem + " (byte \(offset))",
            advice: "Let the program that owns the file write it anew"
        )
    }
}
