// Spellings that Unicode calls equivalent, through the whole engine.

import SettingsModel
import SyncEngine
import Testing

private let composed = "\u{E9}"
private let decomposed = "e\u{301}"
private let first = SettingKeyPath(segments: [composed])
private let second = SettingKeyPath(segments: [decomposed])

@Suite struct `Equivalent spellings in a file` {
    @Test func `are two settings, each with its own value`() throws {
        let desk = try Desk(toml: "\"\(composed)\" = 1\n\"\(decomposed)\" = 2\n")
        #expect(desk.value(first) == .integer(1))
        #expect(desk.value(second) == .integer(2))

        desk.set(second, .integer(3))
        #expect(desk.text() == "\"\(composed)\" = 1\n\"\(decomposed)\" = 3\n")
        desk.set(first, nil)
        #expect(desk.text() == "\"\(decomposed)\" = 3\n")
        desk.restart()
        #expect(desk.value(first) == nil)
        #expect(desk.value(second) == .integer(3))
    }

    @Test func `make an edit when one takes the other's place`() throws {
        let desk = try Desk(toml: "name = \"\(composed)\"\n")
        let seq = desk.engine.changes.seq
        desk.save("/a.toml", "name = \"\(decomposed)\"\n")
        #expect(desk.engine.changes.seq == seq + 1)
        #expect(desk.value("name") == .string(decomposed))
        #expect(desk.value("name") != .string(composed))

        desk.save("/a.toml", "\"\(composed)\" = 1\n")
        desk.save("/a.toml", "\"\(decomposed)\" = 1\n")
        #expect(desk.value(first) == nil)
        #expect(desk.value(second) == .integer(1))
        #expect(Array(desk.text()?.utf8 ?? "".utf8) == Array("\"\(decomposed)\" = 1\n".utf8))
    }

    @Test func `are two files when they are names`() throws {
        let a = "/\(composed).toml"
        let b = "/\(decomposed).toml"
        #expect(ReplicaConfiguration(path: a) != ReplicaConfiguration(path: b))
        let domain = try Domain("org.example.editor")
        #expect(ReplicaID(domain: domain, path: a) != ReplicaID(domain: domain, path: b))
    }
}
