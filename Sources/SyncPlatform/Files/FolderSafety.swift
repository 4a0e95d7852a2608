// Whether others could lead our writing astray.

import CLinux
import FileReplacing
import Glibc
import SettingsModel
import SyncEngine

/// The rules for writing and for reading, by who may change where a path leads.
///
/// Writing: no other user may change it.
/// Each folder on the way belongs to the user or to root, and others may not write it; where they
/// may but the sticky bit is set (/tmp), the next step must belong to the user or to root. The
/// user's own private group counts as the user: with Debian's umask of 002, folders are writable
/// for it, and nobody else is in it. A primary group that others share (`users`) is no private one.
///
/// Reading: where others may change it, nothing is read that they couldn't read themselves. Else a symlink of
/// theirs to a private file would copy that file's values into files that they can read.
struct FolderSafety {
    private static let writableByGroup: mode_t = 0o020
    private static let writableByAll: mode_t = 0o002
    private static let sticky: mode_t = 0o1000

    let user = geteuid()

    /// Checks that nobody else can change where a path leads.
    ///
    /// - Throws: ``StorageError`` with code `.unsafe`.
    func check(_ walk: PathWalk) throws(StorageError) {
        var shared: Set<String> = []
        for (hop, status) in zip(walk.hops, walk.statuses) { try check(hop, status, &shared) }
        if case .found(let status) = walk.end, shared.contains(walk.folder.path) {
            try checkOwner(status, walk.targetPath)
        }
    }

    /// Checks that those who can change where a path leads could read what is there.
    ///
    /// Behind the first step that they can change no symlink is followed, each folder must be open to them,
    /// and so must the file.
    ///
    /// - Throws: ``StorageError`` with code `.unsafe`.
    func check(reading walk: PathWalk) throws(StorageError) {
        var shared: Set<String> = []
        for (index, hop) in walk.hops.enumerated() {
            let status = walk.statuses[index]
            do {
                try check(hop, status, &shared)
            } catch {
                guard isOpen(walk, behind: index, to: status.groupID) else {
                    throw Self.private(walk.targetPath, behind: error)
                }
                return
            }
        }
    }

    /// Whether others can go the way behind one of its steps and read the file, and no symlink is on it.
    private func isOpen(
        _ walk: PathWalk,
        behind index: Int,
        to group: gid_t
    ) -> Bool {
        guard walk.hops[index].kind == .folder, case .found(let file) = walk.end else {
            return false
        }
        let isWayOpen = walk.statuses[(index + 1)...].allSatisfy {
            $0.kind == .folder && isOpen($0, bits: 0o001, to: group)
        }
        return isWayOpen && isOpen(file, bits: 0o004, to: group)
    }

    /// Checks one step; `shared` gets the folders with the sticky bit, in which the next step counts.
    private func check(
        _ hop: PathWalk.Hop,
        _ status: FileStatus,
        _ shared: inout Set<String>
    ) throws(StorageError) {
        if !shared.isEmpty, shared.contains(Self.parent(of: hop.path)) {
            try checkOwner(status, hop.path)
        }
        guard hop.kind == .folder else { return }
        try checkOwner(status, hop.path)
        guard isWritableByOthers(status, hop.path) else { return }
        guard status.mode & Self.sticky != 0 else { throw Self.writableByOthers(hop.path) }
        shared.insert(hop.path)
    }

    /// Whether everybody, or a group, has a permission, whose bit is that of all others.
    private func isOpen(_ status: FileStatus, bits: mode_t, to group: gid_t) -> Bool {
        status.userID != user || status.mode & bits != 0
            || status.groupID == group && status.mode & (bits << 3) != 0
    }

    private static func `private`(_ path: String, behind error: StorageError) -> StorageError {
        .unsafe(
            path,
            "'\(path.escapedForDisplay)' isn't read, as others could have put it there and can't read "
                + "it themselves: \(error.problem)",
            advice: error.advice
        )
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

    private static func parent(of path: String) -> String {
        let isFolder = path.utf8.last == UInt8(ascii: "/")
        return isFolder ? String(Substring(path.utf8.dropLast())).pathFolder : path.pathFolder
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
