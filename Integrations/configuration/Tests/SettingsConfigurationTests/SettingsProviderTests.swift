// The provider with a real agent, by swift-configuration's own tests and by ours.

import Configuration
import ConfigurationTesting
import Foundation
import SettingsClient
import SettingsConfiguration
import Testing

private let magic = Array("magic".utf8)
private let magic2 = Array("magic2".utf8)

@Suite(.timeLimit(.minutes(1))) struct `A provider of settings` {
    @Test func `passes swift-configuration's own tests`() async throws {
        let agent = try await AgentInHome()
        try await agent.settings.apply([
            .set("string", to: "Hello"), .set("other.string", to: "Other Hello"),
            .set("int", to: 42), .set("other.int", to: 24),
            .set("double", to: 3.14), .set("other.double", to: 2.72),
            .set("bool", to: true), .set("other.bool", to: false),
            .set("bytes", to: magic), .set("other.bytes", to: magic2),
            .set("stringy.array", to: ["Hello", "World"]),
            .set("other.stringy.array", to: ["Hello", "Swift"]),
            .set("inty.array", to: [42, 24]), .set("other.inty.array", to: [16, 32]),
            .set("doubly.array", to: [3.14, 2.72]), .set("other.doubly.array", to: [0.9, 1.8]),
            .set("booly.array", to: [true, false]),
            .set("other.booly.array", to: [false, true, true]),
            .set("byteChunky.array", to: [magic, magic2]),
            .set("other.byteChunky.array", to: [magic, magic2, magic]),
        ])
        try await ProviderCompatTest(provider: try await agent.provider()).runTest()
    }

    /// A value of each type, and another.
    static let types: [(ConfigType, SettingValue, ConfigContent, SettingValue, ConfigContent)] = [
        (.string, "a".settingValue, .string("a"), "b".settingValue, .string("b")),
        (.int, 1.settingValue, .int(1), 2.settingValue, .int(2)),
        (.double, 1.5.settingValue, .double(1.5), 2.settingValue, .double(2)),
        (.bool, true.settingValue, .bool(true), false.settingValue, .bool(false)),
        (.bytes, magic.settingValue, .bytes(magic), "bWFnaWMy".settingValue, .bytes(magic2)),
        (
            .stringArray, ["a"].settingValue, .stringArray(["a"]), [String]().settingValue,
            .stringArray([])
        ),
        (.intArray, [1].settingValue, .intArray([1]), [1, 2].settingValue, .intArray([1, 2])),
        (
            .doubleArray, [1.5].settingValue, .doubleArray([1.5]), [2].settingValue,
            .doubleArray([2])
        ),
        (
            .boolArray, [true].settingValue, .boolArray([true]), [false].settingValue,
            .boolArray([false])
        ),
        (
            .byteChunkArray, [magic].settingValue, .byteChunkArray([magic]),
            [magic2].settingValue, .byteChunkArray([magic2])
        ),
    ]

    @Test(arguments: types)
    func `delivers each watched value`(
        type: ConfigType,
        first: SettingValue,
        content: ConfigContent,
        second: SettingValue,
        next: ConfigContent
    ) async throws {
        let agent = try await AgentInHome()
        let provider = try await agent.provider()
        try await agent.settings.set("a.b", to: first)
        try await provider.watchValue(forKey: AbsoluteConfigKey(["a", "b"]), type: type) {
            updates in
            var updates = updates.makeAsyncIterator()
            #expect(try await updates.next()?.get().value?.content == content)
            try await agent.settings.set("a.b", to: second)
            #expect(try await updates.next()?.get().value?.content == next)
            try await agent.settings.remove("a.b")
            let removed = try #require(try await updates.next()?.get())
            #expect(removed == LookupResult(encodedKey: "a.b", value: nil))
        }
    }

    @Test func `has each change in its mirror while it runs`() async throws {
        let agent = try await AgentInHome()
        let provider = try await agent.provider()
        let running = Task { try await provider.run() }
        let reader = ConfigReader(provider: provider)
        #expect(reader.int(forKey: "port") == nil)

        try await agent.settings.set("port", to: 80)
        try await provider.watchSnapshot { updates in
            for await snapshot in updates {
                let port = try snapshot.value(forKey: AbsoluteConfigKey(["port"]), type: .int)
                if port.value?.content == .int(80) { break }
            }
        }
        while reader.int(forKey: "port") == nil { await Task.yield() }
        #expect(reader.int(forKey: "port") == 80)
        #expect(try await reader.fetchInt(forKey: "port") == 80)

        running.cancel()
        try await running.value
    }

    @Test func `gives snapshots that stay as they are`() async throws {
        let agent = try await AgentInHome()
        try await agent.settings.set("a", to: 1)
        let provider = try await agent.provider()
        let key = AbsoluteConfigKey(["a"])
        try await provider.watchSnapshot { updates in
            var updates = updates.makeAsyncIterator()
            let before = try #require(await updates.next())
            try await agent.settings.set("a", to: 2)
            let after = try #require(await updates.next())
            #expect(try before.value(forKey: key, type: .int).value?.content == .int(1))
            #expect(try after.value(forKey: key, type: .int).value?.content == .int(2))
        }
    }

    @Test func `begins with what it has where the agent is gone`() async throws {
        let agent = try await AgentInHome()
        try await agent.settings.set("a", to: 1)
        let provider = try await agent.provider()
        agent.stop()
        try await provider.watchSnapshot { updates in
            var updates = updates.makeAsyncIterator()
            let first = try #require(await updates.next())
            let value = try first.value(forKey: AbsoluteConfigKey(["a"]), type: .int).value
            #expect(value?.content == .int(1))
        }
    }

    @Test func `marks secrets and keeps them out of messages`() async throws {
        let agent = try await AgentInHome()
        try await agent.settings.apply([.set("db.password", to: "hush"), .set("db.host", to: "h")])
        let provider = try await agent.provider(secrets: .specific(["db.password"]))
        let password = AbsoluteConfigKey(["db", "password"])
        #expect(try provider.value(forKey: password, type: .string).value?.isSecret == true)
        let host = try provider.value(forKey: AbsoluteConfigKey(["db", "host"]), type: .string)
        #expect(host.value?.isSecret == false)
        let error = #expect(throws: SettingTypeError.self) {
            try provider.value(forKey: password, type: .int)
        }
        #expect(
            error.map { "\($0)" } == "'db.password' is a value of type string, expected int"
        )
    }
}
