// The programs' own tests of their files, run before a new text takes the old one's place.

import Glibc
import SettingsModel
import SyncEngine
import SyncPlatform

/// What is known of a save while it is being checked.
private enum CheckedSave {
    case newest
    /// Another save has come meanwhile.
    case replaced
}

/// Runs the checks of linked files, none of them on the loop.
package final class FileChecks {
    /// What became of one check.
    enum Verdict: Equatable {
        case passed
        /// What the program says of the text, as a sentence without its period.
        case failed(String)
        /// It took too long, or couldn't be started.
        case unable(String)
    }

    /// How long one may run, in milliseconds.
    package static let timeout: Int64 = 10_000
    /// A line of a program is told up to so many characters.
    private static let messageLength = 200

    private let loop: EventLoop
    private var commands: [ReplicaID: [String]] = [:]
    private var running: [UInt64: ChildProcess] = [:]
    /// The newest text of each file that is being checked: an older one is of an engine that is gone.
    private var newest: [ReplicaID: StagedFile] = [:]
    /// The files whose save is being checked.
    private var saves: [ReplicaID: CheckedSave] = [:]
    private var lastRun: UInt64 = 0

    init(loop: EventLoop) { self.loop = loop }

    /// Takes the checks that the domains have now.
    func configure(_ configurations: [DomainConfiguration]) {
        commands = [:]
        for configuration in configurations {
            for replica in configuration.replicas where replica.check != nil {
                let id = ReplicaID(domain: configuration.domain, path: replica.path)
                commands[id] = replica.check
            }
        }
    }

    /// Whether a file of a domain has one.
    func areMade(in domain: Domain) -> Bool { commands.keys.contains { $0.domain == domain } }

    /// Has a file's check read a text that stands at a path beside it, or at its own.
    ///
    /// - Parameters:
    ///   - path: Where the text stands.
    ///   - replica: The file whose check it is.
    ///   - isQuiet: Whether what the program writes is kept to itself, as it may have a secret in it.
    ///   - done: Called once, on the loop.
    func run(
        on path: String,
        for replica: ReplicaID,
        isQuiet: Bool,
        then done: @escaping (Verdict) -> Void
    ) {
        guard let command = commands[replica] else { return done(.unable("it was removed")) }
        let words = command.map { $0 == "{}" ? path : $0 }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        lastRun += 1
        let number = lastRun
        do throws(PlatformError) {
            running[number] = try ChildProcess(
                words,
                in: folder.isEmpty ? "/" : folder,
                on: loop,
                for: .milliseconds(Self.timeout)
            ) { [weak self] end, output in
                self?.running[number] = nil
                let trouble = CommandTrouble(end, of: words, timeout: Self.timeout, output)
                guard let trouble else { return done(.passed) }
                guard case .exited(let status) = end, !Self.couldNotRun.contains(status) else {
                    return done(.unable(trouble.problem))
                }
                let told = output.replacing(path, with: replica.path)
                let message = isQuiet ? nil : Self.message(of: told)
                done(.failed(message.map { trouble.problem + ": " + $0 } ?? trouble.problem))
            }
        } catch {
            done(.unable(error.problem))
        }
    }

    /// What env(1) and shells end with where there is no such program, or none that may be run.
    private static let couldNotRun: ClosedRange<Int32> = 126...127

    /// The last line that a program wrote.
    private static func message(of output: String) -> String? {
        let line = output.split(whereSeparator: \.isNewline).last { line in
            line.contains { !$0.isWhitespace }
        }
        return line.map { String($0.prefix(Self.messageLength)).escapedForDisplay }
    }
}

extension FileChecks {
    /// Has a file's check read a new text, and the engine go on with what it says.
    ///
    /// A text that it refuses doesn't take the place of one that it takes; where it refuses both, or can't
    /// run, the new one is written and the engine told.
    ///
    /// - Returns: Whether there is a check; without one nothing is done.
    func check(
        _ staged: StagedFile,
        replacing old: FileContent?,
        of replica: ReplicaID,
        for agent: Agent
    ) -> Bool {
        guard commands[replica] != nil else { return false }
        let isQuiet = agent.engine.mayHaveSecrets(replica.domain)
        func give(_ inputs: [Input]) {
            guard newest[replica] == staged else {
                return agent.files.discard(staged, of: replica)
            }
            newest[replica] = nil
            for input in inputs { agent.take(input) }
        }
        func write(_ problem: Problem?) {
            give([.checked(replica, problem), .staged(replica, staged)])
        }
        newest[replica] = staged
        run(on: staged.temporaryPath, for: replica, isQuiet: isQuiet) { [self] verdict in
            switch verdict {
            case .passed: write(nil)
            case .unable(let problem): write(Problem(unchecked: replica, problem))
            case .failed(let problem):
                guard old != nil else { return write(Problem(failedCheck: problem, of: replica)) }
                run(on: replica.path, for: replica, isQuiet: isQuiet) { verdict in
                    guard verdict == .passed else {
                        return write(Problem(failedCheck: problem, of: replica))
                    }
                    agent.files.discard(staged, of: replica)
                    let error = StorageError(failedCheck: problem, of: replica)
                    give([.stagingFailed(replica, error)])
                }
            }
        }
        return true
    }

    /// Has a file's check read what somebody saved; the save counts, whatever that says.
    ///
    /// One after the other: what is said of a text that isn't there any more is of no interest.
    func checkSave(of replica: ReplicaID, for agent: Agent) {
        guard saves[replica] == nil else {
            saves[replica] = .replaced
            return
        }
        saves[replica] = .newest
        let isQuiet = agent.engine.mayHaveSecrets(replica.domain)
        run(on: replica.path, for: replica, isQuiet: isQuiet) { [self] verdict in
            guard saves.removeValue(forKey: replica) == .newest else {
                return checkSave(of: replica, for: agent)
            }
            let problem: Problem? =
                switch verdict {
                case .passed: nil
                case .unable(let problem): Problem(unchecked: replica, problem)
                case .failed(let problem): Problem(failedCheck: problem, of: replica)
                }
            agent.take(.checked(replica, problem))
        }
    }

    /// Forgets which texts wait for a verdict: the engine that staged them is gone.
    func dropStaged() { newest = [:] }
}

extension StorageError {
    fileprivate init(failedCheck problem: String, of replica: ReplicaID) {
        self.init(
            code: .failedCheck,
            path: replica.path,
            errno: 0,
            problem: "the file's check refuses the new text: \(problem)",
            advice: "Set another value, or take the change back: settingsctl undo"
        )
    }
}
