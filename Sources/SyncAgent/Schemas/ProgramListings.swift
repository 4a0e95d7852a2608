// What programs list of their options: they are asked once, and again after an upgrade.

import Glibc
import SchemaFiles
import SettingsModel
import SettingsSchema
import SyncEngine
import SyncPlatform

/// How a program is asked for its options.
struct ListingCommand: Equatable, Sendable {
    var words: [String]
    var reader: OptionReader
    /// The domain file that says so.
    var file: String
}

/// Asks programs for their options, one after the other, and keeps what they say.
///
/// It belongs to the loop's thread.
final class ProgramListings {
    /// How long a program may take, in milliseconds.
    private static let timeout: Int64 = 5_000
    /// An upgrade replaces the files of a program one after the other.
    private static let settleTime = Duration.seconds(2)

    /// Why a program listed nothing.
    private struct Failure {
        /// What was asked: it isn't asked again before that is another.
        var mark: String
        var problem: ConfigurationProblem
    }

    /// Called when a program lists something else than before.
    var haveNews: () -> Void = {}
    private let paths: AgentPaths
    private let report: (Message) -> Void
    private var commands: [Domain: ListingCommand] = [:]
    /// What was asked for the listings that are kept; nil for a domain without.
    private var marks: [Domain: String?] = [:]
    private var failures: [Domain: Failure] = [:]
    /// The loop on which they run; nil while it isn't running yet.
    private var loop: EventLoop?
    private var timer: TimerID?
    private(set) var child: ChildProcess?

    /// Makes one that asks nobody yet; what people should know is given to `report`.
    init(paths: AgentPaths, report: @escaping (Message) -> Void) {
        self.paths = paths
        self.report = report
    }

    /// The files of the programs that are asked: where an upgrade shows.
    var programs: Set<String> { Set(commands.values.compactMap { Self.path(of: $0.words[0]) }) }

    /// Why the program of a domain lists nothing; nil where it does, or isn't asked.
    func problem(of domain: Domain) -> ConfigurationProblem? { failures[domain]?.problem }

    /// From now on the loop runs, and programs are asked on it.
    func begin(on loop: EventLoop) {
        self.loop = loop
        askSoon()
    }

    /// Takes who is asked now, and asks those who aren't what they were.
    func refresh(_ commands: [Domain: ListingCommand]) {
        for domain in self.commands.keys where commands[domain] == nil {
            marks[domain] = nil
            failures[domain] = nil
            _ = try? OwnFiles.remove(paths.optionFile(of: domain))  // One too many does no harm.
        }
        self.commands = commands
        // The screen watches it for what comes; whoever writes into it is told what is wrong.
        if !commands.isEmpty { _ = try? OwnFolder.make(paths.optionFolder) }
        askSoon()
    }

    // MARK: Asking

    private func askSoon() {
        guard let loop, timer == nil, child == nil, let next = due else { return }
        let isUpgrade = keptMark(of: next.domain) != nil
        timer = loop.schedule(after: isUpgrade ? Self.settleTime : .zero) { [weak self] in
            guard let self else { return }
            timer = nil
            if let next = due { ask(next.domain, next.command, on: loop) }
        }
    }

    /// The first domain whose program is another than the one that was asked.
    private var due: (domain: Domain, command: ListingCommand)? {
        commands.sorted { $0.key < $1.key }.first { domain, command in
            // Its file may be here all the same, as on other machines.
            guard let mark = Self.mark(of: command) else { return false }
            return mark != keptMark(of: domain) && mark != failures[domain]?.mark
        }.map { ($0.key, $0.value) }
    }

    private func ask(_ domain: Domain, _ command: ListingCommand, on loop: EventLoop) {
        // Before it runs: what is upgraded meanwhile shows afterwards.
        guard let mark = Self.mark(of: command) else { return askSoon() }
        do throws(PlatformError) {
            child = try ChildProcess(
                command.words,
                in: paths.home,
                to: .answer(atMost: OptionFile.mostText),
                on: loop,
                for: .milliseconds(Self.timeout)
            ) { [weak self] end, text in
                guard let self else { return }
                child = nil
                // Nobody is interested any more, or in something else.
                if commands[domain] == command { take(end, text, mark, domain, command) }
                askSoon()
            }
        } catch {
            fail(domain, command, mark, error.problem)
            askSoon()
        }
    }

    private func take(
        _ end: ChildProcess.End,
        _ text: String,
        _ mark: String,
        _ domain: Domain,
        _ command: ListingCommand
    ) {
        if let trouble = CommandTrouble(end, of: command.words, timeout: Self.timeout, "") {
            return fail(domain, command, mark, trouble.problem)
        }
        guard command.reader.listing(in: text) != nil else {
            let name = command.words[0].escapedForDisplay
            let reason =
                "the reader '\(command.reader.rawValue)' finds none in what '\(name)' printed"
            return fail(domain, command, mark, reason)
        }
        let path = paths.optionFile(of: domain)
        do throws(StorageError) {
            try OwnFolder.make(paths.optionFolder)
            let bytes = OptionFile(mark: mark, reader: command.reader, text: text).bytes
            try OwnFiles.replace(path, expecting: try OwnFiles.read(path), with: bytes)
        } catch {
            return fail(domain, command, mark, error.problem)
        }
        marks[domain] = .some(mark)
        failures[domain] = nil
        haveNews()
    }

    private func fail(
        _ domain: Domain,
        _ command: ListingCommand,
        _ mark: String,
        _ reason: String
    ) {
        let problem = ConfigurationProblem(
            path: command.file,
            place: nil,
            problem: "'describe' lists no options: \(reason)",
            consequence: keptMark(of: domain) == nil
                ? "The settings of its bundle are shown alone" : "What it listed before is shown",
            advice: "Try its command by hand, or remove 'describe'"
        )
        failures[domain] = Failure(mark: mark, problem: problem)
        report(Message(problem))
    }

    // MARK: Marks

    private func keptMark(of domain: Domain) -> String? {
        if let known = marks[domain] { return known }
        // nil: a listing that can't be read is made anew
        let bytes = (try? OwnFiles.read(paths.optionFile(of: domain))) ?? nil
        let mark = bytes.flatMap(OptionFile.init)?.mark
        marks[domain] = .some(mark)
        return mark
    }

    /// What shows that another program, or another question, would be asked now; nil where the program isn't here.
    private static func mark(of command: ListingCommand) -> String? {
        var status = stat()
        guard let path = path(of: command.words[0]), stat(path, &status) == 0 else { return nil }
        let numbers = [
            Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        ]
        let parts = [path] + numbers.map(String.init) + [command.reader.rawValue] + command.words
        return parts.joined(separator: " ").escapedForDisplay
    }

    /// The file of a program by its name, looked for as exec(3) does; nil where it isn't in the PATH.
    private static func path(of name: String) -> String? {
        guard !name.contains("/") else { return name }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}
