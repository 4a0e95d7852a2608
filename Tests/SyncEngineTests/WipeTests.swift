// Saves that take away more settings than people mostly mean to.

import SettingsDocument
import SettingsModel
import SyncEngine
import Testing

@Suite struct `A save that takes most settings away` {
    private static let lines = (1...8).map { "k\($0) = \($0)\n" }.joined()
    private static let text = "# Mine.\n" + lines + "[font]\nsize = 12\nname = \"x\"\n"

    /// What is left of the text without some lines.
    private static func without(_ keys: ClosedRange<Int>) -> String {
        keys.reduce(text) { $0.replacing("k\($1) = \($1)\n", with: "") }
    }

    @Test func `is held until somebody says that it was meant`() throws {
        let desk = try Desk(toml: Self.text)
        let wiped = Self.without(1...6)
        desk.save("/a.toml", wiped)
        desk.pass(5_000)
        #expect(desk.value("k3") == .integer(3))
        #expect(desk.text() == wiped)
        #expect(desk.problems.map(\.code) == [.wiped])
        #expect(desk.problems.first?.problem == "6 of the file's 10 settings are gone")
        #expect(
            desk.problems.first?.advice
                == "See what is missing: settingsctl restore --dry-run /a.toml. Restore it without "
                + "--dry-run, or keep the save: settingsctl accept /a.toml"
        )
        #expect(desk.engine.heldFiles(of: nil, at: "/a.toml") == [desk.id("/a.toml")])

        desk.accept()
        #expect(desk.value("k3") == nil)
        #expect(desk.value("k7") == .integer(7))
        #expect(desk.text() == wiped)
        #expect(desk.condition() == .ok)
    }

    @Test func `has later edits of its file wait, and says so`() throws {
        let desk = try Desk(toml: Self.text)
        desk.save("/a.toml", Self.without(1...6))
        desk.save("/a.toml", Self.without(1...6).replacing("k7 = 7", with: "k7 = 70"))
        desk.pass(5_000)
        #expect(desk.value("k7") == .integer(7))
        let expected = "Kept the settings it had; later edits of this file wait, too"
        #expect(desk.problems.last?.consequence == expected)
        desk.accept()
        #expect(desk.value("k7") == .integer(70))
    }

    @Test func `doesn't keep a save by renaming away from its grace`() throws {
        let desk = try Desk(toml: Self.text)
        desk.save("/a.toml", Self.without(1...6))
        desk.pass(5_000)
        desk.delete()
        desk.pass(100)
        desk.save("/a.toml", Self.text, after: 0)
        desk.pass(5_000)
        #expect(desk.problems.map(\.code) == [.wiped])
        #expect(desk.condition() == .ok)
    }

    @Test func `is accepted where it is held, and nowhere else`() throws {
        let others = (1...8).map { "m\($0) = \($0)\n" }.joined()
        let desk = try Desk(
            ["/a.toml": Self.text, "/b.toml": others],
            replicas: ["/a.toml", "/b.toml"].map { ReplicaConfiguration(path: $0) }
        )
        desk.delete("/b.toml")
        desk.pass(5_000)
        desk.save("/a.toml", Self.without(1...6))
        desk.pass(5_000)
        desk.accept()
        #expect(desk.value("k3") == nil)

        desk.save("/b.toml", "m1 = 1\n")
        desk.pass(5_000)
        #expect(desk.value("m3") == .integer(3))
        #expect(desk.problems.last?.replica == desk.id("/b.toml"))
    }

    /// Nothing of it is gone that wasn't accepted.
    @Test func `is as good as accepted once another file's is that is the same`() throws {
        let desk = try Desk(
            ["/a.toml": Self.text, "/b.toml": Self.text],
            replicas: ["/a.toml", "/b.toml"].map { ReplicaConfiguration(path: $0, adoption: .all) }
        )
        desk.save("/a.toml", Self.without(1...6))
        desk.save("/b.toml", Self.without(1...6))
        desk.pass(5_000)
        #expect(desk.problems.map(\.code) == [.wiped, .wiped])
        desk.accept("/a.toml")
        desk.pass(5_000)
        #expect(desk.value("k3") == nil)
        #expect(desk.condition("/b.toml") == .ok)
    }

    @Test func `takes the next save by what was accepted last`() throws {
        let desk = try Desk(toml: Self.text)
        desk.save("/a.toml", Self.without(1...7))
        // Still wiped, with one thing more.
        desk.save("/a.toml", Self.without(1...7) + "more = 1\n")
        desk.pass(5_000)
        #expect(desk.value("k3") == .integer(3))
        #expect(desk.value("font.more") == nil)
        // Mended.
        desk.save("/a.toml", Self.text.replacing("12", with: "14"))
        desk.pass(5_000)
        #expect(desk.value("k3") == .integer(3))
        #expect(desk.value("font.size") == .integer(14))
        #expect(desk.condition() == .ok)
    }

    @Test func `isn't written while it is held, and gets what waits when it is mended`() throws {
        let desk = try Desk(toml: Self.text)
        desk.save("/a.toml", Self.without(1...8))
        desk.set("font.size", .integer(20))
        desk.pass(5_000)
        #expect(desk.text() == Self.without(1...8))
        desk.save("/a.toml", Self.text)
        desk.pass(5_000)
        #expect(desk.text() == Self.text.replacing("12", with: "20"))
    }

    @Test func `is held when it was saved while nobody was here`() throws {
        let desk = try Desk(toml: Self.text)
        desk.dies()
        desk.put(Self.without(1...8), at: "/a.toml")
        desk.restart()
        desk.pass(5_000)
        #expect(desk.value("k3") == .integer(3))
        #expect(desk.problems.map(\.code) == [.wiped])
    }

    @Test func `stands beside its file when a write had displaced it, and is held once it's there`()
        throws
    {
        let desk = try Desk(toml: Self.text)
        desk.beforePublishing { desk.put(Self.without(1...8), at: "/a.toml") }
        desk.set("font.size", .integer(20))
        desk.pass(5_000)
        #expect(desk.value("k3") == .integer(3))
        #expect(desk.text() == Self.text.replacing("12", with: "20"))
        #expect(desk.text("/a.toml.saved") == Self.without(1...8))
        #expect(desk.problems.map(\.code) == [.displaced])

        desk.files["/a.toml.saved"] = nil
        desk.save("/a.toml", Self.without(1...8))
        desk.pass(5_000)
        #expect(desk.value("k3") == .integer(3))
        #expect(desk.problems.map(\.code) == [.displaced, .wiped])
    }

    @Test func `is held where a whole table goes, however much else there is`() throws {
        let table = "[keys]\n" + (1...5).map { "c\($0) = \"x\($0)\"\n" }.joined()
        let desk = try Desk(toml: Self.text + table)
        desk.save("/a.toml", Self.text)
        desk.pass(5_000)
        #expect(desk.value("keys.c1") == .string("x1"))
        let expected = "all settings of 'keys' are gone from the file, 5 in all"
        #expect(desk.problems.map(\.problem) == [expected])
    }

    /// What is as large, and is meant.
    @Test(arguments: [
        (without(1...4), "four are an edit"),
        (without(1...5), "five of ten are half"),
        (text.replacing("k", with: "key"), "all have other names"),
        ("[deep]\n" + text.replacing("[font]", with: "[deep.font]"), "all are in a table now"),
    ])
    func `is no other large edit`(saved: String, why: String) throws {
        let desk = try Desk(toml: Self.text)
        desk.save("/a.toml", saved)
        desk.pass(5_000)
        #expect(desk.problems == [], "\(why)")
        #expect(desk.value("k1") == nil, "\(why)")
    }

    @Test func `is believed of an older version of the file`() throws {
        let few = "k1 = 1\n"
        let desk = try Desk(toml: few)
        desk.save("/a.toml", Self.text)
        desk.read()
        desk.save("/a.toml", few)
        desk.pass(5_000)
        #expect(desk.problems.map(\.code) == [.replaced])
        #expect(desk.value("k3") == nil)
    }

    @Test func `is believed of a defaults store, and of a client`() throws {
        var store = ReplicaConfiguration(path: "/a.toml")
        store.isStore = true
        let desk = try Desk(["/a.toml": Self.text], replicas: [store])
        desk.save("/a.toml", "k1 = 1\n")
        desk.pass(5_000)
        #expect(desk.problems == [])
        #expect(desk.value("k3") == nil)

        let other = try Desk(toml: Self.text)
        other.edit((1...8).map { KeyEdit(SettingKeyPath(segments: ["k\($0)"]), nil) })
        other.pass(5_000)
        #expect(other.problems == [])
        #expect(other.text() == Self.without(1...8))
    }

    @Test func `is believed where the guard is off`() throws {
        let desk = try Desk(["/a.toml": Self.text], replicas: ["/a.toml"], holdsWipes: false)
        desk.save("/a.toml", Self.without(1...8))
        desk.pass(5_000)
        #expect(desk.problems == [])
        #expect(desk.value("k3") == nil)
    }
}
