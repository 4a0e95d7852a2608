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
            PATH is a place in the file, as in font.size or servers[0]."a.b". Comments, order and \
            spacing stay as they are. No agent is needed; one that watches the file takes the \
            change as an editor's.
            """,
        subcommands: [
            FileGet.self, FileSet.self, FileRemove.self, FileList.self, FileCheck.self,
        ]
    )
}

/// The file, and how to read it.
struct FileOptions: ParsableArguments {
    @Argument(help: "A settings file; - for the standard input.", completion: .file())
    var file: String
    @Option(help: "Its format, if its name doesn't tell.") var format: Format?
}

/// A value of the file.
struct FileGet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print a value of the file, or all of it."
    )
    @OptionGroup var options: FileOptions
    @Argument(help: .path) var path: DocumentPath?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let document = try FileText(path: options.file).document(options.format)
        guard let value = document.root.value(at: path?.elements[...] ?? []) else {
            throw Failure.notInFile(options.file)
        }
        if output.json {
            showJSON(value.json.utf8)
        } else if case .dictionary = value {
            showText(value.indentedJSON())
        } else {
            show(value.argument)
        }
    }
}

/// A value of the file set.
struct FileSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set a value in the file, and touch nothing else.",
        discussion: "VALUE is JSON; what isn't JSON is taken as a string. "
            + "Before a VALUE that begins with a dash, write '--'."
    )
    @OptionGroup var options: FileOptions
    @Argument(help: .path) var path: DocumentPath
    @Argument(help: .value) var value: String
    @Option(help: "What VALUE is.")
    var type: ValueType?
    @Flag(help: "Print the file as it would be, and change nothing.") var dryRun = false

    func run() throws {
        let value = try SettingValue(argument: value, type: type)
        let text = try FileText(path: options.file, format: options.format)
        try text.make(DocumentChange(path, value), options.format, isDry: dryRun)
    }
}

/// A value of the file removed.
struct FileRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a value from the file; status 1 if it isn't there."
    )
    @OptionGroup var options: FileOptions
    @Argument(help: .path) var path: DocumentPath
    @Flag(help: "Print the file as it would be, and change nothing.") var dryRun = false

    func run() throws {
        let text = try FileText(path: options.file)
        guard try text.document(options.format).root.value(at: path.elements[...]) != nil else {
            throw Failure.notInFile(options.file)
        }
        try text.make(DocumentChange(path, nil), options.format, isDry: dryRun)
    }
}

/// The file's keys and values.
struct FileList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the file's keys and values, one a line, in its order.",
        discussion: "A line is KEY VALUE with VALUE as JSON."
    )
    @OptionGroup var options: FileOptions
    @Argument(help: "Only this key and what is below it.") var prefix: SettingKeyPath?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let text = try FileText(path: options.file)
        let document = try text.document(options.format)
        let entries = document.entries.filter { prefix?.isPrefix(of: $0.keyPath) ?? true }
        for entry in entries {
            guard output.json else {
                show("\(entry.keyPath) \(entry.value.json)")
                continue
            }
            let place = SourcePlace(offset: entry.offset, in: text.bytes)
            showJSON {
                $0.keyPath(entry.keyPath)
                $0.member("value", entry.value)
                $0.member("line", place.line)
                $0.member("column", place.column)
            }
        }
        if entries.isEmpty { throw ExitStatus.notSet }
    }
}

/// Whether the file can be read.
struct FileCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say whether the file can be read; status 6 and the place if not."
    )
    @OptionGroup var options: FileOptions

    func run() throws {
        let document = try FileText(path: options.file).document(options.format)
        show("\(options.file): \(document.format.rawValue), \(document.entries.count) settings")
    }
}

// MARK: What they share

extension FileText {
    /// Makes one change and writes the file, or only prints it.
    fileprivate func make(_ change: DocumentChange, _ format: Format?, isDry: Bool) throws {
        let revision: Revision
        do {
            revision = try document(format).revised(by: change)
        } catch let error as EditError {
            throw Failure(
                .refused,
                "\(path): \(error.problem)",
                advice: "Nothing was changed. \(error.advice)"
            )
        }
        let result = revision.document.bytes
        let target = isDry ? FileText(path: "-", bytes: bytes, isNew: isNew) : self
        try target.replace(with: result)
    }
}

extension Failure {
    fileprivate static func notInFile(_ file: String) -> Failure {
        Failure(
            .notSet,
            "\(file): there is no such value",
            advice: "See: settingsctl file list \(shellQuoted(file))"
        )
    }
}

extension SettingValue {
    /// The value at a place below this one; nil where there is none.
    fileprivate func value(at path: ArraySlice<PathElement>) -> SettingValue? {
        guard let element = path.first else { return self }
        switch (self, element) {
        case (.dictionary(let entries), .key(let key)):
            return entries.last { $0.key == key }?.value.value(at: path.dropFirst())
        case (.array(let values), .index(let index)) where values.indices.contains(index):
            return values[index].value(at: path.dropFirst())
        default: return nil
        }
    }
}
