// settingsctl file: one settings file by itself, without an agent.

import ArgumentParser
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// The commands on a file by itself.
struct FileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file",
        abstract: "Read and change one settings file, whatever its format, and nothing else in it.",
        discussion: """
            PATH is a place in the file, for example font.size or servers[0]."a.b". Comments, order and \
            spacing stay as they are. No agent is needed; one that watches the file takes the \
            change as an editor's.

            FILE may be - for the standard input; a change is then printed. The format is \
            detected from the file's name and content, or set with --format: \
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

    /// Refuses two things on the standard output.
    func validate(_ options: FileOptions, _ output: OutputOptions) throws {
        guard options.file != "-" || !output.json || dryRun else {
            throw ValidationError(
                "With FILE -, the result is printed; --json would stand behind it."
            )
        }
    }
}

extension ArgumentHelp {
    /// What `--path-json` is.
    static let pathJSON: ArgumentHelp = #"PATH as JSON: keys and positions, for example ["a.b",0]."#
}

// MARK: What they share

extension FileText {
    /// Makes changes one after the other, all or none, and writes the file once, or only shows what
    /// would change; says what came of it.
    static func make(
        _ edits: [FileEdit],
        _ options: FileOptions,
        _ how: FileChangeOptions,
        _ output: OutputOptions
    ) throws {
        var isChanged = false
        func changed(_ text: FileText) throws -> [UInt8] {
            var document = try text.begunDocument(options.format)
            let path = options.format == nil ? options.file : nil
            for edit in edits { document = try edit.made(in: document, text.path, toldBy: path) }
            isChanged = document.bytes != text.bytes || text.isNew
            return document.bytes
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
            return showDifference(difference ?? [])
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

extension Failure {
    /// The failure for a place that a file doesn't have.
    static func notInFile(_ file: String, _ path: DocumentPath) -> Failure {
        Failure(
            .notSet,
            "\(file): '\(path)': there is no such value",
            advice: "See: settingsctl file list \(file.quotedForShell)"
        )
    }
}
