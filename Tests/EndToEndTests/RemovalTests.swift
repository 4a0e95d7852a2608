// A setting that is removed and comes back, with the real programs.

import Testing

@Suite(.ownThread) struct `A setting that settingsctl removed` {
    /// A file's name, its text, and what the setting in it is.
    private static let files = [
        (
            "settings.toml",
            "# Mine.\nname = \"a\"\n\n# Points.\nsize = 0x0C # or more\nwide = true\n"
        ),
        ("settings.jsonc", "{\n  \"name\": \"a\",\n  // Points.\n  \"size\": 12 // or more\n}\n"),
        ("settings.yaml", "# Mine.\nname: a\n# Points.\nsize:   12   # or more\nwide: true\n"),
        (
            "settings.plist",
            """
            <plist version="1.0">
            <dict>
            \t<key>name</key><string>a</string>
            \t<!-- Points. -->
            \t<key>size</key><integer>12</integer> <!-- or more -->
            \t<key>wide</key><true/>
            </dict>
            </plist>

            """
        ),
    ]

    @Test(arguments: files)
    func `is byte for byte as it was when that is undone`(name: String, text: String) throws {
        let home = try Home(files: [name], holding: text)
        let agent = try AgentUnderTest(in: home)
        try agent.connect().rescan()

        try agent.command("unset", "size")
        let without = home.text(name)
        try agent.command("undo", "size")

        #expect(without?.contains("or more") == false)
        #expect(home.text(name) == text)
    }

    @Test(arguments: files)
    func `is byte for byte as it was when it is set again`(name: String, text: String) throws {
        let home = try Home(files: [name], holding: text)
        let agent = try AgentUnderTest(in: home)
        try agent.connect().rescan()

        try agent.command("unset", "size")
        try agent.command("set", "size", "12")

        #expect(home.text(name) == text)
    }
}

@Suite(.ownThread) struct `A setting for which a file's text has no room` {
    @Test(arguments: [
        ("c.ini", "[A]\nX=1\n", "A.x"), ("list.yaml", "# first\n- x\n", "a"),
        ("list.json", "[1, 2]\n", "a"),
    ])
    func `is said not to be in the file, which stays as it is`(
        name: String,
        text: String,
        key: String
    ) throws {
        let home = try Home(files: [name], holding: text)
        let agent = try AgentUnderTest(in: home)
        try agent.connect().rescan()

        let command = try agent.settingsctl(["set", Home.domain, key, "7"])
        #expect(try command.waitForEnd() == .exited(5))
        #expect(command.errorText().contains("'\(key)' can't be written here"))
        #expect(home.text(name) == text)
        // What the file has room for goes there as before.
        if name == "c.ini" {
            try agent.command("set", "A.other", "8")
            #expect(home.text(name) == text + "other=8\n")
        }
    }
}
