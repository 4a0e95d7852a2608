// Settings in a binary property list.

package import SettingsModel

/// A settings file in the binary form of property lists, version 00.
///
/// It has no text to keep: a change writes the whole file anew, in the order that it had, and a
/// change to what is there already writes nothing. A 32-bit real becomes a 64-bit one when written.
/// The form is described in Apple's CFBinaryPList.c.
package struct BinaryPropertyList: Document {
    /// A property list that is an empty dictionary: one object, one offset, and the trailer.
    package static let emptyFile: [UInt8] =
        Array("bplist00".utf8) + [0xD0, 0x08]
        + [0, 0, 0, 0, 0, 0, 1, 1]
        + [0, 0, 0, 0, 0, 0, 0, 1]
        + [0, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 0, 0, 0, 0, 0, 9]

    package let bytes: [UInt8]
    package let format: Format
    package let root: SettingValue
    package let repeatedKeys: [RepeatedKey]
    private let limits: Limits

    package init(_ bytes: [UInt8], as format: Format, limits: Limits) throws(DocumentError) {
        self.bytes = bytes
        self.format = format
        self.limits = limits
        var reader = try BinaryPropertyListReader(bytes, limits)
        root = try reader.root()
        repeatedKeys = reader.repeatedKeys.sorted { $0.offset < $1.offset }
        guard entries.count <= limits.keysPerDomain else {
            throw DocumentError(
                code: .tooMany,
                at: 0,
                in: bytes,
                problem: "the file has more than \(limits.keysPerDomain) keys",
                advice: "Move some of them into another file"
            )
        }
    }

    /// The leaves; they have no place that a person could look at.
    package var entries: [DocumentEntry] {
        guard case .dictionary(let entries) = root else { return [] }
        return entries.flatMap { entry in
            entry.value.leaves(at: SettingKeyPath(segments: [entry.key]), limits: limits)
                .map { DocumentEntry(keyPath: $0.0, value: $0.1, offset: 0) }
        }
    }

    package var comments: [Range<Int>] { [] }

    /// Always nil: a value may be shared by several places.
    package func span(of path: DocumentPath) -> Range<Int>? { nil }

    package func edits(
        for changes: [DocumentChange],
        style: EditStyle
    ) throws(EditError) -> [Edit] {
        let tree = ChangeTree(changes)
        if case .kept = tree.base, !tree.keys.isEmpty {
            guard case .dictionary = root else { throw .notADictionary(root) }
        }
        guard !changes.contains(where: { $0.value?.hasNull == true }) else {
            throw .unrepresentable(.null, in: "a binary property list")
        }
        let new = try tree.applied(to: root) ?? .dictionary([])
        guard new != root else { return [] }
        return [Edit(0..<bytes.count, try BinaryPropertyListWriter.bytes(of: new))]
    }
}

extension SettingValue {
    fileprivate var hasNull: Bool {
        switch self {
        case .null: true
        case .array(let values): values.contains(where: \.hasNull)
        case .dictionary(let entries): entries.contains(where: \.value.hasNull)
        default: false
        }
    }
}

// MARK: Literals that no common type holds

/// A reference that keyed archives use, as a raw literal: `UID(7)`.
enum PropertyListUID {
    /// The literal of a reference.
    static func text(_ number: UInt64) -> String { "UID(\(number))" }

    /// The number of a reference, or nil for another literal.
    static func number(_ text: String) -> UInt64? {
        guard text.hasPrefix("UID("), text.hasSuffix(")") else { return nil }
        return UInt64(text.dropFirst(4).dropLast())
    }
}

/// Seconds since 2001, as binary property lists count them.
enum PropertyListDate {
    /// 2001-01-01T00:00:00Z in seconds since 1970.
    private static let epoch: Int64 = 978_307_200
    /// Some 30 million years; what is further is no date.
    private static let furthest = 1e15
    /// The seconds that a ``SettingDate`` can have, less the epoch.
    private static let range: Range<Double> = {
        let range = SettingDate.secondsRange
        return Double(range.lowerBound - epoch)..<Double(range.upperBound + 1 - epoch)
    }()

    /// The date with the fewest digits that is written as `seconds`; nil for what is no number, and
    /// where UTC has no year of four digits.
    static func date(_ seconds: Double) -> SettingDate? {
        guard range.contains(seconds) else { return nil }
        var whole = Int64(seconds)
        if Double(whole) > seconds { whole -= 1 }
        let fraction = seconds - Double(whole)
        var scale: Int64 = 1
        while scale < 1_000_000_000 {
            let digits = Int64(fraction * Double(scale) + 0.5)
            if digits < scale, Double(whole) + Double(digits) / Double(scale) == seconds {
                return date(whole, digits * (1_000_000_000 / scale))
            }
            scale *= 10
        }
        return date(whole, min(Int64(fraction * 1e9 + 0.5), 999_999_999))
    }

    private static func date(_ whole: Int64, _ nanoseconds: Int64) -> SettingDate {
        SettingDate(seconds: whole + epoch, nanoseconds: Int32(nanoseconds))
    }

    /// The seconds, or nil when a double can't say them.
    static func seconds(_ date: SettingDate) -> Double? {
        let seconds = Double(date.seconds - epoch) + Double(date.nanoseconds) / 1e9
        return Self.date(seconds) == date ? seconds : nil
    }

    /// Whether seconds are those of a date, however far.
    static func isDate(_ seconds: Double) -> Bool { seconds.magnitude <= furthest }

    /// The raw literal of seconds that ``date(_:)`` has no date for: `DATE(400000000000.0)`.
    static func text(_ seconds: Double) -> String { "DATE(\(seconds))" }

    /// The seconds of such a literal, or nil for another.
    static func number(_ text: String) -> Double? {
        guard text.hasPrefix("DATE("), text.hasSuffix(")"),
            let seconds = Double(text.dropFirst(5).dropLast()), isDate(seconds),
            !range.contains(seconds), Self.text(seconds) == text
        else { return nil }
        return seconds
    }
}
