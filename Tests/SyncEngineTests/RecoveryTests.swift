// A file that is written in place, and whose writing ends halfway more than once.

import SettingsModel
import SyncEngine
import Testing

@Suite struct `A half overwritten file` {
    private let torn = "size = 32\ncolor = 1\n"

    /// A desk whose agent died in the middle of overwriting; by now the file can be replaced.
    private func desk() throws -> Desk {
        let desk = try Desk(toml: "size = 12\ncolor = 1\n")
        desk.writesInPlace = true
        desk.before = { if case .publish = $0 { desk.effectsToLive = 0 } }
        desk.set("size", .integer(345))
        desk.put(torn, at: "/a.toml")
        desk.before = { _ in }
        desk.dies()
        desk.writesInPlace = false
        return desk
    }

    private func expectWhole(_ desk: Desk) {
        #expect(desk.text() == "size = 345\ncolor = 1\n")
        #expect(desk.history.map(\.value) == [.integer(345)])
        #expect(desk.files.count == 1)
    }

    @Test(arguments: 0...12, [0, 60_000] as [Int64])
    func `is finished though a second agent dies replacing it`(steps: Int, later: Int64) throws {
        let desk = try desk()
        desk.effectsToLive = steps
        desk.take(.configure(desk.configurations))
        desk.dies()
        desk.pass(later)
        desk.take(.configure(desk.configurations))
        desk.pass(5_000)
        expectWhole(desk)
    }

    @Test(arguments: [0, 60_000] as [Int64], [true, false])
    func `is finished though a second agent can't replace it`(
        later: Int64,
        isInPlace: Bool
    ) throws {
        let desk = try desk()
        desk.writesInPlace = isInPlace
        desk.publishingErrors["/a.toml"] = .onDesk(.diskFull)
        desk.take(.configure(desk.configurations))
        desk.pass(later)
        #expect(desk.text() == torn)
        desk.restart()
        desk.publishingErrors = [:]
        desk.pass(70_000)
        expectWhole(desk)
    }

    @Test func `is finished though it changes whenever a second agent replaces it`() throws {
        let desk = try desk()
        desk.publishingErrors["/a.toml"] = .onDesk(.raced)
        desk.take(.configure(desk.configurations))
        desk.publishingErrors = [:]
        desk.pass(5_000)
        expectWhole(desk)
    }
}
