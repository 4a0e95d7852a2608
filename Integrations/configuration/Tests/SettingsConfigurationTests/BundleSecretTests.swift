// Secrets that the domain's bundle names, and the program doesn't.

import Configuration
import Foundation
import SettingsClient
import SettingsConfiguration
import Synchronization
import Testing

private let openPane = """
    SAKeyPaths = true
    [[PreferenceSpecifiers]]
    Type = "PSTextFieldSpecifier"
    Title = "Password"
    Key = "db.password"

    """
private let secretPane = openPane + "IsSecure = true\n"

extension AgentInHome {
    /// Gives the domain a bundle in which `db.password` is a secret, and both settings a value.
    fileprivate func addBundle() async throws {
        try await addBundle(secretPane)
        while try await settings.current("db.password")?.isSecret == false { await Task.yield() }
    }

    /// Gives the domain a bundle, and both settings a value.
    fileprivate func addBundle(_ pane: String) async throws {
        try write(pane, to: "Settings.bundle/Root.toml")
        let text = "bundle = \"~/Settings.bundle\"\ndefaults = false\n"
        try write(text, to: "config/settings-agent/domains/\(domain).toml")
        try await settings.apply([.set("db.password", to: "hush"), .set("db.host", to: "h")])
    }

    fileprivate func write(_ text: String, to name: String) throws {
        let socket = URL(filePath: try #require(options.socket))
        let home = socket.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = home.appending(path: name)
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}

private let password = AbsoluteConfigKey(["db", "password"])
private let host = AbsoluteConfigKey(["db", "host"])

@Suite(.timeLimit(.minutes(1))) struct `A secret of the domain's bundle` {
    @Test func `is one however it is read`() async throws {
        let agent = try await AgentInHome()
        try await agent.addBundle()
        let provider = try await agent.provider()

        #expect(try provider.value(forKey: password, type: .string).value?.isSecret == true)
        #expect(try provider.value(forKey: host, type: .string).value?.isSecret == false)
        let fetched = try await provider.fetchValue(forKey: password, type: .string)
        #expect(fetched.value == ConfigValue(.string("hush"), isSecret: true))
        let other = try await provider.fetchValue(forKey: host, type: .string)
        #expect(other.value == ConfigValue(.string("h"), isSecret: false))

        try await provider.watchValue(forKey: password, type: .string) { updates in
            var updates = updates.makeAsyncIterator()
            #expect(try await updates.next()?.get().value?.isSecret == true)
            try await agent.settings.set("db.password", to: "hush!")
            let next = try await updates.next()?.get().value
            #expect(next == ConfigValue(.string("hush!"), isSecret: true))
            try await agent.settings.remove("db.password")
            #expect(try await updates.next()?.get().value == nil)
        }
    }

    @Test func `is one at once when the bundle comes to call it so`() async throws {
        let agent = try await AgentInHome()
        try await agent.addBundle(openPane)
        let provider = try await agent.provider()
        try await provider.watchValue(forKey: password, type: .string) { updates in
            var updates = updates.makeAsyncIterator()
            #expect(try await updates.next()?.get().value?.isSecret == false)
            try agent.write(secretPane, to: "Settings.bundle/Root.toml")
            let next = try await updates.next()?.get().value
            #expect(next == ConfigValue(.string("hush"), isSecret: true))
        }
    }

    @Test func `is in no report of an access`() async throws {
        let agent = try await AgentInHome()
        try await agent.addBundle()
        let log = AccessLog()
        let reader = ConfigReader(provider: try await agent.provider(), accessReporter: log)

        #expect(reader.string(forKey: "db.password") == "hush")
        #expect(try await reader.fetchString(forKey: "db.password") == "hush")
        #expect(reader.string(forKey: "db.host") == "h")

        #expect(log.values.map(\.isSecret) == [true, true, false])
        #expect(!log.values.prefix(2).contains { "\($0)".contains("hush") })
    }
}

/// The values that a program has read.
private final class AccessLog: AccessReporter {
    private let found = Mutex<[ConfigValue]>([])

    var values: [ConfigValue] { found.withLock(\.self) }

    func report(_ event: AccessEvent) {
        guard case .success(let value?) = event.result else { return }
        found.withLock { $0.append(value) }
    }
}
