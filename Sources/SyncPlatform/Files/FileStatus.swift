// What stat(2) says of a file, in the terms we use.

import FileReplacing
import Glibc
import SyncEngine

/// What the file system says about a file at one moment.
struct FileStatus: Equatable {
    /// What kind of thing it is.
    enum Kind {
        case regular
        case folder
        case link
        case other
    }
    var identity: FileIdentity
    var kind: Kind
    /// The permission bits, set-id and sticky bits among them.
    var mode: mode_t
    var links: UInt64
    var userID: uid_t
    var groupID: gid_t
    var size: Int64
    /// Nanoseconds since 1970; whatever its writer set.
    var modified: Int64
    /// Nanoseconds since 1970; the kernel's own.
    var changed: Int64

    /// The file at the end of a path's symlinks.
    static func following(_ path: String) throws(Errno) -> FileStatus {
        try FileStatus { status in path.withCString { stat($0, &status) } }
    }

    /// The file or symlink of that name.
    static func named(_ path: String) throws(Errno) -> FileStatus {
        try FileStatus { status in path.withCString { lstat($0, &status) } }
    }

    /// The file that a descriptor has open.
    static func of(_ descriptor: Int32) throws(Errno) -> FileStatus {
        try FileStatus { fstat(descriptor, &$0) }
    }

    private init(_ fill: (inout stat) -> Int32) throws(Errno) {
        var status = stat()
        guard fill(&status) == 0 else { throw .last }
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        mode = status.st_mode & 0o7777
        links = UInt64(status.st_nlink)
        userID = status.st_uid
        groupID = status.st_gid
        size = Int64(status.st_size)
        modified = status.st_mtim.nanoseconds
        changed = status.st_ctim.nanoseconds
    }

    /// Whether nothing was written between two readings of the same file's status.
    func hasSameContent(as other: FileStatus) -> Bool {
        identity == other.identity && size == other.size && modified == other.modified
            && changed == other.changed
    }

    /// A number that stays the same as long as nothing is written.
    func mark(mixedWith count: UInt64 = 0) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let parts = [
            identity.device, identity.inode, UInt64(bitPattern: size),
            UInt64(bitPattern: modified), UInt64(bitPattern: changed), count,
        ]
        // FNV-1a, by words.
        for part in parts { hash = (hash ^ part) &* 0x0000_0100_0000_01B3 }
        return hash
    }
}

extension FileAttributes {
    /// Reads what is to be carried over from a file that was looked at.
    init(of path: String, _ status: FileStatus) {
        self.init(
            of: path,
            userID: status.userID,
            groupID: status.groupID,
            mode: status.mode
        )
    }
}

extension timespec {
    /// The nearest time that leaves room for a sum of two; since 1970.
    ///
    /// Times are whatever a writer set: years before 1825 and after 2115 don't fit.
    fileprivate var nanoseconds: Int64 {
        let most = 4_600_000_000
        return Int64(min(max(tv_sec, -most), most)) * 1_000_000_000 + Int64(tv_nsec)
    }
}
