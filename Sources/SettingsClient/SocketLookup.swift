// Finds the agent's socket, and no one else's.

import Glibc
package import SettingsProtocol

extension SocketPlace {
    /// The place where this user's agent listens, or would.
    ///
    /// The agent that has this user's journal is found by it, also where it was started with another
    /// environment; a socket that was named by hand is meant.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent`: the last resort is not this user's alone.
    package static func current() throws(ClientError) -> SocketPlace {
        let place = try usual()
        guard place.source != .named, let socket = JournalHolder.current()?.socket,
            socket != place.path, access(socket, F_OK) == 0
        else { return place }
        return SocketPlace(path: socket, source: .named)
    }

    /// The place where an agent with our environment listens.
    private static func usual() throws(ClientError) -> SocketPlace {
        let user = getuid()
        let places = candidates(userID: user) { name in
            getenv(name).map { String(cString: $0) }
        }
        for place in places {
            switch place.source {
            case .named: return place
            case .runtimeFolder(let folder):
                if places.count == 1 || isPrivate(folder, of: user) { return place }
            case .temporaryFolder(let folder):
                if isPrivate(folder, of: user) || makePrivate(folder) { return place }
                throw .notPrivate(folder)
            }
        }
        preconditionFailure("the last place either serves or throws")
    }

    /// Whether a folder is there and this user's alone.
    private static func isPrivate(_ folder: String, of user: uid_t) -> Bool {
        var status = stat()
        // lstat(2), since a link in /tmp could lead anywhere.
        guard lstat(folder, &status) == 0 else { return false }
        return SocketPlace.isPrivate(mode: status.st_mode, owner: status.st_uid, to: user)
    }

    private static func makePrivate(_ folder: String) -> Bool { mkdir(folder, 0o700) == 0 }
}
