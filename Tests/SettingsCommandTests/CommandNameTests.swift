// A command that is named by its first words, which is read without all others.

import Testing

@Suite(.timeLimit(.minutes(10))) struct `A command of settingsctl` {
    /// The names that a help lists below its headings.
    private func names(in help: String) -> [String] {
        help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
            .filter { !$0.hasPrefix("-") && !$0.hasPrefix("<") && $0 != "See" }
    }

    @Test func `has one help, however it's asked for`() throws {
        let terminal = try Terminal()
        var commands = names(in: try terminal.run("help").output).map { [$0] }
        commands += [["replicas"], ["validate"]]
        for name in ["agent", "file", "schema"] {
            commands += names(in: try terminal.run("help", name).output).map { [name, $0] }
        }
        #expect(commands.count > 45)
        for words in commands where words != ["help"] {
            let help = try terminal.run(["help"] + words)
            #expect(help.output.contains("settingsctl \(words.joined(separator: " "))"))
            #expect(try terminal.run(words + ["--help"]) == help)
        }
    }

    @Test(
        arguments: [
            (["list", "--nope"], "unknown option '--nope'", "list"),
            (["log", "--since"], "missing value for '--since <since>'", "log"),
            (["list", "a.b", "k", "x"], "unexpected argument 'x'", "list"),
            (
                ["file", "get", "x", "--nope"],
                "unknown option '--nope'. Did you mean '--type'?",
                "file get"
            ),
            (["file", "get"], "missing expected argument '<file>'", "file get"),
        ]
    )
    func `says its whole name in a mistake`(
        words: [String],
        problem: String,
        name: String
    ) throws {
        let outcome = try Terminal().run(words)
        #expect(outcome.status == 2)
        #expect(outcome.output == "")
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.first == "settingsctl: \(problem)")
        #expect(lines.contains { $0.hasPrefix("Usage: settingsctl \(name) ") })
        #expect(lines.last == "  See 'settingsctl \(name) --help' for more information.")
    }

    @Test(arguments: [
        (
            ["set", "kitty", "font_size=14"], "'set' needs KEY and VALUE apart",
            "Run: settingsctl set kitty font_size 14"
        ),
        (
            ["set", "kitty", "title=a b", "--json"], "'set' needs KEY and VALUE apart",
            "Run: settingsctl set kitty title 'a b' --json"
        ),
        (
            ["get", "kitty"], "'get' needs a KEY of 'kitty'",
            "List them with: settingsctl list --defaults kitty"
        ),
        (
            ["describe", "--json", "kitty"], "'describe' needs a KEY of 'kitty'",
            "List them with: settingsctl list --defaults kitty"
        ),
    ])
    func `says what goes on where a word is missing`(
        words: [String],
        problem: String,
        advice: String
    ) throws {
        let message = "settingsctl: \(problem)\n\(advice)\n"
        #expect(try Terminal().run(words) == Outcome(status: 2, output: "", errors: message))
    }

    @Test(arguments: [["--version"], ["--generate-completion-script", "bash"]])
    func `passes on what is asked of all of them`(words: [String]) throws {
        let terminal = try Terminal()
        #expect(try terminal.run(["list"] + words) == terminal.run(words))
        #expect(try terminal.run(["file", "get"] + words) == terminal.run(words))
    }
}
