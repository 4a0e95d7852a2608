// Lines that can't be read, in files whose programs pass over them.

import SettingsDocument
import SettingsModel
import Testing

@testable import SyncEngine

private func desk(_ text: String) throws -> Desk {
    try Desk(["/kitty.conf": text], replicas: [ReplicaConfiguration(path: "/kitty.conf")])
}

@Suite struct `A file with a line that can't be read` {
    @Test func `is linked and written around that line`() throws {
        let desk = try desk("stray\nfont_size 9\n")
        #expect(desk.value("font_size") == .string("9"))
        desk.set("font_size", .string("10"))
        #expect(desk.text("/kitty.conf") == "stray\nfont_size 10\n")
        desk.save("/kitty.conf", "strays\nfont_size 11\n")
        #expect(desk.value("font_size") == .string("11"))
    }

    @Test func `loses no setting whose value was deleted by mistake`() throws {
        let desk = try desk("font_size 9\ntab_bar x\n")
        desk.save("/kitty.conf", "font_size\ntab_bar y\n")
        #expect(desk.problems.map(\.code) == [.text(.syntax)])
        #expect(desk.value("font_size") == .string("9"))
        #expect(desk.value("tab_bar") == .string("x"))
        desk.save("/kitty.conf", "font_size 8\ntab_bar y\n")
        #expect(desk.value("font_size") == .string("8"))
        #expect(desk.recoveries == 1)
    }

    @Test func `may set the key of that line in another one`() throws {
        let desk = try desk("font_size 9\n")
        desk.save("/kitty.conf", "font_size\nfont_size 8\n")
        #expect(desk.problems.isEmpty)
        #expect(desk.value("font_size") == .string("8"))
    }
}
