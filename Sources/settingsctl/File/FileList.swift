// settingsctl file list: what a file says, and where.

import ArgumentParser
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// The file's values.
struct FileList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the file's values, one a line, in its order.",
        discussion: """
            A line is PATH, type, value as JSON, line and column, with tabs between them. An array \
            is one value; with a PATH to it or into it, its elements are.
            """
    )
    @OptionGroup var options: FileOptions
    @Argument(help: "Only this value and what is below it.") var path: KeyText?
    @Option(help: .pathJSON) var pathJSON: PathJSON?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard path == nil || pathJSON == nil else {
            throw ValidationError("Give either PATH or --path-json.")
        }
    }

    func run() throws {
        let text = try FileText(path: options.file)
        let document = try text.document(options.format)
        let place = try FilePlace(path, pathJSON).path(in: document)
        guard document.root.value(at: place.elements[...]) != nil else {
            throw Failure.notInFile(options.file, place)
        }
        let rows = document.rows(below: place)
        let places = SourcePlaces(text.bytes)
        for row in rows {
            let place = row.offset.map(places.place)
            if output.json {
                row.showJSON(at: place)
            } else {
                let line = [place?.line, place?.column].map { $0.map(String.init) ?? "-" }
                let cells = [row.path.description, row.value.typeName, row.value.json] + line
                showCells(cells)
            }
        }
    }
}

/// One value of a file, and where its key begins.
private struct FileRow {
    var path: DocumentPath
    var value: SettingValue
    var offset: Int?

    func showJSON(at place: SourcePlace?) {
        settingsctl.showJSON {
            $0.member("key", path.description)
            $0.key("path")
            $0.array(path.elements) { json, element in
                switch element {
                case .key(let key): json.string(key)
                case .index(let index): json.integer(index)
                }
            }
            $0.member("type", value.typeName)
            $0.member("value", value)
            $0.place(place)
        }
    }
}

extension Document {
    /// The values at a place and below it, in the order of the file.
    fileprivate func rows(below place: DocumentPath) -> [FileRow] {
        guard let value = root.value(at: place.elements[...]) else { return [] }
        let keyPath = place.keyPath
        // Only what is below keys alone has entries.
        let hasEntries =
            place.elements.isEmpty ? isDictionary(value) : keyPath != nil && !isArray(value)
        guard hasEntries else { return elements(of: value, at: place) }
        return entries.filter { keyPath?.isPrefix(of: $0.keyPath) ?? true }.map { entry in
            // A binary property list has no places.
            let offset = format == .binaryPropertyList ? nil : entry.offset
            return FileRow(path: DocumentPath(entry.keyPath), value: entry.value, offset: offset)
        }
    }

    private func isArray(_ value: SettingValue) -> Bool {
        if case .array = value { true } else { false }
    }

    private func isDictionary(_ value: SettingValue) -> Bool {
        if case .dictionary = value { true } else { false }
    }

    /// The leaves of an array's elements, or of a value within an array.
    private func elements(of value: SettingValue, at place: DocumentPath) -> [FileRow] {
        guard case .array(let values) = value, !values.isEmpty else {
            return leaves(of: value, at: place)
        }
        return values.indices.flatMap {
            leaves(of: values[$0], at: DocumentPath(place.elements + [.index($0)]))
        }
    }

    /// The leaves of a value within an array; another array is one of them.
    private func leaves(of value: SettingValue, at place: DocumentPath) -> [FileRow] {
        guard case .dictionary(let entries) = value, !entries.isEmpty else {
            return [FileRow(path: place, value: value, offset: span(of: place)?.lowerBound)]
        }
        return entries.flatMap {
            leaves(of: $0.value, at: DocumentPath(place.elements + [.key($0.key)]))
        }
    }
}
