// Reads files that strangers may have put there: ordinary ones, up to a size, and never a wait.

import Glibc

/// Why a file of somebody else's can't be read: a sentence that begins with `it`.
struct FileRefusal: Error, Equatable {
    var problem: String

    init(_ problem: String) { self.problem = problem }

    /// The reason that the last system call gave.
    static func systemError() -> FileRefusal {
        let number = errno
        if number == ENOENT { return FileRefusal("it isn't there") }
        return FileRefusal("it can't be opened: \(String(cString: strerror(number)))")
    }
}

/// Whether a link at the end of a path leads anywhere.
enum LinkRule {
    case follow, refuse
}

/// An open folder, whose files are named from it: what takes its place meanwhile isn't looked at.
struct OpenFolder: ~Copyable {
    private let descriptor: Int32

    /// Opens a folder by its path.
    init(path: String) throws(FileRefusal) {
        descriptor = open(path, Self.flags)
        guard descriptor >= 0 else { throw Self.refusal() }
    }

    /// Opens a folder within another; a link is refused.
    init(_ name: String, in folder: borrowing OpenFolder) throws(FileRefusal) {
        descriptor = openat(folder.descriptor, name, Self.flags | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Self.refusal() }
    }

    deinit { close(descriptor) }

    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK

    private static func refusal() -> FileRefusal {
        // O_DIRECTORY with O_NOFOLLOW calls a link no folder, too: open(2).
        errno == ENOTDIR ? FileRefusal("it is no folder") : .systemError()
    }

    /// The names in it, sorted; hidden ones and those that aren't UTF-8 left out.
    ///
    /// - Throws: ``FileRefusal`` past `most` of them.
    func names(atMost most: Int) throws(FileRefusal) -> [String] {
        // The stream takes the descriptor over, and moves its place.
        let copy = openat(descriptor, ".", Self.flags)
        guard copy >= 0, let stream = fdopendir(copy) else { throw .systemError() }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let name, !name.hasPrefix(".") else { continue }
            guard names.count < most else {
                throw FileRefusal("it has more than \(most) files")
            }
            names.append(name)
        }
        return names.sorted()
    }

    /// What shows whether something in it is another than before; nil where it's gone.
    func mark(of name: String) -> FileMark? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return FileMark(status)
    }

    /// The bytes of an ordinary file in it; a link is refused.
    func bytes(of name: String, atMost limit: Int) throws(FileRefusal) -> [UInt8] {
        try OrdinaryFile.bytes(of: name, from: descriptor, links: .refuse, atMost: limit)
    }
}

/// Files that are read whole.
enum OrdinaryFile {
    /// The bytes of an ordinary file by its path, links followed.
    static func bytes(path: String, atMost limit: Int) throws(FileRefusal) -> [UInt8] {
        try bytes(of: path, from: AT_FDCWD, links: .follow, atMost: limit)
    }

    /// The bytes of a file that is named from a folder.
    static func bytes(
        of name: String,
        from folder: Int32,
        links: LinkRule,
        atMost limit: Int
    ) throws(FileRefusal) -> [UInt8] {
        let isRefused = links == .refuse
        // Looked at before it's opened, since opening a device may do something.
        var status = stat()
        guard fstatat(folder, name, &status, isRefused ? AT_SYMLINK_NOFOLLOW : 0) == 0 else {
            throw .systemError()
        }
        try check(status, limit)
        // Not blocking, as a pipe may have taken the file's place since.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (isRefused ? O_NOFOLLOW : 0)
        let descriptor = openat(folder, name, flags)
        guard descriptor >= 0 else { throw .systemError() }
        defer { close(descriptor) }
        guard fstat(descriptor, &status) == 0 else { throw .systemError() }
        try check(status, limit)
        return try bytes(from: descriptor, expecting: Int(status.st_size), atMost: limit)
    }

    private static func check(_ status: stat, _ limit: Int) throws(FileRefusal) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK: throw FileRefusal("it is a link, and links in a bundle aren't followed")
        case S_IFDIR: throw FileRefusal("it is a folder")
        default: throw FileRefusal("it is no ordinary file")
        }
        guard status.st_size <= limit else { throw tooLarge(limit) }
    }

    private static func tooLarge(_ limit: Int) -> FileRefusal {
        FileRefusal("it has more than \(limit) bytes")
    }

    private static func bytes(
        from descriptor: Int32,
        expecting count: Int,
        atMost limit: Int
    ) throws(FileRefusal) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .systemError() }
            if count == 0 { return bytes }
            // It may have grown since its size was asked for.
            guard bytes.count + count <= limit else { throw tooLarge(limit) }
            bytes += buffer[..<count]
        }
    }
}
