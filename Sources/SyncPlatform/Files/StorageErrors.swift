// What a failed call on a file means for people, and what they can do.

import FileReplacing
import Glibc
import SettingsModel
import SyncEngine

extension StorageError {
    /// Whether it may be over soon without anybody being told: for want of descriptors or memory, or
    /// as a disk failed once.
    package var mayPass: Bool { [EMFILE, ENFILE, ENOMEM, EIO].contains(errno) }

    /// What was to be done with a file.
    enum Purpose {
        case reading
        case writing
    }

    /// A call on `path` that failed.
    init(_ error: Errno, _ path: String, while purpose: Purpose) {
        let (code, problem, advice) = Self.meaning(of: error, path, purpose)
        self.init(
            code: code,
            path: path,
            errno: error.number,
            problem: problem,
            advice: advice
        )
    }

    private static func meaning(
        of error: Errno,
        _ path: String,
        _ purpose: Purpose
    ) -> (Code, problem: String, advice: String) {
        let path = path.escapedForDisplay
        switch error.number {
        case ENOSPC:
            return (.diskFull, "no space is left for '\(path)'", "Free some space on its disk")
        case EDQUOT:
            return (.diskFull, "the disk quota leaves no room for '\(path)'", "Free some space")
        case EFBIG:
            return (
                .diskFull, "'\(path)' would be larger than files may be", "Raise it: ulimit -f"
            )
        case EROFS:
            return (
                .readOnly, "'\(path)' is on a file system that is mounted read-only",
                "Change it where it comes from, or link the file as layer = \"site\""
            )
        case EMFILE, ENFILE:
            return (
                .noDescriptors, "too many files are open to open '\(path)'",
                "Raise the limit on open files (ulimit -n)"
            )
        case ELOOP:
            return (
                .symlinkLoop, "the symlinks of '\(path)' lead in a circle",
                "See where they lead: namei \(path.quotedForShell)"
            )
        case EILSEQ:
            return (
                .foreignName, "a symlink of '\(path)' leads to a name that isn't UTF-8",
                "Rename the file it leads to, and make the link anew"
            )
        case EPERM where purpose != .reading:
            // An immutable file gives this, though its mode lets the user write it.
            return (
                .readOnly, "'\(path)' may not be written by this user",
                "Look for its attributes 'i' and 'a' with: lsattr \(path.quotedForShell)"
            )
        case EACCES, EPERM:
            return purpose == .reading
                ? (
                    .unreadable, "'\(path)' may not be read by this user",
                    "Run: chmod u+r \(path.quotedForShell)"
                )
                : (
                    .readOnly, "'\(path)' may not be written by this user",
                    "Run: chmod u+w \(path.quotedForShell)"
                )
        default:
            let what = purpose == .reading ? "read" : "written"
            return (
                .inputOutput, "'\(path)' can't be \(what): \(error.text)",
                "Check the disk and the file's folder"
            )
        }
    }

    /// The path leads to something that isn't a file.
    static func notRegular(_ path: String, _ kind: FileStatus.Kind) -> StorageError {
        let found =
            switch kind {
            case .folder: "a folder"
            case .link: "a symlink"
            case .regular, .other: "a device, pipe or socket"
            }
        return StorageError(
            code: .notRegular,
            path: path,
            errno: 0,
            problem: "'\(path.escapedForDisplay)' is \(found), expected a file",
            advice: "Move it away, or link another path"
        )
    }

    /// The file has more bytes than are read.
    static func tooLarge(_ path: String, size: Int64, limit: Int) -> StorageError {
        StorageError(
            code: .tooLarge,
            path: path,
            errno: EFBIG,
            problem: "'\(path.escapedForDisplay)' has \(size) bytes, at most \(limit) are read",
            advice: "Link the settings file itself, not a log or a database"
        )
    }

    /// The file's size isn't what it tells.
    static func withoutSize(_ path: String) -> StorageError {
        StorageError(
            code: .notRegular,
            path: path,
            errno: 0,
            problem: "'\(path.escapedForDisplay)' has another size than it tells, as files have "
                + "that the kernel makes up when they are read",
            advice: "Link a file that is kept on a disk"
        )
    }

    /// A file isn't there, nor is the folder that it was in.
    static func noFolder(_ walk: PathWalk) -> StorageError {
        let missing = (walk.folder.path + walk.name).escapedForDisplay
        let other = String(walk.folder.path.dropLast()).escapedForDisplay
        return StorageError(
            code: .noFolder,
            path: walk.targetPath,
            errno: ENOENT,
            problem: walk.rest.isEmpty
                ? "'\(other)' isn't the folder that the file was in" : "'\(missing)' isn't there",
            advice: "Mount or restore the folder that has the file, or link the file again"
        )
    }

    /// The file isn't any more what it was: `what` is the rest of the sentence.
    static func raced(_ path: String, _ what: String) -> StorageError {
        StorageError(
            code: .raced,
            path: path,
            errno: 0,
            problem: "'\(path.escapedForDisplay)' \(what) since it was read",
            advice: "Nothing needs to be done; it is read again"
        )
    }

    /// No other file can take the file's place.
    static func irreplaceable(_ path: String, _ reason: Irreplaceable) -> StorageError {
        StorageError(
            code: .irreplaceable,
            path: path,
            errno: 0,
            problem: "'\(path.escapedForDisplay)' \(reason.problem)",
            advice: reason.advice
        )
    }

    /// Others could have led the path astray.
    static func unsafe(_ path: String, _ problem: String, advice: String) -> StorageError {
        StorageError(
            code: .unsafe,
            path: path,
            errno: 0,
            problem: problem,
            advice: advice
        )
    }
}
