// Whom a client sends anything to.

import Glibc
import Testing

@testable import SettingsClient

@Suite struct `A listener` {
    @Test(
        arguments: [
            (1_000, 1_000, true), (1_000, 0, true), (0, 0, true), (1_000, 1_001, false),
            // Root isn't every user's.
            (0, 1_000, false),
            // One of another user namespace (user_namespaces(7)).
            (1_000, 65_534, false),
        ] as [(uid_t, uid_t, Bool)]
    )
    func `must be this user's or root's`(user: uid_t, listener: uid_t, mayHear: Bool) {
        #expect(Listener.mayHear(user, listener: listener) == mayHear)
    }

    @Test func `of this user is connected to`() throws {
        let agent = try ScriptedAgent()
        defer { withExtendedLifetime(agent) {} }
        #expect(try Connection(path: try agent.options.place().path) != nil)
    }
}

@Suite struct `A folder for sockets` {
    @Test(arguments: [0o700, 0o755, 0o770, 0o702, 0o1777] as [mode_t])
    func `is looked at before anything is sent`(mode: mode_t) throws {
        let folder = try makeShortFolder()
        defer { rmdir(folder) }
        #expect(chmod(folder, mode) == 0)
        #expect(FolderFault(of: folder) == (mode & 0o022 == 0 ? nil : .mode(mode)))
    }

    @Test func `is neither a file nor a link`() {
        #expect(FolderFault(of: "/proc/self/exe") == .noFolder)
        #expect(FolderFault(of: "/dev/null") == .noFolder)
        #expect(FolderFault(of: "/nonexistent") == .missing)
    }

    @Test func `is told of without a control character`() {
        let error = ClientError.notPrivate("/d\u{1B}", .mode(0o1777), advice: "a")
        #expect(
            error.problem == "'/d\\u{1B}', the folder of the agent's socket, can be written by "
                + "others (mode 1777). Nothing was sent"
        )
        let foreign = ClientError.foreign(7, at: "/s\u{9B}").problem
        #expect(foreign.hasPrefix("user 7 listens at '/s\\u{009B}', expected user "))
    }
}
