// Folders of settings files that go away and come back: drives, encrypted homes, renamed folders.

import Foundation
import Glibc
import SettingsModel
import Testing

/// Whether the tests may mount a disk of their own.
private let hasDisks: Bool = {
    guard isRoot, hasProgram("mkfs.ext4"), let home = try? Home() else { return false }
    return (try? home.shell("\(Disk.making); mkdir cloud; \(Disk.mounting); umount cloud")) != nil
}()

private enum Disk {
    static let making = "truncate -s 4M disk; mkfs.ext4 -q disk"
    static let mounting = "mount -o loop disk cloud"
    // The agent closes what it has open two seconds after its last use.
    static let unmounting = "until umount cloud 2>umount.txt; do sleep 0.05; done"
}

@Suite(.ownThread) struct `A folder that goes away and comes back` {
    /// A home with one file in a folder that is there, and another beside that.
    private func home() throws -> Home {
        let home = try Home(files: ["cloud/s.toml", "other.toml"])
        try home.makeFolder("cloud")
        return home
    }

    private func begin(in home: Home) throws -> AgentUnderTest {
        try home.write("b = 2\n", to: "cloud/s.toml")
        try home.write("b = 2\n", to: "other.toml")
        let agent = try AgentUnderTest(in: home)
        try agent.connect().rescan()
        return agent
    }

    /// Sets `b` to 22 while the folder is away, which can't be written in it.
    private func set(beside agent: AgentUnderTest) throws {
        let home = agent.home
        let command = try agent.settingsctl(["set", Home.domain, "b", "22"])
        #expect(try command.waitForEnd() == .exited(5))
        #expect(command.errorText().contains("cloud"), "\(command.errorText())")
        #expect(try agent.connect().replica(home["cloud/s.toml"])["state"]?.text == "absent")
        #expect(home.names(in: "cloud") == [])
        #expect(home.text("other.toml") == "b = 22\n")
    }

    private func expectChange(in agent: AgentUnderTest) throws {
        let client = try agent.connect()
        try agent.home.waitForText("b = 22\n", of: "cloud/s.toml", asking: client)
        try client.rescan()
        #expect(agent.home.text("other.toml") == "b = 22\n")
        #expect(try client.get("b") == "22")
        #expect(try client.replica(agent.home["cloud/s.toml"])["state"]?.text == "ok")
    }

    @Test(
        arguments: ["mv cloud away", "mv cloud away; mkdir cloud"],
        ["stays", "restarts", "dies"]
    )
    func `under another name has the changes once it is back`(
        going: String,
        agent fate: String
    ) throws {
        let home = try home()
        var agent = try begin(in: home)
        try home.shell(going)
        try set(beside: agent)
        if fate == "restarts" { try agent.stop() }
        if fate == "dies" { try agent.kill9() }
        if fate != "stays" {
            agent = try AgentUnderTest(in: home)
            try set(beside: agent)
        }
        try home.shell("[ ! -d cloud ] || rmdir cloud; mv away cloud")
        try expectChange(in: agent)
    }

    @Test func `where another file was in its place brings no edits`() throws {
        let home = try home()
        let agent = try begin(in: home)
        let client = try agent.connect()
        try home.shell("mv cloud away; mkdir cloud; printf 'b = 3\\n' >cloud/s.toml")
        try client.rescan()
        #expect(try client.get("b") == "3")
        try client.set("b", to: "22")
        try home.waitForText("b = 22\n", of: "cloud/s.toml", asking: client)
        try home.shell("mv cloud gone; mv away cloud")
        try expectChange(in: agent)
    }

    @Test func `without a file that was removed gets it with the next change`() throws {
        let home = try home()
        let agent = try begin(in: home)
        let client = try agent.connect()
        try home.shell("rm cloud/s.toml")
        try client.set("b", to: "22")
        try home.waitForText("b = 22\n", of: "cloud/s.toml", asking: client)
    }

    @Test(.enabled(if: hasDisks, "only root mounts disks"), arguments: ["stays", "restarts"])
    func `as a disk has the changes once it is mounted again`(agent fate: String) throws {
        let home = try home()
        try home.shell("\(Disk.making); \(Disk.mounting)")
        defer { _ = try? home.shell(Disk.unmounting) }  // Else the home stays in /tmp.
        var agent = try begin(in: home)
        try home.shell(Disk.unmounting)
        try set(beside: agent)
        if fate == "restarts" {
            try agent.stop()
            agent = try AgentUnderTest(in: home)
            try set(beside: agent)
        }
        try home.shell(Disk.mounting)
        try expectChange(in: agent)
    }

    @Test(.enabled(if: hasDisks, "only root mounts disks"))
    func `as a disk over another file brings no edits`() throws {
        let home = try home()
        try home.shell("\(Disk.making); \(Disk.mounting)")
        defer { _ = try? home.shell(Disk.unmounting) }  // Else the home stays in /tmp.
        let agent = try begin(in: home)
        let client = try agent.connect()
        try home.shell("\(Disk.unmounting); printf 'b = 3\\n' >cloud/s.toml")
        try client.rescan()
        try client.set("b", to: "22")
        try home.waitForText("b = 22\n", of: "cloud/s.toml", asking: client)
        try agent.stop()
        try home.shell(Disk.mounting)
        let next = try AgentUnderTest(in: home)
        try expectChange(in: next)
        try next.stop()
    }
}
