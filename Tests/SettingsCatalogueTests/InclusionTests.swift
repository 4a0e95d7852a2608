// Which included files are linked, and with which keys.

import SettingsCatalogue
import SettingsDocument
import SettingsModel
import Testing

private func entry(_ format: String, includes keys: String...) throws -> CatalogueEntry {
    let text = """
        title = "Term"
        found = ["~/.term"]
        includes = \(keys)

        [[file]]
        format = "\(format)"

        """
    return try CatalogueEntry(Domain("term"), Array(text.utf8))
}

/// What becomes of files that a kitty.conf includes.
private func inclusions(of files: [String], in text: String) throws -> [Inclusion] {
    try entry("kitty", includes: "include").inclusions(
        of: files.map { try Format.kitty.parse(Array($0.utf8)) },
        in: Format.kitty.parse(Array(text.utf8))
    )
}

private func keys(_ texts: String...) throws -> [SettingKeyPath] {
    try texts.map { try SettingKeyPath(parsing: $0) }
}

@Suite struct `A file that another includes` {
    @Test func `is linked with all its keys where no other has one of them`() throws {
        let text = "font_size 11\ninclude theme.conf\n"
        #expect(try inclusions(of: ["background #000\n"], in: text) == [.linked(keys: nil)])
    }

    @Test func `has no say of a key whose later line is in the including file`() throws {
        let text = "include theme.conf\nbackground #fff\n"
        let both = try inclusions(of: ["background #000\ncolor0 #111\n"], in: text)
        #expect(try both == [.linked(keys: keys("color0"))])
        #expect(try inclusions(of: ["background #000\n"], in: text) == [.leftAlone(.hasNoSay)])
    }

    @Test func `is left alone where its line is the later one`() throws {
        let text = "cursor #eee\n\nbackground #fff\ninclude theme.conf\ncolor0 #222\n"
        let theme = "color0 #111\nbackground #000\ncursor #fff\n"
        let both = try keys("background", "cursor")
        #expect(try inclusions(of: [theme], in: text) == [.leftAlone(.counts(both))])
        let document = try Format.kitty.parse(Array(text.utf8))
        #expect(CatalogueEntry.lines(of: both, in: document) == [1, 3])
    }

    @Test func `is left alone where it isn't plain which line is the later one`() throws {
        let text = "include a.conf\nbackground #fff\ninclude b.conf\n"
        let unclear = Inclusion.leftAlone(.unclear(try keys("background")[0]))
        let one = try inclusions(of: ["background #000\n", "color0 #111\n"], in: text)
        #expect(one == [unclear, .linked(keys: nil)])
        let several = "include a.conf\ninclude b.conf\n"
        let both = try inclusions(of: ["background #000\n", "background #111\n"], in: several)
        #expect(both == [unclear, unclear])
    }

    @Test func `adds nothing to a list, and is left alone where it includes others`() throws {
        let text = "map ctrl+a copy\ninclude keys.conf\n"
        let lists = try inclusions(of: ["map ctrl+b paste\ncolor0 #111\n"], in: text)
        #expect(try lists == [.linked(keys: keys("color0"))])
        let nested = try inclusions(of: ["include more.conf\n"], in: text)
        #expect(nested == [.leftAlone(.includesOthers)])
    }

    @Test(arguments: [
        ("include = \"a\"\n[font]\nsize = 11\n", "[font]\nsize = 12\nname = \"M\"\n", "font.name"),
        (
            "[font]\nsize = 11\n[general]\n", "[font]\nsize = 12\n[colors]\nbg = \"#000\"\n",
            "colors.bg"
        ),
    ])
    func `has no say of a key of the including file where the order means nothing`(
        text: String,
        file: String,
        key: String
    ) throws {
        let inclusions = try entry("toml", includes: "general.import").inclusions(
            of: [Format.toml.parse(Array(file.utf8))],
            in: Format.toml.parse(Array(text.utf8))
        )
        #expect(try inclusions == [.linked(keys: keys(key))])
    }

    @Test func `is left alone where a key of it is a table of the other`() throws {
        let inclusions = try entry("toml", includes: "import").inclusions(
            of: [
                Format.toml.parse(Array("font = 3\n".utf8)),
                Format.toml.parse(Array("size.x = 3\n".utf8)),
            ],
            in: Format.toml.parse(Array("size = 1\n[font]\nsize = 11\n".utf8))
        )
        #expect(
            try inclusions == [
                .leftAlone(.unclear(keys("font")[0])), .leftAlone(.unclear(keys("size.x")[0])),
            ]
        )
    }

    @Test func `is named in the including file, once or several times`() throws {
        let entry = try entry("git-config", includes: "include.path")
        let one = try Format.gitConfig.parse(Array("[include]\n\tpath = ~/a\n".utf8))
        #expect(entry.includes(among: one.entries).map(\.name) == ["~/a"])
        let two = try Format.gitConfig.parse(Array("[include]\n\tpath = a\n\tpath = b\n".utf8))
        #expect(entry.includes(among: two.entries).map(\.name) == ["a", "b"])
    }

    @Test func `may be named by several keys, of which some name no path`() throws {
        let keys = try entry("kitty", includes: "include", "globinclude", "geninclude")
        let text = "include a.conf\ngeninclude b.py\nglobinclude c.conf\n"
        let included = keys.includes(among: try Format.kitty.parse(Array(text.utf8)).entries)
        #expect(included.filter(\.isPath).map(\.name) == ["a.conf", "c.conf"])
        #expect(included.filter { !$0.isPath }.map(\.name) == ["b.py"])
    }

    @Test func `is read last by Ghostty, so that its lines count over all of the others`() throws {
        let entry = try entry("ghostty", includes: "config-file")
        let text = "config-file = ?a\nconfig-file = b\ncursor-color = #fff\nfont-family = A\n"
        let document = try Format.ghostty.parse(Array(text.utf8))
        #expect(entry.includes(among: document.entries).map(\.name) == ["a", "b"])
        let inclusions = try entry.inclusions(
            of: ["cursor-color = #000\n", "font-family = B\nfont-size = 9\n"].map {
                try Format.ghostty.parse(Array($0.utf8))
            },
            in: document
        )
        let counts = Inclusion.leftAlone(.counts(try keys("cursor-color")))
        #expect(try inclusions == [counts, .linked(keys: keys("font-size"))])
    }

    @Test(arguments: [
        ("theme.conf", "/home/z/.config/term/theme.conf"), ("./a/b", "/home/z/.config/term/a/b"),
        ("~/a", "/home/z/a"), ("/etc/a", "/etc/a"), ("~~/a", nil), ("~zoe/a", nil), ("*.conf", nil),
        ("$HOME/a", nil), ("", nil),
    ])
    func `is found beside the including file, or in the home folder`(name: String, path: String?) {
        let file = "/home/z/.config/term/term.conf"
        #expect(CatalogueEntry.path(ofIncluded: name, in: file, home: "/home/z/") == path)
    }

    @Test func `is a file of the domain, with its keys`() throws {
        let entry = try entry("kitty", includes: "include")
        let file = try entry.domainFile(
            for: "~/.term",
            bundle: nil,
            including: [("~/a.conf", nil), ("~/b.conf", keys("color0", "\"*\""))]
        )
        #expect(
            String(decoding: file, as: UTF8.self) == """
                title = "Term"
                defaults = false

                [[file]]
                format = "kitty"
                path = "~/.term"

                # ~/.term includes this file.
                [[file]]
                path = "~/a.conf"
                format = "kitty"

                # ~/.term includes this file.
                [[file]]
                path = "~/b.conf"
                format = "kitty"
                keys = [
                    "color0",
                    "\\"*\\"",
                ]

                """
        )
    }
}
