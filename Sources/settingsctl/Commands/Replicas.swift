// settingsctl link, unlink, replicas, rescan: which files hold a domain.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A file made a replica.
struct Link: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a file hold a domain's settings, from now on in both directions.",
        discussion: """
            With --bundle or --schema, the settings keep to its rules and have its defaults; then \
            the file may be left out.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: "A settings file, which may be yet to come.", completion: .file())
    var file: String?
    @Option(help: "A settings bundle to keep to.", completion: .directory) var bundle: String?
    @Option(help: "A JSON Schema to keep to.", completion: .file()) var schema: String?
    @Option(help: "Its format, if its name doesn't tell.") var format: Format?
    @Option(help: "It holds the part of the domain below this key.") var prefix: SettingKeyPath?
    @Option(help: "It takes on these keys only: KEY, or KEY.* for all below it.")
    var keys: [String] = []
    @Option(help: "Where it stands in the search order; all but user are only read.")
    var layer: Call.FileLayer?
    @Option(help: "Which keys it lacks are added: those no other file has, none, or all.")
    var adopt: Call.Adoption?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard bundle == nil || schema == nil else {
            throw ValidationError("Give either --bundle or --schema.")
        }
        guard file != nil || bundle != nil || schema != nil else {
            throw ValidationError("Give FILE, --bundle or --schema.")
        }
    }

    func run() throws {
        let linked: Linked = try Client().call(.link) {
            $0.member("domain", domain.name)
            $0.member("file", file.map(absolutePath))
            $0.member("bundle", bundle.map(absolutePath))
            $0.member("schema", schema.map(absolutePath))
            $0.member("format", format?.rawValue)
            $0.member("prefix", prefix?.segments)
            $0.member("keys", keys.isEmpty ? nil : keys)
            $0.member("layer", layer?.rawValue)
            $0.member("adopt", adopt?.rawValue)
        }
        linked.schema?.show(output)
        linked.replica?.show(output)
        // It is linked, but nothing of it is taken before it can be read.
        if linked.replica?.state == .broken { throw ExitStatus.replicaTrouble }
    }
}

extension Call.FileLayer: ExpressibleByArgument {}
extension Call.Adoption: ExpressibleByArgument {}

/// A replica let go.
struct Unlink: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let a file go its own way, or a bundle or schema; it stays as it is."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: "One of the domain's files.", completion: .file()) var file: String
    @OptionGroup var output: OutputOptions

    func run() throws {
        // How the file was is of no concern any more.
        let linked: Linked = try Client().call(.unlink) {
            $0.member("domain", domain.name)
            $0.member("file", absolutePath(file))
        }
        if output.json {
            showJSON {
                $0.member("domain", domain.name)
                $0.member("file", absolutePath(file))
                $0.member("kept", linked.kept)
            }
        }
        guard let kept = linked.kept else { return }
        let settings = kept == 1 ? "1 setting" : "\(kept) settings"
        writeError(
            "settingsctl: '\(file.escapedForDisplay)' didn't have all that was set; "
                + "the journal alone has the domain's \(settings) now\n"
                + "Give them a file again: settingsctl link \(domain) FILE\n"
        )
    }
}

/// Every replica.
struct Replicas: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Print the files that hold a domain and the hooks that reload its program, and how they fare."
    )
    @Argument(help: .domain) var domain: Domain?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let found = try client.replicas(of: domain)
        if output.json {
            for replica in found.replicas { replica.show(output) }
            for schema in found.schemas { schema.show(output) }
            for hook in found.hooks { showObject(writtenBy: hook.write(to:)) }
            for mistake in found.mistakes { showObject(writtenBy: mistake.write(to:)) }
        } else {
            let rows =
                found.replicas.map { (domain == nil ? [$0.domain.name] : []) + $0.row }
                + found.schemas.map { (domain == nil ? [$0.domain.name] : []) + $0.row }
                + found.hooks.map { (domain == nil ? [$0.domain.name] : []) + $0.row }
                + found.mistakes.map { (domain == nil ? [$0.domain?.name ?? "-"] : []) + $0.row }
            for line in columns(rows) { show(line) }
        }
        if found.replicas.isEmpty, found.schemas.isEmpty, found.mistakes.isEmpty {
            try client.requireKnown(domain)
            throw ExitStatus.notSet
        }
    }
}

extension ReplicaReport {
    /// State, format, layer, file with its trouble.
    fileprivate var row: [String] {
        var text = file + place.suffix
        if let problem { text += ": " + problem }
        if pendingWrites > 0 {
            let changes = pendingWrites == 1 ? "1 change waits" : "\(pendingWrites) changes wait"
            text += " (\(changes) to be written)"
        }
        return [state.phrase, format, layer.rawValue, text]
    }

    fileprivate func show(_ output: OutputOptions) {
        if output.json {
            showObject(writtenBy: write(to:))
        } else {
            settingsctl.show(columns([row])[0])
        }
    }
}

extension SchemaReport {
    /// State, kind, a column of nothing, path with the first trouble.
    fileprivate var row: [String] {
        var text = file
        if let first = diagnostics.first {
            let place = first.place.suffix
            // What is wrong with all of it has no file of its own.
            let source = first.file == file && place.isEmpty ? "" : "\(first.file)\(place): "
            text += ": \(source)\(first.problem)"
            if diagnostics.count > 1 { text += " (and \(diagnostics.count - 1) more)" }
        }
        return [state.phrase, kind, "-", text]
    }

    fileprivate func show(_ output: OutputOptions) {
        if output.json {
            showObject(writtenBy: write(to:))
        } else {
            settingsctl.show(columns([row])[0])
        }
    }
}

extension HookReport {
    /// State, what it is, a column of nothing, what it does with its trouble.
    fileprivate var row: [String] {
        [state.phrase, "reload", "-", hook + (problem.map { ": " + $0 } ?? "")]
    }
}

extension HookState {
    /// As people are told.
    var phrase: String {
        switch self {
        case .ok: "reloaded"
        case .waiting: "to be reloaded"
        case .running: "reloading"
        case .failed: "not reloaded"
        case .refused: "refused"
        }
    }
}

extension ConfigurationMistake {
    /// The file, with the place of the mistake.
    var fileAndPlace: String { file + place.suffix }

    /// State, format, a column of nothing, file with the mistake.
    fileprivate var row: [String] {
        ["with mistakes", "toml", "-", "\(fileAndPlace): \(problem). \(consequence)"]
    }
}

extension SchemaState {
    /// As people are told.
    var phrase: String {
        switch self {
        case .ok: "in force"
        case .faulty: "in force in part"
        case .old: "changed, not readable"
        case .unread: "not readable"
        }
    }
}

/// Every file looked at.
struct Rescan: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look at every file now; ends when all are seen as they are."
    )
    @Argument(help: .domain) var domain: Domain?
    @Flag(help: "Take files at their word that lost all their keys.") var acceptEmpty = false
    @OptionGroup var output: OutputOptions

    func run() throws {
        let answer: Application = try Client().call(.rescan) {
            $0.member("domain", domain?.name)
            $0.member("acceptEmpty", acceptEmpty ? true : nil)
        }
        if output.json {
            showJSON {
                $0.member("domain", domain?.name)
                $0.member("seq", answer.seq)
            }
        }
        guard !answer.warnings.isEmpty else { return }
        for warning in answer.warnings {
            let file = warning.file?.escapedForDisplay ?? ""
            writeError(
                "settingsctl: '\(file)' is \(warning.state.phrase): "
                    + "\(warning.problem.escapedForDisplay)\nIt is read when its writer is done.\n"
            )
        }
        throw ExitStatus.replicaTrouble
    }
}

/// A path from the root; the agent has another working folder.
func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    let folder = getcwd(nil, 0).map { text in
        defer { free(text) }
        return String(cString: text)
    }
    return (folder ?? "") + "/" + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
}
