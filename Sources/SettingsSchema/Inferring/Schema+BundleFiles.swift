// Writes inferred panes as a bundle to go on from.

package import SettingsDocument
import SettingsModel

extension Schema {
    /// The pane files of a bundle with these panes, by their names: what `schema infer` writes.
    ///
    /// Made for inferred panes; of others, what only a bundle's own author knows is left out. The
    /// file's values become defaults, but for those that may be secrets, and the keys key paths
    /// (`SAKeyPaths`). Throws ``EditError`` if the format can't hold a value.
    package func bundleFiles(
        in format: Format,
        of document: any Document
    ) throws(EditError) -> [String: [UInt8]] {
        let ending = format.fileEnding
        let names = Dictionary(
            panes.enumerated().map { ($1.name, $0 == 0 ? BundleReader.rootName : "Pane\($0)") }
        ) { first, _ in first }
        let writer = PaneWriter(
            names: names,
            values: Dictionary(document.entries.map { ($0.keyPath, $0.value) }) { $1 },
            // Of environment variables, many are passwords of services, whatever they are called.
            copiesValues: !document.format.holdsEnvironment,
            format: format
        )
        var files: [String: [UInt8]] = [:]
        for pane in panes {
            let name = names[pane.name] ?? pane.name
            files["\(name).\(ending)"] = try writer.bytes(of: pane)
        }
        return files
    }
}

extension Format {
    /// What names of files in this format end in.
    fileprivate var fileEnding: String {
        if let ending = BundleReader.endings.first(where: { rawValue == $0 }) { return ending }
        return rawValue.hasSuffix("plist") ? "plist" : rawValue
    }
}

/// Writes the file of one pane.
private struct PaneWriter {
    /// The files' names by the panes'.
    let names: [String: String]
    /// The values of the file.
    let values: [SettingKeyPath: SettingValue]
    let copiesValues: Bool
    let format: Format

    func bytes(of pane: Pane) throws(EditError) -> [UInt8] {
        var rows: [SettingValue] = []
        for section in pane.sections {
            // A list's row is its own group.
            if !section.isOfOneList || section.footer != nil { rows.append(group(section)) }
            rows += section.rows.map(row)
        }
        var head = SchemaEntries()
        head.add("SAKeyPaths", .boolean(true))
        if let title = pane.title { head.add("Title", .string(title)) }
        let all = [SettingValue.Entry(SchemaPlace.rowsKey, .array(rows))]
        let document = try document(of: head.entries + all)
        guard format == .toml else { return document.bytes }
        // Said in one line, a pane of TOML is nothing that anybody would go on from.
        let tables = try bytes(of: head.entries, thenTables: rows)
        let isSame = (try? format.parse(tables))?.root == document.root
        return isSame ? tables : document.bytes
    }

    private func document(of entries: [SettingValue.Entry]) throws(EditError) -> any Document {
        var document: any Document
        do {
            document = try format.parse(format.emptyFile)
        } catch {
            throw EditError(code: .gate, problem: error.problem, advice: error.advice)
        }
        for entry in entries {
            let change = DocumentChange(DocumentPath([.key(entry.key)]), entry.value)
            document = try document.revised(by: change).document
        }
        return document
    }

    // MARK: TOML

    /// The pane with a table for each row.
    private func bytes(
        of head: [SettingValue.Entry],
        thenTables rows: [SettingValue]
    ) throws(EditError) -> [UInt8] {
        var bytes = try lines(of: head, after: "")
        for case .dictionary(let entries) in rows {
            bytes += Array("\n[[PreferenceSpecifiers]]\n".utf8)
            bytes += try lines(of: entries, after: "")
        }
        return bytes
    }

    /// A line for each entry, those of dictionaries with dotted keys.
    private func lines(
        of entries: [SettingValue.Entry],
        after prefix: String
    ) throws(EditError) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            if case .dictionary(let inner) = entry.value, !inner.isEmpty {
                bytes += try lines(of: inner, after: prefix + entry.key + ".")
            } else {
                bytes += Array(prefix.utf8) + (try document(of: [entry]).bytes)
            }
        }
        return bytes
    }

    private func group(_ section: PaneSection) -> SettingValue {
        var group = SchemaEntries()
        group.add("Type", .string("PSGroupSpecifier"))
        if let header = section.header { group.add("Title", .string(header)) }
        if let footer = section.footer { group.add("FooterText", .string(footer)) }
        return .dictionary(group.entries)
    }

    private func row(_ specifier: Specifier) -> SettingValue {
        var row = SchemaEntries()
        row.add("Type", .string(specifier.type))
        if specifier.title != "" { row.add("Title", .string(specifier.title)) }
        if let keyPath = specifier.keyPath { row.add("Key", .string(keyPath.description)) }
        if let help = specifier.help { row.add("SAHelp", .string(help)) }
        switch specifier.control {
        case .childPane(let child):
            if let name = child.pane { row.add("File", .string(names[name] ?? name)) }
        case .text(let field):
            if field.kind != .string { row.add("SAValueType", .string(field.kind.rawValue)) }
            if field.keyboard != .alphabet {
                row.add("KeyboardType", .string(field.keyboard.rawValue))
            }
        case .list(let group):
            row.add("Deletable", .boolean(group.isDeletable))
            row.add("ItemSpecifier", self.row(group.item))
            if let add = group.add { row.add("AddSpecifier", self.row(add)) }
        default: break
        }
        if let keyPath = specifier.keyPath, let value = values[keyPath] {
            if LikelySecret.isIn(value, at: keyPath) {
                row.add("SASecret", .boolean(true))
            } else if copiesValues, let stored = format.stored(value) {
                row.add("DefaultValue", stored)
            }
        }
        return .dictionary(row.entries)
    }
}
