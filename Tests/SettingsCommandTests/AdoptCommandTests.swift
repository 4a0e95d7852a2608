// What 'adopt' says where it has nothing to adopt, and of mistakes in the catalogue.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

@Suite struct `settingsctl adopt` {
    /// Its folder is the home folder.
    private let home: Terminal

    init() throws { home = try Terminal() }

    private static let entry =
        "title = \"X\"\nfound = [\"~/x.toml\"]\n[[file]]\nformat = \"toml\"\n"

    /// A terminal with entries in its catalogue, in a home with files; all of them are linked, or none.
    private func terminal(
        _ entries: [String: String],
        files: [String] = [],
        areLinked: Bool = false
    ) throws -> Terminal {
        let paths = try files.map { try home.write($0, "k = 1\n") }
        let terminal = try Terminal { _ in
            .result(SettingsProtocol.Replicas(areLinked ? paths.map { replica($0) } : []))
        }
        let folder = terminal.folder.path
        terminal.environment["HOME"] = home.folder.path
        terminal.environment["XDG_DATA_HOME"] = folder + "/data"
        terminal.environment["XDG_DATA_DIRS"] = folder + "/none"
        for (name, text) in entries {
            try terminal.write("data/settings-agent/catalogue/\(name)/entry.toml", text)
        }
        return terminal
    }

    @Test(arguments: [
        ["adopt", "--all"], ["adopt", "--all", "--dry-run"], ["adopt", "x"], ["apps"],
    ])
    func `says that there is no catalogue`(words: [String]) throws {
        let message = """
            settingsctl: no catalogue is in settings-agent/catalogue of $XDG_DATA_HOME or of $XDG_DATA_DIRS
            Install it, or link a file without it: settingsctl link FILE

            """
        let outcome = try terminal([:]).run(words)
        #expect(outcome == Outcome(status: 1, output: "", errors: message))
    }

    @Test(arguments: [["adopt", "--all", "--yes"], ["apps"]])
    func `says that no program has a file here`(words: [String]) throws {
        let message = """
            settingsctl: no settings file of a known program is in your home folder
            Link any other with: settingsctl link FILE

            """
        let outcome = try terminal(["x": Self.entry]).run(words)
        #expect(outcome == Outcome(status: 1, output: "", errors: message))
    }

    @Test func `says that all are linked already`() throws {
        let terminal = try terminal(["x": Self.entry], files: ["x.toml"], areLinked: true)
        let message =
            "Every program with a file here is linked already. See them: settingsctl apps\n"
        #expect(
            try terminal.run("adopt", "--all") == Outcome(status: 0, output: message, errors: "")
        )
        #expect(try terminal.run("adopt", "--all", "--json").output == "")
    }

    @Test(arguments: [
        ([], "Did you mean 'vim'? Link any file with: settingsctl link FILE"),
        (
            [".config/nvim/init.lua"],
            "Link its file: settingsctl link nvim ~/.config/nvim/init.lua"
        ),
    ])
    func `names the file of a program that has no entry`(
        files: [String],
        advice: String
    ) throws {
        let message = """
            settingsctl: the catalogue has no 'nvim'
            Nothing was changed. \(advice)

            """
        let outcome = try terminal(["vim": Self.entry], files: files).run("adopt", "nvim")
        #expect(outcome == Outcome(status: 2, output: "", errors: message))
    }

    @Test(arguments: [["adopt", "x"], ["adopt", "--all"]])
    func `says where an entry is wrong, and nothing else of it`(words: [String]) throws {
        let terminal = try terminal(
            ["x": "title = \"X\"\ncomand = \"x\"\n", "y": Self.entry],
            files: ["x.toml"],
            areLinked: true
        )
        let entry = terminal.folder.path + "/data/settings-agent/catalogue/x/entry.toml"
        let message = """
            settingsctl: \(entry):2:10: unknown key 'comand'; did you mean 'command'?
            The entry isn't used until it is corrected.

            """
        let outcome = try terminal.run(words)
        #expect(outcome.errors == message)
        #expect(outcome.status == (words.contains("x") ? 6 : 0))
    }
}
