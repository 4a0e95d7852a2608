// A file of two domains that one of them left half-written.

import SettingsModel
import SyncEngine
import Testing

@Suite struct `A half-written file of two domains` {
    /// What the file says before, when a crash came, and once it's whole.
    private let old = "size = 1\ntheme = 12\nlast = 1\n"
    private let torn = "size = 1234\nme = 12\nlast = 1\n"
    private let new = "size = 1234\ntheme = 12\nlast = 1\n"

    /// Two domains, the first of which has left the file so; no agent runs.
    private func crashed() throws -> TwoDomains {
        let shared = try TwoDomains(old)
        shared.dieWhileSetting(.integer(1_234), leaving: torn)
        return shared
    }

    private func expectWhole(_ shared: TwoDomains) {
        #expect(shared.desk.text() == new)
        #expect(shared.second() == .integer(12))
        #expect(shared.problems.isEmpty)
        #expect(!shared.desk.history.contains { $0.domain == shared.second })
    }

    @Test func `isn't read by one before the other has written it whole`() throws {
        let shared = try crashed()
        shared.desk.configure(shared.both)
        shared.desk.pass(5_000)
        expectWhole(shared)
        #expect(shared.desk.history.count == 1)
    }

    @Test func `is made whole where nobody describes the domain that left it so`() throws {
        let shared = try crashed()
        shared.desk.configure([shared.ofSecond()])
        shared.desk.pass(5_000)
        expectWhole(shared)

        shared.desk.configure(shared.both)
        shared.desk.pass(5_000)
        #expect(shared.desk.value("size") == .integer(1_234))
        expectWhole(shared)
    }

    @Test func `is made whole when the domain that left it so is unlinked`() throws {
        let shared = try crashed()
        shared.desk.stagingErrors["/a.toml"] = .onDesk(.diskFull)
        shared.desk.configure(shared.both)
        shared.desk.pass(1_000)
        #expect(shared.desk.text() == torn)

        shared.desk.stagingErrors = [:]
        shared.desk.configure([shared.ofSecond()])
        shared.desk.pass(5_000)
        expectWhole(shared)
    }

    @Test func `is made whole before the only domain that has it lets go of it`() throws {
        let shared = try crashed()
        shared.desk.stagingErrors["/a.toml"] = .onDesk(.diskFull)
        shared.desk.configure([shared.ofFirst()])
        shared.desk.pass(1_000)
        #expect(shared.desk.text() == torn)

        shared.desk.configure([])
        #expect(shared.desk.text() == torn)
        shared.desk.stagingErrors = [:]
        shared.desk.pass(70_000)
        #expect(shared.desk.text() == new)
        #expect(!shared.desk.engine.knownDomains.contains(shared.desk.domain))
    }

    @Test func `is made whole by the next agent when a crash comes first`() throws {
        let shared = try crashed()
        shared.desk.stagingErrors["/a.toml"] = .onDesk(.diskFull)
        shared.desk.configure([shared.ofSecond()])
        shared.desk.stagingErrors = [:]
        shared.desk.forget()
        shared.desk.restart()
        shared.desk.pass(5_000)
        expectWhole(shared)
    }

    @Test func `is made whole when it goes from one domain to the other`() throws {
        let shared = try crashed()
        shared.desk.stagingErrors["/a.toml"] = .onDesk(.diskFull)
        shared.desk.configure([shared.ofFirst()])
        shared.desk.pass(1_000)
        shared.desk.stagingErrors = [:]
        shared.desk.configure([shared.ofSecond()])
        shared.desk.pass(5_000)
        expectWhole(shared)
    }

    @Test func `gives a key of both the value that was being written`() throws {
        let shared = try TwoDomains(old)
        shared.desk.configure([shared.ofFirst(), shared.ofSecond(nil)])
        shared.desk.pass(5_000)
        shared.dieWhileSetting(.integer(1_234), leaving: torn)
        shared.desk.configure([shared.ofSecond(nil)])
        shared.desk.pass(5_000)
        #expect(shared.desk.text() == new)
        #expect(shared.second("size") == .integer(1_234))
        #expect(shared.second() == .integer(12))
    }

    @Test func `keeps a domain that nobody has seen starting`() throws {
        let shared = try TwoDomains(old)
        shared.desk.configure([shared.ofFirst()])
        shared.dieWhileSetting(.integer(1_234), leaving: torn)
        shared.desk.stagingErrors["/a.toml"] = .onDesk(.diskFull)
        shared.desk.configure(shared.both)
        #expect(shared.desk.engine.isStarting(shared.second))

        shared.desk.stagingErrors = [:]
        shared.desk.pass(4_000)
        #expect(!shared.desk.engine.isStarting(shared.second))
        #expect(shared.second() == .integer(12))
    }

    @Test func `gives both what was saved instead, though somebody saves over it at once`() throws {
        let shared = try crashed()
        shared.desk.pass(60_000)
        shared.desk.overwrite("/a.toml", "size = 1\ntheme = 99\nlast = 1\n")
        shared.desk.before = { [desk = shared.desk] effect in
            guard case .publish = effect else { return }
            desk.before = { _ in }
            desk.overwrite("/a.toml", "size = 1\ntheme = 12\nlast = 2\n")
            desk.publishingErrors["/a.toml"] = .onDesk(.raced)
        }
        shared.desk.configure(shared.both)
        shared.desk.publishingErrors = [:]
        shared.desk.pass(70_000)

        let kept = shared.desk.history.filter { $0.domain == shared.second }
        #expect(shared.desk.text()?.contains("last = 2\n") == true)
        #expect(
            shared.second() == .integer(99)
                || kept.contains { [$0.value, $0.old, $0.kept].contains(.integer(99)) }
        )
    }

    @Test func `is no other file with the same number on another device`() throws {
        let shared = try TwoDomains(secondName: "/b.toml")
        let inode = try #require(shared.desk.files["/a.toml"]?.identity.inode)
        shared.desk.files["/b.toml"]?.identity = FileIdentity(device: 2, inode: inode)
        shared.touch()
        shared.desk.writesInPlace = true
        shared.desk.publishingErrors["/a.toml"] = .onDesk(.inputOutput)
        shared.desk.set("size", .integer(13))
        shared.setTheme(.string("dark"))
        #expect(shared.desk.text("/b.toml") == "size = 12\ntheme = \"dark\"\n")
    }

    @Test func `isn't waited for by one that it waits for`() throws {
        let shared = try TwoDomains(secondName: "/b.toml")
        shared.desk.put(TwoDomains.text, at: "/b.toml")
        shared.touch()
        shared.desk.writesInPlace = true
        shared.desk.isHoldingCommits = true
        shared.desk.set("size", .integer(13))
        shared.setTheme(.string("dark"))
        shared.desk.before = { [desk = shared.desk] in
            if case .publish = $0 { desk.effectsToLive = 0 }
        }
        for _ in 0..<5 { shared.desk.flush() }
        shared.desk.before = { _ in }
        shared.desk.dies()
        // Each name shows now what the other domain was writing.
        let first = shared.desk.files["/a.toml"]
        shared.desk.files["/a.toml"] = shared.desk.files["/b.toml"]
        shared.desk.files["/b.toml"] = first
        shared.desk.configure(shared.both)
        shared.desk.pass(70_000)
        #expect(shared.desk.text()?.contains("size = 13\n") == true)
        #expect(shared.desk.text("/b.toml")?.contains("theme = \"dark\"\n") == true)
    }
}
