// The agent's own small files: read whole, replaced whole.

import CLinux
import FileReplacing
import Glibc
import SettingsModel
package import SyncEngine

/// The agent's own files, which nobody writes while it does but a person with an editor.
package enum OwnFiles {
    /// The most that is read; a configuration is never that long.
    private static let limit = 4 << 20

    /// A file's bytes, or nil when there is none.
    ///
    /// - Throws: ``StorageError`` when it is there but can't be read, or is longer than 4 MiB.
    package static func read(_ path: String) throws(StorageError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure("open", path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("fstat", path) }
        let size = Int(status.st_size)
        guard status.st_mode & S_IFMT == S_IFREG, size <= limit else { throw notSmall(path) }
        let bytes: [UInt8]
        do throws(Errno) {
            // Files of the system that have no size give all that they have in one go, or none.
            let size = max(size, 1 << 10)
            bytes = try SystemFile.contents(of: descriptor, expectedSize: size, limit: limit)
        } catch {
            throw failure("pread", path, error)
        }
        // Some files of the system have no size, and no end either.
        guard bytes.count <= limit else { throw notSmall(path) }
        return bytes
    }

    private static func notSmall(_ path: String) -> StorageError {
        StorageError(
            code: .notRegular,
            path: path,
            errno: EINVAL,
            problem: "the file is not a plain file of at most 4 MiB",
            advice: "Put a plain file in its place"
        )
    }

    /// The names in a folder, in order; none where there is no folder.
    ///
    /// - Throws: ``StorageError`` when it is there but can't be read.
    package static func names(in folder: String) throws(StorageError) -> [String] {
        do throws(Errno) {
            return try SystemFile.names(in: folder).sorted()
        } catch {
            if error.number == ENOENT || error.number == ENOTDIR { return [] }
            throw failure("opendir", folder, error)
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
        do throws(FileUpdate.Problem) {
            try FileUpdate(of: path, expecting: old, by: temporary, calls)
                .write(bytes, mode: 0o644)
        } catch {
            throw StorageError(error, path)
        }
        SystemFile.syncFolder(folder.isEmpty ? "." : folder)
    }

    /// Restores an earlier text of one of the user's files, as ``replace(_:expecting:with:)`` does.
    ///
    /// - Throws: ``StorageError``, with code `.raced` when it holds something else, and `.unsafe` where
    ///   others could have led the path astray.
    package static func restore(
        _ path: String,
        expecting bytes: [UInt8],
        to earlier: [UInt8]
    ) throws(StorageError) {
        try FolderSafety().check(PathWalk(path))
        try replace(path, expecting: bytes, with: earlier)
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

    /// Where a path leads to, symlinks followed as far as something is there.
    package static func place(of path: String) -> String { PathWalk(path).targetPath }

    private static func failure(
        _ call: String,
        _ path: String,
        _ error: Errno = .last
    ) -> StorageError {
        let code: StorageError.Code =
            switch error.number {
            case ENOSPC, EDQUOT: .diskFull
            case EROFS: .readOnly
            case EMFILE, ENFILE: .noDescriptors
            case ELOOP: .symlinkLoop
            case EACCES, EPERM: .unreadable
            default: .inputOutput
            }
        return StorageError(
            code: code,
            path: path,
            errno: error.number,
            problem: "\(call) failed: \(error.text)",
            advice: "Check the file and its folder"
        )
    }
}

extension StorageError {
    /// Why one of the agent's own files wasn't written.
    fileprivate init(_ problem: FileUpdate.Problem, _ path: String) {
        switch problem {
        case .changed:
            self = .raced(path, "was saved by somebody else")
            advice = "Run the command again"
        case .contended(let newest):
            self = .raced(path, "")
            self.problem = "'\(path.escapedForDisplay)' is being saved by others all the time"
            advice = "The newest save is in '\(newest.escapedForDisplay)'. Put it in its place"
        case .failed(let error): self.init(error, path, while: .writing)
        case .irreplaceable(let reason): self = .irreplaceable(path, reason)
        }
    }
}
