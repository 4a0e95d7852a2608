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
    func prepare() throws(JournalError) {
        if let folder = Self.folder(of: path) { try Self.makeFolder(folder) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw JournalError(call: "open", errno: errno, path: path) }
        close(descriptor)
        // SQLite gives its other files the mode of the first (os_unix.c, findCreateFileMode).
        for name in Self.suffixes.map({ path + $0 }) {
            var status = stat()
            guard stat(name, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
            guard chmod(name, 0o600) == 0 else {
                throw JournalError(call: "chmod", errno: errno, path: name)
            }
        }
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
