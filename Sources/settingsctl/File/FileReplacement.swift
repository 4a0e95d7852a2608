// What is checked and said when a command writes a file.

import FileReplacing
import Glibc
import SettingsModel

/// The file was changed between its reading and its writing; nothing was written.
struct ChangedMeanwhile: Error {}

/// New content for one file, where the file still says what it said when it was read.
///
/// A link is followed; what else there is to it, ``FileUpdate`` says.
struct FileReplacement {
    /// What the file said when it was read; nil for a file that wasn't there.
    private let expected: [UInt8]?
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
    /// The lock ends with the descriptor. Without it, the exchange still tells.
    private static func lock(_ folder: Int32) {
        for _ in 0..<patience.tries {
            if flock(folder, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            poll(nil, 0, patience.pause)
        }
    }

    private func place(_ new: [UInt8]) throws {
        if expected != nil { try checkMayWrite() }
        // A limit of the shell is an error, not our end.
        let former = signal(SIGXFSZ, SIG_IGN)
        defer { signal(SIGXFSZ, former) }
        let update = FileUpdate(of: target, expecting: expected, by: temporaryPath)
        do throws(FileUpdate.Problem) {
            try update.write(new, mode: rights.mode, prepare: rights.apply)
        } catch {
            throw failure(for: error)
        }
    }

    private func failure(for problem: FileUpdate.Problem) -> any Error {
        switch problem {
        case .changed: ChangedMeanwhile()
        case .contended(let newest):
            Failure(
                .fileTrouble,
                "\(path): other programs are writing it at the same time",
                advice: "The newest of what they wrote is in '\(newest)'. Look at both"
            )
        case .failed(let error): Failure.system("written", path, error.number)
        case .irreplaceable(let reason):
            Failure(
                .fileTrouble,
                "\(path): it \(reason.problem)",
                advice: "Nothing was changed. \(reason.advice)"
            )
        }
    }

    private func checkMayWrite() throws {
        var status = stat()
        guard lstat(target, &status) == 0 else {
            throw errno == ENOENT ? ChangedMeanwhile() : Failure.system("written", path, errno)
        }
        // It was none when its name was looked up, and may lead to anybody's file.
        guard status.st_mode & S_IFMT != S_IFLNK else { throw ChangedMeanwhile() }
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

    // MARK: Names

    /// A path with its links followed, also where the last one leads to nothing yet.
    private static func resolved(_ path: String, links: Int = 40) -> String {
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

    /// What is kept of the target's name, in bytes: with what is added, a name has at most 255.
    private static let keptName = 200

    /// A name that nobody has: hidden, beside the target, with a random end.
    private var temporaryPath: String {
        let folder = Self.folder(of: target)
        let name = String(
            decoding: target.utf8.dropFirst(folder.utf8.count).prefix(Self.keptName),
            as: UTF8.self
        )
        return folder + ".\(name).\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
    }
}
