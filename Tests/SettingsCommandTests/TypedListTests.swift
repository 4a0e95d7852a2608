// settingsctl file set: lists in files that have a line for each element.

import Testing

@Suite struct `A list typed over a key of a file of lines` {
    private let terminal: Terminal

    init() throws { terminal = try Terminal() }

    private func set(_ format: String, _ text: String, _ words: String...) throws -> Outcome {
        try terminal.write("x", text)
        return try terminal.run(["file", "set", "x"] + words + ["--format", format])
    }

    @Test(arguments: [
        (
            "git-config", "[remote \"o\"]\n\tfetch = a\n", #""remote.o".fetch"#,
            "[remote \"o\"]\n\tfetch = x\n\tfetch = y\n"
        ),
        (
            "systemd", "[Service]\nEnvironment=a\n", "Service.Environment",
            "[Service]\nEnvironment=x\nEnvironment=y\n"
        ),
        ("args", "--style=a\n--theme=b\n", "style", "--style=x\n--style=y\n--theme=b\n"),
        ("gpg", "keyserver a\n", "keyserver", "keyserver x\nkeyserver y\n"),
        ("ghostty", "env = a\nenv =\n", "env", "env = a\nenv =\nenv = x\nenv = y\n"),
        (
            "ghostty", "font-family = A\nfont-family = \"\"\n", "font-family",
            "font-family = A\nfont-family = \"\"\nfont-family = \"x\"\nfont-family = \"y\"\n"
        ),
        ("git-config", "[a]\n\tb = [1]\n", "a.b", "[a]\n\tb = [\\\"x\\\",\\\"y\\\"]\n"),
        ("ini", "[a]\nb = 1\n", "a.b", "[a]\nb = [\"x\",\"y\"]\n"),
    ])
    func `is a line for each element, or a text where no key is a list`(
        format: String,
        text: String,
        key: String,
        new: String
    ) throws {
        #expect(
            try set(format, text, key, #"["x","y"]"#) == Outcome(status: 0, output: "", errors: "")
        )
        #expect(try terminal.read("x") == new)
    }

    @Test(arguments: [
        ("ini", "extension=a\nextension=b\n", "extension", "an INI file can't hold an array"),
        ("ini", "a = 1\na = 2\n", "a", "an INI file can't hold an array"),
        ("newsboat", "a 1\na 2\n", "a", "a newsboat configuration can't hold an array"),
        (
            "kitty", "font_size 1\nfont_size 2\n", "font_size",
            "a kitty configuration can't hold an array where 'font_size' is no list"
        ),
        (
            "mpv", "sid=1\nsid=2\n", "sid",
            "an mpv.conf can't hold an array where 'sid' is no list"
        ),
    ])
    func `is refused where one of several lines would become its text`(
        format: String,
        text: String,
        key: String,
        problem: String
    ) throws {
        let outcome = try set(format, text, key, #"["x","y"]"#)
        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("settingsctl: x: '\(key)': \(problem)\n"))
        #expect(try terminal.read("x") == text)
    }

    @Test func `is a text where that is said`() throws {
        let outcome = try set(
            "git-config",
            "[a]\n\tb = c\n",
            "a.b",
            "[1]",
            "--type",
            "string"
        )
        #expect(outcome.status == 0)
        #expect(try terminal.read("x") == "[a]\n\tb = [1]\n")
    }
}
