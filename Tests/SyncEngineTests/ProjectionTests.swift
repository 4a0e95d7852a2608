// What a file should become, given the registers.

import SettingsDocument
import SettingsModel
import Testing

@testable import SyncEngine

@Suite struct `A projection` {
    private func registers(_ values: [SettingKeyPath: SettingValue?]) -> Registers {
        var registers = Registers()
        for (path, value) in values {
            let timestamp = Timestamp(wallTime: 1, counter: 1, agent: "n0")
            registers.restore(
                Register(timestamp: timestamp, value: value, origin: .agent),
                at: path
            )
        }
        return registers
    }

    private func projection(
        _ values: [SettingKeyPath: SettingValue?],
        onto text: String,
        as configuration: ReplicaConfiguration = "/a.toml",
        format: Format = .toml,
        adopts: Bool = true
    ) throws -> Projection {
        let read = ReadText(try format.parse(Array(text.utf8)), as: configuration)
        let id = ReplicaID(domain: try Domain("org.example.editor"), path: configuration.path)
        let replica = ReplicaState(id: id, configuration: configuration)
        return Projection(
            of: registers(values),
            onto: read,
            from: { nil },
            in: replica,
            hiding: { _ in false },
            adopts: { _ in adopts }
        )
    }

    private func text(_ projection: Projection) -> String {
        String(decoding: projection.text.bytes, as: UTF8.self)
    }

    @Test func `is the file itself when it says what it should`() throws {
        let same = try projection(["a": .integer(1)], onto: "# x\n  a   =  1 # y\n")
        #expect(text(same) == "# x\n  a   =  1 # y\n")
    }

    @Test func `changes, adds and removes, and touches nothing else`() throws {
        let changed = try projection(
            ["a": .integer(2), "c": .integer(3), "gone": nil],
            onto: "# x\na = 1 # y\n\ngone = 1\nkept = 5\n"
        )
        #expect(text(changed) == "# x\na = 2 # y\n\nc = 3\n")
    }

    @Test func `leaves a file alone that would be taken for another format`() throws {
        let values: [SettingKeyPath: SettingValue?] = ["a": .string("x=")]
        var configuration = ReplicaConfiguration(path: "/k.conf")
        let told = try projection(values, onto: "a 1\n", as: configuration, format: .keyValue)
        #expect(text(told) == "a 1\n")
        #expect(told.refusals.map(\.error.code) == [.otherFormat])

        configuration.format = .keyValue
        let given = try projection(values, onto: "a 1\n", as: configuration, format: .keyValue)
        #expect(text(given) == "a x=\n")
    }

    @Test func `adds no key where the file takes on none`() throws {
        let same = try projection(
            ["a": .integer(1), "b": .integer(2)],
            onto: "a = 1\n",
            adopts: false
        )
        #expect(text(same) == "a = 1\n")
    }

    @Test func `leaves alone what the file's patterns leave out`() throws {
        var configuration = ReplicaConfiguration(path: "/a.toml")
        configuration.keys = [try KeyPattern(parsing: "a", limits: .standard)]
        let changed = try projection(
            ["a": .integer(2), "b": .integer(2)],
            onto: "a = 1\nb = 1\n",
            as: configuration
        )
        #expect(text(changed) == "a = 2\nb = 1\n")
    }

    @Test func `leaves a table that a removal emptied`() throws {
        let same = try projection([:], onto: "{\"font\": {}}", format: .json)
        #expect(text(same) == "{\"font\": {}}")
    }

    @Test(
        arguments: [
            ([:], "{\"a\": {\"b\": {}}}"),
            (["a.b": nil], "{\"a\": {}}"),
            (["a": nil, "a.b": nil], "{}"),
        ] as [([SettingKeyPath: SettingValue?], String)]
    )
    func `removes a table that a removal emptied where a value was removed before`(
        removed: [SettingKeyPath: SettingValue?],
        expected: String
    ) throws {
        let tombstones = removed.merging(["a.b.c": nil]) { old, _ in old }
        let once = try projection(tombstones, onto: "{\"a\": {\"b\": {\"c\": 1}}}", format: .json)
        #expect(text(once) == expected)
        let twice = try projection(tombstones, onto: text(once), format: .json)
        #expect(text(twice) == expected)
    }

    @Test func `refuses what the language can't say, and makes the rest`() throws {
        let changed = try projection(
            ["a": .real(.nan), "b": .integer(2)],
            onto: "{\"a\": 1, \"b\": 1}",
            format: .json
        )
        #expect(text(changed) == "{\"a\": 1, \"b\": 2}")
        #expect(changed.refusals.map(\.keyPath) == ["a"])
    }

    @Test func `asks for nothing more once it is made`() throws {
        let once = try projection(
            ["a.b": .integer(2), "c": .array([.integer(1)]), "d": .string("é")],
            onto: "# x\na.b = 1\n"
        )
        let twice = try projection(
            ["a.b": .integer(2), "c": .array([.integer(1)]), "d": .string("é")],
            onto: text(once)
        )
        #expect(text(twice) == text(once))
    }
}
