// Whether others could lead our writing astray.

import CLinux
import FileReplacing
import Glibc
import SettingsModel
import SyncEngine

/// The rule for writing: no other user may change where a path leads.
///
/// Each folder on the way belongs to the user or to root, and others may not write it; where they
/// may but the sticky bit is set (/tmp), the next step must belong to the user or to root. The
/// user's own private group counts as the user: with Debian's umask of 002, folders are writable
/// for it, and nobody else is in it. A primary group that others share (`users`) is no private one.
/// Reading needs no such rule: who can replace the file can write settings into it anyway.
struct FolderSafety {
    private static let writableByGroup: mode_t = 0o020
    private static let writableByAll: mode_t = 0o002
    private static let sticky: mode_t = 0o1000

    let user = geteuid()

    /// Checks that nobody else can change where a path leads.
    ///
    /// - Throws: ``StorageError`` with code `.unsafe`, or with what a folder can't be looked at for.
    func check(_ walk: PathWalk) throws(StorageError) {
        var shared: Set<String> = []
        for hop in walk.hops {
            let status = try self.status(of: hop.path)
            if shared.contains(Self.parent(of: hop.path)) { try checkOwner(status, hop.path) }
            guard hop.kind == .folder else { continue }
            try checkOwner(status, hop.path)
            guard isWritableByOthers(status, hop.path) else { continue }
            guard status.mode & Self.sticky != 0 else { throw Self.writableByOthers(hop.path) }
            shared.insert(hop.path)
        }
        if case .found(let status) = walk.end, shared.contains(walk.folder.path) {
            try checkOwner(status, walk.targetPath)
        }
    }

    /// Checks that a file is this user's or root's, and that nobody else may write it.
    func check(file status: FileStatus, _ path: String) throws(StorageError) {
        try checkOwner(status, path)
        guard isWritableByOthers(status, path) else { return }
        throw .unsafe(
            path,
            "'\(path.escapedForDisplay)' can be written by others",
            advice: "Run: chmod go-w \(path.quotedForShell)"
        )
    }

    private func status(of path: String) throws(StorageError) -> FileStatus {
        do {
            return try FileStatus.named(path)
        } catch {
            throw StorageError(error, "lstat(2)", path, while: .writing)
        }
    }

    private static func parent(of path: String) -> String {
        path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()).pathFolder : path.pathFolder
    }

    private func checkOwner(_ status: FileStatus, _ path: String) throws(StorageError) {
        guard status.userID != user, !RootNumbers.current.contains(status.userID) else { return }
        throw .unsafe(
            path,
            "'\(path.escapedForDisplay)' belongs to user \(status.userID), who could replace what is in it",
            advice: "Keep settings in folders of your own"
        )
    }

    private static func writableByOthers(_ path: String) -> StorageError {
        .unsafe(
            path,
            "'\(path.escapedForDisplay)' can be written by others, who could replace what is in it",
            advice: "Run: chmod go-w \(path.quotedForShell)"
        )
    }

    private func isWritableByOthers(_ status: FileStatus, _ path: String) -> Bool {
        if status.mode & Self.writableByAll != 0 { return true }
        // With an ACL, the group bits are the most that any named user or group may do (acl(5)).
        guard status.mode & Self.writableByGroup != 0 else { return false }
        let list = AccessControlList(of: path)
        let groups = list?.writingGroups(owner: status.groupID) ?? [status.groupID]
        return list?.writingUsers.contains { $0 != user && $0 != 0 } ?? false
            || groups.contains { !isPrivate($0) }
    }

    /// Whether only this user, or root, is in a group.
    private func isPrivate(_ group: gid_t) -> Bool {
        if group == 0 { return true }
        guard group == getegid() else { return false }
        return Accounts().isPrivate(group, of: user)
    }
}

/// The entries of a POSIX ACL that let somebody write.
private struct AccessControlList {
    private enum Tag {
        static let user: UInt16 = 0x02
        static let owningGroup: UInt16 = 0x04
        static let group: UInt16 = 0x08
    }
    private static let write: UInt16 = 2
    private var entries: [(tag: UInt16, permissions: UInt16, id: UInt32)] = []

    /// nil when there is none; the layout is that of linux/posix_acl_xattr.h.
    init?(of path: String) {
        // An attribute has at most 64 KiB (xattr(7)).
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = lgetxattr(path, FileAttributes.accessListName, &bytes, bytes.count)
        guard count > 4 else { return nil }
        for start in stride(from: 4, to: count - 7, by: 8) {
            let entry = bytes[start..<start + 8].map { UInt32($0) }
            entries.append(
                (
                    UInt16(entry[0] | entry[1] << 8), UInt16(entry[2] | entry[3] << 8),
                    entry[4] | entry[5] << 8 | entry[6] << 16 | entry[7] << 24
                )
            )
        }
    }

    var writingUsers: [uid_t] {
        entries.filter { $0.tag == Tag.user && $0.permissions & Self.write != 0 }.map(\.id)
    }

    func writingGroups(owner: gid_t) -> [gid_t] {
        entries.filter {
            ($0.tag == Tag.group || $0.tag == Tag.owningGroup) && $0.permissions & Self.write != 0
        }.map { $0.tag == Tag.group ? $0.id : owner }
    }
}
