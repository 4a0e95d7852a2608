// Where the agent's sockets are, by one rule for agent and clients.

import SettingsModel

/// A place where the agent's request socket may be.
package struct SocketPlace: Equatable, Sendable {
    /// How sure a place is.
    package enum Source: Equatable, Sendable {
        /// `SETTINGS_AGENT_SOCKET` names it; whoever set it answers for its folder.
        case named
        /// It is in a folder that must be this user's alone, or the next place is taken.
        case runtimeFolder(String)
        /// It is in a folder of the user's state, which is made, mode 0700, if it isn't there.
        case stateFolder(String)
        /// It is in a folder under `/tmp` that is made, mode 0700, if it isn't there; if it is,
        /// it must be a folder and this user's alone, or nothing is listened or connected to.
        case temporaryFolder(String)
    }
    /// The path of the request socket.
    package var path: String
    package var source: Source

    /// What the kernel takes as a socket's path (unix(7)); the events socket's is no longer.
    private static let mostPathBytes = 107

    package init(path: String, source: Source) {
        self.path = path
        self.source = source
    }

    /// The places to try, the first usable one wins.
    ///
    /// `SETTINGS_AGENT_SOCKET` if it is set; else `$XDG_RUNTIME_DIR/settings-agent/socket`, if that
    /// is set to an absolute path, as the XDG Base Directory Specification wants it; else below
    /// `/run/user/UID`, which a login without the variable may have; else below
    /// `$XDG_STATE_HOME/settings-agent/run`, where no other user can be first; and where that is too
    /// long for a socket, below `/tmp/settings-agent-UID`.
    package static func candidates(
        userID: UInt32,
        environment: (String) -> String?
    ) -> [SocketPlace] {
        if let path = environment("SETTINGS_AGENT_SOCKET"), !path.isEmpty {
            return [SocketPlace(path: path, source: .named)]
        }
        func socket(in folder: String) -> String { folder + "/settings-agent/socket" }
        if let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") {
            return [SocketPlace(path: socket(in: folder), source: .runtimeFolder(folder))]
        }
        let runtime = "/run/user/\(userID)"
        let first = SocketPlace(path: socket(in: runtime), source: .runtimeFolder(runtime))
        if let lock = JournalHolder.path(environment: environment) {
            let folder = lock.pathFolder + "run"
            let place = SocketPlace(path: socket(in: folder), source: .stateFolder(folder))
            if place.path.utf8.count <= mostPathBytes { return [first, place] }
        }
        let temporary = "/tmp/settings-agent-\(userID)"
        return [
            first, SocketPlace(path: socket(in: temporary), source: .temporaryFolder(temporary)),
        ]
    }

    /// Whether a folder for sockets is this user's alone: who can write it can put another in their place.
    ///
    /// - Parameters:
    ///   - mode: What lstat(2) says of it, its kind among it: a link in /tmp could lead anywhere.
    ///   - owner: Whose it is.
    ///   - user: Who asks.
    /// - Returns: Whether it's a folder of that user which nobody else can write.
    package static func isPrivate(mode: UInt32, owner: UInt32, to user: UInt32) -> Bool {
        // The bits of stat(2) are the same wherever Linux runs.
        mode & 0o170000 == 0o040000 && owner == user && mode & 0o022 == 0
    }

    /// The path of the events socket: beside the request socket.
    package var eventsPath: String {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
        return folder + "events"
    }
}
