// How settingsctl comes to its agent, and what every command shares.

import Foundation
import Glibc
import SettingsModel
import SettingsProtocol
import Testing

@Suite(.timeLimit(.minutes(10))) struct `settingsctl without an agent` {
    /// Puts a program called settings-agent into PATH.
    private func install(_ script: String, in terminal: Terminal) throws {
        try terminal.writeProgram("bin/settings-agent", script)
        terminal.environment["PATH"] = terminal.folder.path + "/bin:/usr/bin:/bin"
    }

    @Test func `says that none is installed`() throws {
        let terminal = try Terminal()
        let path = terminal.folder.path + "/s"
        let message = """
            settingsctl: no agent listens at '\(path)', and 'settings-agent' is not installed
            Install it beside settingsctl or into a folder of PATH.

            """
        for words in [["get", "a.b", "k"], ["list"], ["doctor"]] {
            #expect(try terminal.run(words) == Outcome(status: 4, output: "", errors: message))
        }
    }

    @Test func `refuses an argument that isn't UTF-8`() throws {
        let terminal = try Terminal()
        let program = try Terminal.executable.get().path
        let command = "exec '\(program)' link a.b \"/tmp/$(printf 'r\\351glages.toml')\""
        try terminal.write("run", command)
        let outcome = try terminal.run(shell: "run")
        #expect(
            outcome
                == Outcome(
                    status: 2,
                    output: "",
                    errors: """
                        settingsctl: argument 3, '/tmp/r\u{FFFD}glages.toml', isn't UTF-8
                        Write it in UTF-8; a file of such a name, rename or link under another.

                        """
                )
        )
    }

    @Test func `starts one and asks it`() throws {
        let other = try Terminal { _ in setting("k", .integer(1)) }
        let terminal = try Terminal()
        let listening = other.folder.appending(path: "s").path
        let script = """
            ls -l /proc/self/fd | grep -c lock > \(terminal.folder.path)/locks
            ln -s \(listening) "$SETTINGS_AGENT_SOCKET"
            """
        try install(script, in: terminal)
        let outcome = try terminal.run("get", "a.b", "k")
        #expect(outcome == Outcome(status: 0, output: "1\n", errors: ""))
        #expect(try terminal.read("locks") == "0\n")
    }

    @Test func `leaves it to the agent to make the socket's folder`() throws {
        let other = try Terminal { _ in .result(Page(seq: 1, entries: [], next: nil)) }
        let terminal = try Terminal()
        terminal.environment["SETTINGS_AGENT_SOCKET"] = nil
        // The agent makes the folder only where no socket is named.
        let script = """
            test -z "$SETTINGS_AGENT_SOCKET" || exit 1
            mkdir "$XDG_RUNTIME_DIR/settings-agent"
            ln -s \(other.folder.path)/s "$XDG_RUNTIME_DIR/settings-agent/socket"
            """
        try install(script, in: terminal)
        #expect(try terminal.run("list").errors.hasPrefix("settingsctl: nothing is set\n"))
    }

    @Test func `tells how the one that it started ended`() throws {
        let terminal = try Terminal()
        try install("exit 78", in: terminal)
        let outcome = try terminal.run("get", "a.b", "k")
        #expect(outcome.status == 4)
        let program = terminal.folder.path + "/bin/settings-agent"
        #expect(outcome.errors.contains("'\(program)' was started and ended\n"))
        #expect(outcome.errors.hasSuffix("Run it by hand to see why.\n"))
    }

    @Test func `tells what the one that it started said`() throws {
        let terminal = try Terminal()
        let script = """
            echo "settings-agent: '/x.lock' can't be listened on" >&2
            echo "Did not start. Check the folder." >&2
            exit 1
            """
        try install(script, in: terminal)
        let outcome = try terminal.run("get", "a.b", "k")
        let program = terminal.folder.path + "/bin/settings-agent"
        #expect(
            outcome.errors == """
                settingsctl: no agent listens at '\(terminal.folder.path)/s'; '\(program)' was \
                started and ended: '/x.lock' can't be listened on
                Check the folder.

                """
        )
    }

    @Test func `says that a socket's path is too long`() throws {
        let terminal = try Terminal()
        terminal.environment["SETTINGS_AGENT_SOCKET"] = "/" + String(repeating: "x", count: 200)
        let outcome = try terminal.run("get", "a.b", "k")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("is longer than the 107 bytes"))
    }
}

@Suite struct `settingsctl` {
    @Test(arguments: [
        ["--help"], ["help", "set"], ["--version"], ["file", "--help"],
        ["--generate-completion-script", "bash"], ["--generate-completion-script", "zsh"],
        ["--generate-completion-script", "fish"],
    ])
    func `helps without an agent`(words: [String]) throws {
        let outcome = try Terminal().run(words)
        #expect(outcome.status == 0)
        #expect(!outcome.output.isEmpty)
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: [
        ["nonsense"], ["get"], ["get", "a.b"], ["get", "a/b", "k"], ["get", "a.b", "k..l"],
        ["get", "a.b", "k", "x"], ["set", "a.b", "k"], ["set", "a.b", "k", "-x"],
        ["get", "a.b", "k", "--layer", "attic"], ["watch", "a.b", "k", "x"], ["file"],
        ["list", "--nope"], ["wait"],
    ])
    func `ends with 2 for words that it doesn't understand`(words: [String]) throws {
        let terminal = try Terminal { _ in .result(Position(seq: 1)) }
        let outcome = try terminal.run(words)
        #expect(outcome.status == (words == ["file"] ? 0 : 2))
        #expect(terminal.calls.isEmpty)
    }

    @Test(
        arguments: [
            (
                ["get", "a.b", "x\u{1B}y"],
                "the key path has the control character U+001B as it is",
                #"Write it as '"x\u001By"'."#
            ),
            (
                ["link", "a.b", "/f", "--prefix", "x\ny"],
                "the key path has the control character U+000A as it is",
                #"Write it as '"x\ny"'."#
            ),
            (
                ["list", "a.b", "a..b"], "the key path has an empty segment",
                "Name a key, for example font.size."
            ),
            (
                ["explain", "a.b", "x.list[0]"],
                "'x.list[0]' is an element of 'x.list', and this command takes settings",
                #"Name 'x.list'; a key with brackets in its name is quoted: 'x."list[0]"'."#
            ),
        ]
    )
    func `says what is wrong with a key, and what is right`(
        words: [String],
        problem: String,
        advice: String
    ) throws {
        let errors = "settingsctl: \(problem)\n\(advice)\n"
        #expect(
            try Terminal().run(words) == Outcome(status: 2, output: "", errors: errors)
        )
    }

    @Test(arguments: [["set", "a.b", "k", "1", "x\u{1B}y"], ["get", "x\u{1B}y", "k"]])
    func `shows no control character of a word that it doesn't take`(words: [String]) throws {
        let errors = try Terminal().run(words).errors
        #expect(errors.contains(#"'x\u{1B}y'"#))
        #expect(!errors.contains("\u{1B}"))
    }

    @Test(arguments: ["--x\u{1B}=1", "-\u{1B}=1", "-x\u{1B}", "--\u{1B}\r\n\u{9B}=\u{1B}"])
    func `shows no control character of an option that there isn't`(word: String) throws {
        let errors = try Terminal().run("get", "a.b", "k", word).errors
        #expect(errors.contains(#"\u{1B}"#))
        #expect(errors.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" })
    }

    @Test func `shows a terminal no control characters`() throws {
        let evil = "a\u{1B}]0;x\u{7}\u{9B}31m"
        let terminal = try Terminal { _ in setting("k", .string(evil)) }
        #expect(try terminal.run("get", "a.b", "k").output == evil + "\n")
        let shown = try terminal.runOnTerminal("get", "a.b", "k")
        #expect(shown == "a\\u{1B}]0;x\\u{07}\\u{009B}31m\r\n")
        let json = try terminal.runOnTerminal("get", "a.b", "k", "--json")
        #expect(json.contains(#""value":"a\u001b]0;x\u0007\u009b31m""#))
    }
}

extension Terminal {
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), macros that Swift can't see.
    private static let unlock = 0x4004_5431
    private static let getNumber = 0x8004_5430

    /// Runs a command whose output is a terminal; gives what that terminal got.
    fileprivate func runOnTerminal(_ words: String...) throws -> String {
        let main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(main) }
        var number: CInt = 0
        try #require(ioctl(main, UInt(Self.unlock), &number) == 0)
        try #require(ioctl(main, UInt(Self.getNumber), &number) == 0)
        let name = "/dev/pts/\(number)"
        let process = Process()
        process.executableURL = try Self.executable.get()
        process.arguments = words
        process.environment = environment
        let device = try #require(FileHandle(forUpdatingAtPath: name))
        process.standardOutput = device
        try process.run()
        process.waitUntilExit()
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(main, &bytes, bytes.count)
        try device.close()
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
