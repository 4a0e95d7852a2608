// What a file is besides its bytes, carried over to the file that replaces it.

import CLinux
import Glibc

/// Owner, group, mode, ACL and extended attributes of a file.
struct FileAttributes {
    private static let accessListName = "system.posix_acl_access"

    private let status: stat
    private let values: [(name: String, value: [UInt8])]

    /// Reads what is to be carried over.
    init(of path: String, _ status: stat) {
        self.status = status
        values = Self.names(of: path).filter(Self.isCarried).compactMap { name in
            Self.value(of: name, path).map { (name, $0) }
        }
    }

    /// The kernel keeps the other ones itself, or lets nobody set them.
    private static func isCarried(_ name: String) -> Bool {
        name == accessListName || name == "security.selinux" || name.hasPrefix("user.")
    }

    /// Gives them to a new file.
    ///
    /// A right that can't be given to the same people is given to fewer, never to others.
    ///
    /// - Returns: False with `errno` where there is no room for them.
    func apply(to descriptor: Int32) -> Bool {
        var mode = status.st_mode & 0o7777
        if !giveOwner(to: descriptor) {
            // The group is another one now: it may do what everybody may.
            mode = mode & 0o707 | mode & ((mode & 0o007) << 3)
        }
        // A default ACL of the folder has given the new file one.
        if !values.contains(where: { $0.name == Self.accessListName }) {
            fremovexattr(descriptor, Self.accessListName)
        }
        for (name, value) in values where fsetxattr(descriptor, name, value, value.count, 0) != 0 {
            if errno == ENOSPC || errno == EDQUOT { return false }
            if name == Self.accessListName { mode &= 0o700 }
        }
        return fchmod(descriptor, mode) == 0
    }

    /// Gives the new file its owner and group, or at least its group.
    ///
    /// What it has already isn't asked for: a sandbox may allow no such call.
    ///
    /// - Returns: Whether the group is right.
    private func giveOwner(to descriptor: Int32) -> Bool {
        var new = stat()
        let isKnown = fstat(descriptor, &new) == 0
        let hasGroup = isKnown && new.st_gid == status.st_gid
        if hasGroup, new.st_uid == status.st_uid { return true }
        if fchown(descriptor, status.st_uid, status.st_gid) == 0 { return true }
        return hasGroup || fchown(descriptor, uid_t.max, status.st_gid) == 0
    }

    private static func names(of path: String) -> [String] {
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        let count = llistxattr(path, &buffer, buffer.count)
        return buffer.prefix(max(0, count)).split(separator: 0).map {
            String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    private static func value(of name: String, _ path: String) -> [UInt8]? {
        // An attribute has at most 64 KiB (xattr(7)).
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = lgetxattr(path, name, &buffer, buffer.count)
        return count < 0 ? nil : Array(buffer[..<count])
    }
}
