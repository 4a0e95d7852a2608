// Which lines of a program's file become part of the look.

import SettingsCatalogue
import SettingsDocument
import SettingsModel
import Testing

private let text = """
    title = "Term"
    found = ["~/.term"]

    [values]
    term-blink = { true = ["1", "yes"], false = "0" }

    [[file]]
    format = "kitty"

    [file.look]
    family = "{mono.family}"
    size = "{mono.size|number}"
    pixels = "{mono.size|*4/3|int}"
    opacity = "{opacity|number}"
    blink = "{cursor.blink|term-blink}"

    """

private func share(
    _ file: String,
    over look: [String: SettingValue] = [:]
) throws -> LookShare {
    let entry = try CatalogueEntry(Domain("term"), Array(text.utf8))
    var known: [SettingKeyPath: SettingValue] = [:]
    for (key, value) in look { known[try SettingKeyPath(parsing: key)] = value }
    return try LookShare(
        of: ProgramText(entry: entry, document: Format.kitty.parse(Array(file.utf8))),
        over: known,
        themes: KnownThemes(ThemeFamilies(), installed: [:], words: [:])
    )
}

extension LookShare {
    fileprivate var said: [String] {
        lines.map { "\($0.fileKey) = \($0.pictures.joined(separator: " or "))" }
    }
    fileprivate var values: [String: SettingValue] {
        Dictionary(uniqueKeysWithValues: look.map { ($0.key.description, $0.value) })
    }
}

@Suite struct `A program's share of the look` {
    @Test func `gives the look its values where it has none, for the lines that are there`() throws
    {
        let share = try share("size 11.0\nblink yes\nother 3\n")
        #expect(
            share.said == ["size = {mono.size|number}", "blink = {cursor.blink|term-blink}"]
        )
        #expect(share.values == ["mono.size": .integer(11), "cursor.blink": .boolean(true)])
        #expect(share.omissions == [])
        #expect(share.tables.map(\.name) == ["term-blink"])
    }

    @Test func `follows where it says the same, and keeps the ratio of a size that differs`() throws
    {
        let look: [String: SettingValue] = [
            "mono.size": .integer(11), "mono.family": .string("Mono"), "opacity": .real(0.8),
        ]
        let share = try share("family Mono\nsize 14\nopacity 0.4\n", over: look)
        #expect(
            share.said == [
                "family = {mono.family}", "size = {mono.size|*14/11|.1}",
                "opacity = {opacity|*0.4/0.8|.2}",
            ]
        )
        #expect(share.values == look)
        #expect(share.omissions == [])
    }

    @Test(arguments: [
        ("pixels 16", "pixels = {mono.size|*4/3|int}"),
        ("pixels 15", "pixels = {mono.size|*45/36|int}"),
        ("pixels 24", "pixels = {mono.size|*72/36|int}"),
    ])
    func `keeps the ratio of pixels, too`(line: String, said: String) throws {
        let share = try share(line + "\n", over: ["mono.size": .integer(12)])
        #expect(share.said == [said])
    }

    @Test func `leaves out another font, and a text that no picture reads`() throws {
        let share = try share("family Fira\nblink maybe\n", over: ["mono.family": .string("Mono")])
        #expect(share.said == [])
        #expect(share.omissions.map(\.fileKey.description) == ["family", "blink"])
        let family = try SettingKeyPath(parsing: "mono.family")
        #expect(share.omissions.map(\.reason) == [.differs(family), .unreadable])
        #expect(share.values == ["mono.family": .string("Mono")])
    }
}

@Suite struct `The domain file of the look` {
    @Test func `gets a table for each program, and its words`() throws {
        let entry = try CatalogueEntry(Domain("term"), Array(text.utf8))
        var file = LookFile(bundle: "/usr/share/B.bundle")
        let first = try share("size 11\nblink 0\n")
        try file.add(first, of: entry, at: "~/.term")
        #expect(
            String(decoding: file.bytes, as: UTF8.self) == """
                # One look for all programs that are adopted; each says it in its own words.
                title = "Look"
                bundle = "/usr/share/B.bundle"

                # The look's own file: every setting under its own name.
                [[file]]
                path = "~/.config/look/look.toml"

                # Term
                [[file]]
                path = "~/.term"
                format = "kitty"
                map.size = "{mono.size|number}"
                map.blink = "{cursor.blink|term-blink}"
                [values.term-blink]
                true = ["1", "yes"]
                false = "0"

                """
        )
        // The same words are there already.
        try file.add(share("blink 1\n", over: first.values), of: entry, at: "~/.other")
        let tables = String(decoding: file.bytes, as: UTF8.self).split(separator: "[values.")
        #expect(tables.count == 2)
    }

    @Test func `is never made one that can't be read`() throws {
        let entry = try CatalogueEntry(Domain("term"), Array(text.utf8))
        let mine = "file = [ { path = \"~/a\" } ]\n"
        var file = LookFile(Array(mine.utf8))
        #expect(throws: CatalogueError.self) {
            try file.add(share("size 3\n"), of: entry, at: "~/.term")
        }
        #expect(file.bytes == Array(mine.utf8))
    }

    @Test func `keeps what its user has written, and refuses other words of the same name`() throws
    {
        let entry = try CatalogueEntry(Domain("term"), Array(text.utf8))
        let mine = "# mine\n[values]\nterm-blink = { true = \"on\", false = \"off\" }\n"
        var file = LookFile(Array(mine.utf8))
        #expect(throws: CatalogueError.self) {
            try file.add(share("blink 0\n"), of: entry, at: "~/.term")
        }
        #expect(file.bytes == Array(mine.utf8))
        try file.add(share("size 3\n"), of: entry, at: "~/.term")
        #expect(
            String(decoding: file.bytes, as: UTF8.self).hasPrefix(mine + "\n# Term\n[[file]]\n")
        )
    }
}
