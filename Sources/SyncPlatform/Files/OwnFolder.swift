// A folder of the agent's own, in which no other user may change anything.

import FileReplacing
import Glibc
import SettingsModel
package import SyncEngine

/// The folders in which the agent keeps what it believes later: its database, its configuration.
///
/// Who can write one of them, or a folder above it, can put a link there that leads the agent to
/// another file, or words of his own. The rule is that of writing settings, ``FolderSafety``.
package enum OwnFolder {
    /// Checks that no other user can change what is in a folder, as far as its path exists.
    ///
    /// - Throws: ``StorageError`` with code `.unsafe`.
    package static func check(_ path: String) throws(StorageError) {
        try FolderSafety().check(PathWalk(path))
    }

    /// Creates a folder and those above it, for this user alone where they are new.
    ///
    /// Nothing is created where another user could change what is in it. New folders are synced: the
    /// first acknowledged change could vanish with them in a power cut.
    ///
    /// - Throws: As ``check(_:)``.
    package static func make(_ path: String) throws(StorageError) {
        let walk = PathWalk(path)
        try FolderSafety().check(walk)
        if case .found(let status) = walk.end, status.kind == .folder { return }
        try makeMissing(path)
        // Somebody else may have made it first, in a folder that all may write.
        let made = PathWalk(path)
        try FolderSafety().check(made)
        guard case .found(let status) = made.end, status.kind == .folder else {
            throw StorageError(Errno(number: ENOTDIR), path, while: .writing)
        }
    }

    /// A symlink to nowhere stays one: what it leads to may be on a disk that isn't mounted.
    private static func makeMissing(_ path: String) throws(StorageError) {
        if mkdir(path, 0o700) == 0 { return SystemFile.syncFolder(path.pathFolder) }
        if errno == EEXIST { return }
        let parent = String(path.pathFolder.dropLast())
        guard errno == ENOENT, !parent.isEmpty else {
            throw StorageError(.last, path, while: .writing)
        }
        try makeMissing(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw StorageError(.last, path, while: .writing)
        }
        SystemFile.syncFolder(path.pathFolder)
    }
}

extension FileStatus {
    /// Why a file of the agent's own that was opened isn't one that it made; nil for one that is.
    ///
    /// Another owner says that somebody put it there to have another file changed, and so does a second
    /// name of a file that others may read. Backups by hard links give those of the agent one.
    var faultOfOwnFile: String? {
        if kind != .regular { return "is no regular file" }
        if userID != geteuid() { return "belongs to user \(userID), expected user \(geteuid())" }
        return links > 1 && mode & 0o077 != 0
            ? "has \(links) names (hard links) and can be read by others" : nil
    }
}

extension PlatformError {
    /// Checks that a file of the agent's own that was opened is one that it made.
    ///
    /// - Throws: ``PlatformError`` with code `.unsafe`; the file is as it was.
    static func check(ownFile descriptor: Int32, _ path: String) throws(PlatformError) {
        guard let status = try? FileStatus.of(descriptor), let fault = status.faultOfOwnFile else {
            return  // fstat(2) of an open file doesn't fail.
        }
        throw PlatformError(
            code: .unsafe,
            problem: "'\(path.escapedForDisplay)', a file of the agent's own, \(fault)",
            advice: "Move it away: mv \(path.quotedForShell) \((path + ".old").quotedForShell)"
        )
    }
}
