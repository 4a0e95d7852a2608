// settingsctl exec: a program that has the settings, and is reloaded when they change.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsDocument
import SettingsModel

/// A program run with the settings.
struct Exec: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Run a program with the settings in its environment or a file; reload it on change.",
        discussion: """
            With --env PREFIX_, 'font.size' is the variable PREFIX_FONT_SIZE: a string as it is, all \
            else as JSON. With --file, the settings are in a file that is made for the program and \
            removed at its end. Without either, the prefix is the last part of DOMAIN, as in EDITOR_.

            The environment of a running program can't change, so with variables a change restarts \
            it: it gets SIGTERM, and SIGKILL after 10 seconds. With a file alone it gets SIGHUP, or \
            what --signal says; --restart restarts it.

            Signals reach the program. It is in the same process group as this command, so that the \
            terminal treats both alike; what somebody else sends to the whole group reaches it twice, \
            once as a member and once passed on: a unit of systemd says KillMode=mixed. Its exit status is \
            the one of this command: 128 and the signal's number if a signal ended it, 127 if there is no \
            such program, 126 if it can't run.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Option(help: "Set variables that begin with this.") var env: String?
    @Option(help: "Write the settings to this file, and keep it so.", completion: .file())
    var file: String?
    @Option(help: "The file's format, if its name doesn't tell.") var format: Format?
    @Option(help: "The signal at which the program reads the file again, as in HUP.")
    var signal: String?
    @Flag(help: "Restart the program on change.") var restart = false
    @Flag(help: "Replace the file if it is there.") var replace = false
    @Argument(parsing: .postTerminator, help: "The program and its arguments, after '--'.")
    var program: [String] = []

    func validate() throws {
        guard !program.isEmpty else { throw ValidationError("Give the program after '--'.") }
        if let env, !ProgramEnvironment.isPrefix(env) {
            throw ValidationError("--env takes the beginning of a variable's name, as in EDITOR_.")
        }
        if let signal, Signal(named: signal) == nil {
            let names = Signal.names.joined(separator: ", ")
            throw ValidationError("--signal is one of \(names), or RTMIN+1 to RTMIN+15.")
        }
        guard signal == nil || !restart else {
            throw ValidationError("Give either --signal or --restart.")
        }
        guard signal == nil || file != nil && env == nil else {
            throw ValidationError(
                "The environment of a running program can't change: use --restart in place of "
                    + "--signal, or give the settings in a file alone (--file without --env)."
            )
        }
        guard file != nil || format == nil && !replace else {
            throw ValidationError("--format and --replace are for --file.")
        }
    }

    func run() throws {
        var rendered: (path: String, format: Format)?
        if let file {
            guard let format = format ?? Format.detect(name: file, bytes: []) else {
                throw Failure.unknownFormat(file)
            }
            rendered = (file, format)
        }
        let prefix = file == nil ? env ?? ProgramEnvironment.prefix(for: domain) : env
        let isSignalled = file != nil && env == nil && !restart
        let hangUp = signal.flatMap(Signal.init(named:))?.number ?? SIGHUP
        let run = ExecRun(
            domain,
            program,
            prefix: prefix,
            plan: ExecPlan(isSignalled ? .signal(hangUp) : .restart)
        )
        Glibc.exit(try run.run(in: rendered, replace ? .replace : .refuse))
    }
}
