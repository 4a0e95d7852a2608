// What an entry says, what is wrong with one, and the domain file that is made of it.

import SettingsCatalogue
import SettingsDocument
import SettingsModel
import Testing

private let text = """
    # A terminal.
    title = "Term"
    command = "term"
    found = ["~/.termrc", "~/.config/term/term.conf"]
    checked = "1.2"
    includes = "include"
    bundle = "Settings.bundle"
    describe = { command = ["term", "--list options"], reader = "term" }

    [values]
    blinks = { true = "1", false = "0" }

    # Its only file.
    [[file]]
    format = "kitty"

    [file.look]
    blink = "{cursor.blink|blinks}"

    # It reads the file again at this signal.
    [[reload]]
    signal = "USR1"
    process = "term"

    """

private func entry(_ text: String) throws -> CatalogueEntry {
    try CatalogueEntry(Domain("term"), Array(text.utf8))
}

@Suite struct `What an entry says` {
    @Test func `is where the file may be, and how the program hears of a change`() throws {
        let term = try entry(text)
        #expect(term.title == "Term")
        #expect(term.places == ["~/.termrc", "~/.config/term/term.conf"])
        #expect(term.format == .kitty)
        #expect(term.includeKeys == ["include"])
        #expect(term.reload == .signal)
        #expect(term.hooks == ["sends USR1 to 'term'"])
        #expect(term.describe == "term --list options")
    }

    @Test(arguments: [
        ("watches = true\n", CatalogueEntry.Reload.itself),
        ("", .nextStart),
    ])
    func `is how it's live`(line: String, reload: CatalogueEntry.Reload) throws {
        let text = "title = \"T\"\nfound = [\"~/t\"]\n\(line)[[file]]\nformat = \"toml\"\n"
        #expect(try entry(text).reload == reload)
    }

    @Test func `is known again in the domain file that was made of it`() throws {
        let bundled = try entry(text)
        let plain = try entry("title = \"T\"\nfound = [\"~/t\"]\n[[file]]\nformat = \"toml\"\n")
        for (entry, bundle) in [(bundled, "~/data/catalogue/term/Settings.bundle"), (plain, nil)] {
            let file = try entry.domainFile(for: "~/.termrc", bundle: bundle, including: [])
            #expect(entry.made(file))
        }
        for other in [
            "", "[[file]\n", "title = \"Term\"\n", "bundle = \"~/mine/Settings.bundle\"\n",
        ] {
            #expect(!bundled.made(Array(other.utf8)) && !plain.made(Array(other.utf8)))
        }
    }

    @Test func `becomes a domain file, with its comments`() throws {
        let file = try entry(text).domainFile(
            for: "~/.termrc",
            bundle: "/usr/share/B.bundle",
            including: []
        )
        #expect(
            String(decoding: file, as: UTF8.self) == """
                # A terminal.
                title = "Term"
                bundle = "/usr/share/B.bundle"
                describe = { command = ["term", "--list options"], reader = "term" }
                defaults = false

                # Its only file.
                [[file]]
                format = "kitty"
                path = "~/.termrc"

                # It reads the file again at this signal.
                [[reload]]
                signal = "USR1"
                process = "term"

                """
        )
    }

    @Test(arguments: [
        (
            "title = \"T\"\n[[file]]\n",
            "the entry 'term' is wrong: expected a 'title', and 'found' with paths from ~/ on"
        ),
        ("title = \"T\"\nfound = []\n[[file]]\n", "expected a 'title', and 'found'"),
        ("title = \"T\"\nfound = [\"/etc/t\"]\n[[file]]\n", "expected a 'title', and 'found'"),
        (
            "title = \"T\"\nfound = [\"~/t\"]\n",
            "expected one [[file]], with 'format' and 'look' alone"
        ),
        (
            "title = \"T\"\nfound = [\"~/t\"]\n[[file]]\npath = \"~/t\"\n",
            "expected one [[file]], with 'format' and 'look' alone"
        ),
        (
            "title = \"T\"\nfound = [\"~/t\"]\n[[file]]\ncheck = [\"x\", \"{}\"]\n",
            "expected one [[file]], with 'format' and 'look' alone"
        ),
        (
            "title = \"T\"\nfound = [\"~/t\"]\n[[file]]\n[[file]]\n",
            "expected one [[file]], with 'format' and 'look' alone"
        ),
    ])
    func `is refused with a reason`(text: String, reason: String) {
        let error = #expect(throws: CatalogueError.self) { try entry(text) }
        #expect(error?.problem.contains(reason) == true, "\(error?.problem ?? "")")
    }

    @Test(arguments: [
        ("title = \n", "found the end of the line, expected a value", 1),
        ("title = \"T\"\ncolour = 3\n", "unknown key 'colour'", 2),
        ("title = \"T\"\n\ncomand = 3\n", "unknown key 'comand'; did you mean 'command'?", 3),
    ])
    func `is refused with the line of its mistake`(text: String, reason: String, line: Int) {
        let error = #expect(throws: CatalogueError.self) { try entry(text) }
        #expect(error?.problem == reason)
        #expect(error?.place?.line == line)
    }
}
