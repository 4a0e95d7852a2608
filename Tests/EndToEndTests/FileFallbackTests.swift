// A program that reads its files without an agent, and says what the agent said.

import Foundation
import SettingsClient
import SettingsFiles
import SettingsModel
import Testing

/// What Foundation writes for the domain of all programs.
private func globalDefaults(_ numbers: [String: Int]) throws -> String {
    let data = try PropertyListSerialization.data(
        fromPropertyList: numbers,
        format: .xml,
        options: 0
    )
    return String(decoding: data, as: UTF8.self)
}

/// Links two files of the layer `site`, by a file that adds to the domain file.
private func addSiteFiles(to home: Home) throws {
    try home.shell("mkdir -p config/settings-agent/domains/\(Home.domain).d")
    try home.write(
        """
        [[file]]
        path = "\(home["sound.yaml"])"
        layer = "site"
        keys = ["volume", "loud"]
        [[file]]
        path = "\(home["louder.yaml"])"
        layer = "site"
        locks = ["volume"]
        """,
        to: "config/settings-agent/domains/\(Home.domain).d/site.toml"
    )
}

@Suite(.timeLimit(.minutes(10))) struct `A program without an agent` {
    @Test func `has the settings that the agent had`() async {
        await #expect(processExitsWith: .success) {
            // The environment is the process's, so this is one of its own.
            let home = try Home()
            let text = "theme = \"dark\"\nvolume = 1\n[font]\nsize = 13\n"
            try home.write(text, to: "settings.toml")
            try home.write("{\"music\": 3.5, \"theme\": \"ignored\"}", to: "ui.json")
            try home.write("volume: 7\nother: 1\nloud: true\n", to: "sound.yaml")
            try home.write("volume: 8\nloud: false\n", to: "louder.yaml")
            try home.write(
                """
                [[file]]
                path = "\(home["settings.toml"])"
                [[file]]
                path = "\(home["ui.json"])"
                prefix = "ui"
                keys = ["ui.music"]
                """,
                to: home.domainFile()
            )
            try addSiteFiles(to: home)
            try home.write(
                globalDefaults(["volume": 9, "accent": 4]),
                to: "config/.GlobalPreferences.plist"
            )
            try home.shell("mkdir -p etc/settings-agent/managed")
            try home.write("managed = true\n", to: "etc/settings-agent/managed/\(Home.domain).toml")
            setenv("XDG_CONFIG_HOME", home["config"], 1)
            setenv("XDG_DATA_HOME", home["data"], 1)
            setenv("XDG_DATA_DIRS", home["data"], 1)
            setenv("XDG_CONFIG_DIRS", home["etc"], 1)
            var options = ClientOptions()
            options.socket = home["run/settings-agent/socket"]
            options.start = .never
            options.fallback = { domain throws(ClientError) in try FileFallback.values(of: domain) }
            let settings = Settings(of: try Domain(Home.domain), options: options)

            let agent = try AgentUnderTest(in: home)
            // An agent takes requests before it has read its last file.
            try agent.connect().rescan()
            let told = try await settings.snapshot()
            try agent.stop()
            let read = try await settings.snapshot()

            guard told.values == read.values, read.values.count == 7, read.epoch.isEmpty,
                read.values["volume"] == .integer(8), read.values["loud"] == .boolean(false),
                read.values["accent"] == .integer(4), read.values["managed"] == .boolean(true),
                try await settings.value(for: "ui.music", as: Double.self) == 3.5
            else { throw TestFailure("\(told.values) by the agent, \(read.values) without") }
            let script = try SettingsClient.Client(options)
            guard try script.value(settings.domain, "ui.music", as: Double.self) == 3.5 else {
                throw TestFailure("a script has no value")
            }
            #expect(throws: ClientError.self) { try script.set(settings.domain, "a", to: 1) }
            let error = await #expect(throws: ClientError.self) {
                try await settings.set("theme", to: "light")
            }
            guard error?.code == .noAgent, home.text("settings.toml")?.contains("dark") == true
            else { throw TestFailure("\(error as Any)") }
        }
    }

    @Test func `leaves out what the agent leaves out, and reads no file twice`() async {
        await #expect(processExitsWith: .success) {
            let home = try Home()
            try home.write("theme = \"dark\"\n", to: "settings.toml")
            let mistakes = [
                "prefix = 3", "keys = \"ui.*\"", "keys = [1]", "prefx = \"ui\"", "format = true",
                "adopt = \"some\"", "layer = 1", "layer = \"site\"\nlocks = \"a\"",
            ]
            var text = "[[file]]\npath = \"\(home["settings.toml"])\"\n"
            text += "[[file]]\npath = \"\"\n"
            for (number, mistake) in mistakes.enumerated() {
                try home.write("invented\(number) = 1\n", to: "\(number).toml")
                text += "[[file]]\npath = \"\(home["\(number).toml"])\"\n\(mistake)\n"
            }
            let managed = "etc/settings-agent/managed/\(Home.domain).toml"
            let named = [
                ("settings.toml", "prefix = \"again\""),
                ("config/\(Home.domain).plist", "keys = [\"shown\"]"),
                ("config/.GlobalPreferences.plist", "layer = \"default\"\nkeys = [\"accent\"]"),
                (managed, "layer = \"managed\"\nkeys = [\"fixed\"]"),
            ]
            for (path, more) in named {
                text += "[[file]]\npath = \"\(home[path])\"\n\(more)\n"
            }
            try home.write(text, to: home.domainFile())
            try home.write(
                globalDefaults(["shown": 1, "hidden": 2]),
                to: "config/\(Home.domain).plist"
            )
            try home.write(
                globalDefaults(["accent": 4, "volume": 9]),
                to: "config/.GlobalPreferences.plist"
            )
            try home.shell("mkdir -p etc/settings-agent/managed")
            try home.write("fixed = 5\nloose = 6\n", to: managed)
            setenv("XDG_CONFIG_HOME", home["config"], 1)
            setenv("XDG_DATA_HOME", home["data"], 1)
            setenv("XDG_DATA_DIRS", home["data"], 1)
            setenv("XDG_CONFIG_DIRS", home["etc"], 1)

            let domain = try Domain(Home.domain)
            var options = ClientOptions()
            options.socket = home["run/settings-agent/socket"]
            options.start = .never
            let before = try FileFallback.values(of: domain)
            let agent = try AgentUnderTest(in: home)
            try agent.connect().rescan()
            let told = try await Settings(of: domain, options: options).snapshot().values
            try agent.stop()
            guard told == before, before.keys.sorted() == ["accent", "fixed", "shown", "theme"]
            else { throw TestFailure("\(told) by the agent, \(before) without") }
        }
    }

    // In time that grows with the square of the keys, it would take longer than the limit.
    @Test func `reads a large file at once`() async {
        await #expect(processExitsWith: .success) {
            let home = try Home()
            let lines = (0..<100_000).map { "k\($0) = \($0)\n" }
            try home.write("[a]\n" + lines.joined(), to: "settings.toml")
            setenv("XDG_CONFIG_HOME", home["config"], 1)
            let values = try FileFallback.values(of: Domain(Home.domain))
            guard values.count == 100_000, values["a.k99999"] == .integer(99_999) else {
                throw TestFailure("\(values.count) values")
            }
        }
    }

    @Test func `is told the place where a file can't be read`() async {
        await #expect(processExitsWith: .success) {
            let home = try Home()
            try home.write("a = \n", to: "settings.toml")
            setenv("XDG_CONFIG_HOME", home["config"], 1)
            let domain = try Domain(Home.domain)
            do {
                _ = try FileFallback.values(of: domain)
                throw TestFailure("a broken file was read")
            } catch let error as ClientError {
                let place = home["settings.toml"] + ":1:"
                guard error.code == .malformed, error.problem.hasPrefix(place) else { throw error }
            }
        }
    }
}
