// Where settingsctl begins: the quick commands first, then all of them.

import ArgumentParser
import Glibc

let words = Array(CommandLine.arguments.dropFirst())
let status: ExitStatus
do {
    try requireReadableArguments()
    // Reading the arguments of a script's 'get' takes longer than asking the agent, and a third of the
    // time until a screen is there, so the plain forms of the most frequent commands are read by hand.
    if let command = QuickCommand(words) {
        status = try command.run()
    } else {
        status = try SettingsCommand.run(words)
    }
} catch {
    let failure = Failure(error)
    failure.report()
    status = failure.status
}
exit(status.rawValue)
