// settingsctl accept: a held save is taken as it is.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsModel
import SettingsProtocol

/// A held save taken.
struct Accept: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Accept a save that is held: the settings that it lacks are removed.",
        discussion: """
            A save is held if it empties its file, or if at least five settings are gone from it that are \
            more than half of the file or all of a table.
            """
    )
    @Argument(help: "The file, or the domain whose files are accepted.", completion: .file())
    var target: String
    @OptionGroup var output: OutputOptions

    func run() throws {
        let held = try FileOrDomain(target)
        let client = try Client()
        let domains = Display.isTerminal ? try held.heldDomains(client) : []
        let answer: BatchAcceptance = try client.call(.accept) { held.write(to: &$0) }
        guard output.json else {
            // The save is the newest step there.
            for domain in domains { show("Accepted. To undo: settingsctl undo \(domain)") }
            return
        }
        showJSON {
            held.write(to: &$0)
            $0.member("seq", answer.seq)
        }
    }
}

/// A file, or all files of a domain.
enum FileOrDomain {
    case file(String)
    case domain(Domain)

    /// A word with a slash is a file, and so is one that names a file of the working folder; a folder is none.
    init(_ word: String) throws {
        var status = stat()
        let isThere = stat(word, &status) == 0
        if word.contains("/") || isThere && status.st_mode & S_IFMT != S_IFDIR {
            self = .file(absolutePath(word))
        } else {
            self = .domain(try Domain(word))
        }
    }

    /// The domains whose held files are meant, as far as their paths are those that are linked.
    fileprivate func heldDomains(_ client: Client) throws(ClientError) -> [Domain] {
        let held = try client.replicas(of: nil).replicas.filter { $0.state == .held }
        let domains =
            switch self {
            case .file(let path): held.filter { $0.file == path }.map(\.domain)
            case .domain(let domain): held.map(\.domain).filter { $0 == domain }
            }
        return Set(domains).sorted()
    }

    /// Writes the parameter that says which.
    func write(to json: inout JSONWriter) {
        switch self {
        case .file(let path): json.member("file", path)
        case .domain(let domain): json.member("domain", domain.name)
        }
    }
}
