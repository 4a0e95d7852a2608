// Reading our own TOML files, each mistake with its place.

import SettingsDocument
package import SettingsModel
import SyncEngine
import SyncPlatform

/// A mistake in a domain file or in `agent.toml`.
package struct ConfigurationProblem: Error, Equatable, Sendable {
    package var path: String
    /// The domain that the file is of; nil for `agent.toml`, and for a name that is no domain's.
    package internal(set) var domain: Domain?
    /// nil when the file as a whole is wrong.
    package var place: SourcePlace?
    /// The line with a caret below it; empty without a place.
    package var excerpt = ""
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What was done about it.
    package var consequence: String
    /// What the reader can do about it.
    package var advice: String
    /// Whether it is about this moment, and may be over without anything that is told.
    package var mayPass = false
}

extension ConfigurationProblem {
    /// A file that can't be read as TOML.
    init(_ error: DocumentError, path: String, bytes: [UInt8]) {
        self.init(
            path: path,
            place: error.place,
            excerpt: SettingsDocument.excerpt(at: error.place, in: bytes),
            problem: error.problem,
            consequence: "The last good version stays in force",
            advice: error.advice
        )
    }

    /// A file that can't be read at all.
    init(_ error: StorageError, path: String) {
        self.init(
            path: path,
            problem: error.problem,
            consequence: "The last good version stays in force",
            advice: error.advice,
            mayPass: error.mayPass
        )
    }
}

/// One table of one of our own files, with the place it stands at.
struct TablePlace {
    let path: [PathElement]
    let values: [String: SettingValue]

    /// A table within the file; one without entries where there is something else.
    init(_ value: SettingValue, at path: [PathElement] = []) {
        self.path = path
        guard case .dictionary(let entries) = value else {
            values = [:]
            return
        }
        values = Dictionary(entries.map { ($0.key, $0.value) }) { _, last in last }
    }
}

/// One of our own files, read key by key.
struct TableReader {
    let path: String
    private let document: any Document
    private(set) var problems: [ConfigurationProblem] = []

    /// Reads a file.
    init(_ bytes: [UInt8], path: String) throws(DocumentError) {
        self.path = path
        document = try Format.toml.parse(bytes)
    }

    /// The file as a whole.
    var root: TablePlace { TablePlace(document.root) }

    /// Where a table begins, as far as it can be told.
    func place(of table: TablePlace) -> SourcePlace? {
        offset(of: table.path).map { SourcePlace(offset: $0, in: document.bytes) }
    }

    /// Notes a mistake at a key of a table, or at the table itself.
    mutating func add(_ problem: String, at key: String?, of table: TablePlace, advice: String) {
        let offset = offset(of: table.path + (key.map { [.key($0)] } ?? []))
        add(problem, at: offset, advice: advice)
    }

    /// Notes a mistake within a text, so many bytes from its begin.
    mutating func add(_ problem: String, at path: [PathElement], offset: Int, advice: String) {
        guard let span = document.span(of: DocumentPath(path)) else {
            return add(problem, at: self.offset(of: path), advice: advice)
        }
        // An escape makes the text longer than what it says; then the text as a whole is the place.
        let text = document.bytes[span]
        let isPlain = text.first == UInt8(ascii: "\"") && !text.contains(UInt8(ascii: "\\"))
        add(
            problem,
            at: isPlain ? span.lowerBound + 1 + offset : span.lowerBound,
            advice: advice
        )
    }

    private mutating func add(_ problem: String, at offset: Int?, advice: String) {
        let place = offset.map { SourcePlace(offset: $0, in: document.bytes) }
        problems.append(
            ConfigurationProblem(
                path: path,
                place: place,
                excerpt: place.map { excerpt(at: $0, in: document.bytes) } ?? "",
                problem: problem,
                consequence: "Ignored it",
                advice: advice
            )
        )
    }

    /// Says of the mistakes after the first so many what was done about them.
    mutating func setConsequence(_ consequence: String, after count: Int) {
        for index in problems.indices.dropFirst(count) {
            problems[index].consequence = consequence
        }
    }

    /// Where a key is written whose value begins at an offset: before it in its line, or in the last
    /// header before; the offset itself where neither has it.
    private func offset(ofKey key: String, before offset: Int) -> Int {
        let bytes = document.bytes
        let name = Array(key.utf8)
        var end = offset
        var isOwnLine = true
        while true {
            let start = bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let line = bytes[start..<end]
            let isHeader = line.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "[")
            if isOwnLine || isHeader, let found = line.firstRange(of: name) {
                return found.lowerBound
            }
            guard start > 0, !isHeader else { return offset }
            end = start - 1
            isOwnLine = false
        }
    }

    /// Where a value begins; a table of several lines begins with its first key.
    private func offset(of path: [PathElement]) -> Int? {
        if let span = document.span(of: DocumentPath(path)) { return span.lowerBound }
        var value = document.root
        for element in path {
            switch (element, value) {
            case (.key(let key), .dictionary(let entries)):
                guard let entry = entries.last(where: { $0.key == key }) else { return nil }
                value = entry.value
            case (.index(let index), .array(let values)) where values.indices.contains(index):
                value = values[index]
            default: return nil
            }
        }
        switch value {
        case .dictionary(let entries):
            return entries.compactMap { offset(of: path + [.key($0.key)]) }.min()
        case .array(let values):
            return values.indices.compactMap { offset(of: path + [.index($0)]) }.min()
        default: return nil
        }
    }

    // MARK: Values

    /// What a key of a table stands for; nil, and a note, when it is something else.
    private mutating func value<Value>(
        _ key: String,
        of table: TablePlace,
        _ expected: String,
        advice: String,
        as meaning: (SettingValue) -> Value?
    ) -> Value? {
        guard let value = table.values[key] else { return nil }
        if let found = meaning(value) { return found }
        add(
            "'\(key)' is \(value.typeName), expected \(expected)",
            at: key,
            of: table,
            advice: advice
        )
        return nil
    }

    /// The text at a key of a table; nil, and a note, when it is something else.
    mutating func text(_ key: String, of table: TablePlace) -> String? {
        value(key, of: table, "text", advice: "Write it in quotes") { $0.text }
    }

    /// The flag at a key of a table; nil, and a note, when it is something else.
    mutating func flag(_ key: String, of table: TablePlace) -> Bool? {
        value(key, of: table, "true or false", advice: "Write true or false") {
            if case .boolean(let flag) = $0 { flag } else { nil }
        }
    }

    /// The texts of an array at a key of a table; nil, and a note, when it is something else.
    mutating func texts(_ key: String, of table: TablePlace) -> [String]? {
        value(key, of: table, "an array of texts", advice: "Write it as [\"a\", \"b\"]") {
            guard case .array(let values) = $0 else { return nil }
            let texts = values.compactMap(\.text)
            return texts.count == values.count ? texts : nil
        }
    }

    /// One of some choices by its name; nil, and a note, when it is none of them.
    mutating func choice<Choice: RawRepresentable<String>>(
        _ key: String,
        of table: TablePlace,
        _ choices: [Choice]
    ) -> Choice? {
        guard let name = text(key, of: table) else { return nil }
        if let choice = choices.first(where: { $0.rawValue == name }) { return choice }
        add(
            "there is no \(key) '\(name.escapedForDisplay)'",
            at: key,
            of: table,
            advice: "Use one of " + choices.map(\.rawValue).joined(separator: ", ")
        )
        return nil
    }

    /// The key patterns at a key of a table; nil where there are none, and a note for each mistake.
    mutating func patterns(_ key: String, of table: TablePlace) -> [KeyPattern]? {
        var patterns: [KeyPattern] = []
        guard let texts = texts(key, of: table) else { return nil }
        for text in texts {
            do {
                patterns.append(try KeyPattern(parsing: text, limits: .standard))
            } catch {
                add(error.problem, at: key, of: table, advice: error.advice)
            }
        }
        return patterns
    }

    /// The length of time at a key of a table, in milliseconds; nil, and a note, when it is none.
    mutating func milliseconds(
        _ key: String,
        of table: TablePlace,
        in range: ClosedRange<Int64>
    ) -> Int64? {
        guard let text = text(key, of: table) else { return nil }
        let units: [(String, Int64)] = [("ms", 1), ("s", 1_000), ("min", 60_000)]
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        if let count = Int64(digits), let factor = units.first(where: { $0.0 == unit })?.1 {
            let (time, isTooLong) = count.multipliedReportingOverflow(by: factor)
            if !isTooLong, range.contains(time) { return time }
        }
        add(
            "'\(key)' is \"\(text.escapedForDisplay)\", expected a time "
                + "from \(range.lowerBound) to \(range.upperBound) ms",
            at: key,
            of: table,
            advice: "Write it like \"250ms\" or \"2s\""
        )
        return nil
    }

    /// The table at a key of another; nil, and a note, when it is something else.
    mutating func table(_ key: String, of table: TablePlace) -> TablePlace? {
        value(key, of: table, "a table", advice: "Write [\(key)]") {
            $0.isTable ? TablePlace($0, at: table.path + [.key(key)]) : nil
        }
    }

    /// The tables of an array at a key of another; none, and a note, when it is something else.
    mutating func tables(_ key: String, of table: TablePlace) -> [TablePlace] {
        value(key, of: table, "an array of tables", advice: "Write [[\(key)]]") {
            guard case .array(let values) = $0, values.allSatisfy(\.isTable) else { return nil }
            return values.enumerated().map { index, value in
                TablePlace(value, at: table.path + [.key(key), .index(index)])
            }
        } ?? []
    }

    /// Notes every key of a table that isn't one of these; those that are to come are told so.
    mutating func checkKeys(of table: TablePlace, known: Set<String>, later: Set<String> = []) {
        for key in table.values.keys.sorted() where !known.contains(key) {
            let isLater = later.contains(key)
            add(
                "'\(key.escapedForDisplay)' is not " + (isLater ? "supported yet" : "known"),
                at: offset(of: table.path + [.key(key)]).map { offset(ofKey: key, before: $0) },
                advice: isLater
                    ? "Remove it" : "Use one of " + known.sorted().joined(separator: ", ")
            )
        }
    }
}

extension SettingValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var isTable: Bool { if case .dictionary = self { true } else { false } }
}
