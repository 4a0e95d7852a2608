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
