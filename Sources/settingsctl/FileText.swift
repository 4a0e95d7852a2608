// A settings file's bytes, read and replaced with care.

import Glibc
import SettingsDocument
import SettingsModel

/// A file as it was read; `-` is the standard input and output.
struct FileText {
    let path: String
    let bytes: [UInt8]
    /// Whether the file isn't there yet.
    let isNew: Bool

    /// Takes bytes that were not read from the file.
    init(path: String, bytes: [UInt8], isNew: Bool) {
        self.path = path
        self.bytes = bytes
        self.isNew = isNew
    }

    /// Reads a file.
    ///
    /// - Throws: ``Failure`` with status `.fileTrouble`.
    init(path: String) throws {
        self.init(path: path, bytes: try Self.read(path), isNew: false)
    }

    /// Reads a file that may not be there, which is then as a new file of its format begins.
    init(path: String, format: Format?) throws {
        if path != "-", access(path, F_OK) != 0, errno == ENOENT {
            guard let format = format ?? Format.detect(name: path, bytes: []) else {
                throw Failure.unknownFormat(path)
            }
            try self.init(newAt: path, format: format)
        } else {
            try self.init(path: path)
        }
    }

    /// Begins a new file.
    ///
    /// - Throws: ``Failure`` with status `.usage` for a format that can only be edited.
    init(newAt path: String, format: Format) throws {
        guard format != .binaryPropertyList else {
            throw Failure(
                .usage,
                "'\(path)' can't begin as a binary property list",
                advice: "Use --format xml-plist, which every reader of the other takes"
            )
        }
        self.init(path: path, bytes: format.emptyFile, isNew: true)
    }

    /// All of the standard input.
    static func standardInput() throws -> [UInt8] { try read("-") }

    /// The file as a document.
    ///
    /// - Throws: ``Failure`` with status `.fileTrouble`, with the place and its line.
    func document(_ format: Format?) throws -> any Document {
        guard let format = format ?? Format.detect(name: path, bytes: bytes) else {
            throw Failure.unknownFormat(path)
        }
        do {
            return try format.parse(bytes)
        } catch {
            var failure = Failure(
                .fileTrouble,
                "\(path):\(error.place.line):\(error.place.column): \(error.problem)",
                advice: "Nothing was changed. \(error.advice)"
            )
            failure.excerpt = excerpt(at: error.place, in: bytes)
            throw failure
        }
    }
}

extension Failure {
    /// The failure for a file whose name and content tell no format.
    static func unknownFormat(_ path: String) -> Failure {
        Failure(
            .usage,
            "'\(path)' has no known format",
            advice: "Say it with --format: "
                + Format.allCases.map(\.rawValue).joined(separator: ", ")
        )
    }

    fileprivate static func system(_ call: String, _ path: String, _ code: Int32) -> Failure {
        Failure(
            .fileTrouble,
            "\(path): can't be \(call): \(String(cString: strerror(code)))",
            advice: "Nothing was changed"
        )
    }
}

// MARK: Reading

extension FileText {
    private static func read(_ path: String) throws -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.system("read", path, errno) }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        let limit = Limits.standard.fileBytes
        while bytes.count <= limit {
            let chunk = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                guard result >= 0 else { throw Failure.system("read", path, errno) }
                count = result
            }
            guard !chunk.isEmpty else { return bytes }
            bytes += chunk
        }
        throw Failure(
            .fileTrouble,
            "\(path): it has more than \(limit) bytes",
            advice: "Nothing was changed. Move large data out of the settings file"
        )
    }
}

// MARK: Writing

extension FileText {
    /// Puts new bytes in the file's place, unless it says something else than when it was read.
    ///
    /// A link is followed, and a file with several names is written in place so that it keeps them.
    func replace(with new: [UInt8]) throws {
        if path == "-" { return try Self.write(new, to: STDOUT_FILENO, path) }
        guard new != bytes || isNew else { return }
        let target = Self.realPath(of: path) ?? path
        var status = stat()
        let isThere = stat(target, &status) == 0
        guard isThere != isNew, try isNew || Self.read(target) == bytes else {
            throw Failure(
                .fileTrouble,
                "\(path): another program has just changed it",
                advice: "Nothing was changed. Try again"
            )
        }
        if isThere, status.st_nlink > 1 {
            try overwrite(target, new)
        } else {
            try exchange(target, new, like: isThere ? status : nil)
        }
    }

    private func overwrite(_ target: String, _ new: [UInt8]) throws {
        let descriptor = open(target, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.system("written", path, errno) }
        defer { close(descriptor) }
        try Self.write(new, to: descriptor, path)
        guard ftruncate(descriptor, new.count) == 0, fsync(descriptor) == 0 else {
            throw Failure.system("written", path, errno)
        }
    }

    private func exchange(_ target: String, _ new: [UInt8], like old: stat?) throws {
        let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(target[...$0]) } ?? ""
        let name = slash.map { target[target.utf8.index(after: $0)...] } ?? target[...]
        let temporary = folder + ".\(name).\(getpid()).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure.system("written", path, errno) }
        defer { close(descriptor) }
        do {
            if let old {
                // Only root can give a file away; else it stays ours, as with any editor.
                _ = fchown(descriptor, old.st_uid, old.st_gid)
                fchmod(descriptor, old.st_mode & 0o7777)
            }
            try Self.write(new, to: descriptor, path)
            guard fsync(descriptor) == 0, rename(temporary, target) == 0 else {
                throw Failure.system("written", path, errno)
            }
        } catch {
            unlink(temporary)
            throw error
        }
        let opened = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if opened >= 0 {
            fsync(opened)
            close(opened)
        }
    }

    private static func realPath(of path: String) -> String? {
        realpath(path, nil).map { text in
            defer { free(text) }
            return String(cString: text)
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure.system("written", path, errno) }
            rest = rest.dropFirst(count)
        }
    }
}
