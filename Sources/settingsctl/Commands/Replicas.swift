// settingsctl replicas, rescan: which files hold a domain.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsModel
import SettingsProtocol

/// Every replica.
struct Replicas: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Print the files of a domain and the hooks that reload its program, with their state."
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
        // What to do about the others depends on more than a line can say: `doctor` says it.
        if state == .ok, let advice = diagnostics.first?.advice { text += ". " + advice }
        if pendingWrites > 0 {
            let changes = pendingWrites == 1 ? "1 change waits" : "\(pendingWrites) changes wait"
            text += " (\(changes) to be written)"
        }
        if let namedIn, namedIn != ownDomainFile { text += " (named in \(namedIn))" }
        return [state.phrase, format, layer.rawValue, text]
    }

    /// The domain file that `link` writes, which needs no word.
    private var ownDomainFile: String {
        func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        let config = variable("XDG_CONFIG_HOME")
        return (config.hasPrefix("/") ? config : variable("HOME") + "/.config")
            + "/settings-agent/domains/\(domain).toml"
    }

    /// Prints the report's line, or it as an object.
    func show(_ output: OutputOptions) {
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

    /// Prints the report's line, or it as an object.
    func show(_ output: OutputOptions) {
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
        case .ok: "up to date"
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
    @OptionGroup var output: OutputOptions

    func run() throws {
        let answer: Application = try Client().call(.rescan) {
            $0.member("domain", domain?.name)
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
