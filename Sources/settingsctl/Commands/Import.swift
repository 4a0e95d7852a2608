// settingsctl import, export: a domain from a settings file, and into one.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A domain from a settings file.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Set what a settings file says, all or nothing.",
        discussion: """
            Keys that the file doesn't name stay as they are. More than 500 KiB go in several steps, each \
            all or nothing; when one fails, the message says how many settings were changed. A domain that \
            isn't known is created with --create, or after a question on a terminal.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: "A settings file; - for the standard input.", completion: .file())
    var file: String
    @Option(help: "The file's format, if its name doesn't tell; TOML for the standard input.")
    var format: Format?
    @Flag(help: "Create the domain if it isn't known.") var create = false
    @OptionGroup var output: OutputOptions

    func run() throws {
        let text = try FileText(path: file)
        let told = format ?? Format.detect(name: file, bytes: text.bytes)
        let document = try text.document(
            told ?? (file == "-" ? .toml : nil),
            done: "Nothing was changed. "
        )
        for entry in document.entries { try checkKey(of: entry, in: document) }
        let changes = document.entries.map { ($0.keyPath, Optional($0.value)) }
        let creation = create ? nil : DomainCreation(command: creatingCommand)
        try Client().make(changes, in: domain, creating: creation, output)
    }

    /// The command that makes the domain.
    private var creatingCommand: String {
        var words = ["settingsctl", "import", "--create"]
        if let format { words += ["--format", format.rawValue] }
        if file.hasPrefix("-"), file != "-" { words.append("--") }
        return (words + [domain.name, file]).map(\.quotedForShell).joined(separator: " ")
    }
}

extension Import {
    /// Refuses a key that a file may have and that nobody can set.
    private func checkKey(of entry: DocumentEntry, in document: any Document) throws {
        do {
            _ = try SettingKeyPath(checking: entry.keyPath.segments)
        } catch {
            let place = SourcePlace(offset: entry.offset, in: document.bytes)
            let name = file == "-" ? "standard input" : file
            throw Failure(
                .refused,
                "\(name)\(place.suffix): '\(entry.keyPath)' can't be set: \(error.problem)",
                advice: "Nothing was changed. Give the key another name in the file, or take it out"
            )
        }
    }
}

/// A domain into a settings file.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write what the user has set into a new settings file.",
        discussion: """
            Secrets are left out without --secrets; with it, the file is for you alone. Keys that 'import' \
            wouldn't accept are left out, and reported. What the format can't hold as it is, a date \
            for example, becomes a string; this is reported.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: "A new file; - for the standard output.", completion: .file())
    var file: String
    @Option(help: "The file's format, if its name doesn't tell; TOML for the standard output.")
    var format: Format?
    @Flag(help: .secrets) var secrets = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard file != "-" || !output.json else {
            throw ValidationError("With FILE -, the file is printed; --json would stand behind it.")
        }
    }

    func run() throws {
        let told = format ?? (file == "-" ? .toml : Format.detect(name: file, bytes: []))
        guard let format = told else {
            throw Failure.unknownFormat(file)
        }
        let client = try Client()
        let all = try client.entries(of: domain, layer: .user)
        if all.isEmpty { try client.requireKnown(domain) }
        let entries = all.withoutSecrets(unless: secrets).withoutEmptyKeys()
        let changes = entries.compactMap { entry in
            entry.value.map { DocumentChange(DocumentPath(entry.key), $0) }
        }
        let empty = FileText(newAt: file, format: format)
        let revision = try empty.document(format).revised(by: changes)
        if let refusal = revision.refusals.first {
            throw Failure(
                .refused,
                "\(file): '\(refusal.change.path)': \(refusal.error.problem)",
                advice: "Nothing was written. " + refusal.error.advice
            )
        }
        let rights = secrets ? FileRights.ownersAlone : .usual
        try empty.create(with: revision.document.bytes, rights, "remove it first")
        for change in changes {
            guard let text = change.value.flatMap(format.noteOfType) else { continue }
            note(domain.name, change.path, text)
        }
        guard output.json else { return }
        showJSON {
            $0.member("domain", domain.name)
            $0.member("file", absolutePath(file))
            $0.member("format", format.rawValue)
            $0.member("keys", entries.map(\.key.description))
        }
    }
}

extension [Entry] {
    /// The entries that can be set again; those of files with an empty key are told on the standard
    /// error.
    fileprivate func withoutEmptyKeys() -> [Entry] {
        let empty = filter { $0.key.segments.contains("") }
        guard !empty.isEmpty else { return self }
        let names = empty.map { "'\($0.key)'" }.joined(separator: ", ").escapedForDisplay
        writeError(
            "settingsctl: keys with an empty part are left out: \(names)\n"
                + "Only their file can set them; there, give them a name.\n"
        )
        return filter { !$0.key.segments.contains("") }
    }
}

extension Format: WordArgument {}
