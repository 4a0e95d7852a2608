// Reads the keys of one pane file, each with its type.

package import SettingsDocument
import SettingsModel

/// One dictionary of a pane file: the pane itself, a row, or what a row holds.
struct PaneTable {
    private let values: [ExactText: SettingValue]
    let path: DocumentPath
    /// In the order of the file.
    let entries: [SettingValue.Entry]

    init(_ entries: [SettingValue.Entry], at path: DocumentPath) {
        self.entries = entries
        self.path = path
        values = Dictionary(entries.map { (ExactText($0.key), $0.value) }) { _, last in last }
    }

    subscript(key: String) -> SettingValue? { values[ExactText(key)] }

    /// The place of a value in the table.
    func path(of key: String) -> DocumentPath { path.appending(.key(key)) }
}

/// The reading of one pane file.
struct PaneReading {
    let document: any Document
    let file: String
    let keyStyle: BundleReader.KeyStyle
    /// How many rows there may be.
    let mostRows: Int
    let limits: SchemaLimits
    var translations = Translations()
    /// Whether the row is that of a list's element.
    var isReadingElement = false
    private(set) var problems: [SchemaProblem] = []
    /// How often something was left out that names rows or holds them.
    private(set) var cuts = 0
    private var errorCount = 0
    /// Whether the format has no types but text, so that a text may stand for a number.
    let isUntyped: Bool

    init(
        document: any Document,
        file: String,
        keyStyle: BundleReader.KeyStyle,
        mostRows: Int,
        limits: SchemaLimits
    ) {
        self.document = document
        self.file = file
        self.keyStyle = keyStyle
        self.mostRows = mostRows
        self.limits = limits
        isUntyped = !document.format.isTyped
    }

    /// The pane's strings table; nil for a pane that isn't localised.
    var stringsTable: String? {
        guard case .string(let name)? = document.root["StringsTable"] else { return nil }
        return name
    }

    // MARK: Problems

    /// Records a problem at a value.
    mutating func report(
        _ code: SchemaProblem.Code,
        _ severity: SchemaProblem.Severity,
        at path: DocumentPath,
        _ problem: String,
        _ advice: String
    ) {
        if severity == .error { errorCount += 1 }
        // One past the limit lets the bundle's reader see that there are more.
        guard problems.count <= limits.problems else { return }
        let place = SchemaPlace(file: file, path: path).located(in: document)
        problems.append(
            SchemaProblem(code, severity, at: place, problem: problem, advice: advice)
        )
    }

    /// What a reading gives, and whether it met no error: a rule that is wrong isn't in force.
    mutating func attempt<Value>(
        _ read: (inout PaneReading) -> Value
    ) -> (value: Value, isRight: Bool) {
        let before = errorCount
        let value = read(&self)
        return (value, errorCount == before)
    }

    /// Gives what names or holds rows, and records that some are left out if an error was met.
    mutating func requireAll<Value>(_ read: (inout PaneReading) -> Value) -> Value {
        let (value, isRight) = attempt(read)
        if !isRight { cuts += 1 }
        return value
    }

    private mutating func wrongType(_ value: SettingValue, at path: DocumentPath, _ wanted: String)
    {
        report(
            .wrongType,
            .error,
            at: path,
            "'\(path.schemaDescription.escapedForDisplay)' is \(value.quotedForMessage), "
                + "expected \(wanted)",
            "Write \(wanted) there"
        )
    }

    // MARK: Typed values

    /// The text of a key, or nil if there's none.
    mutating func string(_ key: String, in table: PaneTable) -> String? {
        guard let value = table[key] else { return nil }
        if case .string(let text) = value { return text }
        wrongType(value, at: table.path(of: key), "text")
        return nil
    }

    /// The text of a key in the reader's language.
    mutating func text(_ key: String, in table: PaneTable) -> String? {
        string(key, in: table).map(translations.text)
    }

    /// The boolean of a key, or what counts without one.
    mutating func boolean(_ key: String, in table: PaneTable, otherwise: Bool) -> Bool {
        guard let value = table[key] else { return otherwise }
        if let boolean = Self.boolean(value) { return boolean }
        wrongType(value, at: table.path(of: key), "true or false")
        return otherwise
    }

    /// What `<true/>`, `1`, `YES` and their like say; nil for others.
    static func boolean(_ value: SettingValue) -> Bool? {
        switch value {
        case .boolean(let boolean): boolean
        case .integer(0): false
        case .integer(1): true
        case .string("YES"), .string("true"): true
        case .string("NO"), .string("false"): false
        default: nil
        }
    }

    /// The number of a key, or nil if there's none.
    mutating func number(_ key: String, in table: PaneTable) -> Number? {
        guard let value = table[key] else { return nil }
        if let number = Number(value), !number.double.isNaN { return number }
        if isUntyped, case .string(let text) = value, let number = Self.number(spelledBy: text) {
            return number
        }
        wrongType(value, at: table.path(of: key), "a number")
        return nil
    }

    /// The number that a text spells, or nil.
    static func number(spelledBy text: String) -> Number? {
        if let integer = Int64(text) { return .integer(integer) }
        guard let real = Double(text), real.isFinite else { return nil }
        return .real(real)
    }

    /// The whole number of a key in a range, or nil if there's none.
    mutating func integer(_ key: String, in table: PaneTable, from least: Int = 0) -> Int? {
        guard let number = number(key, in: table) else { return nil }
        if case .integer(let value) = number, let integer = Int(exactly: value), integer >= least {
            return integer
        }
        let wanted = "a whole number of at least \(least)"
        wrongType(number.value, at: table.path(of: key), wanted)
        return nil
    }

    /// The elements of a key's array; nil if there's none.
    mutating func array(_ key: String, in table: PaneTable) -> [SettingValue]? {
        guard let value = table[key] else { return nil }
        if case .array(let values) = value { return values }
        wrongType(value, at: table.path(of: key), "an array")
        return nil
    }

    /// The texts of a key's array; elements of other types are left out with a problem.
    mutating func strings(_ key: String, in table: PaneTable) -> [String] {
        guard let values = array(key, in: table) else { return [] }
        var texts: [String] = []
        for (index, value) in values.enumerated() {
            if case .string(let text) = value {
                texts.append(text)
            } else {
                wrongType(value, at: table.path(of: key).appending(.index(index)), "text")
            }
        }
        return texts
    }

    /// The dictionaries of a key's array, each a `thing`; others are left out with a problem.
    mutating func tables(
        _ key: String,
        in table: PaneTable,
        each thing: String,
        _ advice: String
    ) -> [PaneTable] {
        var tables: [PaneTable] = []
        for (index, value) in (array(key, in: table) ?? []).enumerated() {
            let path = table.path(of: key).appending(.index(index))
            if case .dictionary(let entries) = value {
                tables.append(PaneTable(entries, at: path))
            } else {
                report(.wrongType, .error, at: path, "the \(thing) isn't a dictionary", advice)
            }
        }
        return tables
    }

    /// A key's dictionary; nil if there's none.
    mutating func table(_ key: String, in table: PaneTable) -> PaneTable? {
        guard let value = table[key] else { return nil }
        if case .dictionary(let entries) = value {
            return PaneTable(entries, at: table.path(of: key))
        }
        wrongType(value, at: table.path(of: key), "a dictionary")
        return nil
    }

    /// One of a few words; what counts without one where it's missing or another.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String,
        in table: PaneTable,
        of allowed: [Word],
        otherwise: Word
    ) -> Word {
        guard let text = string(key, in: table) else { return otherwise }
        if let word = Word(rawValue: text), allowed.contains(where: { $0.rawValue == text }) {
            return word
        }
        let words = ValueRule.oneOf(allowed.map { .string($0.rawValue) })
        report(
            .badValue,
            .error,
            at: table.path(of: key),
            "'\(key)' is \"\(text.escapedForDisplay)\", expected \(words)",
            "Correct it; it counts as \"\(otherwise.rawValue)\" until then"
        )
        return otherwise
    }

    /// Records that a key which the type needs isn't there.
    mutating func require(_ keys: String..., in table: PaneTable, of type: String) {
        // An element may be the value itself, without a key, a title or a default.
        let needed =
            isReadingElement
            ? keys.filter { !["Key", "Title", "DefaultValue"].contains($0) } : keys
        for key in needed where table[key] == nil {
            // Without its key, a row speaks of no setting.
            if key == "Key" { cuts += 1 }
            report(
                .missingKey,
                .error,
                at: table.path,
                "the row has no '\(key)', which \(type) needs",
                "Add it"
            )
        }
    }

    // MARK: Key paths and domains

    /// The place of a setting that a key names.
    mutating func keyPath(_ text: String, at path: DocumentPath) -> SettingKeyPath? {
        do {
            if keyStyle == .path {
                return try SettingKeyPath(parsing: text, limits: limits.file)
            }
            return try SettingKeyPath(checking: [text], limits: limits.file)
        } catch {
            report(.badValue, .error, at: path, error.problem, error.advice)
            return nil
        }
    }

    /// The key path of a row; nil if it has none.
    mutating func keyPath(in table: PaneTable) -> SettingKeyPath? {
        requireAll { reading in
            reading.string("Key", in: table).flatMap {
                reading.keyPath($0, at: table.path(of: "Key"))
            }
        }
    }

    /// The domain that a pane or row says its values are in.
    mutating func domain(in table: PaneTable) -> Domain? {
        requireAll { reading -> Domain? in
            guard let name = reading.string("SADomain", in: table) else { return nil }
            do throws(ModelError) {
                return try Domain(name)
            } catch {
                let path = table.path(of: "SADomain")
                reading.report(.badValue, .error, at: path, error.problem, error.advice)
                return nil
            }
        }
    }
}

extension SchemaPlace {
    /// The same place with its line, where the file has lines.
    package func located(in document: any Document) -> SchemaPlace {
        var place = self
        let value = document.root.value(at: path.elements[...])
        if position == nil, let offset = Self.offset(of: path, value, document) {
            place.position = SourcePlace(offset: offset, in: document.bytes)
        }
        return place
    }

    /// Where a value begins; a table of several lines begins with the first of its values.
    private static func offset(
        of path: DocumentPath,
        _ value: SettingValue?,
        _ document: any Document
    ) -> Int? {
        if let span = document.span(of: path) { return span.lowerBound }
        guard case .dictionary(let entries) = value else { return nil }
        return entries.lazy.compactMap {
            document.span(of: path.appending(.key($0.key)))?.lowerBound
        }.min()
    }
}

extension DocumentPath {
    /// The path as problems name it: `PreferenceSpecifiers[3].Key`.
    package var schemaDescription: String {
        var text = ""
        for element in elements {
            switch element {
            case .key(let key): text += (text.isEmpty ? "" : ".") + key
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }
}
