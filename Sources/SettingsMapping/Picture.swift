// The text of one key of a file, with holes for settings.

package import SettingsModel

/// How one key of a file is written: its text, with holes for values of the domain.
package struct Picture: Equatable, Sendable {
    enum Part: Equatable, Sendable {
        /// Text that the file has, too; a run of blanks stands for any blanks.
        case text([UInt8])
        /// Whatever the file has.
        case rest
        case hole(SettingKeyPath, Step)
    }

    /// At least one; texts have at least one byte, and no two vague parts follow each other.
    let parts: [Part]
    /// The keys of its holes, each once, in order.
    package let keys: [SettingKeyPath]
    /// What it was read from.
    package let text: String

    /// Reads a picture, with the domain's tables by name.
    ///
    /// - Throws: ``MapError`` with the place in the text.
    package init(parsing text: String, tables: [String: ValueTable]) throws(MapError) {
        var parser = PictureParser(text, tables: tables)
        parts = try parser.parts()
        self.text = text
        keys = parts.keys
    }

    /// Creates a picture of parts; one in which two vague ones follow each other reads nothing.
    init(parts: [Part], keys: [SettingKeyPath], text: String) {
        (self.parts, self.keys, self.text) = (parts, keys, text)
    }

    /// A value that isn't longer than this, in bytes, can be matched; a longer one is the file's own.
    static let mostBytes = 4 << 10

    /// The only hole, where the picture is nothing else.
    private var onlyHole: (key: SettingKeyPath, step: Step)? {
        guard parts.count == 1, case .hole(let key, let step) = parts[0] else { return nil }
        return (key, step)
    }
}

// MARK: Reading

extension Picture {
    /// What the holes have in a value of the file; nil where the picture doesn't read it.
    func read(_ value: SettingValue, as format: MappedFormat) -> [SettingKeyPath: SettingValue]? {
        guard !value.isTooLong else { return nil }
        if let (key, step) = onlyHole { return step.read(value, as: format).map { [key: $0] } }
        guard case .string(let text) = value, let pieces = pieces(of: Array(text.utf8)[...]) else {
            return nil
        }
        return read(pieces)
    }

    private func read(_ pieces: [ArraySlice<UInt8>]) -> [SettingKeyPath: SettingValue]? {
        var holes: [SettingKeyPath: [(step: Step, piece: SettingValue)]] = [:]
        for case (.hole(let key, let step), let piece) in zip(parts, pieces) {
            holes[key, default: []].append((step, .string(String(piece))))
        }
        var values: [SettingKeyPath: SettingValue] = [:]
        for (key, holes) in holes {
            let read = holes.compactMap { $0.step.read($0.piece, as: .lines) }
            guard read.count == holes.count else { return nil }
            // One hole may round what another has.
            let common = CommonValue.among(read) { index, value in
                let (step, piece) = holes[index]
                return step.write(value, over: piece, as: .lines) == piece
            }
            guard let common else { return nil }
            values[key] = common
        }
        return values
    }

    /// Whether the file has something at `{*}`.
    func hasRest(in value: SettingValue) -> Bool {
        guard case .string(let text) = value, let pieces = pieces(of: Array(text.utf8)[...]) else {
            return false
        }
        return zip(parts, pieces).contains { $0.isRest && !$1.isEmpty }
    }
}

extension SettingValue {
    /// Whether the value, or an element of it, has more bytes than a picture reads.
    fileprivate var isTooLong: Bool {
        switch self {
        case .string(let text): text.utf8.count > Picture.mostBytes
        case .array(let values): values.contains { $0.isTooLong }
        default: false
        }
    }
}

// MARK: Writing

/// Why a picture can't say some values.
enum Unsayable: Error {
    /// A hole's value; with what could be written there.
    case value(SettingKeyPath, expected: String, advice: String)
    /// A hole has no value, and there is no text to keep.
    case missing
    /// The text would be read as something else.
    case text
}

extension Picture {
    /// The file's value that says some values; a hole that isn't among them keeps its text.
    ///
    /// The picture reads `old`, the file's value; nil to write a new one.
    ///
    /// - Throws: ``Unsayable``.
    func written(
        _ values: [SettingKeyPath: SettingValue],
        over old: SettingValue?,
        as format: MappedFormat
    ) throws(Unsayable) -> SettingValue {
        guard let (key, step) = onlyHole else { return try written(values, over: old) }
        guard let value = values[key] else { throw .missing }
        return try step.written(value, for: key, over: old, as: format)
    }

    private func written(
        _ values: [SettingKeyPath: SettingValue],
        over old: SettingValue?
    ) throws(Unsayable) -> SettingValue {
        var present: [ArraySlice<UInt8>]?
        if case .string(let text)? = old { present = pieces(of: Array(text.utf8)[...]) }
        var pieces: [[UInt8]] = []
        for (index, part) in parts.enumerated() {
            let piece = present?[index]
            switch part {
            case .text(let text): pieces.append(piece.map { Array($0) } ?? text)
            case .rest: pieces.append(piece.map { Array($0) } ?? [])
            case .hole(let key, let step):
                try pieces.append(Self.piece(values[key], for: key, by: step, over: piece))
            }
        }
        let text = Array(pieces.joined())
        guard text.count <= Self.mostBytes, let again = self.pieces(of: text[...]),
            zip(again, pieces).allSatisfy({ $0.elementsEqual($1) }), read(again) != nil
        else { throw .text }
        return .string(String(text))
    }

    private static func piece(
        _ value: SettingValue?,
        for key: SettingKeyPath,
        by step: Step,
        over piece: ArraySlice<UInt8>?
    ) throws(Unsayable) -> [UInt8] {
        guard let value else {
            guard let piece else { throw .missing }
            return Array(piece)
        }
        let old = piece.map { SettingValue.string(String($0)) }
        guard case .string(let text) = try step.written(value, for: key, over: old, as: .lines)
        else { throw .text }
        return Array(text.utf8)
    }
}

extension Step {
    fileprivate func written(
        _ value: SettingValue,
        for key: SettingKeyPath,
        over old: SettingValue?,
        as format: MappedFormat
    ) throws(Unsayable) -> SettingValue {
        guard let written = write(value, over: old, as: format) else {
            throw .value(key, expected: expected, advice: advice)
        }
        return written
    }
}

extension [Picture.Part] {
    /// The keys of the holes, each once, in order.
    var keys: [SettingKeyPath] {
        var seen: Set<SettingKeyPath> = []
        return compactMap { part in
            guard case .hole(let key, _) = part, seen.insert(key).inserted else { return nil }
            return key
        }
    }
}
