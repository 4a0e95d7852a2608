// Where one setting is within a domain.

/// The place of one setting within a domain: `font.size`, or `editor."a.b".size`.
///
/// Two paths are the same when their bytes are: see ``String/isSame(as:)``.
public struct SettingKeyPath: Hashable, Sendable {
    /// The keys from the outermost inwards; never empty, no key is empty in a path made by ``init(parsing:limits:)``.
    public let segments: [String]

    /// Makes a path of segments that a document already holds, whatever characters they have.
    ///
    /// - Precondition: `segments` is not empty.
    public init(segments: [String]) {
        precondition(!segments.isEmpty, "a key path has at least one segment")
        self.segments = segments
    }

    /// The path without its last segment, or nil at the top.
    public var parent: SettingKeyPath? {
        segments.count > 1 ? SettingKeyPath(segments: Array(segments.dropLast())) : nil
    }

    /// The paths that lead to this one, the nearest first.
    package var ancestors: some Sequence<SettingKeyPath> {
        sequence(first: self, next: \.parent).dropFirst()
    }

    /// Whether this path is `other` or leads to it.
    public func isPrefix(of other: SettingKeyPath) -> Bool {
        segments.count <= other.segments.count
            && zip(segments, other.segments).allSatisfy { $0.isSame(as: $1) }
    }

    /// Whether one of two different paths leads through the other, so that both can't hold a leaf.
    package func conflicts(with other: SettingKeyPath) -> Bool {
        segments.count != other.segments.count && (isPrefix(of: other) || other.isPrefix(of: self))
    }

    /// The path with `segment` below it.
    public func appending(_ segment: String) -> SettingKeyPath {
        var longer: [String] = []
        longer.reserveCapacity(segments.count + 1)
        longer += segments
        longer.append(segment)
        return SettingKeyPath(segments: longer)
    }
}

extension SettingKeyPath: Comparable {
    /// Whether all segments have the same bytes.
    public static func == (a: SettingKeyPath, b: SettingKeyPath) -> Bool {
        a.segments.withUnsafeBufferPointer { a in
            b.segments.withUnsafeBufferPointer { b in
                guard a.count == b.count else { return false }
                return a.baseAddress == b.baseAddress
                    || a.indices.allSatisfy { a[$0].isSame(as: b[$0]) }
            }
        }
    }

    /// Takes the bytes of all segments.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(segments.reduce(0) { $1.digest(after: $0) })
    }

    /// Segment by segment, each by its Unicode scalars.
    public static func < (a: SettingKeyPath, b: SettingKeyPath) -> Bool {
        a.segments.lexicographicallyPrecedes(b.segments) { $0.precedes($1) }
    }
}

extension SettingKeyPath: CustomStringConvertible {
    /// Dotted text that ``init(parsing:limits:)`` reads back; segments are quoted when they must be.
    public var description: String {
        segments.map { segment in
            Self.isBare(segment) ? segment : Self.quoted(segment)
        }.joined(separator: ".")
    }

    private static func isBare(_ segment: String) -> Bool {
        var isASCII = true
        for byte in segment.utf8 {
            guard isBare(byte) else { return false }
            isASCII = isASCII && byte < 0x80
        }
        return !segment.isEmpty && (isASCII || !segment.unicodeScalars.contains(where: \.isControl))
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "["),
            UInt8(ascii: "]"), 0...0x20, 0x7F:
            false
        default: true
        }
    }

    private static func quoted(_ segment: String) -> String {
        var text = "\""
        for scalar in segment.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            default:
                if scalar.isControl {
                    text += "\\u" + scalar.fourDigits
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        return text + "\""
    }
}

extension Unicode.Scalar {
    /// The number of a control character, all of which have four hexadecimal digits at most.
    fileprivate var fourDigits: String {
        let hex = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    }
}

// MARK: Reading

extension SettingKeyPath {
    /// Reads dotted text with quoted segments: `editor."a.b".size`.
    ///
    /// In quotes, `\"`, `\\`, `\n`, `\t`, `\r` and `\uXXXX` stand for what they stand for in JSON.
    /// Nobody types a control character on purpose, so it's taken as its escape alone.
    ///
    /// - Throws: ``ModelError`` with code `.keyPath`: an empty segment, a control character, an
    ///   unfinished quote, or a path past the limits.
    public init(parsing text: String, limits: Limits = .standard) throws(ModelError) {
        if let control = text.unicodeScalars.first(where: \.isControl) {
            let written = try SettingKeyPath(description: text)
            throw ModelError(
                code: .keyPath,
                problem: "the key path has the control character U+\(control.fourDigits) as it is",
                advice: "Write it as '\(written)'"
            )
        }
        var reader = KeyPathReader(text)
        try self.init(checking: reader.segments(), limits: limits)
    }

    /// Reads what ``description`` wrote, whatever characters the segments have.
    ///
    /// - Throws: ``ModelError`` with code `.keyPath`, for text that no path is described by.
    package init(description text: String) throws(ModelError) {
        let segments: [String]
        if text.utf8.contains(UInt8(ascii: "\"")) {
            var reader = KeyPathReader(text)
            segments = try reader.segments()
        } else {
            segments = text.utf8
                .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                .map { String(Substring($0)) }
        }
        guard !text.isEmpty else {
            throw ModelError(
                code: .keyPath,
                problem: "the key path is empty",
                advice: "Name a key, for example font.size"
            )
        }
        self.init(segments: segments)
    }

    /// Takes segments that a client sent, checked as ``init(parsing:limits:)`` checks them; with any
    /// character, as files have keys with any.
    package init(checking segments: [String], limits: Limits = .standard) throws(ModelError) {
        func fail(_ problem: String, _ advice: String) -> ModelError {
            ModelError(code: .keyPath, problem: problem, advice: advice)
        }
        guard !segments.isEmpty else {
            throw fail("the key path is empty", "Name a key, for example font.size")
        }
        guard segments.count <= limits.keyPathSegments else {
            throw fail(
                "the key path has \(segments.count) segments, at most \(limits.keyPathSegments)",
                "Use a shorter path"
            )
        }
        for segment in segments {
            guard !segment.isEmpty else { throw .emptySegment }
            guard segment.utf8.count <= limits.segmentBytes else {
                throw fail(
                    "a segment of the key path has \(segment.utf8.count) bytes, at most \(limits.segmentBytes)",
                    "Use a shorter key"
                )
            }
        }
        self.init(segments: segments)
    }
}

extension ModelError {
    /// A key path with a segment that has no character.
    package static var emptySegment: ModelError {
        ModelError(
            code: .keyPath,
            problem: "the key path has an empty segment",
            advice: "Name a key, for example font.size"
        )
    }
}

private struct KeyPathReader {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func segments() throws(ModelError) -> [String] {
        guard !scalars.isEmpty else { return [] }
        var segments: [String] = []
        while true {
            segments.append(try segment())
            guard index < scalars.count else { return segments }
            index += 1  // the dot, where segment() stopped
        }
    }

    private mutating func segment() throws(ModelError) -> String {
        guard index < scalars.count, scalars[index] != "." else {
            throw .emptySegment
        }
        if scalars[index] == "\"" { return try quotedSegment() }
        var segment = ""
        while index < scalars.count, scalars[index] != "." {
            segment.unicodeScalars.append(scalars[index])
            index += 1
        }
        return segment
    }

    private mutating func quotedSegment() throws(ModelError) -> String {
        var segment = ""
        index += 1
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            if scalar == "\"" {
                guard index == scalars.count || scalars[index] == "." else {
                    throw unfinished("text after a quoted segment")
                }
                return segment
            }
            segment.unicodeScalars.append(scalar == "\\" ? try escape() : scalar)
        }
        throw unfinished("a quoted segment without its closing quote")
    }

    private mutating func escape() throws(ModelError) -> Unicode.Scalar {
        guard index < scalars.count else { throw unfinished("an unfinished escape") }
        let letter = scalars[index]
        index += 1
        switch letter {
        case "\"", "\\": return letter
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "u":
            let digits = scalars[index...].prefix(4)
            index += digits.count
            let hex = String(String.UnicodeScalarView(digits))
            guard digits.count == 4, let value = UInt32(hex, radix: 16),
                let scalar = Unicode.Scalar(value)
            else { throw unfinished("a bad \\u escape") }
            return scalar
        default: throw unfinished("an unknown escape '\\\(letter)'")
        }
    }

    private func unfinished(_ what: String) -> ModelError {
        ModelError(
            code: .keyPath,
            problem: "the key path has \(what)",
            advice: "Put a segment with dots in quotes, for example editor.\"a.b\".size"
        )
    }
}
