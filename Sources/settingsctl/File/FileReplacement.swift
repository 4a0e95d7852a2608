// Puts new bytes in a file's place, and never over what another program has just written there.

import CLinux
import Glibc
import SettingsModel

/// The file was changed between its reading and its writing; nothing was written.
struct ChangedMeanwhile: Error {}

/// New content for one file, where the file still says what it said when it was read.
///
/// A link is followed. The file is replaced by another one with its owner, mode, ACL and extended
/// attributes; one that has several names, that belongs to somebody else or that lies in a folder
/// where nothing can be created is written in place. What another program writes in the moment
/// between the last look and such a write is lost; so it is where the file system can't exchange names.
struct FileReplacement {
    /// What the file said when it was read; nil for a file that wasn't there.
    let expected: [UInt8]?
    private let path: String
    private let target: String
    private let rights: FileRights
    /// How often the lock of a folder is asked for, and the milliseconds between.
    ///
    /// Who has it longer than that isn't one of us.
    private static let patience = (tries: 100, pause: 20 as Int32)

    /// Creates a replacement for the file that a path names, which messages name as `path`; a new one
    /// has `rights`.
    init(of path: String, expecting expected: [UInt8]?, _ rights: FileRights = .usual) {
        self.path = path
        self.expected = expected
        self.rights = rights
        target = Self.resolved(path)
    }

    /// Writes the new bytes.
    ///
    /// - Throws: ``ChangedMeanwhile``, or ``Failure`` with status `.fileTrouble`; the file is as it
    ///   was, unless the failure says that it's written in part.
    func write(_ new: [UInt8]) throws {
        let folder = open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            // A folder that may only be entered takes no new file, but one in it may be written.
            guard errno == EACCES else { throw Failure.system("written", path, errno) }
            return try place(new)
        }
        defer { close(folder) }
        Self.lock(folder)
        try place(new)
        fsync(folder)
    }

    /// Locks a folder against others of us, who would all see the old content and then replace one
    /// another.
    ///
    /// The lock ends with the descriptor. Without it, the exchange below still tells.
    private static func lock(_ folder: Int32) {
        for _ in 0..<patience.tries {
            if flock(folder, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            poll(nil, 0, patience.pause)
        }
    }

    private func place(_ new: [UInt8]) throws {
        guard expected != nil else {
            return try replace(nil, with: new, create)
        }
        var status = stat()
        guard lstat(target, &status) == 0 else {
            throw errno == ENOENT ? ChangedMeanwhile() : Failure.system("written", path, errno)
        }
        // It was none when its name was looked up, and may lead to anybody's file.
        guard status.st_mode & S_IFMT != S_IFLNK else { throw ChangedMeanwhile() }
        try checkMayWrite(status)
        guard isExpected(target) else { throw ChangedMeanwhile() }
        let isOthers = status.st_uid != geteuid() && geteuid() != 0
        if status.st_nlink > 1 || isOthers || clinux_is_mount_root(target) == 1 {
            return try overwrite(status, with: new)
        }
        try replace(status, with: new) { try exchange($0, new) }
    }

    private func checkMayWrite(_ status: stat) throws {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(
                .fileTrouble,
                "\(path): it is no regular file",
                advice: "Nothing was changed. Name a file, or - for the standard input"
            )
        }
        // Another file could take its place all the same, but whoever made it read-only meant it.
        let isLocked = status.st_uid == geteuid() && status.st_mode & 0o200 == 0
        guard !isLocked, access(target, W_OK) == 0 else {
            throw Failure(
                .fileTrouble,
                "\(path): it is read-only",
                advice: "Nothing was changed. To allow it: chmod u+w \(path.quotedForShell)"
            )
        }
    }

    // MARK: By another file

    /// Stages the bytes in a temporary file beside the target, and has it put in place.
    private func replace(
        _ old: stat?,
        with new: [UInt8],
        _ putInPlace: (_ temporary: String) throws -> Void
    ) throws {
        let temporary = temporaryPath
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(temporary, flags, old == nil ? rights.mode : 0o600)
        guard descriptor >= 0 else {
            // The folder takes no new file, but the file itself can be written.
            if let old, errno == EACCES || errno == EPERM {
                return try overwrite(old, with: new)
            }
            throw Failure.system("written", path, errno)
        }
        do {
            defer { close(descriptor) }
            guard old != nil || rights.apply(to: descriptor), Self.write(new, to: descriptor) else {
                throw Failure.system("written", path, errno)
            }
            // After the writing, which takes the bits of setuid(2) away.
            if let old, !FileAttributes(of: target, old).apply(to: descriptor) {
                throw Failure.system("written", path, errno)
            }
            guard fsync(descriptor) == 0 else { throw Failure.system("written", path, errno) }
        } catch {
            unlink(temporary)
            throw error
        }
        try putInPlace(temporary)
    }

    /// Names the new file, unless the name is taken.
    private func create(_ temporary: String) throws {
        if clinux_rename_noreplace(temporary, target) == 0 { return }
        defer { unlink(temporary) }
        // Where the file system doesn't know the call: link(2) fails, too, if the name is taken.
        if errno != EEXIST, link(temporary, target) == 0 { return }
        throw errno == EEXIST ? ChangedMeanwhile() : Failure.system("written", path, errno)
    }

    /// Exchanges the two names, and looks at what came out.
    private func exchange(_ temporary: String, _ new: [UInt8]) throws {
        guard clinux_rename_exchange(temporary, target) == 0 else {
            let isUnknown = [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno)
            if isUnknown { return try replaceUnchanged(temporary) }
            defer { unlink(temporary) }
            throw errno == ENOENT ? ChangedMeanwhile() : Failure.system("written", path, errno)
        }
        if isExpected(temporary) {
            unlink(temporary)
            return
        }
        // Somebody has saved in between: that save goes back, and ours comes out again.
        guard clinux_rename_exchange(temporary, target) == 0,
            (try? FileText.read(temporary)) == new
        else {
            throw Failure(
                .fileTrouble,
                "\(path): other programs are writing it at the same time",
                advice: "What one of them wrote is in '\(temporary)'. Look at both"
            )
        }
        unlink(temporary)
        throw ChangedMeanwhile()
    }

    /// Renames over the target, where the file system can't exchange names: a save between the two
    /// calls is lost.
    private func replaceUnchanged(_ temporary: String) throws {
        guard isExpected(target) else {
            unlink(temporary)
            throw ChangedMeanwhile()
        }
        guard rename(temporary, target) != 0 else { return }
        let code = errno
        unlink(temporary)
        throw code == ENOENT ? ChangedMeanwhile() : Failure.system("written", path, code)
    }

    /// Whether a file says what was read; one that can't be read, or a link, is another one.
    private func isExpected(_ file: String) -> Bool {
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return (try? FileText.read(from: descriptor, named: file)) == expected
    }

    // MARK: In place

    private func overwrite(_ old: stat, with new: [UInt8]) throws {
        // A limit of the shell must not end us halfway.
        let former = signal(SIGXFSZ, SIG_IGN)
        defer { signal(SIGXFSZ, former) }
        let descriptor = try openUnchanged(old)
        defer { close(descriptor) }
        // With room for all of it, the disk can't be full halfway.
        if let expected, new.count > expected.count,
            clinux_reserve(descriptor, Int64(new.count)) != 0, errno == ENOSPC || errno == EDQUOT
        {
            throw Failure.system("written", path, errno)
        }
        if Self.write(new, to: descriptor), ftruncate(descriptor, new.count) == 0,
            fsync(descriptor) == 0
        {
            return
        }
        let code = errno
        guard takeBack(descriptor) else { throw Failure.writtenInPart(path, code) }
        throw Failure.system("written", path, code)
    }

    /// Opens the file at its beginning if it's still the one that was looked at, and says what it said.
    ///
    /// Whoever may change the folder may put another file, or a link to one, there at any moment: what
    /// is compared must be what is written.
    private func openUnchanged(_ old: stat) throws -> Int32 {
        let descriptor = open(target, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ELOOP ? ChangedMeanwhile() : Failure.system("written", path, errno)
        }
        var now = stat()
        guard fstat(descriptor, &now) == 0, now.st_dev == old.st_dev, now.st_ino == old.st_ino,
            (try? FileText.read(from: descriptor, named: path)) == expected,
            lseek(descriptor, 0, SEEK_SET) == 0
        else {
            close(descriptor)
            throw ChangedMeanwhile()
        }
        return descriptor
    }

    /// Gives a file its old bytes again; those that were not written over it has still.
    private func takeBack(_ descriptor: Int32) -> Bool {
        guard let expected else { return false }
        let written = Int(max(lseek(descriptor, 0, SEEK_CUR), 0))
        guard lseek(descriptor, 0, SEEK_SET) == 0,
            Self.write(Array(expected.prefix(written)), to: descriptor),
            ftruncate(descriptor, expected.count) == 0
        else { return false }
        return fsync(descriptor) == 0
    }

    // MARK: Names

    /// A path with its links followed, also where the last one leads to nothing yet.
    static func resolved(_ path: String) -> String { resolved(path, links: 40) }

    private static func resolved(_ path: String, links: Int) -> String {
        if let real = real(path) { return real }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0, links > 0 else {
            let folder = folder(of: path)
            guard let real = real(folder.isEmpty ? "." : folder) else { return path }
            let name = String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
            return (real == "/" ? real : real + "/") + name
        }
        let next = String(
            decoding: buffer[..<count].map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        let isAbsolute = next.hasPrefix("/")
        return resolved(isAbsolute ? next : folder(of: path) + next, links: links - 1)
    }

    /// The path of what is there without links; nil where nothing is, or where it's in a folder whose
    /// name is no UTF-8.
    private static func real(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(validatingCString: text)
    }

    /// A path up to its last slash; empty where it has none.
    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    }

    private var folderPath: String {
        let folder = Self.folder(of: target)
        return folder.isEmpty ? "." : folder
    }

    /// A name that nobody has: hidden, beside the target, with a random end.
    private var temporaryPath: String {
        let folder = Self.folder(of: target)
        // A name has at most 255 bytes.
        let name = String(
            decoding: target.utf8.dropFirst(folder.utf8.count).prefix(200),
            as: UTF8.self
        )
        return folder + ".\(name).\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
    }

    /// Writes all bytes; false with `errno` where it can't.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

extension Failure {
    /// The failure for a file that has new bytes in front of old ones.
    fileprivate static func writtenInPart(_ path: String, _ code: Int32) -> Failure {
        Failure(
            .fileTrouble,
            "\(path): it's written in part: \(String(cString: strerror(code)))",
            advice: "Its old text could not be written back. Restore it from a copy"
        )
    }
}
