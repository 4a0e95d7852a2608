// settingsctl agent: the agent itself, ended and started again.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsProtocol

/// The agent itself.
struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Stop or restart the agent.",
        discussion: """
            It isn't needed in daily use: the first command that wants an agent starts one. No \
            setting is lost.
            """,
        subcommands: [Stop.self, Restart.self]
    )

    /// Ends it.
    struct Stop: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stop",
            abstract: "Stop the agent; status 1 if none runs."
        )
        @OptionGroup var output: OutputOptions

        func run() throws {
            guard let ended = try endAgent() else {
                throw Failure(.notSet, "no agent runs", advice: "Nothing was done")
            }
            guard output.json else { return tell("Stopped the agent, process \(ended).") }
            showJSON { $0.member("ended", ended) }
        }
    }

    /// Ends it and starts another.
    struct Restart: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restart",
            abstract: "Stop the agent, if one runs, and start it."
        )
        @OptionGroup var output: OutputOptions

        func run() throws {
            let ended = try endAgent()
            let statistics: Statistics = try Client().call(.stats)
            guard output.json else {
                return tell("The agent runs again, as process \(statistics.process).")
            }
            showJSON {
                $0.member("ended", ended)
                $0.member("pid", statistics.process)
                $0.member("version", statistics.version)
            }
        }
    }
}

/// Prints on a terminal what was done.
private func tell(_ line: String) {
    if Display.isTerminal { show(line) }
}

/// How long an agent may take to close its journal.
private let patience = Duration.seconds(10)

/// Ends the agent and waits until it is gone.
///
/// - Returns: The number that its process had; nil if none runs.
private func endAgent() throws -> Int32? {
    guard let lock = try journalLock(), let agent = try AgentProcess(holding: lock) else {
        return nil
    }
    try agent.end(within: patience)
    return agent.number
}

/// The lock of the journal of the agent that is meant; nil if none runs.
///
/// That of our journal, which needs no answer from an agent that may hang; else that of the agent which
/// listens where one is looked for.
private func journalLock() throws -> String? {
    let isNamed = getenv("SETTINGS_AGENT_SOCKET").map { $0.pointee != 0 } ?? false
    if !isNamed, let own = JournalHolder.ownPath, isLocked(own) { return own }
    let place = try SocketPlace.current()
    guard let connection = try Connection(path: place.path) else { return nil }
    let statistics: Statistics = try Client(connection).call(.stats)
    let journal = statistics.journal.file
    let folder = journal.utf8.lastIndex(of: UInt8(ascii: "/")).map { journal[...$0] } ?? ""
    let lock = String(folder) + JournalHolder.fileName
    guard isLocked(lock) else { throw Failure.unproven(lock, statistics.process) }
    return lock
}

private func isLocked(_ path: String) -> Bool {
    guard let file = LockFile(path) else { return false }
    return file.owner != .nobody
}
