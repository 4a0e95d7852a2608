// Reads a pane's sections and what all rows have in common.

import SettingsDocument
import SettingsModel

extension PaneReading {
    /// The whole pane.
    mutating func pane(named name: String) -> Pane {
        var pane = Pane(name: name, file: file)
        guard case .dictionary(let entries) = document.root else {
            let root = DocumentPath([])
            let problem = "the pane isn't a dictionary"
            requireAll { $0.report(.wrongType, .error, at: root, problem, "Make it one") }
            return pane
        }
        let table = PaneTable(entries, at: DocumentPath([]))
        pane.title = text("Title", in: table)
        pane.domain = domain(in: table)
        pane.tabs = requireAll { $0.tabs(in: table) }
        noteUnknownKeys(entries.filter { !KnownKeys.ofPanes.contains($0.key) }, in: table)
        _ = string("StringsTable", in: table)
        // Says how keys are to be read; the bundle's reader has done so.
        requireAll { _ = $0.boolean("SAKeyPaths", in: table, otherwise: false) }
        guard let specifiers = requireAll({ $0.specifiers(in: table) }) else { return pane }
        pane.sections = sections(of: specifiers, at: table.path(of: SchemaPlace.rowsKey))
        return pane
    }

    private mutating func specifiers(in table: PaneTable) -> [SettingValue]? {
        if table[SchemaPlace.rowsKey] == nil {
            let problem = "the pane has no '\(SchemaPlace.rowsKey)'"
            report(.missingKey, .error, at: table.path, problem, "Add the array of its rows")
        }
        return array(SchemaPlace.rowsKey, in: table)
    }

    private mutating func tabs(in table: PaneTable) -> [Pane.Tab] {
        var tabs: [Pane.Tab] = []
        for tab in tables("SATabs", in: table, each: "tab", "Write Title and File") {
            require("Title", "File", in: tab, of: "a tab")
            if let title = text("Title", in: tab), let file = string("File", in: tab) {
                tabs.append(Pane.Tab(title: title, pane: file))
            }
        }
        return tabs
    }

    // MARK: Sections

    private mutating func sections(
        of specifiers: [SettingValue],
        at path: DocumentPath
    ) -> [PaneSection] {
        var sections: [PaneSection] = []
        for (index, value) in specifiers.enumerated() {
            guard index < mostRows else {
                let problem = "the bundle has more than \(limits.rows) rows"
                let path = path.appending(.index(index))
                requireAll { $0.report(.limit, .error, at: path, problem, "Use fewer rows") }
                break
            }
            let rowPath = path.appending(.index(index))
            guard case .dictionary(let entries) = value else {
                let problem = "the row is \(value.quotedForMessage), expected a dictionary"
                let advice = "Write a row with its Type"
                requireAll { $0.report(.wrongType, .error, at: rowPath, problem, advice) }
                continue
            }
            let table = PaneTable(entries, at: rowPath)
            let type = string("Type", in: table) ?? ""
            if KnownKeys.groupTypes.contains(type) { sections.append(section(table, type)) }
            if type == "PSGroupSpecifier" { continue }
            if sections.isEmpty { sections.append(PaneSection()) }
            sections[sections.count - 1].rows.append(row(table))
        }
        return sections.map(Self.hiddenWithItsRow)
    }

    /// A section that a radio group or a list has to itself is there where that is.
    private static func hiddenWithItsRow(_ section: PaneSection) -> PaneSection {
        guard section.rows.count == 1, let row = section.rows.first,
            KnownKeys.groupTypes.contains(row.type)
        else { return section }
        var section = section
        section.visibleWhen = row.visibleWhen
        section.idioms = row.idioms
        return section
    }

    private mutating func section(_ table: PaneTable, _ type: String) -> PaneSection {
        var section = PaneSection()
        section.header = text("Title", in: table)
        section.footer = text("FooterText", in: table)
        guard type == "PSGroupSpecifier" else { return section }
        section.enabledWhen = condition("SAEnabledWhen", in: table)
        section.visibleWhen = condition("SAVisibleWhen", in: table)
        section.idioms = idioms(in: table)
        noteUnknownKeys(KnownKeys.unknown(in: table.entries, type: type), in: table)
        return section
    }

    private mutating func idioms(in table: PaneTable) -> Set<Idiom> {
        let names = strings("SupportedUserInterfaceIdioms", in: table)
        return Set(names.compactMap { Idiom(appleName: $0) })
    }

    // MARK: Rows

    /// One row, whatever it is.
    mutating func row(_ table: PaneTable) -> Specifier {
        let cutsBefore = cuts
        // What it's a row of is unknown without it: a list, say, of accounts with passwords.
        let type = requireAll { $0.type(in: table) }
        let title = text("SATitle", in: table) ?? text("Title", in: table) ?? ""
        var row = Specifier(
            type: type,
            title: title,
            control: .unknown,
            place: SchemaPlace(file: file, path: table.path)
        )
        row.keyPath = keyPath(in: table)
        row.domain = domain(in: table)
        row.defaultValue = table["DefaultValue"]
        (row.control, row.rule) = control(table, type)
        readCommonKeys(of: &row, from: table)
        noteUnknownKeys(KnownKeys.unknown(in: table.entries, type: type), in: table)
        checkDefault(of: &row, in: table)
        row.isCut = cuts > cutsBefore
        return row
    }

    private mutating func type(in table: PaneTable) -> String {
        if table["Type"] == nil {
            report(.missingKey, .error, at: table.path, "the row has no 'Type'", "Add it")
        }
        return string("Type", in: table) ?? ""
    }

    private mutating func readCommonKeys(of row: inout Specifier, from table: PaneTable) {
        row.subtitle = subtitle(in: table)
        row.help = text("SAHelp", in: table)
        row.keywords = keywords(in: table)
        row.isEnabled = boolean("SAEnabled", in: table, otherwise: true)
        row.enabledWhen = condition("SAEnabledWhen", in: table)
        row.visibleWhen = condition("SAVisibleWhen", in: table)
        row.requiresRestart = boolean("SARequiresRestart", in: table, otherwise: false)
        row.isSecret = ["SASecret", "IsSecure"].contains { key in
            // What can't be read may be meant to be one.
            let (isSecret, isRight) = attempt { $0.boolean(key, in: table, otherwise: false) }
            return isSecret || !isRight
        }
        row.idioms = idioms(in: table)
        row.lines = integer("SALines", in: table, from: 1)
        row.glyph = glyph(in: table)
    }

    private mutating func subtitle(in table: PaneTable) -> Subtitle? {
        guard case .dictionary? = table["IASKSubtitle"],
            let texts = self.table("IASKSubtitle", in: table)
        else { return text("IASKSubtitle", in: table).map(Subtitle.text) }
        var byValue: [String: String] = [:]
        for entry in texts.entries where entry.key != "__default__" {
            byValue[entry.key] = text(entry.key, in: texts)
        }
        return .byValue(byValue, other: text("__default__", in: texts))
    }

    private mutating func keywords(in table: PaneTable) -> [String] {
        if case .string? = table["SAKeywords"] {
            let words = text("SAKeywords", in: table) ?? ""
            return words.split { $0 == "," || $0.isWhitespace }.map(String.init)
        }
        return strings("SAKeywords", in: table).map(translations.text)
    }

    private mutating func glyph(in table: PaneTable) -> Specifier.Glyph? {
        for key in ["SAGlyph", "SAImage", "IASKCellImage"] where table[key] != nil {
            guard case .array? = table[key] else {
                return string(key, in: table).map { Specifier.Glyph(name: $0, asciiName: nil) }
            }
            let names = strings(key, in: table)
            guard let first = names.first else { continue }
            return Specifier.Glyph(name: first, asciiName: names.count > 1 ? names[1] : nil)
        }
        return nil
    }

    /// A default that the row's own rule refuses is shown all the same, with a problem.
    private mutating func checkDefault(of row: inout Specifier, in table: PaneTable) {
        guard let value = row.defaultValue, row.keyPath != nil else { return }
        row.defaultValue = typed(value, for: row)
        if case .toggle(let toggle) = row.control,
            let (meant, other) = toggle.value(meantBy: row.defaultValue ?? value)
        {
            row.defaultValue = meant
            let problem =
                "'\(Self.defaultKey)' is \(value.quotedForMessage), "
                + "expected \(meant.quotedForMessage) or \(other.quotedForMessage)"
            let advice = "Write \(meant.quotedForMessage); it's taken as that until then"
            report(.wrongType, .warning, at: table.path(of: Self.defaultKey), problem, advice)
        }
        guard let problem = row.badDefault(at: Self.defaultKey) else { return }
        report(
            problem.code,
            problem.severity,
            at: table.path(of: Self.defaultKey),
            problem.problem,
            problem.advice
        )
    }

    /// Where a row's default is.
    static let defaultKey = "DefaultValue"

    /// The value that a format without its type spells as text: dates and data in JSON, all in old
    /// property lists.
    private func typed(_ value: SettingValue, for row: Specifier) -> SettingValue {
        guard case .string(let text) = value else { return value }
        let kinds = row.rule.kinds
        if kinds.contains(.date) {
            return SettingDate(meantBy: value).map(SettingValue.date) ?? value
        }
        if kinds.contains(.data), let bytes = try? Base64.decode(text.utf8) { return .data(bytes) }
        guard isUntyped else { return value }
        if kinds.contains(.boolean) {
            return Self.boolean(value).map(SettingValue.boolean) ?? value
        }
        let isNumber = !kinds.isDisjoint(with: [.integer, .number, .whole])
        return isNumber ? Self.number(spelledBy: text)?.value ?? value : value
    }

    // MARK: Unknown keys

    /// A key that begins like ours or Apple's, but isn't one, is likely to be misspelt.
    mutating func noteUnknownKeys(_ entries: [SettingValue.Entry], in table: PaneTable) {
        for entry in entries where ["SA", "IASK", "PS"].contains(where: entry.key.hasPrefix) {
            if let advice = KnownKeys.unsupported[entry.key] {
                let problem = "'\(entry.key)' isn't supported"
                report(.unsupported, .warning, at: table.path(of: entry.key), problem, advice)
                continue
            }
            let near = entry.key.meantWord(among: KnownKeys.all)
            let advice =
                near.flatMap { $0 == entry.key ? nil : $0 }.map {
                    "Write '\($0)' if that was meant"
                }
                ?? "Remove it, or look it up in docs/settings-bundles.md"
            let key = entry.key.escapedForDisplay
            let problem = "'\(key)' means nothing here"
            report(.unknownKey, .note, at: table.path(of: entry.key), problem, advice)
        }
    }
}
