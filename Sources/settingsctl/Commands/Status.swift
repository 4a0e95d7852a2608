// settingsctl status, rescan: which files hold a domain, and how they are.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsModel
import SettingsProtocol

/// Every file and hook of a domain, or of all, and whether all is well.
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print files and hooks with their state; status 1 if something is wrong.",
        discussion: """
            Without DOMAIN, those of all domains. Values that break a rule of the domain's bundle or schema \
            are listed, too. What to do is printed by 'settingsctl doctor'.
            """
    )
    @Argument(help: .domain) var domain: Domain?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let report = try DomainStatus(of: domain, client)
        report.show(output)
        try report.requireFound(client)
        let problems = try report.brokenRules(client)
        for problem in problems { problem.show(output) }
        if !problems.isEmpty || !report.isWell { throw ExitStatus.notSet }
    }
}

/// What `status` was called before, without its status 1.
struct Replicas: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replicas",
        abstract: "Print files and hooks with their state, as 'status' does.",
        shouldDisplay: false
    )
    @Argument(help: .domain) var domain: Domain?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let report = try DomainStatus(of: domain, client)
        report.show(output)
        try report.requireFound(client)
    }
}

/// How the files, rules and hooks of a domain are, or of all.
private struct DomainStatus {
    private let domain: Domain?
    private let found: SettingsProtocol.Replicas

    init(of domain: Domain?, _ client: Client) throws {
        self.domain = domain
        found = try client.replicas(of: domain)
    }

    func show(_ output: OutputOptions) {
        guard !output.json else {
            for replica in found.replicas { replica.show(output) }
            for schema in found.schemas { schema.show(output) }
            for hook in found.hooks { showObject(writtenBy: hook.write(to:)) }
            for mistake in found.mistakes { showObject(writtenBy: mistake.write(to:)) }
            return
        }
        let name = domain == nil ? ["DOMAIN"] : []
        var table = TextTable(heads: name + ["STATE", "FORMAT", "LAYER", "FILE"])
        func add(_ domain: Domain?, _ row: [Cell]) {
            table.rows.append((self.domain == nil ? [Cell(domain?.name ?? "-")] : []) + row)
        }
        for replica in found.replicas { add(replica.domain, replica.row) }
        for schema in found.schemas { add(schema.domain, schema.row) }
        for hook in found.hooks { add(hook.domain, hook.row) }
        for mistake in found.mistakes { add(mistake.domain, mistake.row) }
        table.show()
    }

    /// Refuses a domain that isn't known, and a world without any.
    func requireFound(_ client: Client) throws {
        guard found.replicas.isEmpty, found.schemas.isEmpty, found.mistakes.isEmpty else { return }
        try client.requireKnown(domain)
        guard let domain else { throw Failure.nothingLinked }
        throw Failure(
            .notSet,
            "'\(domain)' has no file",
            advice: "See what is set: settingsctl list \(domain)"
        )
    }

    /// Whether `doctor` has nothing to say.
    var isWell: Bool {
        found.mistakes.isEmpty && found.schemas.allSatisfy { $0.state == .ok }
            && found.hooks.allSatisfy { $0.advice == nil }
            && found.replicas.allSatisfy(\.isWell)
    }

    /// The values that break a rule and aren't told of with their files.
    func brokenRules(_ client: Client) throws -> [ProblemReport] {
        let told = Set(found.replicas.flatMap { $0.diagnostics.map(\.problem) })
        return try Set(found.schemas.map(\.domain)).sorted().flatMap { domain in
            let answer: Validation = try client.call(.validate) {
                $0.member("domain", domain.name)
            }
            return answer.problems.filter { !told.contains($0.problem) }
        }
    }
}

extension ReplicaReport {
    /// State, format, layer, file with its trouble.
    fileprivate var row: [Cell] {
        var text = shownPath(file) + place.suffix
        if let problem { text += ": " + problem }
        // What to do about the others depends on more than a line can say: `doctor` says it.
        if state == .ok, let advice = diagnostics.first?.advice { text += ". " + advice }
        if pendingWrites > 0 {
            let changes = pendingWrites == 1 ? "1 change waits" : "\(pendingWrites) changes wait"
            text += " (\(changes) to be written)"
        }
        if let followed, let mapped { text += " (\(followed) of \(mapped))" }
        // The file that `link` writes needs no word.
        if let namedIn, namedIn != OwnDomainFile.path(of: domain) {
            text += " (named in \(shownPath(namedIn)))"
        }
        return [
            Cell(state.phrase, isWell ? .good : state.accent), Cell(format),
            Cell(layer.rawValue), Cell(text),
        ]
    }

    /// Prints the report's line, with the domain in front where that was not named; or it as an object.
    func show(_ output: OutputOptions, _ name: KeyName = .alone) {
        if output.json {
            showObject(writtenBy: write(to:))
        } else {
            let first = name == .alone ? [] : [domain.name]
            settingsctl.show(columns([first + row.map(\.text)])[0])
        }
    }
}

extension SchemaReport {
    /// State, kind, a column of nothing, path with the first trouble.
    fileprivate var row: [Cell] {
        var text = shownPath(file)
        if let first = diagnostics.first {
            let place = first.place.suffix
            // What is wrong with all of it has no file of its own.
            let source = first.file == file && place.isEmpty ? "" : "\(first.file)\(place): "
            text += ": \(source)\(first.problem)"
            if diagnostics.count > 1 { text += " (and \(diagnostics.count - 1) more)" }
        }
        return [Cell(state.phrase, state == .ok ? .good : .bad), Cell(kind), Cell("-"), Cell(text)]
    }

    /// Prints the report's line, or it as an object.
    func show(_ output: OutputOptions) {
        if output.json {
            showObject(writtenBy: write(to:))
        } else {
            settingsctl.show(columns([row.map(\.text)])[0])
        }
    }
}

extension HookReport {
    /// State, what it is, a column of nothing, what it does with its trouble.
    fileprivate var row: [Cell] {
        [
            Cell(state.phrase, advice == nil ? .good : .bad), Cell("reload"), Cell("-"),
            Cell(hook + (problem.map { ": " + $0 } ?? "")),
        ]
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
    fileprivate var row: [Cell] {
        [
            Cell("with mistakes", .bad), Cell("toml"), Cell("-"),
            Cell("\(shownPath(file))\(place.suffix): \(problem). \(consequence)"),
        ]
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
        commandName: "rescan",
        abstract: "Look at every file now; ends when all are seen as they are."
    )
    @Argument(help: .domain) var domain: Domain?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        try client.requireKnown(domain)
        let answer: BatchAcceptance = try client.call(.rescan) {
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
    // A shell leaves it where it is quoted.
    if path.hasPrefix("~/"), access(path, F_OK) != 0, let home = Display.home {
        return home + path.dropFirst(2)
    }
    let folder = getcwd(nil, 0).map { text in
        defer { free(text) }
        return String(cString: text)
    }
    return (folder ?? "") + "/" + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
}
