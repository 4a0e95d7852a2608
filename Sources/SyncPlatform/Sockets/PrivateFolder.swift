// Folders that must be this user's alone.

import CLinux
import Glibc
import SettingsModel

/// A folder for sockets: whoever can write it can put a socket of their own in our place.
package enum PrivateFolder {
    /// Whether a folder is there, is the user's, and nobody else can write it.
    package static func isOurs(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
        return status.st_uid == getuid() && status.st_mode & 0o022 == 0
    }

    /// Makes a folder, mode 0700, if it isn't there.
    ///
    /// - Throws: ``PlatformError`` with code `.unsafe` when it is there and not ours alone.
    package static func make(_ path: String) throws(PlatformError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .socket("mkdir", path) }
        guard isOurs(path) else {
            throw PlatformError(
                code: .unsafe,
                call: "lstat",
                errno: EPERM,
                problem: "'\(path.escapedForDisplay)' is not a folder that only you can write",
                advice: "Remove it, or set XDG_RUNTIME_DIR"
            )
        }
    }
}
