// The words for dark and light that a program's file teaches.

package import SettingsDocument
package import SettingsModel

/// What is known of themes when a program is adopted.
package struct KnownThemes: Sendable {
    package var families: ThemeFamilies
    /// The themes that the program has, by the name of the table in its entry; none where that isn't known.
    package var installed: [String: Set<String>]
    /// The tables of words that the look's domain file has: its user may have written one.
    package var words: [String: SettingValue]

    package init(
        _ families: ThemeFamilies,
        installed: [String: Set<String>],
        words: [String: SettingValue]
    ) {
        self.families = families
        self.installed = installed
        self.words = words
    }

    enum Lesson {
        /// The words, and the pair that they are where they weren't there.
        case learned((name: String, words: SettingValue), ThemePair?)
        case omitted(LookShare.Omission.Reason)
    }

    /// Learns the words for a line of a program's file.
    func learn(
        _ table: String,
        for line: LookShare.Line,
        saying value: SettingValue,
        in text: ProgramText
    ) -> Lesson {
        if let themes = text.entry.themes[table], text.chooses(by: themes) {
            return .omitted(.followsDesktop)
        }
        guard let name = value.text else { return .omitted(.unreadable) }
        if let words = words[table] {
            let known = words.entries.flatMap { $0.value.elements ?? [$0.value] }
            guard known.contains(value) else { return .omitted(.otherWords(table)) }
            return .learned((table, words), nil)
        }
        let installed = installed[table, default: []]
        if let pair = families.pair(of: name, among: installed) {
            return .learned((table, pair.words), pair)
        }
        let side = families.side(of: name)
        let (dark, light) = side == .light ? ("NAME", name) : (name, "NAME")
        let words = "\(table.asTOMLKey) = { dark = \(dark.asTOML), light = \(light.asTOML) }"
        return .omitted(.noPartner(side, words: words, line: line.text))
    }
}

/// A program's file, read with its entry.
package struct ProgramText {
    let entry: CatalogueEntry
    let document: any Document
    private let values: [SettingKeyPath: SettingValue]

    package init(entry: CatalogueEntry, document: any Document) {
        self.entry = entry
        self.document = document
        values = Dictionary(document.entries.map { ($0.keyPath, $0.value) }) { $1 }
    }

    /// The value at a key of the file; nil where it has none.
    func value(at key: SettingKeyPath) -> SettingValue? {
        values[document.spelled(key)]
    }

    /// Whether the file has the program choose its theme by itself.
    func chooses(by themes: CatalogueEntry.Themes) -> Bool {
        themes.unless.contains { value(at: $0.key) == $0.value }
    }

    /// The themes that are tables of the file itself, by where the entry says that they are.
    ///
    /// - Parameter place: A key of the file, below which each key is a theme.
    /// - Returns: Their names; none where the key isn't there.
    package func themes(at place: String) -> [String] {
        guard let key = try? SettingKeyPath(parsing: place) else { return [] }
        return document.root.value(at: DocumentPath(key).elements[...])?.entries.map(\.key) ?? []
    }
}
