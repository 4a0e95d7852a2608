// Disks that are full or read-only, under a settings file or under the journal.

import Foundation
import Glibc
import SettingsModel
import Testing

/// How an agent gets mounts of its own: as root, or as root of a user namespace.
private let unsharing = isRoot ? "--mount" : "--user --map-root-user --mount"

extension AgentUnderTest {
    /// An agent for which a folder of the home is a small disk of its own.
    ///
    /// The command fills the folder before the agent starts.
    fileprivate static func withDisk(
        on folder: String,
        kibibytes: Int,
        in home: Home,
        filledBy command: String = "true"
    ) throws -> AgentUnderTest {
        try AgentUnderTest(
            in: home,
            .after(
                "mount -t tmpfs -o mode=700,size=\(kibibytes)k none '\(home[folder])'; "
                    + "cd '\(home[folder])'; \(command); cd /",
                unsharing: unsharing
            )
        )
    }

    /// A file's text as the agent sees it.
    fileprivate func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: inside(home[name])).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Leaves no room on the disk of a folder.
    fileprivate func fill(_ folder: String) throws {
        // dd(1) fails when the disk is full, and that is what it is for.
        try shellInside("cd \(home[folder]); dd if=/dev/zero of=filler bs=4k 2>/dev/null || :")
    }

    fileprivate func makeRoom(in folder: String) throws {
        try shellInside("rm \(home[folder])/filler")
    }
}

@Suite(.ownThread, .enabled(if: hasNamespaces, "needs namespaces and mounts"))
struct `A settings file on a disk` {
    private let good = "# Mine.\nsize = 1\n"
    private let make = ##"printf "# Mine.\nsize = 1\n" > settings.toml"##

    private func home() throws -> Home {
        let home = try Home(files: ["disk/settings.toml"])
        try home.makeFolder("disk")
        return home
    }

    private func agent(in home: Home) throws -> AgentUnderTest {
        try AgentUnderTest.withDisk(on: "disk", kibibytes: 64, in: home, filledBy: make)
    }

    @Test func `that is full stays as it was, and takes the edit when there is room`() throws {
        let home = try home()
        let agent = try agent(in: home)
        let client = try agent.connect()
        let events = try agent.events()
        try agent.fill("disk")

        try client.set("size", to: "7")

        _ = try events.next("problem")
        let file = home["disk/settings.toml"]
        let said = """
            \(file): no space is left for '\(file)'
            The change is kept and waits to be written. Free some space on its disk.

            """
        #expect(agent.said == said)
        #expect(try client.get("size") == "7")
        #expect(agent.text("disk/settings.toml") == good)
        #expect(try client.replica(file)["pendingWrites"] == .integer(1))
        #expect(try agent.shellInside("ls \(home["disk"])") == "filler\nsettings.toml\n")
        try agent.makeRoom(in: "disk")
        _ = try events.next("recovered")
        #expect(agent.text("disk/settings.toml") == "# Mine.\nsize = 7\n")
        #expect(agent.said == said + "\(file): in sync again\n")
    }

    @Test func `that is full costs no edit when the agent is killed`() throws {
        let home = try home()
        var agent = try agent(in: home)
        try agent.fill("disk")
        try agent.connect().set("size", to: "7")
        try agent.connect().rescan()
        try agent.kill9()

        agent = try self.agent(in: home)
        #expect(try agent.connect().get("size") == "7")
        try agent.connect().rescan()
        #expect(agent.text("disk/settings.toml") == "# Mine.\nsize = 7\n")
    }

    @Test func `that is read-only stays as it was, and takes the edit later`() throws {
        let home = try home()
        let agent = try agent(in: home)
        let client = try agent.connect()
        let events = try agent.events()
        try agent.shellInside("mount -o remount,ro \(home["disk"])")

        try client.set("size", to: "7")

        _ = try events.next("problem")
        let file = home["disk/settings.toml"]
        let said = """
            \(file): '\(file)' is on a file system that is mounted read-only
            The change is kept and waits to be written. Change it where it comes from, or link \
            the file as layer = "site".

            """
        #expect(agent.said == said)
        #expect(try client.get("size") == "7")
        #expect(agent.text("disk/settings.toml") == good)
        try agent.shellInside("mount -o remount,rw \(home["disk"])")
        _ = try events.next("recovered")
        #expect(agent.text("disk/settings.toml") == "# Mine.\nsize = 7\n")
    }

    @Test func `that is mounted over with a read-only one is read as what is there now`() throws {
        let home = try home()
        try home.write(good, to: "disk/settings.toml")
        try home.makeFolder("other")
        try home.write("# Theirs.\nsize = 2\n", to: "other/settings.toml")
        let agent = try AgentUnderTest(in: home, .after(":", unsharing: unsharing))
        let events = try agent.events()

        try agent.shellInside(
            "mount --bind \(home["other"]) \(home["disk"]); mount -o remount,bind,ro \(home["disk"])"
        )
        try events.nextChange(of: "size", to: "2")

        try agent.connect().set("size", to: "7")
        _ = try events.next("problem")
        #expect(home.text("other/settings.toml") == "# Theirs.\nsize = 2\n")
        #expect(home.text("disk/settings.toml") == good)
    }
}

@Suite(.ownThread, .enabled(if: hasNamespaces, "needs namespaces and mounts"))
struct `The journal on a disk` {
    private let good = "# Mine.\nsize = 1\n"

    @Test func `that is full refuses edits, keeps serving, and loses no save`() throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest.withDisk(on: "state", kibibytes: 512, in: home)
        let client = try agent.connect()
        let events = try agent.events()
        try agent.fill("state")

        // What SQLite has reserved may still take an edit or two.
        let refused = try #require(
            (10..<1_000).lazy.compactMap { number -> Refused? in
                do {
                    let text = String(repeating: "\(number) ", count: 500)
                    try client.set("size", to: "\"\(text)\"")
                    return nil
                } catch {
                    return error as? Refused
                }
            }.first
        )

        #expect(refused.slug == "Store")
        #expect(try client.get("size") != nil)
        let path = home["state/settings-agent/journal.db"]
        let full =
            "the disk of the journal '\(path)' is full (SQLite says: database or disk is full"
        #expect(refused.message.hasPrefix("nothing was changed: \(full) ("))
        #expect(agent.said.hasPrefix("\(path): \(full) ("))
        #expect(
            agent.said.hasSuffix(
                """
                Refused what was not committed; changes are refused until it works again. \
                Make room; changes are taken again then.

                """
            )
        )
        try home.write("# Mine.\nsize = 2\nname = \"b\"\n", to: "settings.toml")
        try agent.makeRoom(in: "state")
        try events.nextChange(of: "name", to: "\"b\"")
        try client.rescan()
        #expect(try client.get("size") == "2")
        try client.set("size", to: "7")
        try client.rescan()
        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\nname = \"b\"\n")
    }

    /// Which commit of a change is the first that doesn't fit depends on the size.
    @Test(arguments: Array(stride(from: 176, through: 240, by: 8)))
    func `that is nearly full says what became of each change`(kibibytes: Int) throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest.withDisk(on: "state", kibibytes: kibibytes, in: home)
        let events = try agent.events()
        let file = home["settings.toml"]
        var last = "1"
        var said: String?
        for number in 10..<200 where said == nil {
            let set = try agent.settingsctl(["set", Home.domain, "size", "\(number)"])
            let end = try set.waitForEnd()
            if end != .exited(0) { said = set.errorText() }
            if end != .exited(6) { last = "\(number)" }
        }
        let end = try #require(said)
        if end.hasPrefix("settingsctl: '\(file)' is not recorded: the disk of the journal") {
            #expect(end.contains("\nSaved. The file may not have it before the agent's database"))
        } else {
            #expect(end.hasPrefix("settingsctl: nothing was changed: the disk of the journal"))
        }
        #expect(try agent.connect().get("size") == last)
        try agent.shellInside("mount -o remount,size=8m \(home["state"])")
        try home.write((home.text("settings.toml") ?? "") + "name = \"b\"\n", to: "settings.toml")
        try events.nextChange(of: "name", to: "\"b\"")
        try agent.connect().rescan()
        #expect(home.text("settings.toml") == "# Mine.\nsize = \(last)\nname = \"b\"\n")
        #expect(try agent.connect().get("size") == last)
        #expect(home.names().filter { $0.hasSuffix(".settings-agent") } == [])
    }

    @Test func `that is full leaves no file in sync that it can't record`() throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest.withDisk(on: "state", kibibytes: 512, in: home)
        try agent.connect().rescan()
        try agent.fill("state")

        // What SQLite has reserved takes some saves.
        let refused = try #require(
            (10..<100).lazy.compactMap { number -> Refused? in
                do {
                    let comment = String(repeating: "# \(number)\n", count: 8_000)
                    try home.write(comment + "size = \(number)\n", to: "settings.toml")
                    try agent.connect().rescan()
                    return nil
                } catch {
                    return error as? Refused
                }
            }.first
        )

        #expect(refused.message.hasPrefix("what files say can't be recorded now: the disk"))
        for command in ["replicas", "doctor"] {
            let report = try agent.settingsctl([command])
            try report.waitForEnd()
            #expect(report.outputText().contains("not recorded"))
            #expect(!report.outputText().contains("in sync"))
        }
        try agent.makeRoom(in: "state")
        try agent.waitUntilSays("takes changes again")
        try agent.connect().rescan()
        let report = try agent.settingsctl(["replicas"])
        try report.waitForEnd()
        #expect(report.outputText().contains("in sync"))
    }

    @Test func `that is full costs nothing acknowledged when the agent is killed`() throws {
        let home = try Home(holding: "# Mine.\nsize = 1\nname = \"a\"\n")
        let disk = home["state"]
        let agent = try AgentUnderTest.withDisk(on: "state", kibibytes: 512, in: home)
        let client = try agent.connect()
        try agent.fill("state")
        var last = "1"
        do {
            for number in 10..<1_000 {
                let value = "\"\(String(repeating: "\(number) ", count: 500))\""
                try client.set("size", to: value)
                last = value
            }
        } catch let refused as Refused {
            #expect(refused.slug == "Store")
        }
        // What the disk holds outlives the agent, as a disk does, in a copy of it.
        try agent.makeRoom(in: "state")
        try shell("cp -a '/proc/\(agent.program.id)/root\(disk)/.' '\(disk)'")
        try agent.kill9()
        try home.write("# Mine.\nsize = 1\nname = \"b\"\n", to: "settings.toml")

        let again = try AgentUnderTest(in: home)
        try again.connect().rescan()

        #expect(try again.connect().get("size") == last)
        #expect(try again.connect().get("name") == "\"b\"")
        #expect(again.said.isEmpty)
    }

    @Test func `that is read-only at the start is said, and nothing is begun`() throws {
        let home = try Home(holding: good)
        let program = try AgentUnderTest.failing(
            in: home,
            .after("mount -t tmpfs -o ro none '\(home["state"])'", unsharing: unsharing)
        )

        #expect(try program.waitForEnd() == .exited(1))
        let path = home["state/settings-agent"]
        #expect(
            program.errorText() == """
                \(path): '\(path)' is on a file system that is mounted read-only
                Did not start. Set XDG_STATE_HOME to a folder that you can write.

                """
        )
        #expect(home.text("settings.toml") == good)
    }

    @Test func `that is read-only after a crash is said, and what it has is there later`() throws {
        let home = try Home(holding: good)
        let start = "mount --bind '\(home["state"])' '\(home["state"])'"
        var agent = try AgentUnderTest(in: home, .after(start, unsharing: unsharing))
        try agent.connect().set("size", to: "2")
        try agent.connect().rescan()
        try agent.kill9()

        let program = try AgentUnderTest.failing(
            in: home,
            .after(
                "\(start); mount -o remount,bind,ro '\(home["state"])'",
                unsharing: unsharing
            )
        )
        #expect(try program.waitForEnd() == .exited(1))
        let lock = home["state/settings-agent/lock"]
        #expect(
            program.errorText() == """
                settings-agent: '\(lock)' can't be locked: Read-only file system
                Did not start. Make its folder writable, or set XDG_STATE_HOME to another.

                """
        )
        agent = try AgentUnderTest(in: home)
        #expect(try agent.connect().get("size") == "2")
    }

    @Test func `that is full at the start is said, and nothing is begun`() throws {
        let home = try Home(holding: good)
        let program = try AgentUnderTest.failing(
            in: home,
            .after(
                "mount -t tmpfs -o mode=700,size=16k none '\(home["state"])'; "
                    + "dd if=/dev/zero of='\(home["state"])/filler' bs=4k 2>/dev/null || :",
                unsharing: unsharing
            )
        )

        #expect(try program.waitForEnd() == .exited(1))
        let path = home["state/settings-agent/journal.db"]
        let said = program.errorText()
        #expect(said.hasPrefix("\(path): the disk of the journal '\(path)' is full ("), "\(said)")
        #expect(said.hasSuffix("\nDid not start. Make room, and start it again.\n"))
        #expect(home.text("settings.toml") == good)
    }
}
