// A file that is written in place, and whose writing ends halfway, also more than once.

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

@Suite struct `A text that a power cut tore` {
    /// A page of memory, as the kernel writes a file; and a sector, as a disk does.
    private static let page = 4_096
    private static let sector = 512

    /// 600 settings whose lines have the same length: 9,000 bytes for five digits.
    private static func text(_ first: Int) -> [UInt8] {
        Array((0..<600).map { "key\(100 + $0) = \(first + $0)\n" }.joined().utf8)
    }

    /// A desk with 600 settings that begin with this number, whose agent died writing them all anew.
    private func desk(from old: Int, to new: Int) throws -> Desk {
        let desk = try Desk(toml: String(decoding: Self.text(old), as: UTF8.self))
        desk.pass(60_000)
        desk.writesInPlace = true
        desk.before = { if case .publish = $0 { desk.effectsToLive = 0 } }
        let edits = try (0..<600).map {
            KeyEdit(try SettingKeyPath(parsing: "key\(100 + $0)"), .integer(Int64(new + $0)))
        }
        #expect(try desk.edit(edits)?.get() != nil)
        desk.before = { _ in }
        desk.dies()
        return desk
    }

    /// Another agent begins; what it found must be written whole, and be nobody's save.
    private func expectWhole(_ desk: Desk, _ new: Int) {
        let count = desk.history.count
        desk.take(.configure(desk.configurations))
        desk.pass(5_000)
        // Not in one line: 9,000 bytes say nothing to whoever reads it.
        let isWhole = desk.bytes("/a.toml") == Self.text(new)
        #expect(isWhole)
        #expect(desk.history.count == count)
        #expect(desk.value("key100") == .integer(Int64(new)))
        #expect(desk.value("key699") == .integer(Int64(new + 599)))
        #expect(desk.files.count == 1)
    }

    @Test(arguments: [(1, true), (2, true), (2, false), (4, false), (5, true), (6, false)])
    func `is written again, whichever pages the disk has`(pages: Int, hasTime: Bool) throws {
        let desk = try desk(from: 10_000, to: 20_000)
        let before = try #require(desk.files["/a.toml"])
        let (old, new) = (Self.text(10_000), Self.text(20_000))
        let torn = old.indices.map { pages >> ($0 / Self.page) & 1 == 1 ? new[$0] : old[$0] }
        desk.overwrite("/a.toml", torn, modified: hasTime ? nil : before.modified)
        expectWhole(desk, 20_000)
    }

    @Test(arguments: [9_000, 9_216, 9_600], [true, false])
    func `is written again while it grows`(length: Int, hasZeros: Bool) throws {
        let desk = try desk(from: 10_000, to: 200_000)
        let old = Self.text(10_000) + Array(repeating: 0, count: 600)
        let new = Self.text(200_000)
        let torn = (0..<length).map {
            ($0 < 9_216 || !hasZeros) && $0 / Self.sector % 2 == 1 ? new[$0] : old[$0]
        }
        desk.overwrite("/a.toml", torn)
        expectWhole(desk, 200_000)
    }

    @Test(arguments: [9_000, 9_600])
    func `is written again while it shrinks`(length: Int) throws {
        let desk = try desk(from: 200_000, to: 10_000)
        let old = Self.text(200_000)
        let new = Self.text(10_000) + old.dropFirst(9_000)
        let torn = (0..<length).map { $0 / Self.sector % 3 == 1 ? new[$0] : old[$0] }
        desk.overwrite("/a.toml", torn)
        expectWhole(desk, 10_000)
    }

    @Test func `is written again after a second one tore it further`() throws {
        let desk = try desk(from: 10_000, to: 20_000)
        let (old, new) = (Self.text(10_000), Self.text(20_000))
        desk.overwrite("/a.toml", Array(new[..<4_000] + old[4_000...]))
        desk.before = { if case .publish = $0 { desk.effectsToLive = 0 } }
        desk.take(.configure(desk.configurations))
        desk.before = { _ in }
        desk.dies()
        // The disk never had the first sectors of the first try, and has the last of the second.
        let torn = old[..<1_024] + Array(new[1_024..<4_000] + old[4_000..<8_192] + new[8_192...])
        desk.overwrite("/a.toml", Array(torn))
        expectWhole(desk, 20_000)
    }

    @Test func `is somebody's save where the time is later`() throws {
        let desk = try desk(from: 10_000, to: 20_000)
        let mixed = Array(Self.text(10_000)[..<Self.page] + Self.text(20_000)[Self.page...])
        desk.pass(60_000)
        desk.overwrite("/a.toml", mixed)
        desk.take(.configure(desk.configurations))
        desk.pass(5_000)
        let isAsSaved = desk.bytes("/a.toml") == mixed
        #expect(isAsSaved)
        #expect(desk.value("key100") == .integer(10_000))
    }

    @Test func `is somebody's save where a sector is neither the old nor the new one`() throws {
        let desk = try desk(from: 10_000, to: 20_000)
        var mixed = Array(Self.text(10_000)[..<Self.page] + Self.text(20_000)[Self.page...])
        mixed[9] = UInt8(ascii: "7")
        desk.overwrite("/a.toml", mixed)
        desk.take(.configure(desk.configurations))
        desk.pass(5_000)
        #expect(desk.value("key100") == .integer(70_000))
    }
}
