// Makes panes of a settings file that has neither bundle nor schema.

package import SettingsDocument
import SettingsModel

extension Schema {
    /// Makes panes of a file: switches, numbers, texts, lists, and a child pane for each table.
    ///
    /// A comment directly above a key, or at the end of its line, is its help, and a heading the title of
    /// a group. The rules ask for the types that the values have and nothing else; nothing is registered
    /// as a default, as the file's values aren't that.
    package init(
        inferredFrom document: any Document,
        file: String,
        limits: SchemaLimits = .standard
    ) {
        let whole = InferredFile(document, name: file, prefix: [], keys: nil)
        self.init(inferredFrom: whole, limits: limits)
    }

    /// Makes panes of what a file says of its domain, with the file's own keys.
    init(inferredFrom file: InferredFile, limits: SchemaLimits) {
        var reader = InferringReader(file.document, file: file.name, limits: limits)
        reader.readPanes(of: file.values)
        self.init(panes: reader.panes, problems: reader.problems, rules: nil)
    }
}

extension SettingKeyPath {
    /// What the pane of a table at this place is called: its path, and never as the first pane is.
    var paneName: String {
        let name = description
        return name == BundleReader.rootName ? "\"\(name)\"" : name
    }
}

extension [PaneSection] {
    /// Adds a row to the last section, or to a new one that begins with a heading.
    fileprivate mutating func add(_ row: Specifier, below heading: String?) {
        if let heading { append(PaneSection(header: heading)) }
        self[count - 1].rows.append(row)
    }
}

/// The making of panes from a file's values.
private struct InferringReader {
    let document: any Document
    let file: String
    let limits: SchemaLimits
    let comments: KeyComments
    var panes: [Pane] = []
    var problems: [SchemaProblem] = []
    private var rowCount = 0
    private var rows: InferredRows

    init(_ document: any Document, file: String, limits: SchemaLimits) {
        self.document = document
        self.file = file
        self.limits = limits
        rows = InferredRows(file: file)
        comments = KeyComments(of: document)
    }

    mutating func readPanes(of values: SettingValue) {
        guard case .dictionary(let entries) = values else {
            let place = SchemaPlace(file: file)
            let problem = "the file is \(values.quotedForMessage), expected settings by name"
            let advice = "Write a dictionary"
            problems = [
                SchemaProblem(.wrongType, .error, at: place, problem: problem, advice: advice)
            ]
            return
        }
        readPane(named: BundleReader.rootName, entries, at: [])
    }

    private mutating func readPane(
        named name: String,
        _ entries: [SettingValue.Entry],
        at segments: [String]
    ) {
        let index = panes.count
        panes.append(Pane(name: name, file: file, title: segments.last))
        // Tables come after the values beside them, as in a file with headers.
        var values = [PaneSection(footer: comments.help[segments])]
        var tables = [PaneSection()]
        for entry in entries {
            guard rowCount < limits.rows else {
                tooMany("the file has more than \(limits.rows) settings")
                break
            }
            rowCount += 1
            guard checkKeyPath(segments + [entry.key]) else { continue }
            let path = segments + [entry.key]
            let row = row(for: entry, at: path)
            if case .childPane = row.control {
                tables.add(row, below: comments.headings[path])
            } else {
                values.add(row, below: comments.headings[path])
            }
        }
        let sections = (values + tables).filter { !$0.rows.isEmpty || $0.footer != nil }
        panes[index].sections = sections.withListsApart
    }

    /// Whether a setting can be called so; says why not.
    private mutating func checkKeyPath(_ segments: [String]) -> Bool {
        do {
            _ = try SettingKeyPath(checking: segments, limits: limits.file)
            return true
        } catch {
            guard problems.count < limits.problems else { return false }
            let path = DocumentPath(segments.map(PathElement.key))
            problems.append(
                SchemaProblem(
                    .badValue,
                    .warning,
                    at: SchemaPlace(file: file, path: path).located(in: document),
                    problem: error.problem + ", left out",
                    advice: error.advice
                )
            )
            return false
        }
    }

    private mutating func row(for entry: SettingValue.Entry, at segments: [String]) -> Specifier {
        var row = rows.row(for: entry.value)
        row.title = entry.key
        row.help = comments.help[segments]
        if case .dictionary(let entries) = entry.value, !entries.isEmpty,
            segments.count < min(limits.paneDepth, limits.file.keyPathSegments),
            checkRoomForPane()
        {
            let name = SettingKeyPath(segments: segments).paneName
            row.control = .childPane(ChildPane(pane: name, title: nil))
            row.place.path = DocumentPath(segments.map(PathElement.key))
            row.rule = ValueRule()
            row.type = row.control.appleType
            readPane(named: name, entries, at: segments)
        } else {
            // It says where the row stands in the file, too.
            row.keyPath = SettingKeyPath(segments: segments)
        }
        return row
    }

    /// Whether one more pane may be made; says why not.
    private mutating func checkRoomForPane() -> Bool {
        if panes.count < limits.panes { return true }
        tooMany("the file has more than \(limits.panes) tables")
        return false
    }

    /// Says once that a limit was reached.
    private mutating func tooMany(_ problem: String) {
        guard !problems.contains(where: { $0.problem == problem }) else { return }
        let place = SchemaPlace(file: file)
        let advice = "The rest isn't shown; look at it in the file"
        problems.append(SchemaProblem(.limit, .error, at: place, problem: problem, advice: advice))
    }
}
