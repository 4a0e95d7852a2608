// What a program's file says of the look that programs share.

package import SettingsDocument
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
        package var fileKey: SettingKeyPath
        /// What the file says there.
        package var value: SettingValue
        /// The look's key with another value; nil where the file's text can't be read.
        package var key: SettingKeyPath?
    }

    package private(set) var lines: [Line] = []
    package private(set) var omissions: [Omission] = []
    /// The look with what this file adds to it.
    package private(set) var look: [SettingKeyPath: SettingValue]
    /// The tables of words that the pictures name.
    package private(set) var tables: [(name: String, words: SettingValue)] = []
    private let format: MappedFormat
    private let steps: [String: ValueTable]

    /// Reads a file as its entry says.
    ///
    /// - Parameters:
    ///   - entry: The program's.
    ///   - document: The text of its file.
    ///   - look: What the look says already.
    /// - Throws: ``CatalogueError`` for a picture or a table that is wrong.
    package init(
        of entry: CatalogueEntry,
        in document: any Document,
        over look: [SettingKeyPath: SettingValue]
    ) throws(CatalogueError) {
        self.look = look
        format = document.format.stored(.integer(1)) == .integer(1) ? .typed : .lines
        do throws(MapError) {
            steps = try Self.steps(entry.words)
            for place in entry.look {
                let spelled = document.spelled(DocumentPath(place.fileKey)).keyPath
                let found = document.entries.last { $0.keyPath == spelled ?? place.fileKey }
                if let found { try add(Line(place), saying: found.value) }
            }
        } catch {
            throw CatalogueError(entry.domain, error.problem)
        }
        let used = lines.flatMap(\.pictures).joined(separator: " ")
        tables = entry.words.filter { used.contains("|\($0.name)") }
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
            omissions.append(Omission(fileKey: line.fileKey, value: text, key: nil))
            return
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
            else {
                let omission = Omission(fileKey: line.fileKey, value: text, key: entry.key)
                return omissions.append(omission)
            }
            line = scaled
        }
        look = values
        lines.append(line)
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
