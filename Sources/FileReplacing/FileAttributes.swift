// What a file is besides its bytes, carried over to the file that replaces it.

package import CLinux
import Glibc

/// Copies owner, group, mode, ACL and extended attributes.
package struct FileAttributes {
    package static let accessListName = "system.posix_acl_access"

    private let userID: uid_t
    private let groupID: gid_t
    private let mode: mode_t
    private var values: [(name: String, value: [UInt8])] = []
    private var hasAccessList = false

    /// Reads what is to be carried over.
    package init(of path: String, userID: uid_t, groupID: gid_t, mode: mode_t) {
        self.userID = userID
        self.groupID = groupID
        self.mode = mode
        for name in Self.names(of: path) where Self.isCarried(name) {
            guard let value = Self.value(of: name, path) else { continue }
            values.append((name, value))
            hasAccessList = hasAccessList || name == Self.accessListName
        }
    }

    /// Reads what is to be carried over from the file of that name; nil where there is none.
    package init?(of path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(
            of: path,
            userID: status.st_uid,
            groupID: status.st_gid,
            mode: status.st_mode & 0o7777
        )
    }

    /// The kernel keeps the other ones itself, or lets nobody set them.
    private static func isCarried(_ name: String) -> Bool {
        name == accessListName || name == "security.selinux" || name.hasPrefix("user.")
    }

    /// Gives them to the new file.
    ///
    /// A right that can't be given to the same people is given to fewer, never to others.
    ///
    /// - Throws: When the file system has no room for them.
    package func apply(to descriptor: Int32) throws(Errno) {
        var mode = mode
        if try !giveOwner(to: descriptor) { mode = Self.withoutGroup(mode) }
        // A default ACL of the folder has given the new file one.
        if !hasAccessList { fremovexattr(descriptor, Self.accessListName) }
        for (name, value) in values where fsetxattr(descriptor, name, value, value.count, 0) != 0 {
            if [ENOSPC, EDQUOT].contains(errno) { throw .last }
            if name == Self.accessListName { mode &= 0o700 }
        }
        try Errno.check { fchmod(descriptor, mode) }
    }

    /// Gives the new file its owner and group, or at least its group.
    ///
    /// What it has already isn't asked for: a sandbox may allow no such call.
    ///
    /// - Returns: Whether the group is right.
    private func giveOwner(to descriptor: Int32) throws(Errno) -> Bool {
        var new = stat()
        try Errno.check { fstat(descriptor, &new) }
        if new.st_uid == userID, new.st_gid == groupID { return true }
        if fchown(descriptor, userID, groupID) == 0 { return true }
        return new.st_gid == groupID || fchown(descriptor, uid_t.max, groupID) == 0
    }

    /// The group is another one now: it may do what everybody may.
    private static func withoutGroup(_ mode: mode_t) -> mode_t {
        mode & 0o707 | mode & ((mode & 0o007) << 3)
    }

    private static func names(of path: String) -> [String] {
        let names = [CChar](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, llistxattr(path, buffer.baseAddress, buffer.count))
        }
        return names.split(separator: 0).map {
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
