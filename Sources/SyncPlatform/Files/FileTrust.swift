// Who could have written what one of the agent's own files says.

import Glibc
import SettingsModel
package import SyncEngine

/// Whose word one of the agent's own files is.
package enum FileTrust: Equatable, Sendable {
    /// Only this user's.
    case user
    /// The system's: root has written it, and nobody else may.
    case system
    /// Perhaps somebody else's, who could write it or replace it.
    case others(StorageError)

    /// Finds out about a file that can be read.
    ///
    /// Each folder and symlink on the way counts, as for writing.
    package static func of(_ path: String) -> FileTrust {
        let walk = PathWalk(path)
        guard case .found(let status) = walk.end else {
            return .others(
                .unsafe(path, "'\(path.escapedForDisplay)' is gone", advice: "Put it back")
            )
        }
        let safety = FolderSafety()
        do throws(StorageError) {
            try safety.check(walk)
            try safety.check(file: status, walk.targetPath)
        } catch {
            return .others(error)
        }
        if status.userID == safety.user { return .user }
        guard status.userID == 0 else {
            return .others(
                .unsafe(
                    path,
                    "whose '\(path.escapedForDisplay)' is can't be known in this sandbox",
                    advice: "Put a copy of your own in its place"
                )
            )
        }
        return .system
    }
}
