// settingsctl link, unlink, replicas, rescan: which files hold a domain.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsModel
import SettingsProtocol

/// A file made a replica.
struct Link: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a file hold a domain's settings, from now on in both directions."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(completion: .file()) var file: String
    @Option(help: "Its format, if its name doesn't tell.") var format: String?
    @Option(help: "It holds the part of the domain below this key.") var prefix: SettingKeyPath?
    @Option(help: "It takes on these keys only: KEY, or KEY.* for all below it.")
    var keys: [String] = []
    @Option(help: "user, site or default; all but user are only read.") var layer: LayerName?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let linked: Linked = try Client().call(.link) {
            $0.member("domain", domain.name)
            $0.member("file", absolutePath(file))
            $0.member("format", format)
            $0.member("prefix", prefix?.segments)
            $0.member("keys", keys.isEmpty ? nil : keys)
            $0.member("layer", layer?.rawValue)
        }
        linked.replica.show(output)
    }
}

/// A replica let go.
struct Unlink: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let a file go its own way; it stays as it is."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(completion: .file()) var file: String

    func run() throws {
        // The answer is how the file was: of no concern any more.
        let _: Linked = try Client().call(.unlink) {
            $0.member("domain", domain.name)
            $0.member("file", absolutePath(file))
        }
    }
}

/// Every replica.
struct Replicas: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the files that hold a domain, and how they fare."
    )
    @Argument(help: .domain) var domain: Domain?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let replicas = try Client().replicas(of: domain)
        if output.json {
            for replica in replicas { replica.show(output) }
        } else {
            let rows = replicas.map { (domain == nil ? [$0.domain.name] : []) + $0.row }
            for line in columns(rows) { show(line) }
        }
        if replicas.isEmpty { throw ExitStatus.notSet }
    }
}

extension ReplicaReport {
    /// State, format, layer, file with its trouble.
    fileprivate var row: [String] {
        var text = file + (place.map { ":\($0.line):\($0.column)" } ?? "")
        if let problem { text += ": " + problem }
        if pendingWrites > 0 { text += " (\(pendingWrites) changes wait to be written)" }
        return [state.phrase, format, layer.rawValue, text]
    }

    fileprivate func show(_ output: OutputOptions) {
        if output.json {
            var json = JSONWriter()
            write(to: &json)
            showJSON(json.bytes)
        } else {
            for line in columns([row]) { settingsctl.show(line) }
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

    func run() throws {
        let _: Position = try Client().call(.rescan) {
            $0.member("domain", domain?.name)
            $0.member("acceptEmpty", acceptEmpty ? true : nil)
        }
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
