// settingsctl file get, set, remove: values of a file.

import ArgumentParser
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A value of the file.
struct FileGet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print a value of the file, or all of it; status 1 if it isn't there.",
        discussion: "Texts are printed without quotes, lists and tables as JSON. "
            + "'file set' accepts the printed value."
    )
    @OptionGroup var options: FileOptions
    @Argument(help: .path) var path: KeyText?
    @Option(help: .pathJSON) var pathJSON: PathJSON?
    @Option(help: "What the value must be, or a string that says it; else status 3.")
    var type: ValueType?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard path == nil || pathJSON == nil else {
            throw ValidationError("Give either PATH or --path-json.")
        }
    }

    func run() throws {
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
            show(value.plain)
        }
    }
}

/// Values of the file set.
struct FileSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set values in the file, and touch nothing else.",
        usage: """
            settingsctl file set FILE PATH VALUE [--format FORMAT] [--type TYPE] [--force] [--dry-run] [--json]
            settingsctl file set FILE PATH=VALUE ...
            settingsctl file set FILE --path-json PATH VALUE
            """,
        discussion: """
            VALUE is read as the type of the value that is there, as 'settingsctl set' does; another \
            type, or a value in place of a table, is refused without --type or --force. A new value \
            is JSON; what isn't JSON is text. Before a VALUE that begins with a \
            dash and is no number, write '--'. Creates the file if it is missing or empty.

            Several values are set in the order in which they are given, all or none. In a PATH, a '=' \
            stands in quotes, for example '"a=b"=1'.
            """
    )
    @OptionGroup var options: FileOptions
    @Argument(help: "PATH and VALUE, or PATH=VALUE for each of several.")
    var words: [String] = []
    @Option(help: .pathJSON) var pathJSON: PathJSON?
    @Option(help: "What VALUE is, whatever is there.") var type: ValueType?
    @Flag(help: "Let VALUE have another type, or replace a table.") var force = false
    @OptionGroup var change: FileChangeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try change.validate(options, output)
        _ = try settings()
    }

    func run() throws {
        let edits = try settings().map {
            try FileEdit(place: $0.place, content: content($0.value))
        }
        try FileText.make(edits, options, change, output)
    }

    private func content(_ text: String) throws -> FileContent {
        guard let type else { return .text(TypedText(text), isForced: force) }
        return .value(try SettingValue(argument: text, type: type))
    }

    // MARK: Words

    /// What is to be set where, by the words.
    private func settings() throws -> [(place: FilePlace, value: String)] {
        if let pathJSON, words.count == 1 { return [(.exact(pathJSON.path), words[0])] }
        if pathJSON == nil, let first = words.first {
            if PathValue(first) != nil { return try words.map { try setting($0, like: first) } }
            if words.count == 2 { return [(try place(first), words[1])] }
        }
        throw ValidationError(
            "Give PATH and VALUE, PATH=VALUE for each of several, or --path-json and VALUE."
        )
    }

    private func setting(
        _ word: String,
        like first: String
    ) throws -> (place: FilePlace, value: String) {
        guard let pair = PathValue(word) else {
            throw ValidationError(
                "'\(word)' isn't PATH=VALUE, but '\(first)' is. A '=' of a PATH stands in quotes, "
                    + "for example '\"a=b\"'."
            )
        }
        return (try place(pair.path), pair.value)
    }

    private func place(_ text: String) throws -> FilePlace {
        guard let text = KeyText(argument: text) else {
            throw ValidationError(
                "PATH is a place in the file, for example font.size or servers[0].\"a.b\"."
            )
        }
        return .typed(text)
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
        try change.validate(options, output)
        guard (path != nil) != (pathJSON != nil) else {
            throw ValidationError("Give either PATH or --path-json.")
        }
    }

    func run() throws {
        // A file to be removed from isn't begun.
        if options.file != "-" { _ = try FileText(path: options.file) }
        let edit = FileEdit(place: FilePlace(path, pathJSON), content: .nothing)
        try FileText.make([edit], options, change, output)
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
