// The agent's own small files: read whole, replaced whole.

import CLinux
import Glibc
import SettingsModel
package import SyncEngine

/// The agent's own files, which nobody writes while it does but a person with an editor.
package enum OwnFiles {
    /// The most that is read; a configuration is never that long.
    private static let limit = 4 << 20
    /// So many saves may come one after another, each in the moment of an exchange.
    private static let mostExchanges = 8

    /// A file's bytes, or nil when there is none.
    ///
    /// - Throws: ``StorageError`` when it is there but can't be read.
    package static func read(_ path: String) throws(StorageError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure("open", path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("fstat", path) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            throw StorageError(
                code: .notRegular,
                call: "fstat",
                path: path,
                errno: EINVAL,
                problem: "the file is not a plain file of at most 4 MiB",
                advice: "Put a plain file in its place"
            )
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw failure("read", path) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// The names in a folder, in order; none where there is no folder.
    ///
    /// - Throws: ``StorageError`` when it is there but can't be read.
    package static func names(in folder: String) throws(StorageError) -> [String] {
        do throws(Errno) {
            return try SystemFile.names(in: folder).sorted()
        } catch {
            if error.number == ENOENT || error.number == ENOTDIR { return [] }
            throw failure("opendir", folder)
        }
    }

    /// A file's size in bytes; 0 where there is none.
    package static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Whether something is at a path.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0
    }

    /// Makes a folder and those above it, for this user alone where they are new.
    package static func makeFolder(_ path: String) throws(StorageError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw failure("mkdir", path)
        }
        try makeFolder(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("mkdir", path) }
    }

    /// Puts bytes in a file's place, synced, so that a crash leaves the old or the new ones.
    ///
    /// A symlink stays, and the file that it leads to keeps its mode, owner and attributes.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - old: What it holds, as far as is known; nil for no file.
    ///   - bytes: What it shall hold.
    /// - Throws: ``StorageError``, with code `.raced` when it holds something else, which stays.
    package static func replace(
        _ path: String,
        expecting old: [UInt8]?,
        with bytes: [UInt8]
    ) throws(StorageError) {
        try replace(path, expecting: old, with: bytes, RenameCalls())
    }

    static func replace(
        _ path: String,
        expecting old: [UInt8]?,
        with bytes: [UInt8],
        _ calls: RenameCalls
    ) throws(StorageError) {
        let path = target(of: path)
        let folder = path.pathFolder
        let name = String(Substring(path.utf8.dropFirst(folder.utf8.count)))
        let temporary = folder + TemporaryName(for: name).text
        do throws(Errno) {
            try write(bytes, to: temporary, like: path)
        } catch {
            unlink(temporary)
            throw StorageError(error, "open(2)", path, while: .writing)
        }
        try rename(temporary, to: path, expecting: old, bytes, calls)
        SystemFile.syncFolder(folder.isEmpty ? "." : folder)
    }

    private static func write(
        _ bytes: [UInt8],
        to temporary: String,
        like path: String
    ) throws(Errno) {
        let attributes = (try? FileStatus.named(path)).map { FileAttributes(of: path, $0) }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let mode: mode_t = attributes == nil ? 0o644 : 0o600
        let descriptor = try Errno.check { open(temporary, flags, mode) }
        defer { close(descriptor) }
        try SystemFile.write(bytes, to: descriptor)
        try attributes?.apply(to: descriptor)
        try Errno.check { fsync(descriptor) }
    }

    /// Puts the temporary file in the path's place, or removes it.
    private static func rename(
        _ temporary: String,
        to path: String,
        expecting old: [UInt8]?,
        _ bytes: [UInt8],
        _ calls: RenameCalls
    ) throws(StorageError) {
        let result = old == nil ? calls.create(temporary, path) : calls.exchange(temporary, path)
        if result == 0 {
            if let old { try removeReplaced(temporary, of: path, old, bytes, calls) }
            return
        }
        let error = Errno.last
        defer { unlink(temporary) }
        if error.number == EEXIST || error.number == ENOENT { throw hasChanged(path) }
        guard error.isUnsupported else {
            throw StorageError(error, "renameat2(2)", path, while: .writing)
        }
        // Without these calls there is a moment in which a save is lost.
        guard try read(path) == old else { throw hasChanged(path) }
        guard Glibc.rename(temporary, path) == 0 else {
            throw StorageError(.last, "rename(2)", path, while: .writing)
        }
    }

    /// Removes what came out in an exchange, if it's what was to come out.
    ///
    /// Anything else, or what can't be read, is somebody's save, newer than what the path shows. It
    /// goes to the path, and so does what comes out then, until that is what had been put there before.
    private static func removeReplaced(
        _ temporary: String,
        of path: String,
        _ old: [UInt8],
        _ bytes: [UInt8],
        _ calls: RenameCalls
    ) throws(StorageError) {
        var placed: [UInt8]? = bytes
        var expected: [UInt8]? = old
        for number in 1...mostExchanges {
            let out = try? read(temporary)
            if let out, out == expected {
                unlink(temporary)
                if number > 1 { throw hasChanged(path) }
                return
            }
            guard number < mostExchanges, calls.exchange(temporary, path) == 0 else { break }
            (placed, expected) = (out, placed)
        }
        var error = StorageError.raced(path, "")
        error.problem = "'\(path.escapedForDisplay)' is being saved by others all the time"
        error.advice = "The newest save is in '\(temporary.escapedForDisplay)'. Put it in its place"
        throw error
    }

    private static func hasChanged(_ path: String) -> StorageError {
        var error = StorageError.raced(path, "was saved by somebody else")
        error.advice = "Run the command again"
        return error
    }

    /// Says that a file was written now, by opening it for writing and setting its time; it is made
    /// where there is none.
    ///
    /// - Throws: ``StorageError``, with code `.unsafe` where others could have led the path astray.
    package static func touch(_ path: String) throws(StorageError) {
        try FolderSafety().check(PathWalk(path))
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let descriptor = open(path, flags, 0o644)
        guard descriptor >= 0 else { throw failure("open", path) }
        defer { close(descriptor) }
        guard futimens(descriptor, nil) == 0 else { throw failure("futimens", path) }
    }

    /// Removes a file; one that isn't there is no error.
    package static func remove(_ path: String) throws(StorageError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("unlink", path) }
    }

    /// Whether a path is a symlink.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The file at the end of a chain of symlinks; the path itself where there is none.
    package static func target(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func failure(_ call: String, _ path: String) -> StorageError {
        let number = errno
        let code: StorageError.Code =
            switch number {
            case ENOSPC, EDQUOT: .diskFull
            case EROFS: .readOnly
            case EMFILE, ENFILE: .noDescriptors
            case ELOOP: .symlinkLoop
            case EACCES, EPERM: .unreadable
            default: .inputOutput
            }
        return StorageError(
            code: code,
            call: call,
            path: path,
            errno: number,
            problem: "\(call) failed: \(String(cString: strerror(number)))",
            advice: "Check the file and its folder"
        )
    }
}
