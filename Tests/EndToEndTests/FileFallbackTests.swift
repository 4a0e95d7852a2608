// A program that reads its files without an agent, and says what the agent said.

import Foundation
import SettingsClient
import SettingsFiles
import SettingsModel
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A program without an agent` {
    @Test func `has the settings that the agent had`() async {
        await #expect(processExitsWith: .success) {
            // The environment is the process's, so this is one of its own.
            let home = try Home()
            try home.write("theme = \"dark\"\n[font]\nsize = 13\n", to: "settings.toml")
            try home.write("{\"music\": 3.5, \"theme\": \"ignored\"}", to: "ui.json")
            try home.write("volume: 7\nother: 1\n", to: "sound.yaml")
            try home.write(
                """
                [[file]]
                path = "\(home["settings.toml"])"
                [[file]]
                path = "\(home["ui.json"])"
                prefix = "ui"
                keys = ["ui.music"]
                [[file]]
                path = "\(home["sound.yaml"])"
                layer = "site"
                keys = ["volume"]
                """,
                to: home.domainFile()
            )
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

            guard told.values == read.values, read.values.count == 4, read.epoch.isEmpty,
                try await settings.value(for: "ui.music", as: Double.self) == 3.5
            else { throw TestFailure("\(told.values) by the agent, \(read.values) without") }
            let error = await #expect(throws: ClientError.self) {
                try await settings.set("theme", to: "light")
            }
            guard error?.code == .noAgent, home.text("settings.toml")?.contains("dark") == true
            else { throw TestFailure("\(error as Any)") }
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
