// A word that a table of `[values]` lacks, found in a text that is the file's own.

package import SettingsModel

/// A text of a file that isn't in a table, and can be a word of it.
package struct MissingWord: Equatable, Sendable {
    /// The table's name.
    package var table: String
    package var word: SettingValue
}

extension FileMap {
    /// The word with which a text of the file's own would be read as a setting's value.
    ///
    /// - Throws: ``MapError`` where no table of the place's pictures can have one.
    package func missingWord(
        of key: SettingKeyPath,
        at fileKey: SettingKeyPath,
        in text: SettingValue,
        as format: MappedFormat
    ) throws(MapError) -> MissingWord {
        let pictures = places.first { $0.fileKey == fileKey }?.pictures ?? []
        let value = UnquotedValue(text, as: format).value
        for case .some((let table, let name, let picture)) in pictures.map({ $0.open(at: key) }) {
            guard let word = picture.read(value, as: format)?[key], word.isWord else { continue }
            if let meant = table.read(word) {
                throw MapError(
                    .words,
                    of: fileKey,
                    "'\(word.wordText)' means '\(meant.wordText)' in the table '\(name)'",
                    advice: "Correct the table in [values], or set the value that it means"
                )
            }
            return MissingWord(table: name, word: word)
        }
        throw MapError(
            .words,
            of: fileKey,
            "no picture of '\(fileKey)' has a table with a place for its text",
            advice: "Name a table of [values] in it, for example {\(key)|NAME}"
        )
    }
}

extension ValueTable {
    /// Whether a name of a table's row means a setting's value.
    package static func isName(_ name: String, of setting: SettingValue) -> Bool {
        areSame(setting, literal(name))
    }
}

extension Picture {
    /// The table of a key's only hole with its name, and the picture as if any text were in it; nil where it
    /// has no such table.
    fileprivate func open(
        at key: SettingKeyPath
    ) -> (table: ValueTable, name: String, picture: Picture)? {
        var found: ValueTable?
        var count = 0
        let parts = parts.map { part -> Part in
            guard case .hole(key, let step) = part else { return part }
            count += 1
            guard let (table, step) = step.open else { return part }
            found = table
            return .hole(key, step)
        }
        // Where what follows is any text, too, nothing shows where the word ends.
        let isClear = !zip(parts, parts.dropFirst()).contains { $0.isVague && $1.isVague }
        guard count == 1, isClear, let found, let name = found.name else { return nil }
        return (found, name, Picture(parts: parts, keys: keys, text: text))
    }
}

extension Step {
    /// The table, and the step as if any text were in it; nil where it can't be told which text that is.
    fileprivate var open: (table: ValueTable, step: Step)? {
        switch self {
        case .table(let table): return (table, .plain)
        case .firstOfText(let separator, .table(let table)):
            return (table, .firstOfText(separator: separator, .plain))
        case .firstOfList(.table(let table)): return (table, .firstOfList(.plain))
        default: return nil
        }
    }
}

extension SettingValue {
    /// Whether a table can have it as a word.
    fileprivate var isWord: Bool { ValueTable.text(of: self).map { !$0.isEmpty } ?? false }

    /// A word as messages show it.
    fileprivate var wordText: String { ValueTable.text(of: self) ?? typeName }
}
