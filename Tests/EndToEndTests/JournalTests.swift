// Journals that are damaged, newer or unreadable: the settings are in their files.

import Foundation
import Glibc
import SettingsModel
import Testing

@Suite(.ownThread) struct `A journal` {
    private let journal = "state/settings-agent/journal.db"

    /// A home in which an agent ran and ended, with `size` 7 in file and journal.
    private func usedHome(of user: Home.User = .whoRunsTests) throws -> Home {
        let home = try Home(of: user)
        try home.write("# Mine.\nsize = 1\n", to: "settings.toml")
        let agent = try AgentUnderTest(in: home)
        try agent.connect().set("size", to: "7")
        try agent.connect().rescan()
        try agent.stop()
        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\n")
        return home
    }

    @Test(arguments: ["rm journal.db*", "echo x > journal.db"])
    func `that is lost costs no save that was displaced as the agent died`(loss: String) throws {
        let home = try usedHome()
        let name = ".settings.toml.0123456789ab.settings-agent"
        try home.write("size = 9\n", to: name)
        try home.shell("cd state/settings-agent; \(loss)")

        let agent = try AgentUnderTest(in: home)

        let kept = try #require(home.names().first { $0.hasSuffix(".kept") })
        #expect(home.text(kept) == "size = 9\n")
        #expect(!home.names().contains(name))
        #expect(
            agent.said.hasSuffix(
                """
                \(home["settings.toml"]): a temporary file was beside it, and the journal that knew \
                of it is lost
                Kept it as '\(home[kept])', since it may be somebody's save. Compare the two, then \
                remove it.

                """
            ),
            "\(agent.said)"
        )
        let again = try agent.killedAndRestarted()
        #expect(again.said.isEmpty)
        #expect(home.text(kept) == "size = 9\n")
    }

    @Test(arguments: ["text", "zeros", "half", "flipped bytes"])
    func `that is damaged is set aside, said once`(damage: String) throws {
        let home = try usedHome()
        try home.shell("rm -f \(journal)-wal \(journal)-shm")
        switch damage {
        case "text": try home.write("This is no journal.\n", to: journal)
        case "zeros": try home.shell("dd if=/dev/zero of=\(journal) bs=4k count=9 conv=notrunc")
        case "half": try home.shell("truncate -s 20000 \(journal)")
        default: try home.shell("yes | dd of=\(journal) bs=1k count=30 seek=2 conv=notrunc")
        }

        let agent = try AgentUnderTest(in: home)
        let said = agent.said

        let names = home.names(in: "state/settings-agent")
        let aside = try #require(names.first { $0.hasPrefix("journal.db.broken-") })
        #expect(said.contains("\(home[journal]): the journal '\(home[journal])' is damaged ("))
        #expect(
            said.hasSuffix(
                """
                )
                Set it aside as '\(home["state/settings-agent/" + aside])' and began a new one. \
                History and undo begin anew; the settings are read from their files.

                """
            ),
            "\(said)"
        )
        #expect(said.split(separator: "\n").count == 2)
        #expect(try agent.connect().get("size") == "7")
        try agent.connect().set("size", to: "8")
        try agent.connect().rescan()
        #expect(home.text("settings.toml") == "# Mine.\nsize = 8\n")
        let again = try agent.killedAndRestarted()
        #expect(again.said.isEmpty)
        #expect(try again.connect().get("size") == "8")
    }

    @Test(.enabled(if: hasProgram("sqlite3"), "needs sqlite3"))
    func `of a newer version stays as it is, and the agent doesn't start`() throws {
        let home = try usedHome()
        try home.shell("sqlite3 \(journal) 'PRAGMA user_version = 99'")

        let program = try AgentUnderTest.failing(in: home)

        #expect(try program.waitForEnd() == .exited(1))
        let path = home[journal]
        #expect(
            program.errorText() == """
                \(path): the journal '\(path)' is of version 99, expected at most 11
                Did not start. Start the newer settings-agent that wrote it, or move it away to \
                begin another.

                """
        )
        #expect(try home.shell("sqlite3 \(journal) 'PRAGMA user_version'") == "99\n")
        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\n")
    }

    @Test(.enabled(if: hasProgram("sqlite3"), "needs sqlite3"))
    func `that a power cut may have shortened gets another epoch, so that nobody resumes from it`()
        throws
    {
        let home = try usedHome()
        let first = try AgentUnderTest(in: home)
        let old = try first.connect().call("hello")
        let epoch = try #require(old["epoch"]?.text)
        let killed = try first.killedAndRestarted()
        #expect(try killed.connect().call("hello")["epoch"] == old["epoch"])
        try killed.kill9()
        try home.shell("sqlite3 \(journal) \"UPDATE journal SET boot = 'another'\"")

        let again = try AgentUnderTest(in: home)

        #expect(try again.connect().call("hello")["epoch"] != old["epoch"])
        let subscribed = try again.connect().call("subscribe", #"{"epoch":"\#(epoch)","seq":1}"#)
        #expect(subscribed["mode"] == .string("snapshot"))
        #expect(subscribed["reason"] == .string("epoch"))
        try again.stop()
        #expect(try home.shell("sqlite3 \(journal) 'SELECT ended > 1 FROM journal'") == "1\n")
    }

    @Test(.enabled(if: isRoot, "needs root, to be another user"), arguments: [true, false])
    func `that may not be opened stays as it is, and the agent doesn't start`(
        isFile: Bool
    ) throws {
        let home = try usedHome(of: .ordinary)
        let spoiled = isFile ? journal : "state/settings-agent"
        try home.shell("chmod 000 \(spoiled)")

        let program = try AgentUnderTest.failing(in: home)

        #expect(try program.waitForEnd() == .exited(1))
        let path = home[journal]
        let lock = home["state/settings-agent/lock"]
        let ofFile = """
            \(path): the journal '\(path)' can't be written (open: Permission denied)
            Did not start. Make it and its folder writable.

            """
        let ofFolder = """
            settings-agent: '\(lock)' can't be locked: Permission denied
            Did not start. Make its folder writable, or set XDG_STATE_HOME to another.

            """
        #expect(program.errorText() == (isFile ? ofFile : ofFolder))
        try home.shell("chmod 700 \(spoiled)")
        let agent = try AgentUnderTest(in: home)
        #expect(try agent.connect().get("size") == "7")
    }

    @Test func `with one flipped bit in a value neither shows nor writes another value`() throws {
        let home = try usedHome()
        let agent = try AgentUnderTest(in: home)
        try agent.connect().set("size", to: "51237")
        try agent.connect().rescan()
        try agent.stop()
        let good = try Data(contentsOf: URL(fileURLWithPath: home[journal]))
        var places: [Int] = []
        while let next = good.range(of: Data("51237".utf8), in: (places.last ?? 0) + 1..<good.count)
        {
            places.append(next.lowerBound)
        }
        #expect(places.count >= 3, "a register, a change and a text, at least")
        for place in places {
            var spoiled = good
            spoiled[place] ^= 2
            try spoiled.write(to: URL(fileURLWithPath: home[journal]))

            let agent = try AgentUnderTest(in: home)

            #expect(try agent.connect().get("size") == "51237")
            try agent.connect().rescan()
            #expect(home.text("settings.toml") == "# Mine.\nsize = 51237\n")
            try agent.stop()
        }
    }

    @Test func `that is gone costs history, and no setting`() throws {
        let home = try usedHome()
        try home.shell("rm -r state/settings-agent")

        let agent = try AgentUnderTest(in: home)

        #expect(try agent.connect().get("size") == "7")
        #expect(agent.said.isEmpty)
    }

    @Test func `that goes while the agent runs takes no setting with it`() throws {
        let home = try usedHome()
        let agent = try AgentUnderTest(in: home)
        let before = try agent.settingsctl(["doctor"])
        _ = try before.waitForEnd()
        #expect(!before.outputText().contains("was removed"))
        try home.shell("rm -r state/settings-agent")
        let doctor = try agent.settingsctl(["doctor"])
        #expect(try doctor.waitForEnd() != .exited(0))
        #expect(doctor.outputText().contains("it was removed"), "\(doctor.outputText())")

        try home.write("# Mine.\nsize = 9\n", to: "settings.toml")
        try agent.connect().rescan()
        #expect(try agent.connect().get("size") == "9")
        let again = try agent.killedAndRestarted()
        #expect(try again.connect().get("size") == "9")
    }
}
