// What a program's file teaches about dark and light.

import SettingsCatalogue
import SettingsDocument
import SettingsModel
import Testing

private let text = """
    title = "Edit"
    found = ["~/.edit"]

    [themes.edit-theme]
    installed = ["~/.edit-themes/*.toml", "palettes"]
    unless.follow.desktop = true

    [[file]]
    format = "toml"

    [file.look]
    size = "{mono.size|number}"
    theme = "{appearance|edit-theme}"

    """

private let appearance = SettingKeyPath(segments: ["appearance"])

private func entry() throws -> CatalogueEntry {
    try CatalogueEntry(Domain("edit"), Array(text.utf8))
}

private func share(
    _ file: String,
    appearance value: String? = nil,
    installed: Set<String> = [],
    words: [String: SettingValue] = [:]
) throws -> LookShare {
    try LookShare(
        of: ProgramText(entry: entry(), document: Format.toml.parse(Array(file.utf8))),
        over: value.map { [appearance: .string($0)] } ?? [:],
        themes: KnownThemes(families(), installed: ["edit-theme": installed], words: words)
    )
}

@Suite struct `A theme in a program's file` {
    @Test(arguments: [
        ("gruvbox_dark", "dark", ThemePair(dark: "gruvbox_dark", light: "gruvbox_light")),
        ("Rosé Pine Dawn", "light", ThemePair(dark: "Rosé Pine", light: "Rosé Pine Dawn")),
    ])
    func `gives the look its appearance, and the program its words for it`(
        name: String,
        value: String,
        pair: ThemePair
    ) throws {
        let share = try share("theme = \"\(name)\"\n")
        #expect(share.look == [appearance: .string(value)])
        #expect(share.themes.map(\.pair) == [pair])
        #expect(share.tables.map(\.name) == ["edit-theme"])
        #expect(share.tables.map(\.words) == [pair.words])
        var file = LookFile(bundle: nil)
        try file.add(share, of: entry(), at: "~/.edit")
        #expect(
            String(decoding: file.bytes, as: UTF8.self).hasSuffix(
                """

                # Edit
                [[file]]
                path = "~/.edit"
                format = "toml"
                map.theme = "{appearance|edit-theme}"
                [values.edit-theme]
                dark = "\(pair.dark)"
                light = "\(pair.light)"

                """
            )
        )
    }

    @Test func `is left out where the look's appearance is the other one`() throws {
        let share = try share("theme = \"gruvbox_light\"\n", appearance: "dark")
        #expect(share.lines == [] && share.themes.isEmpty && share.tables.isEmpty)
        #expect(share.omissions.map(\.reason) == [.differs(appearance)])
        #expect(share.look == [appearance: .string("dark")])
    }

    @Test(arguments: [
        ("nord", ThemeSide.dark, "edit-theme = { dark = \"nord\", light = \"NAME\" }"),
        ("Quiet Light", .light, "edit-theme = { dark = \"NAME\", light = \"Quiet Light\" }"),
        ("Dracula", nil, "edit-theme = { dark = \"Dracula\", light = \"NAME\" }"),
    ])
    func `is left out without a partner, with the lines to write`(
        name: String,
        side: ThemeSide?,
        words: String
    ) throws {
        let share = try share("size = 12\ntheme = \"\(name)\"\n")
        #expect(share.lines.map(\.fileKey.description) == ["size"])
        #expect(share.look[appearance] == nil)
        let line = "map.theme = \"{appearance|edit-theme}\""
        #expect(
            share.omissions.map(\.reason) == [.noPartner(side, words: words, line: line)]
        )
    }

    @Test func `needs a partner that is installed, where it's known which are`() throws {
        let missing = try share("theme = \"gruvbox_dark\"\n", installed: ["gruvbox_dark"])
        #expect(missing.lines == [])
        let there = try share("theme = \"gruvbox_dark\"\n", installed: ["gruvbox_light"])
        #expect(there.themes.map(\.pair.light) == ["gruvbox_light"])
    }

    @Test func `follows the words that are in the look's file already`() throws {
        let mine = ThemePair(dark: "nord", light: "paper").words
        let known = try share("theme = \"paper\"\n", words: ["edit-theme": mine])
        #expect(known.look == [appearance: .string("light")])
        #expect(known.themes.isEmpty)
        var file = LookFile(
            Array("[values]\nedit-theme = { dark = \"nord\", light = \"paper\" }\n".utf8)
        )
        #expect(file.words == ["edit-theme": mine])
        try file.add(known, of: entry(), at: "~/.edit")
        let other = try share("theme = \"gruvbox_dark\"\n", words: ["edit-theme": mine])
        #expect(other.omissions.map(\.reason) == [.otherWords("edit-theme")])
    }

    @Test func `is left to a program that chooses by itself`() throws {
        let share = try share("theme = \"gruvbox_dark\"\nfollow.desktop = true\n")
        #expect(share.lines == [])
        #expect(share.omissions.map(\.reason) == [.followsDesktop])
    }

    @Test(arguments: [("theme = 3\n", 1), ("theme.dark = \"a\"\n", 0), ("", 0)])
    func `is none where no text is`(file: String, omitted: Int) throws {
        let share = try share(file)
        #expect(share.lines == [])
        #expect(share.omissions.map(\.reason) == Array(repeating: .unreadable, count: omitted))
    }

    @Test func `may be a table of the file itself`() throws {
        let file = "[palettes.one]\nred = \"#f00\"\n[palettes.two]\n"
        let document = try Format.toml.parse(Array(file.utf8))
        let text = try ProgramText(entry: entry(), document: document)
        #expect(text.themes(at: "palettes") == ["one", "two"])
        #expect(text.themes(at: "colours") == [])
    }
}

@Suite struct `An entry's themes` {
    @Test func `stay out of the domain file`() throws {
        let file = try entry().domainFile(for: "~/.edit", bundle: nil, including: [])
        #expect(!String(decoding: file, as: UTF8.self).contains("theme"))
        let themes = try #require(try entry().themes["edit-theme"])
        #expect(themes.installed == ["~/.edit-themes/*.toml", "palettes"])
        #expect(themes.unless.map(\.key.description) == ["follow.desktop"])
    }

    @Test(arguments: ["themes.a = 3", "themes.a.x = 3", "themes.a.installed = 3"])
    func `are refused with a reason`(line: String) throws {
        let text = "title = \"T\"\nfound = [\"~/t\"]\n\(line)\n[[file]]\nformat = \"toml\"\n"
        let error = #expect(throws: CatalogueError.self) {
            try CatalogueEntry(Domain("t"), Array(text.utf8))
        }
        #expect(error?.problem.contains("expected 'installed' and 'unless' in 'themes.a'") == true)
    }
}
