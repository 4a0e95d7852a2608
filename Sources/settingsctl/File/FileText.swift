// A settings file's bytes, read and replaced with care.

import FileReplacing
import Glibc
import SettingsDocument
import SettingsModel
import SettingsProtocol

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
            guard let format = format ?? Format.detect(name: absolutePath(path), bytes: []) else {
                throw Failure.unknownFormat(path)
            }
            self.init(newAt: path, format: format)
        } else {
            try self.init(path: path)
        }
    }

    /// Begins a new file.
    init(newAt path: String, format: Format) {
        self.init(path: path, bytes: format.emptyFile, isNew: true)
    }

    /// The file as a document.
    ///
    /// Where it can't be read, `done` says what became of the command: a sentence with a blank behind
    /// it, or nothing for one that only reads.
    ///
    /// - Throws: ``Failure`` with status `.fileTrouble`, with the place and its line.
    func document(_ format: Format?, done: String = "") throws -> any Document {
        guard let format = format ?? Format.detect(name: absolutePath(path), bytes: bytes) else {
            throw unknownFormat()
        }
        do {
            return try format.parse(bytes)
        } catch {
            throw Failure(error, in: self, done: done)
        }
    }

    /// The failure for this file, where neither name nor content tells its format; with the formats that
    /// read this text, for an option that says it.
    func unknownFormat(option: String = "--format") -> Failure {
        let isBlank = bytes.allSatisfy { $0 <= 0x20 }
        guard !isBlank else { return .unknownFormat(path, option: option) }
        let unknown = UnknownFormat(path: path, bytes: bytes)
        let isReadable = !unknown.candidates.isEmpty
        let other = isReadable ? "its format can't be detected" : "no known format reads it"
        return Failure(
            .fileTrouble,
            "\(path == "-" ? "the standard input" : "'\(path)'") can't be read: "
                + (unknown.reason ?? other),
            advice: unknown.advice(
                naming: { "\(option) \($0.rawValue)" },
                or: unknown.isDoubtful
                    ? "Name it, for example: \(option) toml" : "Edit the file by hand"
            )
        )
    }

    /// The file as a document that is to be changed: without any bytes, it's as a new file begins.
    func begunDocument(_ format: Format?) throws -> any Document {
        guard bytes.isEmpty,
            let format = format ?? Format.detect(name: absolutePath(path), bytes: bytes)
        else {
            return try document(format, done: "Nothing was changed. ")
        }
        return try FileText(path: path, bytes: format.emptyFile, isNew: isNew).document(format)
    }
}

extension Failure {
    /// The failure for a file that can't be read, with the place and its line.
    init(_ error: DocumentError, in text: FileText, done: String) {
        self.init(
            .fileTrouble,
            "\(text.path)\(error.place.suffix): \(error.problem)",
            advice: done + error.advice
        )
        excerpt = SettingsDocument.excerpt(at: error.place, in: text.bytes)
    }

    /// The failure for a file whose name and content tell no format, which an option can say.
    static func unknownFormat(_ path: String, option: String = "--format") -> Failure {
        Failure(
            .usage,
            path == "-"
                ? "the standard input doesn't tell its format" : "'\(path)' has no known format",
            advice: "Say it with \(option): "
                + Format.allCases.map(\.rawValue).joined(separator: ", ")
        )
    }

    /// The failure for a file that couldn't be opened or read.
    static func unreadable(_ path: String, _ code: Int32) -> Failure {
        let advice =
            switch code {
            case ENOENT: "Name a file that is there"
            case EISDIR: "Name a file in it"
            case EACCES: "To allow it: chmod u+r \(path.quotedForShell)"
            default: ""
            }
        let problem = "\(path): can't be read: \(String(cString: strerror(code)))"
        return Failure(.fileTrouble, problem, advice: advice)
    }

    /// The failure for a file that others keep changing.
    static func changedMeanwhile(_ path: String) -> Failure {
        Failure(
            .fileTrouble,
            "\(path): other programs keep changing it",
            advice: "Nothing was changed. Try again when they are done"
        )
    }

    /// The failure for a new file whose name is taken; `advice` says how it's replaced.
    static func alreadyThere(_ path: String, _ advice: String) -> Failure {
        Failure(
            .refused,
            "\(path): the file is there already",
            advice: "Nothing was written. To replace it, \(advice)"
        )
    }

    /// The failure for a call that went wrong.
    static func system(_ call: String, _ path: String, _ code: Int32) -> Failure {
        Failure(
            .fileTrouble,
            "\(path): can't be \(call): \(String(cString: strerror(code)))",
            advice: "Nothing was changed"
        )
    }
}

// MARK: Reading

extension FileText {
    /// All bytes of a file, or of the standard input.
    ///
    /// - Throws: ``Failure`` with status `.fileTrouble`.
    static func read(_ path: String) throws -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.unreadable(path, errno) }
        defer { if path != "-" { close(descriptor) } }
        return try read(from: descriptor, named: path)
    }

    /// All bytes from where an open file stands to its end.
    ///
    /// - Throws: ``Failure`` with status `.fileTrouble`, which names the file as `path`.
    static func read(from descriptor: Int32, named path: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let limit = Limits.standard.fileBytes
        while bytes.count <= limit {
            let chunk = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                var result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                while result < 0, errno == EINTR {
                    result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                }
                guard result >= 0 else { throw Failure.unreadable(path, errno) }
                count = result
            }
            guard !chunk.isEmpty else { return bytes }
            bytes += chunk
        }
        throw Failure(
            .fileTrouble,
            "\(path): it has more than \(limit) bytes",
            advice: "Move large data out of the settings file"
        )
    }
}

// MARK: Writing

extension FileText {
    /// Puts new bytes in the file's place, with `rights` if it's a new one; `-` prints them.
    ///
    /// - Throws: ``ChangedMeanwhile`` if the file says something else than when it was read, or
    ///   ``Failure`` with status `.fileTrouble`; nothing was written.
    func replace(with new: [UInt8], _ rights: FileRights = .usual) throws {
        if path == "-" {
            do throws(Errno) {
                try writeAll(new, to: STDOUT_FILENO)
            } catch {
                throw Failure.system("written", path, error.number)
            }
        } else if new != bytes || isNew {
            try FileReplacement(of: path, expecting: isNew ? nil : bytes, rights).write(new)
        }
    }

    /// Writes a file that must not be there yet.
    ///
    /// - Parameters:
    ///   - new: What it shall say.
    ///   - rights: Who may read it.
    ///   - advice: How it's replaced where it is there, as a sentence without beginning and end.
    /// - Throws: ``Failure`` with status `.refused` where it is, or `.fileTrouble`; nothing was
    ///   written.
    func create(
        with new: [UInt8],
        _ rights: FileRights,
        _ advice: String
    ) throws {
        do {
            try replace(with: new, rights)
        } catch is ChangedMeanwhile {
            throw Failure.alreadyThere(path, advice)
        }
    }

    /// What to do with a file that is there already.
    enum Existing {
        case refuse
        case replace
    }

    /// Writes a file anew, which keeps its rights where it is there and may be replaced; `-` prints it.
    ///
    /// - Throws: ``Failure`` with status `.refused` where it is there, or `.fileTrouble`; nothing was
    ///   written.
    // Swift 6.3.1 aborts where it makes this a part of its callers (in the pass CopyPropagation).
    @inline(never)
    static func write(
        _ bytes: [UInt8],
        to path: String,
        _ existing: Existing,
        _ rights: FileRights = .usual
    ) throws {
        if existing == .replace, path != "-", access(path, F_OK) == 0 {
            try edit(path, nil) { _ in bytes }
        } else {
            let new = FileText(path: path, bytes: [], isNew: true)
            try new.create(with: bytes, rights, "add --force")
        }
    }

    /// How often a command begins anew when other programs change the file under its hands.
    static let attempts = 20

    /// Reads a file, and writes what `change` makes of it; on what others wrote meanwhile, it's
    /// made again.
    static func edit(
        _ path: String,
        _ format: Format?,
        _ change: (FileText) throws -> [UInt8]
    ) throws {
        for _ in 0..<attempts {
            let text = try FileText(path: path, format: format)
            do {
                return try text.replace(with: change(text))
            } catch is ChangedMeanwhile {
                continue
            }
        }
        throw Failure.changedMeanwhile(path)
    }
}
