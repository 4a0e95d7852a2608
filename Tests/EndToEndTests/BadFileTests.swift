// Files that can't be read: said once and clearly, never written to, and nothing is lost.

import Foundation
import Glibc
import SettingsModel
import Testing

@Suite(.ownThread) struct `A bad file` {
    @Test(arguments: BadFile.texts + BadFile.things)
    func `is told of once, and its last good values stay`(bad: BadFile) throws {
        let home = try Home(files: [bad.file], of: bad.user, holding: bad.good)
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        let events = try agent.events()

        try bad.spoil(home)

        let problem = try events.next("problem")
        #expect(problem["file"]?.text == home[bad.file])
        #expect(agent.said == bad.said(in: home))
        #expect(try client.get("size") == "1")
        let replica = try client.replica(home[bad.file])
        #expect(replica["state"]?.text == "broken")
        #expect(replica["problem"] == problem["problem"])
        #expect(replica["line"] == problem["line"])
        try client.rescan()
        #expect(agent.said == bad.said(in: home))
        try agent.stop()
    }

    @Test(arguments: BadFile.texts + BadFile.things)
    func `is left alone, and takes the waiting edit when it is well again`(bad: BadFile) throws {
        let home = try Home(files: [bad.file], of: bad.user, holding: bad.good)
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        let events = try agent.events()
        try bad.spoil(home)
        _ = try events.next("problem")
        let spoiled = try home.status(bad.file)

        let reply = try client.set("size", to: "7")
        try client.rescan()

        #expect(reply["warnings"]?.elements.first?["file"]?.text == home[bad.file])
        #expect(try client.replica(home[bad.file])["pendingWrites"] == .integer(1))
        #expect(try client.get("size") == "7")
        #expect(try home.status(bad.file).st_ino == spoiled.st_ino)
        #expect(try home.status(bad.file).st_size == spoiled.st_size)

        try bad.mend(home)
        _ = try events.next("recovered")
        try client.rescan()

        #expect(home.text(bad.file) == bad.edited)
        #expect(try client.get("size") == "7")
        #expect(try client.replica(home[bad.file])["state"]?.text == "ok")
        #expect(agent.said == bad.said(in: home) + "\(home[bad.file]): in sync again\n")
        try agent.stop()
    }

    @Test(arguments: BadFile.texts + BadFile.things)
    func `costs nothing when the agent is killed and started again`(bad: BadFile) throws {
        let home = try Home(files: [bad.file], of: bad.user, holding: bad.good)
        var agent = try AgentUnderTest(in: home)
        try bad.spoil(home)
        try agent.connect().rescan()

        agent = try agent.killedAndRestarted()
        try agent.connect().rescan()
        #expect(agent.said == bad.said(in: home))
        #expect(try agent.connect().get("size") == "1")
        try agent.connect().set("size", to: "7")
        agent = try agent.killedAndRestarted()
        #expect(try agent.connect().get("size") == "7")
        try agent.kill9()
        try bad.mend(home)
        agent = try AgentUnderTest(in: home)
        try agent.connect().rescan()

        #expect(try agent.connect().get("size") == "7")
        #expect(home.text(bad.file)?.contains("7") == true)
        try agent.stop()
    }
}
