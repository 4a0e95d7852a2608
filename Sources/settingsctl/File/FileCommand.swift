// settingsctl file: one settings file by itself, without an agent.

import ArgumentParser
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// The commands on a file by itself.
struct FileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file",
        abstract: "Read and change one settings file, whatever its format, and nothing else in it.",
        discussion: """
            PATH is a place in the file, as in font.size or servers[0]."a.b". Comments, order and \
            spacing stay as they are. No agent is needed; one that watches the file takes the \
            change as an editor's.

            FILE may be - for the standard input; a change is then printed. The format is told \
            by the file's name and content, or by --format: \
            \(Format.allCases.map(\.rawValue).joined(separator: ", ")).
            """,
        subcommands: [
            FileGet.self, FileSet.self, FileRemove.self, FileList.self, FileConvert.self,
            FileCheck.self,
        ]
    )
}

/// The file, and how to read it.
struct FileOptions: ParsableArguments {
    @Argument(help: "A settings file; - for the standard input.", completion: .file())
    var file: String
    @Option(help: "Its format, if its name doesn't tell.") var format: Format?
}

/// How a change is made.
struct FileChangeOptions: ParsableArguments {
    @Flag(help: "Print what would change as a unified diff, and change nothing.")
    var dryRun = false
    @Flag(
        help: "Read edits from the standard input, one JSON object a line; print one result each."
    )
    var batch = false

    /// Refuses words that a batch has in its lines, and two things on the standard output.
    func validate(_ words: [String?], _ options: FileOptions, _ output: OutputOptions) throws {
        guard batch else {
            guard options.file != "-" || !output.json || dryRun else {
                throw ValidationError(
                    "With FILE -, the result is printed; --json would stand behind it."
                )
            }
            return
        }
        guard words.allSatisfy({ $0 == nil }) else {
            throw ValidationError("With --batch, PATH and VALUE stand in the lines.")
        }
    }
}

extension ArgumentHelp {
    /// What `--path-json` is.
    static let pathJSON: ArgumentHelp = #"PATH as JSON: keys and positions, as in ["a.b",0]."#
}

// MARK: What they share

extension FileText {
    /// Makes one change and writes the file, or only shows it; says what came of it.
    static func make(
        _ place: FilePlace,
        _ content: FileContent,
        _ options: FileOptions,
        _ how: FileChangeOptions,
        _ output: OutputOptions
    ) throws {
        var isChanged = false
        func changed(_ text: FileText) throws -> [UInt8] {
            let document = try text.begunDocument(options.format)
            let place = try place.path(in: document)
            let value = try content.value(at: place, in: document, text.path)
            let change = DocumentChange(place, value)
            if change.value == nil, document.root.value(at: change.path.elements[...]) == nil {
                throw Failure.notInFile(text.path, change.path)
            }
            if let refusal = document.root.refusal(of: change) {
                throw Failure(text.path, change.path, refusal)
            }
            let result: [UInt8]
            do {
                let path = options.format == nil ? options.file : nil
                result = try document.revised(by: change, inFile: path).document.bytes
            } catch {
                throw Failure(text.path, change.path, error)
            }
            isChanged = result != text.bytes || text.isNew
            return result
        }
        guard how.dryRun else {
            try edit(options.file, options.format, changed)
            if output.json { showJSON { $0.member("changed", isChanged) } }
            return
        }
        let text = try FileText(path: options.file, format: options.format)
        let difference = text.difference(to: try changed(text))
        guard output.json else {
            if difference == nil, isChanged { show("\(text.path): it is no text; it would change") }
            return showLines(difference ?? [])
        }
        showJSON {
            $0.member("changed", isChanged)
            $0.member("diff", difference.map { String(decoding: $0, as: UTF8.self) })
        }
    }

    /// What would change, as `diff -u` shows it; nil for what is no text.
    func difference(to new: [UInt8]) -> [UInt8]? {
        let isText = [bytes, new].allSatisfy { bytes in
            !bytes.contains(0) && (try? UTF8Span(validating: bytes.span)) != nil
        }
        guard isText else { return nil }
        let name = path == "-" ? "standard input" : path
        let old = isNew ? "/dev/null" : name
        return UnifiedDiff(from: isNew ? [] : bytes, to: new).text(oldName: old, newName: name)
    }
}

extension EditError {
    fileprivate static func inTheWay(
        _ value: SettingValue,
        at path: DocumentPath,
        expected: String
    ) -> EditError {
        EditError(
            code: .noSuchPath,
            problem: "'\(path)' is \(value.quotedForMessage), expected \(expected)",
            advice: "Remove it first, or name another place"
        )
    }
}

extension Failure {
    /// The failure for a place that a file doesn't have.
    static func notInFile(_ file: String, _ path: DocumentPath) -> Failure {
        Failure(
            .notSet,
            "\(file): '\(path)': there is no such value",
            advice: "See: settingsctl file list \(file.quotedForShell)"
        )
    }

    /// The failure for a change that a file can't take.
    init(_ file: String, _ path: DocumentPath, _ error: EditError) {
        let place = path.elements.isEmpty ? "" : "'\(path)': "
        self.init(
            .refused,
            "\(file): \(place)\(error.problem)",
            advice: "Nothing was changed. "
                + (error.code == .otherFormat ? "Say its format with --format" : error.advice)
        )
    }
}

extension SettingValue {
    /// Why a change can't be made: a value is in its way, which would be lost; nil if none is.
    func refusal(of change: DocumentChange) -> EditError? {
        guard change.value != nil else { return nil }
        var value = self
        for (index, element) in change.path.elements.enumerated() {
            guard let next = value.value(at: [element]) else {
                guard !value.isEmpty else { return nil }
                let way = DocumentPath(Array(change.path.elements[..<index]))
                switch (value, element) {
                case (.dictionary, .key), (.array, .index): return nil
                // The document itself refuses a position in a dictionary.
                case (.dictionary, .index): return nil
                // It refuses a key in a file that is no dictionary, too.
                case _ where index == 0: return nil
                case (_, .key): return .inTheWay(value, at: way, expected: "a dictionary")
                case (_, .index): return .inTheWay(value, at: way, expected: "an array")
                }
            }
            value = next
        }
        return nil
    }

    /// Whether nothing is lost with the value.
    private var isEmpty: Bool {
        switch self {
        case .null: true
        case .array(let values): values.isEmpty
        case .dictionary(let entries): entries.isEmpty
        default: false
        }
    }
}
