// Which theme is the partner of another, and how it's spelled.

import Foundation
import SettingsCatalogue
import Testing

/// The families of the catalogue.
func families() throws -> ThemeFamilies {
    let catalogue = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Catalogue")
    return try ThemeFamilies(Array(Data(contentsOf: catalogue.appending(path: "look/themes.toml"))))
}

@Suite struct `A family of themes` {
    @Test(arguments: [
        ("Catppuccin Mocha", "Catppuccin Latte"), ("catppuccin_mocha", "catppuccin_latte"),
        ("Catppuccin-Mocha", "Catppuccin-Latte"), ("gruvbox_dark", "gruvbox_light"),
        ("Gruvbox Dark Hard", "Gruvbox Light Hard"), ("solarized-dark", "solarized-light"),
        ("onedark", "onelight"), ("One Dark", "One Light"), ("Tokyo Night", "Tokyo Night Light"),
        ("tokyonight_night", "tokyonight_day"), ("Rosé Pine", "Rosé Pine Dawn"),
        ("rose_pine", "rose_pine_dawn"), ("everforest_dark", "everforest_light"),
        ("GitHub Dark Default", "GitHub Light Default"), ("Github Dark", "Github Light"),
        ("ayu_mirage", "ayu_light"), ("kanagawa-dragon", "kanagawa-lotus"), ("Nightfox", "Dayfox"),
        ("modus_vivendi_tinted", "modus_operandi_tinted"), ("Default Dark+", "Default Light+"),
        ("/usr/share/btop/themes/gruvbox_dark.theme", "/usr/share/btop/themes/gruvbox_light.theme"),
    ])
    func `has a light theme for a dark one, spelled in the same way`(
        dark: String,
        light: String
    ) throws {
        let pair = try families().pair(of: dark, among: [])
        #expect(pair == ThemePair(dark: dark, light: light))
    }

    @Test(arguments: [
        ("catppuccin-latte", "catppuccin-mocha"), ("Rosé Pine Dawn", "Rosé Pine"),
        ("onelight", "onedark"), ("Tokyo Night Light", "Tokyo Night"),
        ("tokyonight_day", "tokyonight"), ("modus_operandi", "modus_vivendi"),
    ])
    func `has a dark theme for a light one`(light: String, dark: String) throws {
        let pair = try families().pair(of: light, among: [])
        #expect(pair == ThemePair(dark: dark, light: light))
    }

    @Test(arguments: [
        // No family has them.
        "nord", "Dracula", "Monokai", "", " ", "-", "/",
        // A part of the name alone is known, or not how a further word is set apart.
        "One Dark Pro", "catppuccin-mocha-blue", "My Dark", "gruvbox", "tokyonight", "rosepine",
    ])
    func `is nothing to a name that leaves something open`(name: String) throws {
        #expect(try families().pair(of: name, among: []) == nil)
    }

    @Test(arguments: [
        ("gruvbox", "gruvbox_light", ["gruvbox", "gruvbox_light", "gruvbox_light_hard"]),
        ("kanagawa", "kanagawa-lotus", ["kanagawa", "kanagawa-lotus"]),
        ("tokyonight", "tokyonight_day", ["tokyonight_day", "tokyonight"]),
        ("catppuccin-mocha-blue", "catppuccin-latte-blue", ["catppuccin-latte-blue"]),
        (
            "Catppuccin-Mocha-Standard-Blue-Dark", "Catppuccin-Latte-Standard-Blue-Dark",
            ["Catppuccin-Latte-Standard-Blue-Dark"]
        ),
        ("everforest-dark-hard", "everforest-light-medium", ["everforest-light-medium"]),
        ("Arc-Dark", "Arc", ["Arc", "Arc-Dark"]), ("Adwaita-dark", "Adwaita", ["Adwaita"]),
        ("nord", "nord_light", ["nord", "nord_light"]), ("my_night", "my_day", ["my_day"]),
    ])
    func `is followed where the partner is installed`(
        dark: String,
        light: String,
        installed: [String]
    ) throws {
        let families = try families()
        #expect(
            families.pair(of: dark, among: Set(installed)) == ThemePair(dark: dark, light: light)
        )
        #expect(families.pair(of: dark, among: ["another"]) == nil)
    }

    @Test func `has a light theme without a word of its own, where the dark one is installed`()
        throws
    {
        let pair = try families().pair(of: "Arc", among: ["Arc", "Arc-Dark"])
        #expect(pair == ThemePair(dark: "Arc-Dark", light: "Arc"))
    }

    @Test(arguments: [
        ("One Dark Pro", ThemeSide.dark), ("gruvbox_light_odd", .light), ("nord", .dark),
        ("Quiet Light", .light), ("Dracula", nil), ("", nil), ("/themes/a-dark.theme", .dark),
        ("/dark/a.theme", nil),
    ])
    func `says which side a name is on`(name: String, side: ThemeSide?) throws {
        #expect(try families().side(of: name) == side)
    }

    @Test(arguments: [
        "x", "family = 3", "[[family]]\ndark = [\"A\"]", "[[family]]\ndark = []\nlight = [\"B\"]",
        "[[family]]\ndark = [\"A\"]\nlight = [\"B\"]\nother = 1", "title = \"T\"",
    ])
    func `is refused with a reason`(text: String) {
        let error = #expect(throws: CatalogueError.self) { try ThemeFamilies(Array(text.utf8)) }
        #expect(error?.problem.hasPrefix("the look's list of themes is wrong: ") == true)
    }
}
