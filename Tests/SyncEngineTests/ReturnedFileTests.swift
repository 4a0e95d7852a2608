// Files that go away with their folders, and come back as they were.

import SettingsModel
import SyncEngine
import Testing

extension Desk {
    /// Takes a file away with its folder, and gives it; another folder may be in its place.
    fileprivate func takeAway(leaving folder: UInt64 = 0) -> FileContent? {
        let file = files["/a.toml"]
        folders["/a.toml"] = folder
        delete()
        pass(5_000)
        return file
    }

    /// Brings a file back, with the numbers that another mount gives it.
    fileprivate func bringBack(_ file: FileContent?) {
        pass(1_000)
        folders["/a.toml"] = nil
        files["/a.toml"] = file
        files["/a.toml"]?.identity.device += 1
        touch()
        pass(5_000)
    }
}

@Suite struct `A file whose folder goes away` {
    private func desk() throws -> Desk {
        try Desk(
            ["/a.toml": "b = 2\n", "/other.toml": "b = 2\n"],
            replicas: ["/a.toml", "/other.toml"].map { ReplicaConfiguration(path: $0) }
        )
    }

    private func isAway(_ desk: Desk) -> Bool {
        if case .away = desk.condition() { true } else { false }
    }

    @Test(arguments: [0, 2] as [UInt64])
    func `isn't made anew, and has what changed when it is back`(folder: UInt64) throws {
        let desk = try desk()
        let file = desk.takeAway(leaving: folder)
        #expect(desk.condition() == .missing)
        desk.set("b", .integer(22))
        desk.pass(120_000)
        #expect(isAway(desk))
        #expect(desk.text() == nil)
        #expect(desk.text("/other.toml") == "b = 22\n")
        let problems = desk.engine.status(of: desk.id("/a.toml"))?.problems ?? []
        #expect(problems.first?.code == .file(.noFolder))

        desk.bringBack(file)
        #expect(desk.text() == "b = 22\n")
        #expect(desk.text("/other.toml") == "b = 22\n")
        #expect(desk.condition() == .ok)
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])
    }

    @Test func `means what it says where another one has been in its place`() throws {
        let desk = try desk()
        let dark = desk.takeAway()
        desk.pass(60_000)
        desk.put("b = 7\n", at: "/a.toml")
        desk.files["/a.toml"]?.place = FilePlace(nameFolder: 3, fileFolder: 3)
        desk.touch()
        desk.pass(5_000)
        #expect(desk.text("/other.toml") == "b = 7\n")
        let light = desk.takeAway()
        desk.bringBack(dark)
        #expect(desk.text() == "b = 2\n")
        #expect(desk.text("/other.toml") == "b = 2\n")
        #expect(desk.history.last?.reason == "restored")
        _ = desk.takeAway()
        desk.bringBack(light)
        #expect(desk.text() == "b = 7\n")
    }

    @Test(arguments: [AgentEnd.farewell, .death])
    func `isn't made by the next agent either`(end: AgentEnd) throws {
        let desk = try desk()
        let file = desk.takeAway()
        desk.set("b", .integer(22))
        desk.restart(after: end)
        desk.pass(5_000)
        #expect(desk.text() == nil)
        desk.set("b", .integer(23))
        #expect(isAway(desk))

        desk.bringBack(file)
        #expect(desk.text() == "b = 23\n")
        #expect(desk.value("b") == .integer(23))
    }

    @Test func `isn't made where it went while no agent ran`() throws {
        let desk = try desk()
        desk.dies(by: .farewell)
        let file = desk.files["/a.toml"]
        desk.folders["/a.toml"] = 0
        desk.files["/a.toml"] = nil
        desk.restart(after: .farewell)
        desk.pass(5_000)
        desk.set("b", .integer(22))
        #expect(desk.text() == nil)
        desk.bringBack(file)
        #expect(desk.text() == "b = 22\n")
    }

    @Test func `is made with the next change where it alone was removed`() throws {
        let desk = try desk()
        desk.delete()
        desk.pass(5_000)
        desk.set("b", .integer(22))
        #expect(desk.text() == "b = 22\n")
    }
}

@Suite struct `A text that comes back as it was` {
    /// A desk whose file was seen, then another one in another folder at its path, then the first again.
    private func desk(
        ends end: AgentEnd? = nil,
        folder: UInt64 = 2,
        changing change: (inout FileContent) -> Void = { _ in }
    ) throws -> Desk {
        let desk = try Desk(
            ["/a.toml": "b = 2\n", "/other.toml": "b = 2\n"],
            replicas: ["/a.toml", "/other.toml"].map { ReplicaConfiguration(path: $0) }
        )
        desk.read()
        var file = desk.takeAway(leaving: folder)
        desk.save("/a.toml", "b = 3\n")
        desk.set("b", .integer(22))
        desk.touch()
        #expect(desk.text() == "b = 22\n")
        if var changed = file {
            change(&changed)
            file = changed
        }
        if let end { desk.dies(by: end) }
        desk.pass(1_000)
        desk.folders["/a.toml"] = nil
        desk.files["/a.toml"] = file
        if let end { desk.restart(after: end) } else { desk.touch() }
        desk.pass(5_000)
        return desk
    }

    @Test(arguments: [nil, AgentEnd.farewell, .death])
    func `is no save`(end: AgentEnd?) throws {
        let desk = try desk(ends: end)
        #expect(desk.value("b") == .integer(22))
        #expect(desk.text() == "b = 22\n")
        #expect(desk.text("/other.toml") == "b = 22\n")
        #expect(desk.history.last { $0.kind == .set }?.value == .integer(22))
        #expect(desk.problems.allSatisfy { $0.code == .missing })
    }

    @Test func `is restored where it has changed in any way since`() throws {
        let desk = try desk { $0.changed += 20_000 }
        #expect(desk.value("b") == .integer(2))
        #expect(desk.text() == "b = 2\n")
        #expect(desk.history.last?.reason == "restored")
    }

    @Test func `is restored where the same folder has it and its times are one`() throws {
        #expect(try desk(folder: 1).value("b") == .integer(2))
    }

    @Test func `is no save in the same folder where its times are two`() throws {
        let desk = try Desk(toml: "b = 2\n")
        desk.read()
        desk.save("/a.toml", "b = 3\n", modified: 900_000)
        let file = desk.files["/a.toml"]
        desk.set("b", .integer(22))
        desk.touch()
        desk.files["/a.toml"] = file
        desk.touch()
        desk.pass(5_000)
        #expect(desk.value("b") == .integer(22))
        #expect(desk.text() == "b = 22\n")
    }

    @Test(arguments: [nil, AgentEnd.farewell, .death])
    func `is a change where a symlink was led to it again`(end: AgentEnd?) throws {
        let desk = try Desk(toml: "b = 2\n")
        desk.read()
        desk.save("/a.toml", "b = 3\n", modified: 900_000)
        let file = desk.files["/a.toml"]
        desk.save("/a.toml", "b = 4\n")
        desk.pass(1_000)
        if let end { desk.dies(by: end) }
        desk.files["/a.toml"] = file
        desk.files["/a.toml"]?.linked = desk.now
        if let end { desk.restart(after: end) } else { desk.touch() }
        desk.pass(5_000)
        #expect(desk.value("b") == .integer(3))
        #expect(desk.text() == "b = 3\n")
    }

    @Test(arguments: [true, false])
    func `means all that it says where another one is led to behind a 'set'`(isLink: Bool) throws {
        let desk = try Desk(toml: "size = 10\nfont = \"Hack\"\n")
        desk.read()
        func lead(to text: String, in folder: UInt64) {
            desk.pass(1_000)
            if !isLink { desk.folders["/a.toml"] = folder }
            desk.put(text, at: "/a.toml", modified: 900_000)
            desk.files["/a.toml"]?.changed = 900_000
            if isLink { desk.files["/a.toml"]?.linked = desk.now }
            desk.touch()
            desk.pass(5_000)
        }
        lead(to: "size = 20\nfont = \"Fira\"\n", in: 3)
        #expect(desk.value("font") == .string("Fira"))
        desk.set("size", .integer(21))
        desk.read()
        let demo = "size = 12\nfont = \"Hack\"\n"
        lead(to: demo, in: 4)
        #expect(desk.text() == demo)
        #expect(desk.value("font") == .string("Hack"))
        #expect(desk.value("size") == .integer(12))
        #expect(desk.history.suffix(2).map(\.kind) == [.set, .set])
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])
    }

    @Test func `keeps its own layout`() throws {
        let desk = try Desk(toml: "# Mine.\nb = 2 # two\n")
        desk.set("b", .integer(4))
        desk.touch()
        let file = desk.takeAway(leaving: 2)
        desk.save("/a.toml", "b=5\n")
        desk.set("b", .integer(6))
        desk.bringBack(file)
        #expect(desk.text() == "# Mine.\nb = 6 # two\n")
    }

    @Test func `is none for the second domain of its file either`() throws {
        let domains = try TwoDomains()
        let desk = domains.desk
        desk.read()
        let file = desk.files["/a.toml"]
        let second = ReplicaID(domain: domains.second, path: "/a.toml")
        desk.folders["/a.toml"] = 2
        desk.put(TwoDomains.text + "\n", at: "/a.toml")
        desk.touch()
        desk.take(.event(.touched(second)))
        desk.set("size", .integer(14))
        domains.setTheme(.string("dark"))
        desk.pass(1_000)
        desk.touch()
        desk.take(.event(.touched(second)))
        desk.folders["/a.toml"] = nil
        desk.files["/a.toml"] = file
        desk.take(.event(.touched(second)))
        desk.touch()
        desk.pass(5_000)
        #expect(desk.value("size") == .integer(14))
        #expect(domains.second() == .string("dark"))
    }
}
