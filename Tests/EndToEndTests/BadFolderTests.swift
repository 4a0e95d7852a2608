// Files that can be read but not written, and what must stay when they can.

import Foundation
import Glibc
import SettingsModel
import Testing

/// One way in which a file can't be written, and how to put it right.
struct Unwritable: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var spoil: String
    var mend: String
    /// What the agent says, with `FILE` for the file's path and `FOLDER` for its folder's.
    var said: String

    /// Permissions and owners: root may write anywhere, so it takes an ordinary user.
    static let all: [Unwritable] = [
        Unwritable(
            testDescription: "a file of mode 444",
            spoil: "chmod 444 sub/settings.toml",
            mend: "chmod 644 sub/settings.toml",
            said: """
                FILE: 'FILE' may not be written by this user
                The change is kept and waits to be written. Run: chmod u+w FILE

                """
        ),
        Unwritable(
            testDescription: "a read-only file in a read-only folder",
            spoil: "chmod 444 sub/settings.toml; chmod 555 sub",
            mend: "chmod 755 sub; chmod 644 sub/settings.toml",
            said: """
                FILE: 'FILE' may not be written by this user
                The change is kept and waits to be written. Run: chmod u+w FILE

                """
        ),
        Unwritable(
            testDescription: "a file in a read-only folder",
            spoil: "chmod 555 sub",
            mend: "chmod 755 sub",
            said: """
                FILE: 'FOLDER/' may not be written by this user
                The change is kept and waits to be written. Run: chmod u+w FOLDER/

                """
        ),
        Unwritable(
            testDescription: "a file with two names",
            spoil: "ln sub/settings.toml other",
            mend: "rm other",
            said: """
                FILE: 'FILE' has 2 names, and a new file in its place would part them
                The change is kept and waits to be written. Make each of its other names a symbolic link to it (ln -sf).

                """
        ),
        Unwritable(
            testDescription: "a folder that all may write",
            spoil: "chmod 777 sub",
            mend: "chmod 755 sub",
            said: """
                FILE: 'FOLDER/' can be written by others, who could replace what is in it
                The change is kept and waits to be written. Run: chmod go-w FOLDER/

                """
        ),
        Unwritable(
            testDescription: "a folder that a group of others may write",
            spoil: "chgrp 100 sub; chmod 775 sub",
            mend: "chmod 755 sub",
            said: """
                FILE: 'FOLDER/' can be written by others, who could replace what is in it
                The change is kept and waits to be written. Run: chmod go-w FOLDER/

                """
        ),
        Unwritable(
            testDescription: "a folder of somebody else",
            spoil: "chown 64322 sub",
            mend: "chown 64321 sub",
            said: """
                FILE: 'FOLDER/' belongs to user 64322, who could replace what is in it
                The change is kept and waits to be written. Keep settings in folders of your own.

                """
        ),
    ]
}

@Suite(.ownThread, .enabled(if: isRoot, "needs root, to be another user"))
struct `A file that may not be written` {
    private let good = "# Mine.\nsize = 1\n"

    @Test(arguments: Unwritable.all)
    func `is told of once, is read all the same, and takes the edit later`(
        bad: Unwritable
    ) throws {
        let home = try Home(files: ["sub/settings.toml"], of: .ordinary)
        try home.makeFolder("sub")
        try home.write(good, to: "sub/settings.toml")
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        let events = try agent.events()
        try home.shell(bad.spoil)
        let said = bad.said.replacing("FILE", with: home["sub/settings.toml"])
            .replacing("FOLDER", with: home["sub"])

        try client.set("size", to: "7")

        #expect(try events.next("problem")["file"]?.text == home["sub/settings.toml"])
        #expect(try client.get("size") == "7")
        #expect(agent.said == said)
        #expect(home.text("sub/settings.toml") == good)
        #expect(home.names(in: "sub") == ["settings.toml"])
        let replica = try client.replica(home["sub/settings.toml"])
        #expect(replica["state"] == .string("readOnly"))
        #expect(replica["pendingWrites"] == .integer(1))
        try home.shell(bad.mend)
        _ = try events.next("recovered")
        #expect(home.text("sub/settings.toml") == "# Mine.\nsize = 7\n")
        #expect(agent.said == said + "\(home["sub/settings.toml"]): in sync again\n")
        try agent.stop()
    }

    @Test(arguments: Unwritable.all)
    func `costs no edit when the agent is killed`(bad: Unwritable) throws {
        let home = try Home(files: ["sub/settings.toml"], of: .ordinary)
        try home.makeFolder("sub")
        try home.write(good, to: "sub/settings.toml")
        var agent = try AgentUnderTest(in: home)
        try home.shell(bad.spoil)
        try agent.connect().set("size", to: "7")
        try agent.connect().rescan()

        agent = try agent.killedAndRestarted()
        #expect(try agent.connect().get("size") == "7")
        try agent.kill9()
        #expect(home.text("sub/settings.toml") == good)
        try home.shell(bad.mend)
        agent = try AgentUnderTest(in: home)
        try agent.connect().rescan()

        #expect(home.text("sub/settings.toml") == "# Mine.\nsize = 7\n")
        #expect(home.names(in: "sub") == ["settings.toml"])
    }
}

@Suite(.ownThread) struct `A write` {
    private let good = "# Mine.\nsize = 1\n"

    /// An agent in a home whose file was made by a command, after `size` was set to 7.
    private func write(to home: Home) throws {
        let agent = try AgentUnderTest(in: home)
        try agent.connect().set("size", to: "7")
        try agent.connect().rescan()
        #expect(agent.said.isEmpty)
        try agent.stop()
    }

    @Test(arguments: [0o600, 0o640, 0o644, 0o666, 0o755] as [mode_t])
    func `keeps the mode`(mode: mode_t) throws {
        let home = try Home(holding: good)
        chmod(home["settings.toml"], mode)

        try write(to: home)

        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\n")
        #expect(try home.status("settings.toml").st_mode & 0o7777 == mode)
    }

    @Test(.enabled(if: isRoot, "needs root, to give a file away"))
    func `keeps owner and group`() throws {
        let home = try Home(holding: good)
        try home.shell("chown 1234:2345 settings.toml")

        try write(to: home)

        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\n")
        let status = try home.status("settings.toml")
        #expect(status.st_uid == 1_234 && status.st_gid == 2_345)
    }

    @Test func `goes through a chain of symlinks and leaves it`() throws {
        let home = try Home()
        try home.shell(
            "mkdir dotfiles; ln -s ../dotfiles/two data/one; ln -s three dotfiles/two"
                + "; ln -s data/one settings.toml"
        )
        try home.write(good, to: "dotfiles/three")

        try write(to: home)

        #expect(home.text("dotfiles/three") == "# Mine.\nsize = 7\n")
        #expect(try home.status("dotfiles/three").st_mode & S_IFMT == S_IFREG)
        for link in ["settings.toml", "data/one", "dotfiles/two"] {
            #expect(try home.status(link).st_mode & S_IFMT == S_IFLNK)
        }
        #expect(home.names(in: "dotfiles") == ["three", "two"])
    }
}
