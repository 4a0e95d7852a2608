// The journal's files: made private, and set aside when they are damaged.

import Glibc
import SettingsModel
import SyncEngine

/// The file of a journal and the two that SQLite keeps beside it.
struct JournalFile {
    let path: String

    private static let suffixes = ["", "-wal", "-shm"]

    /// Makes the folder (0700) and an empty file (0600) where they are missing, and takes from
    /// others what rights they have to files that are there.
    ///
    /// A symlink, and a file that isn't this user's or has another name, is refused and left as it
    /// is: somebody could have put it there to have another file changed.
    ///
    /// To be called before SQLite has the files open: to close one would end SQLite's locks on it
    /// (fcntl(2)).
    func prepare() throws(JournalError) {
        if let folder = Self.folder(of: path) { try Self.makeFolder(folder) }
        try Self.makePrivate(path, orCreateIt: O_CREAT)
        // SQLite gives its other files the mode of the first (os_unix.c, findCreateFileMode).
        for suffix in Self.suffixes.dropFirst() {
            try Self.makePrivate(path + suffix, orCreateIt: 0)
        }
    }

    /// Gives a file the mode 0600 once it is known to be ours; one that is missing is created with
    /// `O_CREAT`, and no error with 0.
    private static func makePrivate(
        _ path: String,
        orCreateIt creating: Int32
    ) throws(JournalError) {
        // O_NONBLOCK: a FIFO would wait for its other end.
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let descriptor = open(path, flags | creating, 0o600)
        guard descriptor >= 0 else {
            if errno == ENOENT, creating == 0 { return }
            if errno == ELOOP { throw .notOurs(path, "is a symlink, expected a file") }
            throw JournalError(call: "open", errno: errno, path: path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw JournalError(call: "fstat", errno: errno, path: path)
        }
        if let fault = fault(of: status) { throw .notOurs(path, fault) }
        guard status.st_mode & 0o077 != 0 else { return }
        guard fchmod(descriptor, 0o600) == 0 else {
            throw JournalError(call: "fchmod", errno: errno, path: path)
        }
    }

    /// Why an open file isn't one that this user's agent made; nil for one that is.
    private static func fault(of status: stat) -> String? {
        if status.st_mode & S_IFMT != S_IFREG { return "is no regular file" }
        if status.st_uid != geteuid() {
            return "belongs to user \(status.st_uid), expected user \(geteuid())"
        }
        // Backups by hard links give the journal a second name. What others may read is no journal of ours.
        return status.st_nlink > 1 && status.st_mode & 0o077 != 0
            ? "has \(status.st_nlink) names (hard links) and can be read by others" : nil
    }

    private static func folder(of path: String) -> String? {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        return end.flatMap { $0 == path.startIndex ? nil : String(path[..<$0]) }
    }

    private static func makeFolder(_ folder: String) throws(JournalError) {
        if access(folder, F_OK) == 0 { return }
        let parent = Self.folder(of: folder) ?? "/"
        if parent != "/" { try makeFolder(parent) }
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw JournalError(call: "mkdir", errno: errno, path: folder)
        }
        // SQLite syncs the folder of its files, but nobody else the folder of that one: without
        // it, the first acknowledged commits could vanish with it in a power cut.
        let descriptor = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Renames the files to `journal.db.broken-<UTC time>`.
    ///
    /// - Returns: The path the journal has now.
    func setAside() throws(JournalError) -> String {
        let now = SettingDate(seconds: Int64(time(nil))).description.filter { !"-:".contains($0) }
        var new = "\(path).broken-\(now)"
        var count = 1
        while access(new, F_OK) == 0 {
            count += 1
            new = "\(path).broken-\(now)-\(count)"
        }
        for suffix in Self.suffixes {
            guard rename(path + suffix, new + suffix) == 0 || errno == ENOENT else {
                throw JournalError(call: "rename", errno: errno, path: path + suffix)
            }
        }
        return new
    }
}
