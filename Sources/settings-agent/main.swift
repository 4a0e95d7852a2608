// Starts the daemon.

import Glibc
import SyncAgent

switch CommandLine.arguments.dropFirst().first {
case nil: exit(Daemon.run().rawValue)
case "--version": print("settings-agent \(Daemon.version)")
case "--help", "-h":
    print(
        """
        Usage: settings-agent

        Keeps settings files, the defaults store and running programs in sync.
        It takes no arguments: see settings-agent(8), and settingsctl(1) to talk to it.
        """
    )
case let argument?:
    let text = "settings-agent: there is no argument '\(argument)'\nDid not start. Try --help.\n"
    write(STDERR_FILENO, text, text.utf8.count)
    exit(64)
}
