// A home with the files of every program in the catalogue: listed, adopted, changed and undone, byte for byte.

import Foundation
import SettingsDocument
import SettingsModel
import SettingsProtocol
import Testing

/// A home in which every program of the catalogue has the first of its samples as its file.
private final class Machine {
    let home: Home
    let agent: AgentUnderTest
    let programs: [Program]

    /// A program, its file, and the first change of its first sample.
    struct Program {
        var name: String
        /// Below the home folder.
        var file: String
        var text: String
        var key: String
        var value: String
        /// The line that changes with it.
        var line: String
    }

    private static let catalogue = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Catalogue")

    /// Makes the home; `texts` are files of programs that have others than their first sample, by the programs' names.
    init(texts: [String: String] = [:]) throws {
        home = try Home(files: [])
        try home.makeFolder("data/settings-agent")
        let copy = URL(filePath: home["data/settings-agent/catalogue"])
        try FileManager.default.copyItem(at: Self.catalogue, to: copy)
        programs = try FileManager.default.contentsOfDirectory(atPath: copy.path).sorted()
            .filter { $0 != "look" }.map { try Self.program($0, texts[$0]) }
        for program in programs {
            let folder = URL(filePath: home[program.file]).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try home.write(program.text, to: program.file)
        }
        agent = try AgentUnderTest(in: home)
    }

    private static func program(_ name: String, _ text: String?) throws -> Program {
        func root(_ file: String) throws -> SettingValue {
            let bytes = Array(try Data(contentsOf: catalogue.appending(path: "\(name)/\(file)")))
            return try Format.toml.parse(bytes).root
        }
        let place = try #require(try root("entry.toml")["found"]?.elements.first?.text)
        let samples = try root("samples.toml")["sample"]?.elements ?? []
        let sample = try #require(samples.first { $0["change"] != nil })
        let change = try #require(sample["change"]?.elements.first)
        let text = try text ?? #require(sample["text"]?.text)
        let was = try #require(change["was"]?.text)
        let value = try #require(change["to"])
        return Program(
            name: name,
            // The home's folder of configurations isn't the usual one.
            file: String(place.dropFirst(place.hasPrefix("~/.config/") ? 3 : 2)),
            text: text,
            key: try #require(change["key"]?.text),
            value: value.text ?? value.json,
            line: was
        )
    }

    /// Runs a command and gives what it printed.
    @discardableResult
    func run(_ words: String..., expecting status: Int32 = 0) throws -> String {
        let command = try agent.settingsctl(words)
        let ending = try command.waitForEnd()
        #expect(ending == .exited(status), "\(words): \(command.errorText())")
        return command.outputText()
    }

    /// Of a program that was changed, one line is another: with types of its bundle, 13 may be written 13.0.
    func expectFilesUntouched(but changed: Program? = nil) {
        for program in programs {
            let text = home.text(program.file)
            guard program.name == changed?.name else {
                #expect(text == program.text, "\(program.name)")
                continue
            }
            let pairs = zip(lines(text), lines(program.text))
            #expect(lines(text).count == lines(program.text).count)
            #expect(pairs.filter { $0 != $1 }.map(\.1) == [program.line])
        }
    }

    private func lines(_ text: String?) -> [String] {
        (text ?? "").components(separatedBy: "\n")
    }
}

@Suite(.ownThread) struct `Programs of the catalogue` {
    @Test func `are adopted, changed and undone, and no byte is another`() throws {
        let machine = try Machine()
        let programs = machine.programs
        let listed = try machine.run("apps").split(separator: "\n")
        #expect(listed.map { String($0.prefix { $0 != " " }) } == programs.map(\.name))

        let plan = try machine.run("adopt", "--all", "--dry-run")
        for program in programs { #expect(plan.contains("\(program.name): ")) }
        try machine.run("adopt", "--all", expecting: 3)
        let files = try FileManager.default.contentsOfDirectory(
            atPath: machine.home[Self.folder]
        )
        #expect(files == ["\(Home.domain).toml"])
        try machine.run("adopt", "--all", "--yes")
        machine.expectFilesUntouched()
        let again = "Every program with a file here is linked already. See them: settingsctl apps\n"
        #expect(try machine.run("adopt", "--all", "--yes") == again)
        try machine.run("forget", "kitty", "--yes")
        #expect(!(try machine.run("status", "look")).contains("kitty.conf"))
        #expect(machine.home.text(Self.folder + "/kitty.toml") == nil)

        // What is in the look changes in all programs.
        try machine.run("forget", "look", "--yes")
        try machine.run("adopt", "kitty", "--yes")
        try machine.run("forget", "look", "--yes")
        machine.expectFilesUntouched()
        for program in programs {
            try machine.run("set", program.name, program.key, program.value)
            try machine.agent.connect().rescan()
            machine.expectFilesUntouched(but: program)
            try machine.run("undo", program.name)
            try machine.agent.connect().rescan()
            machine.expectFilesUntouched()
        }
    }

    @Test func `turn off an option that has a line only while it's on`() throws {
        let machine = try Machine(texts: ["ripgrep": "--hidden\n--smart-case\n"])
        let file = try #require(machine.programs.first { $0.name == "ripgrep" }).file
        try machine.run("adopt", "ripgrep", "--yes")
        try machine.run("set", "ripgrep", "hidden", "off")
        #expect(machine.home.text(file) == "--smart-case\n")
        try machine.run("undo")
        #expect(machine.home.text(file) == "--hidden\n--smart-case\n")
        try machine.run("toggle", "ripgrep", "hidden")
        #expect(machine.home.text(file) == "--smart-case\n")
    }

    @Test func `say one look, each in its own words, and one undo brings back every byte`() throws {
        let machine = try Machine()
        try machine.run("adopt", "--all", "--yes")
        machine.expectFilesUntouched()
        let size = try machine.run("get", "look", "mono.size")
        let before = try #require(Double(size.trimmingCharacters(in: .whitespacesAndNewlines)))
        try machine.run("set", "look", "mono.size", "\(before * 2)")
        try machine.agent.connect().rescan()
        let changed = machine.programs.filter { machine.home.text($0.file) != $0.text }
        #expect(changed.count >= 3, "\(changed.map(\.name))")
        for program in changed {
            let lines = try #require(machine.home.text(program.file)).split(separator: "\n")
            #expect(lines.count == program.text.split(separator: "\n").count)
        }
        try machine.run("undo", "look")
        try machine.agent.connect().rescan()
        machine.expectFilesUntouched()
    }

    @Test func `become light together, and one undo brings back every byte`() throws {
        let machine = try Machine(texts: [
            "helix": "theme = \"catppuccin_mocha\"  # at night\n",
            "vscode": "{\n  // mine\n  \"workbench.colorTheme\": \"Solarized Dark\",\n}\n",
            "gtk3":
                "[Settings]\ngtk-theme-name=Arc-Dark\ngtk-application-prefer-dark-theme=1\n",
            "btop": "color_theme = \"nord\"\n",
            "starship":
                "palette = 'gruvbox_light'\n[palettes.gruvbox_dark]\n[palettes.gruvbox_light]\n",
            "atuin": "[theme]\nname = \"gruvbox_dark\"\n",
            "bat": "--plain\n", "ghostty": "font-size = 12\n",
            "wezterm": "local config = {}\nconfig.color_scheme = 'Catppuccin Mocha'\n",
            "nvim": "local opt = vim.opt\nopt.background = \"dark\" -- at night\n",
            "zed": "{\n  \"theme\": \"Gruvbox Dark\", // warm\n}\n",
        ])
        for folder in [".themes", ".themes/Arc", ".themes/Arc-Dark", "config/helix/themes"] {
            try machine.home.makeFolder(folder)
        }
        for theme in ["mocha", "latte"] {
            try machine.home.write("", to: "config/helix/themes/catppuccin_\(theme).toml")
        }
        let plan = try machine.run("adopt", "--all", "--yes")
        let pair =
            "appearance: \"catppuccin_mocha\" is its dark theme, \"catppuccin_latte\" its light one"
        #expect(plan.contains(pair))
        #expect(plan.contains("not in the look: color_theme, which says \"nord\": no light theme"))
        let palette =
            "not in the look: palette, which says \"gruvbox_light\": the look's appearance"
        #expect(plan.contains(palette))
        machine.expectFilesUntouched()
        #expect(try machine.run("get", "look", "appearance") == "dark\n")

        try machine.run("set", "look", "appearance", "light")
        try machine.agent.connect().rescan()
        let light = [
            "helix": "theme = \"catppuccin_latte\"  # at night\n",
            "vscode": "{\n  // mine\n  \"workbench.colorTheme\": \"Solarized Light\",\n}\n",
            "gtk3": "[Settings]\ngtk-theme-name=Arc\ngtk-application-prefer-dark-theme=0\n",
            "atuin": "[theme]\nname = \"gruvbox_light\"\n",
            "wezterm": "local config = {}\nconfig.color_scheme = 'Catppuccin Latte'\n",
            "nvim": "local opt = vim.opt\nopt.background = \"light\" -- at night\n",
            "zed": "{\n  \"theme\": \"Gruvbox Light\", // warm\n}\n",
        ]
        for program in machine.programs {
            let text = light[program.name] ?? program.text
            #expect(machine.home.text(program.file) == text, "\(program.name)")
        }
        try machine.run("undo", "look")
        try machine.agent.connect().rescan()
        machine.expectFilesUntouched()
    }

    @Test func `are adopted with the files that theirs include, where one file has the say`() throws
    {
        let machine = try Machine(texts: [
            "kitty": """
            font_size 11.0
            include theme.conf
            include ~/.cache/wal.conf
            include /etc/hostname
            include other*.conf
            background_opacity 0.9

            """,
            "git": "[user]\n\tname = Zoe\n[include]\n\tpath = ~/git/more\n[pull]\n\tff = only\n",
        ])
        let theme = "# dusk\nbackground #1e1e2e\nforeground #ffffff\n"
        let more = "[pull]\n\tff = true\n\trebase = false   ; mine\n"
        for folder in [".cache", "git"] { try machine.home.makeFolder(folder) }
        try machine.home.write(theme, to: "config/kitty/theme.conf")
        try machine.home.write("color0 #000000\n", to: ".cache/wal.conf")
        try machine.home.write(more, to: "git/more")
        let plan = try machine.run("adopt", "kitty", "git", "--yes")
        #expect(plan.contains("  with theme.conf, which it includes\n"))
        #expect(
            plan.contains("  left alone: ~/.cache/wal.conf, which it includes: it's in ~/.cache")
        )
        #expect(
            plan.contains("  left alone: /etc/hostname, which it includes: it's outside your home")
        )
        #expect(
            plan.contains("  left alone: other*.conf, which it includes: it isn't a plain path")
        )
        #expect(plan.contains("  with ~/git/more, which it includes, for 1 setting\n"))

        func expectTexts(_ newTheme: String, _ newMore: String) throws {
            try machine.agent.connect().rescan()
            #expect(machine.home.text("config/kitty/theme.conf") == newTheme)
            #expect(machine.home.text("git/more") == newMore)
        }
        try expectTexts(theme, more)
        machine.expectFilesUntouched()
        try machine.run("set", "kitty", "background", "#000000")
        try machine.run("set", "git", "pull.rebase", "true")
        try expectTexts(
            theme.replacingOccurrences(of: "#1e1e2e", with: "#000000"),
            more.replacingOccurrences(of: "false", with: "true")
        )
        machine.expectFilesUntouched()
        #expect(try machine.run("explain", "kitty", "background").contains("kitty/theme.conf:2"))
        #expect(try machine.run("explain", "git", "pull.rebase").contains("git/more:3"))
        try machine.run("undo", "git")
        try machine.run("undo", "kitty")
        try machine.run("set", "git", "pull.ff", "false")
        try expectTexts(theme, more)
        #expect(machine.home.text(".gitconfig")?.contains("ff = false") == true)
        try machine.run("undo", "git")
        try expectTexts(theme, more)
        machine.expectFilesUntouched()
    }

    @Test func `say what to do where an included file has the say over lines of theirs`() throws {
        let machine = try Machine(texts: [
            "kitty": "font_size 11.0\nbackground #fff\n\ncursor #fff\ninclude theme.conf\n"
        ])
        let theme = "background #000\ncursor #000\ncolor0 #111\n"
        try machine.home.write(theme, to: "config/kitty/theme.conf")
        let file = machine.home["config/kitty/kitty.conf"]
        let plan = try machine.run("adopt", "kitty", "--yes")
        let advice = """
              left alone: theme.conf, which it includes: it has 'background', 'cursor', too, and its lines count
                To have it linked, too, remove lines 2, 4 of \(file), which have no effect.
                Once kitty is adopted, run then: settingsctl forget kitty && settingsctl adopt kitty

            """
        #expect(plan.contains(advice))
        // That is so.
        try machine.home.write(
            "font_size 11.0\ninclude theme.conf\n",
            to: "config/kitty/kitty.conf"
        )
        try machine.run("forget", "kitty", "--yes")
        #expect(try machine.run("adopt", "kitty", "--yes").contains("  with theme.conf, which"))
        let domainFile = try #require(machine.home.text(Self.folder + "/kitty.toml"))
        #expect(
            domainFile.contains("\n# ~/config/kitty/kitty.conf includes this file.\n[[file]]\n")
        )
    }

    @Test func `are forgotten without a trace in the look`() throws {
        let machine = try Machine()
        let path = Self.folder + "/look.toml"
        try machine.run("adopt", "kitty", "--yes")
        let kitty = try #require(machine.home.text(path))
        try machine.run("adopt", "helix", "--yes")
        let both = try #require(machine.home.text(path))
        #expect(both.contains("[values.helix-shape]"))
        try machine.run("forget", "helix", "--yes")
        #expect(machine.home.text(path) == kitty)
        #expect(!(try machine.run("status", "look")).contains("helix"))
        try machine.run("adopt", "helix", "--yes")
        #expect(machine.home.text(path) == both)
        try machine.run("forget", "kitty", "--yes")
        #expect(machine.home.text(path)?.contains("kitty") == false)
        // With the last one goes the look, which had begun with the first.
        let last = try machine.run("forget", "helix", "--yes")
        #expect(last.hasSuffix("\nForgot the look, too; ~/.config/look/look.toml stays.\n"))
        #expect(machine.home.text(path) == nil)
        machine.expectFilesUntouched()
    }

    @Test func `are added to the look by the next command where it couldn't be written`() throws {
        let machine = try Machine()
        let look = Self.folder + "/look.toml"
        try machine.run("adopt", "alacritty", "--yes")
        let old = try #require(machine.home.text(look))
        chmod(machine.home[look], 0o400)
        let command = try machine.agent.settingsctl(["adopt", "kitty", "helix", "--yes"])
        #expect(try command.waitForEnd() == .exited(6))
        #expect(
            command.errorText() == """
                settingsctl: \(machine.home[look]): it is read-only
                It stays as it is. To allow it: chmod u+w \(machine.home[look])
                settingsctl: adopted: kitty, helix; not yet: the look
                Once that file can be written, do the rest: settingsctl adopt kitty helix

                """
        )
        #expect(machine.home.text(look) == old)
        #expect(machine.home.text(Self.folder + "/kitty.toml") != nil)
        chmod(machine.home[look], 0o600)
        let plan = try machine.run("adopt", "kitty", "helix", "--yes")
        let shared = "  shared with other programs, in 'look': font_family"
        #expect(plan.contains("kitty/kitty.conf, adopted already\n\(shared)"))
        let text = try #require(machine.home.text(look))
        #expect(text.hasPrefix(old + "\n# kitty\n"))
        let again = try machine.run("adopt", "kitty", "helix", "--yes")
        #expect(again == "'kitty' is adopted already.\n'helix' is adopted already.\n")
        #expect(machine.home.text(look) == text)
        machine.expectFilesUntouched()
    }

    @Test func `are refused with a reason`() throws {
        let machine = try Machine()
        try machine.run("adopt", "kity", "--yes", expecting: 2)
        try machine.run("adopt", "kitty", "--yes")
        #expect(try machine.run("adopt", "kitty", "--yes") == "'kitty' is adopted already.\n")
        try machine.run("link", "helix", machine.home["config/helix/config.toml"])
        try machine.run("adopt", "helix", "--yes", expecting: 3)
        try machine.run("link", "term", machine.home["config/alacritty/alacritty.toml"])
        try machine.run("adopt", "alacritty", "--yes", expecting: 3)
        let apps = try machine.run("apps").split(separator: "\n")
        func isListed(_ program: String, as state: String) -> Bool {
            apps.contains { $0.hasPrefix(program + " ") && $0.contains("  \(state)  ") }
        }
        #expect(isListed("kitty", as: "adopted") && isListed("helix", as: "linked to helix"))
        #expect(isListed("alacritty", as: "linked to term"))
        unlink(machine.home["config/foot/foot.ini"])
        try machine.run("adopt", "foot", "--yes", expecting: 1)
        try machine.home.write("{", to: "config/Code/User/settings.json")
        try machine.run("adopt", "vscode", "--yes", expecting: 6)
        try machine.run("set", "--create", "atuin", "x", "1")
        try machine.run("adopt", "atuin", "--yes", expecting: 3)
        try machine.home.write("title = \"mine\"\n", to: Self.folder + "/mpv.toml")
        try machine.run("adopt", "mpv", "--yes", expecting: 3)
        #expect(machine.home.text(Self.folder + "/mpv.toml") == "title = \"mine\"\n")
        // Those that can be are adopted, with the others told.
        let command = try machine.agent.settingsctl(["adopt", "--all", "--yes"])
        #expect(try command.waitForEnd() == .exited(6))
        let refusals = [
            "atuin isn't adopted: there is a domain 'atuin' already\n",
            "mpv isn't adopted: there is a domain file '\(machine.home[Self.folder])/mpv.toml' already\n",
            "vscode isn't adopted: \(machine.home["config/Code/User/settings.json"]):1:1: ",
            "settingsctl link mpv ",
        ]
        for refusal in refusals { #expect(command.errorText().contains(refusal)) }
        #expect(machine.home.text(Self.folder + "/mpv.toml") == "title = \"mine\"\n")
        #expect(machine.home.text(Self.folder + "/git.toml") != nil)
        #expect(machine.home.text(Self.folder + "/look.toml") != nil)
    }

    private static let folder = "config/settings-agent/domains"
}
