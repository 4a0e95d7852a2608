// The [[reload]] tables of a domain file, and each mistake in them.

import SettingsModel
import SyncEngine
import SyncPlatform
import Testing

@testable import SyncAgent

private func read(_ text: String) throws -> DomainFile {
    try DomainFile(
        Array(text.utf8),
        path: "/d.toml",
        domain: editor,
        paths: AgentPaths { ["HOME": "/home/u"][$0] }
    )
}

private func signal(_ name: String) throws -> Signal { try #require(Signal(named: name)) }

@Suite struct `A reload table` {
    @Test func `says what is done, for which keys and when`() throws {
        let file = try read(
            """
            [[reload]]
            command = ["tmux", "source-file", "~/.tmux.conf", "a~/b"]
            keys = ["theme.*", "font.size"]
            settle = "250ms"
            timeout = "2 s"
            """
        )
        let hook = try #require(file.hooks.first)
        #expect(file.problems == [])
        #expect(
            hook.hook.action
                == .command(["tmux", "source-file", "/home/u/.tmux.conf", "a~/b"])
        )
        #expect(hook.hook.keys == [.below(key("theme")), .exactly(key("font.size"))])
        #expect(hook.hook.settle == 250)
        #expect(hook.hook.timeout == 2_000)
        #expect(hook.place == SourcePlace(line: 2, column: 11))
    }

    @Test func `has usual times and is for all keys`() throws {
        let hook = try #require(try read("[[reload]]\ntouch = \"~/x\"\n").hooks.first?.hook)
        #expect(hook.action == .touch(path: "/home/u/x"))
        #expect(hook.keys == nil)
        #expect(hook.settle == 100)
        #expect(hook.timeout == 10_000)
    }

    @Test func `names a program by its number, its name or its unit`() throws {
        let file = try read(
            """
            [[reload]]
            signal = "HUP"
            pidfile = "~/run/x.pid"
            [[reload]]
            signal = "SIGUSR1"
            process = "kitty"
            [[reload]]
            signal = "USR2"
            process = ["btop", "htop"]
            [[reload]]
            signal = "RTMIN+8"
            unit = "waybar.service"
            """
        )
        #expect(file.problems == [])
        #expect(
            file.hooks.map(\.hook.action) == [
                .signal(try signal("HUP"), .pidFile("/home/u/run/x.pid")),
                .signal(try signal("USR1"), .processes(names: ["kitty"])),
                .signal(try signal("USR2"), .processes(names: ["btop", "htop"])),
                .signal(try signal("RTMIN+8"), .unit("waybar.service")),
            ]
        )
    }

    @Test(arguments: [
        ("", ReloadHook.UnitChange.either), ("action = \"reload\"", .reload),
        ("action = \"restart\"", .restart),
    ])
    func `reloads or restarts a unit`(line: String, change: ReloadHook.UnitChange) throws {
        let file = try read("[[reload]]\nunit = \"x.service\"\n\(line)\n")
        #expect(file.hooks.map(\.hook.action) == [.unit("x.service", change)])
    }

    @Test(arguments: [
        ("keys = [\"a\"]", "the hook doesn't say what to do"),
        ("touch = \"x\"\ncommand = [\"a\"]", "the hook says more than one thing: command, touch"),
        ("signal = \"HUP\"", "'signal' needs one of pidfile, process, unit, and has 0"),
        (
            "signal = \"HUP\"\nprocess = \"a\"\npidfile = \"b\"",
            "'signal' needs one of pidfile, process, unit, and has 2"
        ),
        ("signal = \"HUP\"\nprocess = []", "'process' is empty"),
        ("signal = \"HUP\"\nprocess = [\"a\", \"\"]", "'process' is empty"),
        ("signal = \"HUP\"\nprocess = [1]", "'process' is array, expected an array of texts"),
        ("signal = \"KILL\"\nprocess = \"a\"", "there is no signal 'KILL' to reload at"),
        ("signal = \"RTMIN+16\"\nprocess = \"a\"", "there is no signal 'RTMIN+16' to reload at"),
        ("command = \"tmux\"", "'command' is string, expected an array of texts"),
        ("command = []", "'command' names no program"),
        ("command = [\"\"]", "'command' names no program"),
        ("unit = \"waybar\"", "'waybar' is no unit's name"),
        ("unit = \"--help.service\"", "'--help.service' is no unit's name"),
        ("unit = \"x.service\"\naction = \"stop\"", "there is no action 'stop'"),
        ("touch = \"\"", "'touch' is empty"),
        ("touch = \"x\"\npidfile = \"y\"", "'pidfile' doesn't go with 'touch'"),
        ("touch = \"x\"\nprocess = \"y\"", "'process' doesn't go with 'touch'"),
        ("command = [\"x\"]\nprocess = \"\"", "'process' is empty"),
        (
            "touch = \"x\"\nsettle = \"soon\"",
            "'settle' is \"soon\", expected a time from 0 to 60000 ms"
        ),
        (
            "touch = \"x\"\nsettle = \"61s\"",
            "'settle' is \"61s\", expected a time from 0 to 60000 ms"
        ),
        (
            "touch = \"x\"\ntimeout = \"1ms\"",
            "'timeout' is \"1ms\", expected a time from 100 to 3600000 ms"
        ),
        ("touch = \"x\"\ncolour = 1", "'colour' is not known"),
    ])
    func `with a mistake is left out, which is said`(table: String, problem: String) throws {
        let file = try read("[[reload]]\n\(table)\n[[reload]]\ntouch = \"/well\"\n")
        #expect(file.problems.map(\.problem) == [problem])
        #expect(file.problems.map(\.consequence) == ["The hook is left out"])
        #expect(file.hooks.map(\.hook.action) == [.touch(path: "/well")])
    }

    @Test(arguments: ["60000ms", "60s", "1min", "0ms"])
    func `takes a time up to its limit`(text: String) throws {
        let file = try read("[[reload]]\ntouch = \"x\"\nsettle = \"\(text)\"\n")
        #expect(file.problems == [])
    }

    @Test func `is one of sixty-four at most`() throws {
        let tables = (0..<65).map { "[[reload]]\ntouch = \"/\($0)\"\n" }
        let full = try read(tables.dropLast().joined())
        let tooMany = try read(tables.joined())
        #expect(full.hooks.count == 64)
        #expect(full.problems == [])
        #expect(tooMany.hooks.count == 64)
        #expect(tooMany.problems.map(\.problem) == ["there are more than 64 hooks"])
    }
}

@Suite struct `The hooks of a domain file` {
    private static let text = """
        [[reload]]
        command = ["a"]
        [[reload]]
        unit = "x.service"
        """
    private static let others = StorageError(
        code: .unsafe,
        path: "/d.toml",
        errno: 0,
        problem: "'/d.toml' can be written by others",
        advice: "Run: chmod go-w '/d.toml'"
    )

    @Test(arguments: [
        (FileTrust.user, [nil, nil]),
        (.system, ["a command is run only from a file of the user's own", nil]),
        (
            .others(others),
            ["'/d.toml' can be written by others", "'/d.toml' can be written by others"]
        ),
    ])
    func `are refused by whose word they are`(trust: FileTrust, problems: [String?]) throws {
        var file = try read(Self.text)
        file.refuseCommands { _ in trust }
        #expect(file.hooks.map(\.refusal?.problem) == problems)
        #expect(file.problems.map(\.problem) == problems.compactMap(\.self))
    }
}

@Suite struct `A file's check in a domain file` {
    private static let file = "[[file]]\npath = \"~/a.toml\"\n"

    @Test func `is a program and its arguments, one of them the file`() throws {
        let file = try read(Self.file + "check = [\"~/bin/x\", \"-n\", \"{}\"]")
        #expect(file.problems == [])
        #expect(file.configuration.replicas[0].check == ["/home/u/bin/x", "-n", "{}"])
    }

    @Test(arguments: [
        ("check = []", "'check' names no program"),
        ("check = [\"x\", \"file\"]", "'check' has no word '{}' for the file that is to be tested"),
        ("check = [\"{}\"]", "'check' has no word '{}' for the file that is to be tested"),
        ("check = \"x {}\"", "'check' is string, expected an array of texts"),
    ])
    func `is nothing else`(line: String, problem: String) throws {
        let file = try read(Self.file + line)
        #expect(file.problems.map(\.problem) == [problem])
        #expect(file.problems.map(\.consequence) == ["The file is left out"])
    }

    @Test func `is run for nobody but the user`() throws {
        var file = try read(Self.file + "check = [\"x\", \"{}\"]")
        file.refuseCommands { _ in .system }
        #expect(file.configuration.replicas[0].check == nil)
        #expect(
            file.problems.map(\.problem) == ["a check is run only from a file of the user's own"]
        )
        #expect(file.problems.map(\.consequence) == ["'/home/u/a.toml' is written unchecked"])
    }
}
