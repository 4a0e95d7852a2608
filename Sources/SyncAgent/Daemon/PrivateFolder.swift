// Folders that must be this user's alone.

import Glibc
import SettingsModel
import SettingsProtocol
import SyncPlatform

/// A folder for sockets: whoever can write it can put a socket of their own in our place.
enum PrivateFolder {
    /// Whether a folder is there, is the user's, and nobody else can write it.
    static func isOurs(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return SocketPlace.isPrivate(mode: status.st_mode, owner: status.st_uid, to: getuid())
    }

    /// Makes a folder, mode 0700, if it isn't there.
    ///
    /// - Throws: ``PlatformError`` with code `.unsafe` when it is there and not ours alone.
    static func make(_ path: String) throws(PlatformError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .socket("mkdir", path) }
        guard isOurs(path) else {
            throw PlatformError(
                code: .unsafe,
                problem: "'\(path.escapedForDisplay)' is not a folder that only you can write",
                advice: "Remove it, or set XDG_RUNTIME_DIR"
            )
        }
    }
}
