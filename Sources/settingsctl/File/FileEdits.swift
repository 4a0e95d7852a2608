// settingsctl file get, set, remove: one value of a file.

import ArgumentParser
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A value of the file.
struct FileGet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print a value of the file, or all of it; status 1 if it isn't there.",
        discussion: "A string is printed as it is, or in quotes where it would be taken for "
            + "something else; with --type string always as it is."
    )
    @OptionGroup var options: FileOptions
    @Argument(help: .path) var path: KeyText?
    @Option(help: .pathJSON) var pathJSON: PathJSON?
    @Option(help: "What the value must be, or a string that says it; else status 3.")
    var type: ValueType?
    @Flag(
        help: "Read paths from the standard input, one JSON object a line; print one result each."
    )
    var batch = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard path == nil || pathJSON == nil else {
            throw ValidationError("Give either PATH or --path-json.")
        }
        guard !batch || path == nil && pathJSON == nil else {
            throw ValidationError("With --batch, the paths stand in the lines.")
        }
    }

    func run() throws {
        if batch { return try FileBatch(options, .get, type: type).run() }
        let document = try FileText(path: options.file).document(options.format)
        let place = try FilePlace(path, pathJSON).path(in: document)
        guard var value = document.root.value(at: place.elements[...]) else {
            throw Failure.notInFile(options.file, place)
        }
        if let type { value = try value.read(as: type, in: options.file) }
        if output.json {
            showJSON(value.json.utf8)
        } else if case .dictionary = value {
            showText(value.indentedJSON())
        } else {
            show(type == .string ? value.plain : value.argument)
        }
    }
}

/// A value of the file set.
struct FileSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set a value in the file, and touch nothing else.",
        usage: """
            settingsctl file set FILE PATH VALUE [--format FORMAT] [--type TYPE] [--force] [--dry-run] [--json]
            settingsctl file set FILE --path-json PATH VALUE
            settingsctl file set FILE --batch
            """,
        discussion: """
            VALUE is read as the type of the value that is there, as 'settingsctl set' does; another \
            type, or a value in place of a table, is refused without --type or --force. A new value \
            is JSON; what isn't JSON is text. Before a VALUE that begins with a \
            dash and is no number, write '--'. A file that isn't there, or has no bytes, is begun.

            A line of --batch is an object with "path" (as text or as an array), and "value" or \
            "remove":true or "get":true; "type" is as --type, "file" and "format" name another \
            file, and "text" is the content of a file that is nowhere. Results come once their \
            files are written; with --dry-run, a file's last one has its "diff".
            """
    )
    @OptionGroup var options: FileOptions
    @Argument(help: .path) var path: String?
    @Argument(help: .typedValue) var value: String?
    @Option(help: .pathJSON) var pathJSON: PathJSON?
    @Option(help: "What VALUE is, whatever is there.") var type: ValueType?
    @Flag(help: "Let VALUE have another type, or replace a table.") var force = false
    @OptionGroup var change: FileChangeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try change.validate([path, value, pathJSON.map(\.description)], options, output)
        guard !change.batch else { return }
        guard (path != nil) && (value != nil) != (pathJSON != nil) else {
            throw ValidationError("Give PATH and VALUE, or --path-json and VALUE.")
        }
        guard pathJSON != nil || path.flatMap(KeyText.init(argument:)) != nil else {
            throw ValidationError(
                "PATH is a place in the file, as in font.size or servers[0].\"a.b\"."
            )
        }
    }

    func run() throws {
        if change.batch {
            let batch = FileBatch(options, .set, type: type, isDry: change.dryRun)
            return try batch.run()
        }
        let text = value ?? path ?? ""
        let place = pathJSON == nil ? path.flatMap(KeyText.init(argument:)) : nil
        var content = FileContent.text(TypedText(text), isForced: force)
        if let type { content = .value(try SettingValue(argument: text, type: type)) }
        try FileText.make(FilePlace(place, pathJSON), content, options, change, output)
    }
}

/// A value of the file removed.
struct FileRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a value from the file; status 1 if it isn't there."
    )
    @OptionGroup var options: FileOptions
    @Argument(help: .path) var path: KeyText?
    @Option(help: .pathJSON) var pathJSON: PathJSON?
    @OptionGroup var change: FileChangeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try change.validate([path.map { "\($0)" }, pathJSON.map(\.description)], options, output)
        guard change.batch || (path != nil) != (pathJSON != nil) else {
            throw ValidationError("Give either PATH or --path-json.")
        }
    }

    func run() throws {
        if change.batch {
            let batch = FileBatch(options, .remove, type: nil, isDry: change.dryRun)
            return try batch.run()
        }
        // A file to be removed from isn't begun.
        if options.file != "-" { _ = try FileText(path: options.file) }
        try FileText.make(FilePlace(path, pathJSON), .nothing, options, change, output)
    }
}

extension SettingValue {
    /// The value as a type that is asked for; a string may say it in words.
    ///
    /// - Throws: ``Failure`` with status `.refused`.
    func read(as type: ValueType, in file: String) throws -> SettingValue {
        switch (self, type) {
        case (_, .json), (.boolean, .boolean), (.integer, .integer), (.real, .real),
            (.string, .string), (.date, .date), (.data, .data):
            return self
        case (.integer(let number), .real): return .real(Double(number))
        case (_, .string) where !isContainer: return .string(plain)
        case (.string(let text), _):
            if let value = try? SettingValue(argument: text, type: type) { return value }
        default: break
        }
        throw Failure(file, self, isNot: type)
    }

    /// The value as a type that it is to be set as.
    ///
    /// - Throws: ``Failure`` with status `.refused`.
    func made(as type: ValueType, in file: String) throws -> SettingValue {
        switch (self, type) {
        case (_, .json): self
        case (.string(let text), _): try SettingValue(argument: text, type: type)
        case (.null, _): throw Failure(file, self, isNot: type)
        default: try read(as: type, in: file)
        }
    }

    private var isContainer: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }
}

extension Failure {
    /// The failure for a value that isn't of the type that it should have.
    fileprivate init(_ file: String, _ value: SettingValue, isNot type: ValueType) {
        self.init(
            .refused,
            "\(file): the value is \(value.json), of type \(value.typeName), not \(type.rawValue)",
            advice: "Ask for another type"
        )
    }
}
