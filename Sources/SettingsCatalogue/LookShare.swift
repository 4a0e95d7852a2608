// What a program's file says of the look that programs share.

import SettingsDocument
import SettingsMapping
package import SettingsModel

/// The lines of a program's file that are settings of the look, mapped so that no byte of it has to change.
///
/// A line that says what the look says is mapped as the entry has it. A size or an opacity that differs keeps its
/// ratio to the look's. Any other that differs is left out.
package struct LookShare: Sendable {
    /// A key of the file, and its pictures.
    package struct Line: Equatable, Sendable {
        package var fileKey: SettingKeyPath
        package var pictures: [String]
    }
    /// A line that isn't mapped.
    package struct Omission: Equatable, Sendable {
        /// Why it isn't.
        package enum Reason: Equatable, Sendable {
            /// The look has another value of this key.
            case differs(SettingKeyPath)
            /// No picture reads the file's text.
            case unreadable
            /// The look's domain file has a table of words for it, of this name, which lacks the file's.
            case otherWords(String)
            /// No partner of the theme is known: what the theme is for, as far as its name says it, and the lines to
            /// write by hand.
            case noPartner(ThemeSide?, words: String, line: String)
            /// The program chooses by itself.
            case followsDesktop
        }
        package var fileKey: SettingKeyPath
        /// What the file says there.
        package var value: SettingValue
        package var reason: Reason
    }

    package private(set) var lines: [Line] = []
    package private(set) var omissions: [Omission] = []
    /// The look with what this file adds to it.
    package private(set) var look: [SettingKeyPath: SettingValue]
    /// The tables of words that the pictures name.
    package private(set) var tables: [(name: String, words: SettingValue)] = []
    /// The pairs of themes that were learned of the file, by the keys of their lines.
    package private(set) var themes: [(fileKey: SettingKeyPath, pair: ThemePair)] = []
    private let format: MappedFormat
    private var steps: [String: ValueTable]

    /// Reads a file as its entry says.
    ///
    /// - Parameters:
    ///   - program: The file and the entry.
    ///   - look: What the look says already.
    ///   - known: What is known of themes.
    /// - Throws: ``CatalogueError`` for a picture or a table that is wrong.
    package init(
        of program: ProgramText,
        over look: [SettingKeyPath: SettingValue],
        themes known: KnownThemes
    ) throws(CatalogueError) {
        self.look = look
        let entry = program.entry
        format = program.document.format.isTyped ? .typed : .lines
        var words = entry.words
        do throws(MapError) {
            steps = try Self.steps(entry.words)
            for place in entry.look {
                guard let value = program.value(at: place.fileKey) else { continue }
                let line = Line(place)
                if let table = entry.themes.keys.first(where: line.names) {
                    switch known.learn(table, for: line, saying: value, in: program) {
                    case .omitted(let reason):
                        omit(line, value, reason)
                    case .learned(let table, let pair):
                        steps.merge(try Self.steps([table])) { $1 }
                        words.append(table)
                        try add(line, saying: value)
                        if let pair, lines.last?.fileKey == line.fileKey {
                            themes.append((line.fileKey, pair))
                        }
                    }
                } else {
                    try add(line, saying: value)
                }
            }
        } catch {
            throw CatalogueError(entry.domain, error.problem)
        }
        tables = words.filter { table in lines.contains { $0.names(table.name) } }
    }

    private static func steps(
        _ words: [(name: String, words: SettingValue)]
    ) throws(MapError) -> [String: ValueTable] {
        var tables: [String: ValueTable] = [:]
        for (name, words) in words {
            let rows = words.entries.map { ($0.key, $0.value.elements ?? [$0.value]) }
            tables[name] = try ValueTable(name: name, entries: rows)
        }
        return tables
    }

    /// Adds a line of the file, if what it says can be had.
    private mutating func add(_ line: Line, saying text: SettingValue) throws(MapError) {
        let map = try Self.map(of: line, steps)
        let reading = map.reading(as: format) { $0 == line.fileKey ? text : nil }
        guard reading.own.isEmpty, !reading.entries.isEmpty else {
            return omit(line, text, .unreadable)
        }
        var line = line
        var values = look
        for entry in reading.entries {
            guard let wanted = look[entry.key] else {
                values[entry.key] = entry.value
                continue
            }
            let says = map.says(wanted, for: entry.key, as: format) {
                $0 == line.fileKey ? text : nil
            }
            if says { continue }
            guard let scaled = line.scaled(entry.key, from: wanted, to: entry.value),
                try Self.map(of: scaled, steps).says(
                    wanted,
                    for: entry.key,
                    as: format,
                    { _ in text }
                )
            else { return omit(line, text, .differs(entry.key)) }
            line = scaled
        }
        look = values
        lines.append(line)
    }

    private mutating func omit(_ line: Line, _ value: SettingValue, _ reason: Omission.Reason) {
        omissions.append(Omission(fileKey: line.fileKey, value: value, reason: reason))
    }

    private static func map(
        of line: Line,
        _ steps: [String: ValueTable]
    ) throws(MapError) -> FileMap {
        var pictures: [Picture] = []
        for text in line.pictures { pictures.append(try Picture(parsing: text, tables: steps)) }
        return try FileMap([FileMap.Place(fileKey: line.fileKey, pictures: pictures)])
    }
}

extension LookShare.Line {
    /// Whether one of its pictures has a step of this name.
    func names(_ step: String) -> Bool {
        pictures.contains { $0.contains("|\(step)}") || $0.contains("|\(step)|") }
    }

    /// The line as the look's domain file has it.
    var text: String {
        let key = fileKey.segments.map(\.asTOMLKey).joined(separator: ".")
        let pictures = pictures.map(\.asTOML)
        let list = "[" + pictures.joined(separator: ", ") + "]"
        return "map.\(key) = \(pictures.count == 1 ? pictures[0] : list)"
    }

    fileprivate init(_ place: (fileKey: SettingKeyPath, pictures: [String])) {
        self.init(fileKey: place.fileKey, pictures: place.pictures)
    }

    /// Settings that are numbers with a ratio: twice the size is twice the size in each program.
    private static let ratios: Set = ["mono.size", "ui.size", "opacity"]

    /// The same line for a file whose number is another one; nil where a ratio doesn't make it so.
    fileprivate func scaled(
        _ key: SettingKeyPath,
        from look: SettingValue,
        to file: SettingValue
    ) -> LookShare.Line? {
        guard Self.ratios.contains(key.description), let look = look.size, let file = file.size
        else { return nil }
        let decimals = key.description == "opacity" ? 2 : 1
        var scaled = self
        scaled.pictures = pictures.map { picture in
            let start = "{\(key)|"
            guard let hole = picture.firstRange(of: start),
                let end = picture[hole.upperBound...].firstIndex(of: "}"),
                let steps = Scale(picture[hole.upperBound..<end])?
                    .multiplied(by: file, over: look, decimals)
            else { return picture }
            return picture[..<hole.upperBound] + steps + picture[end...]
        }
        return scaled.pictures == pictures ? nil : scaled
    }
}

/// The steps of a hole for a number: a fraction of the setting's, if any, and how it's written.
private struct Scale {
    private var numerator = 1.0
    private var denominator = 1.0
    private let spelling: String

    /// Reads steps such as `number`, `*4/3|int` or `*4/3|.1`; nil for any others.
    init?(_ steps: Substring) {
        var steps = steps.split(separator: "|")
        if let first = steps.first, first.hasPrefix("*") {
            let parts = first.dropFirst().split(separator: "/").map { Double($0) }
            guard let above = parts.first ?? nil, parts.count <= 2,
                let below = parts.count == 2 ? parts[1] : 1
            else { return nil }
            (numerator, denominator) = (above, below)
            steps.removeFirst()
        }
        guard steps.count == 1, ["number", "int"].contains(steps[0]) || steps[0].hasPrefix(".")
        else { return nil }
        spelling = String(steps[0])
    }

    /// The steps of a number that is so much larger; nil where its digits are too many.
    func multiplied(by above: Double, over below: Double, _ decimals: Int) -> String? {
        guard let above = Self.text(numerator * above), let below = Self.text(denominator * below)
        else { return nil }
        return "*\(above)/\(below)|" + (spelling == "number" ? ".\(decimals)" : spelling)
    }

    /// A number with four decimals at most.
    private static func text(_ number: Double) -> String? {
        let rounded = (number * 10_000).rounded() / 10_000
        let text = "\(rounded)"
        guard rounded > 0, text.allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension SettingValue {
    /// A number above 0.
    fileprivate var size: Double? {
        switch self {
        case .integer(let number) where number > 0: Double(number)
        case .real(let number) where number > 0: number
        default: nil
        }
    }
}
