// settingsctl agent: the agent itself, ended and started again.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsProtocol

/// The agent itself.
struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "End the agent, or start it anew.",
        discussion: """
            It isn't needed in daily use: the first command that wants an agent starts one. No \
            setting is lost; values of the session go.
            """,
        subcommands: [Stop.self, Restart.self]
    )

    /// Ends it.
    struct Stop: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End the agent; status 1 if none runs."
        )
        @OptionGroup var output: OutputOptions

        func run() throws {
            guard let ended = try endAgent() else {
                throw Failure(.notSet, "no agent runs", advice: "Nothing was done")
            }
            if output.json { showJSON { $0.member("ended", ended) } }
        }
    }

    /// Ends it and starts another.
    struct Restart: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End the agent, if one runs, and start it."
        )
        @OptionGroup var output: OutputOptions

        func run() throws {
            let ended = try endAgent()
            let statistics: Statistics = try Client().call(.stats)
            guard output.json else { return }
            showJSON {
                $0.member("ended", ended)
                $0.member("pid", statistics.process)
                $0.member("version", statistics.version)
            }
        }
    }
}

/// How long an agent may take to put its journal away.
private let patience = Duration.seconds(10)

/// Ends the agent and waits until it has let go of the journal.
///
/// - Returns: The number that its process had; nil if none runs.
private func endAgent() throws -> Int32? {
    let statistics: Statistics? = try Client.ofRunningAgent?.call(.stats)
    guard let process = statistics?.process ?? JournalHolder.current()?.process, process > 0 else {
        return nil
    }
    guard kill(process, SIGTERM) == 0 else {
        throw Failure(
            .noAgent,
            "the agent, process \(process), can't be ended: \(String(cString: strerror(errno)))",
            advice: "Look at it with: ps \(process)"
        )
    }
    let deadline = ContinuousClock.now + patience
    while JournalHolder.current()?.process == process {
        guard ContinuousClock.now < deadline else {
            throw Failure(
                .noAgent,
                "the agent, process \(process), hasn't ended after 10 seconds",
                advice: "Nothing else was done. Try again, or: kill -KILL \(process)"
            )
        }
        pause(milliseconds: 20)
    }
    return process
}
