// Lines of real programs, as maps read and write them.

import SettingsMapping
import SettingsModel
import Testing

/// One line of a program's file.
struct Example: CustomTestStringConvertible {
    var program: String
    var pictures: [String]
    var format: MappedFormat
    var present: SettingValue
    /// What is read; empty for what is the file's own.
    var reads: [SettingKeyPath: SettingValue]
    var sets: [SettingKeyPath: SettingValue]
    /// What stands there then.
    var gives: SettingValue

    init(
        _ program: String,
        _ pictures: String...,
        as format: MappedFormat = .lines,
        present: SettingValue,
        reads: [SettingKeyPath: SettingValue],
        set sets: [SettingKeyPath: SettingValue],
        gives: SettingValue
    ) {
        self.program = program
        self.pictures = pictures
        self.format = format
        self.present = present
        self.reads = reads
        self.sets = sets
        self.gives = gives
    }

    var testDescription: String { "\(program): \(present)" }
}

private let terminals: [Example] = [
    Example(
        "kitty",
        "{mono.family}",
        present: "Fira Code",
        reads: ["mono.family": "Fira Code"],
        set: ["mono.family": "Hack"],
        gives: "Hack"
    ),
    Example(
        "kitty",
        "{mono.size|number}",
        present: "11.0",
        reads: ["mono.size": 11],
        set: ["mono.size": 12],
        gives: "12.0"
    ),
    Example(
        "kitty",
        "{opacity|number}",
        present: "0.95",
        reads: ["opacity": 0.95],
        set: ["opacity": 0.8],
        gives: "0.8"
    ),
    Example(
        "kitty",
        "{cursor.blink|blinks}",
        present: "-1",
        reads: ["cursor.blink": true],
        set: ["cursor.blink": false],
        gives: "0"
    ),
    Example(
        "kitty",
        "{cursor.shape|shape}",
        present: "bar",
        reads: ["cursor.shape": "bar"],
        set: ["cursor.shape": "line"],
        gives: "underline"
    ),
    Example(
        "kitty",
        "{bell|yes/no}",
        present: "no",
        reads: ["bell": false],
        set: ["bell": true],
        gives: "yes"
    ),
    Example(
        "kitty",
        "{appearance|include|any}",
        present: ["keys.conf", "themes/mocha.conf"],
        reads: ["appearance": "dark"],
        set: ["appearance": "light"],
        gives: ["keys.conf", "themes/latte.conf"]
    ),
    Example(
        "kitty",
        "{appearance|include|any}",
        present: "themes/latte.conf",
        reads: ["appearance": "light"],
        set: ["appearance": "dark"],
        gives: "themes/mocha.conf"
    ),
    Example(
        "alacritty",
        "{mono.size|number}",
        as: .typed,
        present: 13.0,
        reads: ["mono.size": 13],
        set: ["mono.size": 12],
        gives: 12.0
    ),
    Example(
        "alacritty",
        "{cursor.blink|On/Off}",
        as: .typed,
        present: "On",
        reads: ["cursor.blink": true],
        set: ["cursor.blink": false],
        gives: "Off"
    ),
    Example(
        "alacritty",
        "{appearance|files|first}",
        as: .typed,
        present: ["~/mocha.toml", "k.toml"],
        reads: ["appearance": "dark"],
        set: ["appearance": "light"],
        gives: ["~/latte.toml", "k.toml"]
    ),
    Example(
        "foot",
        "{mono.family}:size={mono.size|number}{*}",
        present: "Source Code Pro:size=13:weight=bold, Noto Emoji:size=13",
        reads: ["mono.family": "Source Code Pro", "mono.size": 13],
        set: ["mono.family": "Hack", "mono.size": 12.5],
        gives: "Hack:size=12.5:weight=bold, Noto Emoji:size=13"
    ),
    Example(
        "foot",
        "{padding|int}x{padding|int}{*}",
        present: "8x8 center",
        reads: ["padding": 8],
        set: ["padding": 4],
        gives: "4x4 center"
    ),
    Example(
        "foot",
        "{padding|int}x{padding|int}{*}",
        present: "8x4",
        reads: [:],
        set: ["padding": 4],
        gives: "8x4"
    ),
    Example(
        "foot",
        "{background|rrggbb}",
        present: "EFF1F5",
        reads: ["background": "#eff1f5"],
        set: ["background": "#1e1e2e"],
        gives: "1E1E2E"
    ),
    Example(
        "ghostty",
        "light:{theme.light},dark:{theme.dark}",
        "dark:{theme.dark},light:{theme.light}",
        "{appearance|themes}",
        present: "dark:Nord,light:One Light",
        reads: ["theme.dark": "Nord", "theme.light": "One Light"],
        set: ["theme.light": "Latte", "appearance": "dark"],
        gives: "dark:Nord,light:Latte"
    ),
    Example(
        "ghostty",
        "light:{theme.light},dark:{theme.dark}",
        "dark:{theme.dark},light:{theme.light}",
        "{appearance|themes}",
        present: "catppuccin-latte",
        reads: ["appearance": "light"],
        set: ["appearance": "dark"],
        gives: "Catppuccin Mocha"
    ),
    Example(
        "ghostty",
        "{appearance|themes}",
        present: "\"catppuccin-latte\"",
        reads: ["appearance": "light"],
        set: ["appearance": "dark"],
        gives: "\"Catppuccin Mocha\""
    ),
    Example(
        "ghostty",
        "{appearance|themes}",
        present: "My Theme",
        reads: [:],
        set: ["appearance": "dark"],
        gives: "My Theme"
    ),
    Example(
        "bat",
        "{appearance|themes}",
        present: "'Catppuccin Mocha'",
        reads: ["appearance": "dark"],
        set: ["appearance": "light"],
        gives: "'Catppuccin Latte'"
    ),
    Example(
        "bat",
        "{parts|join ,}",
        present: "numbers, changes",
        reads: ["parts": ["numbers", "changes"]],
        set: ["parts": ["grid", "numbers"]],
        gives: "grid, numbers"
    ),
    Example(
        "btop",
        "{refresh|*1000|int}",
        present: "2000",
        reads: ["refresh": 2],
        set: ["refresh": 0.5],
        gives: "500"
    ),
    Example(
        "btop",
        "{opaque|True/False}",
        present: "TRUE",
        reads: ["opaque": true],
        set: ["opaque": false],
        gives: "FALSE"
    ),
    Example(
        "tmux",
        "{mouse|on/off}",
        present: "Off",
        reads: ["mouse": false],
        set: ["mouse": true],
        gives: "On"
    ),
    Example(
        "tmux",
        "{vi|vi/emacs}",
        present: "emacs",
        reads: ["vi": false],
        set: ["vi": true],
        gives: "vi"
    ),
    Example(
        "tmux",
        "{escape|*1000|int}",
        present: "20",
        reads: ["escape": 0.02],
        set: ["escape": 0.01],
        gives: "10"
    ),
    Example(
        "starship",
        "{prompt.timeout|*1000|int}",
        as: .typed,
        present: 500,
        reads: ["prompt.timeout": 0.5],
        set: ["prompt.timeout": 1],
        gives: 1_000
    ),
    Example(
        "vim",
        "{indent|int}",
        present: "4",
        reads: ["indent": 4],
        set: ["indent": 2],
        gives: "2"
    ),
    Example(
        "zathura",
        "{ui.family} {ui.size|int}",
        present: "\"monospace normal 9\"",
        reads: ["ui.family": "monospace normal", "ui.size": 9],
        set: ["ui.size": 10.4],
        gives: "\"monospace normal 10\""
    ),
]

private let editors: [Example] = [
    Example(
        "VS Code",
        "{mono.family|first ,}",
        as: .typed,
        present: "'Fira Code', monospace",
        reads: ["mono.family": "Fira Code"],
        set: ["mono.family": "Hack"],
        gives: "'Hack', monospace"
    ),
    Example(
        "VS Code",
        "{mono.size|*4/3|.1}",
        as: .typed,
        present: 14,
        reads: ["mono.size": 10.5],
        set: ["mono.size": 11],
        gives: 14.7
    ),
    Example(
        "VS Code",
        "{autosave|autosave}",
        as: .typed,
        present: "onFocusChange",
        reads: ["autosave": true],
        set: ["autosave": false],
        gives: "off"
    ),
    Example(
        "VS Code",
        "{hidden|false/true}",
        as: .typed,
        present: true,
        reads: ["hidden": false],
        set: ["hidden": true],
        gives: false
    ),
    Example(
        "VS Code",
        "{cursor.blink|blink/solid}",
        as: .typed,
        present: "phase",
        reads: [:],
        set: ["cursor.blink": true],
        gives: "phase"
    ),
    Example(
        "Zed",
        "{appearance}",
        as: .typed,
        present: "dark",
        reads: ["appearance": "dark"],
        set: ["appearance": "light"],
        gives: "light"
    ),
    Example(
        "helix",
        "{appearance|helix}",
        as: .typed,
        present: "gruvbox",
        reads: ["appearance": "dark"],
        set: ["appearance": "light"],
        gives: "gruvbox_light"
    ),
    Example(
        "helix",
        "{numbers.relative|relative/absolute}",
        as: .typed,
        present: "absolute",
        reads: ["numbers.relative": false],
        set: ["numbers.relative": true],
        gives: "relative"
    ),
    Example(
        "helix",
        "{ruler}",
        as: .typed,
        present: [80, 120],
        reads: ["ruler": [80, 120]],
        set: ["ruler": [100]],
        gives: [100]
    ),
    Example(
        "git",
        "{appearance|flag}",
        present: "True",
        reads: ["appearance": "light"],
        set: ["appearance": "dark"],
        gives: "False"
    ),
]

private let desktops: [Example] = [
    Example(
        "GTK",
        "{ui.family} {ui.size|number}",
        present: "DejaVu Sans 11",
        reads: ["ui.family": "DejaVu Sans", "ui.size": 11],
        set: ["ui.family": "Cantarell"],
        gives: "Cantarell 11"
    ),
    Example(
        "GTK",
        "{appearance|dark01}",
        present: "true",
        reads: ["appearance": "dark"],
        set: ["appearance": "light"],
        gives: "0"
    ),
    Example(
        "KDE",
        "{ui.family},{ui.size|number},{*}",
        present: "Noto Sans,10,-1,5,50,0,0,0,0,0",
        reads: ["ui.family": "Noto Sans", "ui.size": 10],
        set: ["ui.size": 11],
        gives: "Noto Sans,11,-1,5,50,0,0,0,0,0"
    ),
    Example(
        "KDE",
        "{accent|r,g,b}",
        present: "61, 174,233",
        reads: ["accent": "#3daee9"],
        set: ["accent": "#ff0010"],
        gives: "255, 0,16"
    ),
    Example(
        "qt6ct",
        "{mono.family},{mono.size|number},{*}",
        present: "\"DejaVu Sans Mono,10,-1,5\"",
        reads: ["mono.family": "DejaVu Sans Mono", "mono.size": 10],
        set: ["mono.family": "Hack"],
        gives: "\"Hack,10,-1,5\""
    ),
    Example(
        "dunst",
        "{opacity|*-100+100|int}",
        present: "10",
        reads: ["opacity": 0.9],
        set: ["opacity": 0.75],
        gives: "25"
    ),
    Example(
        "dunst",
        "{notice.time|number}{*}",
        present: "10s",
        reads: ["notice.time": 10],
        set: ["notice.time": 5],
        gives: "5s"
    ),
    Example(
        "mako",
        "{background|#rrggbb}",
        "#{background|rrggbb}{popup.opacity|hex}",
        present: "#1e1e2e99",
        reads: ["background": "#1e1e2e", "popup.opacity": 0.6],
        set: ["popup.opacity": 0.8],
        gives: "#1e1e2ecc"
    ),
    Example(
        "mpv",
        "{accent|#rrggbb}",
        "{accent|#aarrggbb}",
        present: "\"#89b4fa\"",
        reads: ["accent": "#89b4fa"],
        set: ["accent": "#89b4fa80"],
        gives: "\"#8089b4fa\""
    ),
    Example(
        "mpv",
        "{volume|*100|int}",
        present: "80",
        reads: ["volume": 0.8],
        set: ["volume": 0.555],
        gives: "56"
    ),
    Example(
        "fuzzel",
        "{background|rrggbbaa}",
        "{background|#rrggbbaa}",
        present: "1e1e2eff",
        reads: ["background": "#1e1e2e"],
        set: ["background": "#eff1f5dd"],
        gives: "eff1f5dd"
    ),
    Example(
        "Xresources",
        "{scale|*96|int}",
        present: "96",
        reads: ["scale": 1],
        set: ["scale": 1.5],
        gives: "144"
    ),
    Example(
        "Xresources",
        "{background|#rrggbb}",
        present: "#fff",
        reads: ["background": "#ffffff"],
        set: ["background": "#000000"],
        gives: "#000000"
    ),
    Example(
        "i3",
        "pango:{ui.family} {ui.size|number}",
        "xft:{ui.family} {ui.size|number}{*}",
        present: "xft:Hack  9, Icons 9",
        reads: ["ui.family": "Hack", "ui.size": 9],
        set: ["ui.size": 10],
        gives: "xft:Hack  10, Icons 9"
    ),
    Example(
        "i3",
        "{accent|#rrggbb} {background|#rrggbb} {*}",
        present: "#4c7899  #285577 #ffffff #2e9ef4",
        reads: ["accent": "#4c7899", "background": "#285577"],
        set: ["accent": "#89b4fa", "background": "#1e1e2e"],
        gives: "#89b4fa  #1e1e2e #ffffff #2e9ef4"
    ),
    Example(
        "hyprland",
        "rgba({accent|rrggbbaa}){*}",
        present: "rgba(33ccffee) rgba(00ff99ee) 45deg",
        reads: ["accent": "#33ccffee"],
        set: ["accent": "#89b4fa"],
        gives: "rgba(89b4faff) rgba(00ff99ee) 45deg"
    ),
]

@Suite struct `A line of` {
    @Test(arguments: terminals + editors + desktops)
    func `a real program is read and written`(example: Example) throws {
        let map = try fileMap(["line": example.pictures])
        var file = MappedFile(map: map, format: example.format, values: ["line": example.present])
        #expect(file.settings == example.reads)
        #expect(file.changes(to: file.settings).edits.isEmpty)

        #expect(file.set(example.sets).isEmpty)
        #expect(file.values["line"] == example.gives)
    }
}
