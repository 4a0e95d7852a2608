// Texts in the reader's language.

import SettingsDocument
import SettingsModel

/// The texts of one strings table in several languages.
struct Translations {
    /// From key to text, a table a language, the best language first.
    var tables: [[String: String]] = []

    /// The text for a key in the first language that has it; the key itself if none does.
    func text(_ key: String) -> String {
        for table in tables {
            if let text = table[key] { return text }
        }
        return key
    }
}

extension BundleReader {
    /// The texts of a strings table in the reader's languages; none for a pane that isn't localised.
    mutating func translations(ofTable table: String?, for place: SchemaPlace) -> Translations {
        guard let table else { return Translations() }
        if let known = translations[table] { return known }
        var found = Translations()
        if Self.isFileName(table) {
            let names = languages.compactMap { files.name(of: table + ".strings", language: $0) }
            found.tables = names.compactMap { strings(in: $0) }
            if names.isEmpty { missingTables.append((place, table)) }
        } else {
            report(
                SchemaProblem(
                    .fileName,
                    .error,
                    at: place,
                    problem: "the strings table '\(table.escapedForDisplay)' is not a file's name",
                    advice: "Write the name without a path and without '.strings'"
                )
            )
        }
        translations[table] = found
        return found
    }

    /// The texts of one strings file, or nil if it can't be read.
    mutating func strings(in name: String) -> [String: String]? {
        guard let bytes = contents(of: name) else { return nil }
        let format = Format.detect(name: name, bytes: bytes)
        if let format, format == .xmlPropertyList || format == .binaryPropertyList {
            guard let document = document(bytes, format, name) else { return nil }
            return strings(of: document.root, in: name)
        }
        do {
            return try StringsFile(bytes).texts
        } catch {
            reportSyntax(error, in: name)
            return nil
        }
    }

    /// The texts of a property list, or nil if it's no dictionary.
    private mutating func strings(of root: SettingValue, in name: String) -> [String: String]? {
        guard case .dictionary(let entries) = root else {
            let found = root.quotedForMessage
            report(
                SchemaProblem(
                    .wrongType,
                    .warning,
                    at: SchemaPlace(file: name),
                    problem: "the file is \(found), expected texts by their keys",
                    advice: "Make it a dictionary"
                )
            )
            return nil
        }
        var texts: [String: String] = [:]
        for entry in entries {
            if case .string(let text) = entry.value {
                texts[entry.key] = text
            } else {
                report(
                    SchemaProblem(
                        .wrongType,
                        .warning,
                        at: SchemaPlace(file: name, path: DocumentPath([.key(entry.key)])),
                        problem: "the text of '\(entry.key.escapedForDisplay)' is "
                            + "\(entry.value.typeName), expected a string",
                        advice: "Put it into quotes"
                    )
                )
            }
        }
        return texts
    }
}
