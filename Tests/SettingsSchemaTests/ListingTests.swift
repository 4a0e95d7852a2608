// What programs print of their options, and the rows that are made of it.

import SettingsDocument
import SettingsModel
import Testing

@testable import SettingsSchema

private let tmuxText = #"""
    tmux 9.9
    escape-time 500
    command-alias[0] a=b
    user-keys
    status on
    copy-command ''
    status-left "[#{session_name}] "
    word-separators "!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~"
    @mine x

    """#

private let kittyText = """
    ["9.9", ["Fonts", "font_size", "11.0", [], "to_font_size"],
     ["Tabs", "tab_bar_style", "fade", ["slant", "fade"], "str"],
     ["Fonts", "force_ltr", "no", [], "to_bool"],
     ["Other systems", "macos_titlebar_color", "system", [], "str"]]
    """

private let gitText = """
    add.ignoreErrors
    add.interactive.useBuiltin
    alias.*
    branch.<name>.merge
    branch.sort
    gitweb.remote_heads

    'git help config' for more information

    """

/// The options in words, a group in a line.
private func words(_ listing: OptionListing) -> [String] {
    listing.groups.map { group in
        let options = group.options.map { option in
            let choices = option.choices.isEmpty ? "" : " " + option.choices.joined(separator: "|")
            return option.key.joined(separator: ".") + (option.value.map { "=" + $0 } ?? "")
                + choices
        }
        return (group.title ?? "-") + ": " + options.joined(separator: ", ")
    }
}

@Suite struct `What a program prints of its options` {
    @Test func `is a line for each option of tmux, which has no array and no option of a user`()
        throws
    {
        let listing = try #require(OptionReader.tmux.listing(in: tmuxText))
        #expect(listing.version == "9.9")
        let separators = ##"word-separators=!"#$%&'()*+,-./:;<=>?@[\]^`{|}~"##
        #expect(
            words(listing) == [
                "-: copy-command=, escape-time=500, status=on, status-left=[#{session_name}] , "
                    + separators
            ]
        )
    }

    @Test func `is an array of kitty, by its groups`() throws {
        let listing = try #require(OptionReader.kitty.listing(in: kittyText))
        #expect(listing.version == "9.9")
        #expect(
            words(listing) == [
                "Fonts: font_size=11.0, force_ltr=no yes|no", "Tabs: tab_bar_style=fade fade|slant",
            ]
        )
    }

    @Test func `is a key of git in a line, without those that stand for others`() throws {
        let listing = try #require(OptionReader.git.listing(in: gitText))
        #expect(listing.version == nil)
        #expect(
            words(listing) == [
                "add: add.ignoreerrors, add.interactive.usebuiltin", "branch: branch.sort",
                "gitweb: gitweb.remote_heads",
            ]
        )
        let nested = listing.groups[0].options[1]
        #expect(nested.key == ["add.interactive", "usebuiltin"])
        #expect(nested.name == "add.interactive.useBuiltin")
    }

    @Test(
        arguments: OptionReader.allCases,
        ["", "\n", "no server running\n", "[]", "[1]", "{}\n", "\0"]
    )
    func `is no listing, where it's something else`(reader: OptionReader, text: String) {
        #expect(reader.listing(in: text) == nil)
    }

    @Test(arguments: [
        #"["9", ["a", "b", "c", [], 1]]"#, #"["9", ["a", "", "c", [], "str"]]"#,
        #"["9", ["a", "b"]]"#,
        #"["9", ["a", "b", "c", "d", "str"]]"#, #"["9"]"#, #"[["a", "b", "c", [], "str"]]"#,
    ])
    func `is no listing, where one option of kitty is something else`(text: String) {
        #expect(OptionReader.kitty.listing(in: text) == nil)
    }
}

private let bundle = """
    SAKeyPaths = true
    Title = "Term"
    [[PreferenceSpecifiers]]
    Type = "PSTextFieldSpecifier"
    Title = "Size"
    Key = "font_size"
    SAValueType = "Real"
    [[PreferenceSpecifiers]]
    Type = "PSTextFieldSpecifier"
    Title = "Colour of differences"
    Key = "color.diff.new"

    """

private func schema(_ text: String = bundle) -> Schema {
    let files = BundleFiles(["Root.toml": Array(text.utf8)])
    return Schema(bundle: files, languages: [], idiom: .wide)
}

private func listing(_ keys: String...) throws -> OptionListing {
    let options = keys.map {
        OptionListing.Option(key: $0.split(separator: ".").map(String.init), value: "1")
    }
    return try #require(OptionListing(groups: [.init(title: nil, options: options)]))
}

private func key(_ text: String) throws -> SettingKeyPath { try SettingKeyPath(parsing: text) }

@Suite struct `The options that a program lists` {
    @Test func `have rows in a pane of their own, which the last row of the root opens`() throws {
        let found = try #require(OptionReader.kitty.listing(in: kittyText))
        let schema = schema().adding(found, of: "kitty", from: "/x/kitty")

        let last = try #require(schema.panes[0].sections.last?.rows.first)
        #expect(last.title == "More options of kitty 9.9")
        let pane = try #require(schema.panes.last)
        #expect(last.openedPanes.map(\.name) == [pane.name])
        #expect(pane.title == last.title)
        #expect(pane.sections.map(\.header) == ["Fonts", "Tabs"])
        #expect(pane.rows.map(\.title) == ["force_ltr", "tab_bar_style"])
        #expect(pane.rows.map(\.defaultValue) == [.string("no"), .string("fade")])
        #expect(pane.rows.map(\.type) == ["PSToggleSwitchSpecifier", "PSMultiValueSpecifier"])
        #expect(schema.problems == [])
    }

    @Test func `lie below those of the bundle`() throws {
        let more = try listing("font_size", "other")
        let schema = schema().adding(more, of: "term", from: "/x/term")
        #expect(schema.specifier(at: try key("font_size"))?.title == "Size")
        #expect(schema.refusal(of: .string("x"), at: try key("font_size")) != nil)
        #expect(schema.panes.last?.rows.map(\.title) == ["other"])
    }

    @Test(arguments: [
        SettingValue.string("anything"), .string(""), .integer(7), .real(0.5), .boolean(true),
        .array([.string("a")]),
    ])
    func `refuse no value`(value: SettingValue) throws {
        let found = try #require(OptionReader.kitty.listing(in: kittyText))
        let schema = schema().adding(found, of: "kitty", from: "/x/kitty")
        for name in ["force_ltr", "tab_bar_style"] {
            #expect(schema.refusal(of: value, at: try key(name)) == nil)
        }
    }

    @Test func `are left out where one leads through another`() throws {
        let more = try listing("color.diff", "color.diff.new.bold", "a", "a.b", "c.d", "c", "c.e")
        let schema = schema().adding(more, of: "term", from: "/x/term")
        #expect(schema.panes.last?.rows.map(\.title) == ["a", "c.d", "c.e"])
        #expect(schema.problems == [])
    }

    @Test func `change nothing where all have rows`() throws {
        let more = try listing("font_size", "color.diff.new")
        let schema = schema().adding(more, of: "term", from: "/x/term")
        #expect(schema.panes.count == 1)
        #expect(schema.panes[0].sections.count == 1)
    }

    @Test func `are no secrets, whatever their names are`() throws {
        let schema = schema().adding(try listing("core.askPass"), of: "git", from: "/x/git")
        #expect(!schema.hasSecrets())
    }

    @Test func `leave a bundle that is read in part as it is`() throws {
        let cut = schema(
            bundle + "[[PreferenceSpecifiers]]\nType = \"PSChildPaneSpecifier\"\nFile = \"x\"\n"
        )
        #expect(cut.adding(try listing("other"), of: "term", from: "/x/term").extent == cut.extent)
    }
}
