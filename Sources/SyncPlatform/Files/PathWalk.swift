// The way from the root to a file, as the kernel goes it.

import FileReplacing
import Glibc
import SettingsModel
import SyncEngine

/// Every folder and symlink that a path's meaning hangs on, and where it ends.
struct PathWalk: Equatable {
    /// One folder or symlink on the way, or the file that is watched itself.
    struct Hop: Hashable {
        enum Kind {
            case folder
            case link
            case file
        }
        var kind: Kind
        /// Without symlinks before its last part; a folder's ends in a slash.
        var path: String
        var identity: FileIdentity
    }
    /// Where the way ends.
    enum End: Equatable {
        case found(FileStatus)
        /// There's nothing of that name, or what should be a folder isn't one.
        case missing
        case failed(Errno)
    }
    /// How many symlinks the kernel follows before it says ELOOP (path_resolution(7)).
    private static let linkLimit = 40

    /// In the order of the walk, the root first; the last one's target or the file itself isn't among them.
    private(set) var hops: [Hop] = []
    /// What was found at each of the hops.
    private(set) var statuses: [FileStatus] = []
    /// The last folder that exists, and the name in it that decides how the path goes on.
    private(set) var folder = Hop(
        kind: .folder,
        path: "/",
        identity: FileIdentity(device: 0, inode: 0)
    )
    private(set) var name = ""
    private(set) var end = End.missing
    /// Parts of the path behind ``name`` that were never reached.
    private(set) var rest: [String] = []

    /// The final target, symlinks resolved as far as the path exists.
    var targetPath: String { ([folder.path + name] + rest).joined(separator: "/") }

    /// What it found; nil for nothing.
    var file: FileIdentity? { if case .found(let status) = end { status.identity } else { nil } }

    /// Whether both go the same way to the same file.
    ///
    /// Other files in a folder on the way change its status, and not where the path leads.
    static func == (a: PathWalk, b: PathWalk) -> Bool {
        a.hops == b.hops && a.folder == b.folder && a.name == b.name && a.rest == b.rest
            && a.end == b.end
    }

    /// Whether it found a file, or couldn't be walked to its end.
    func leads(to file: FileIdentity) -> Bool {
        if case .failed = end { true } else { self.file == file }
    }

    /// Whether both go through the same folders and links to a file of one name, the only one it has.
    func goesThroughSame(as other: PathWalk) -> Bool {
        guard case .found(let file) = end, case .found(let otherFile) = other.end else {
            return false
        }
        let areFiles = [file, otherFile].allSatisfy { $0.kind == .regular && $0.links <= 1 }
        return areFiles && name == other.name && folder == other.folder && hops == other.hops
    }

    /// Walks an absolute path.
    init(_ path: String) {
        var todo: [String] = path.pathNames.reversed()
        var links = 0
        hops.reserveCapacity(todo.count)
        statuses.reserveCapacity(todo.count)
        guard let root = try? FileStatus.named("/") else { return }
        folder.identity = root.identity
        note(folder, root)
        end = .found(root)
        var folders = [folder]
        folders.reserveCapacity(todo.count)
        while let part = todo.popLast() {
            if part == "." { continue }
            if part == ".." {
                if folders.count > 1 { folders.removeLast() }
                continue
            }
            folder = folders[folders.count - 1]
            name = part
            var path = folder.path + part
            let status: FileStatus
            do {
                status = try FileStatus.named(path)
            } catch {
                end = error.number == ENOENT ? .missing : .failed(error)
                rest = todo.reversed()
                return
            }
            end = .found(status)
            switch status.kind {
            case .link:
                links += 1
                if links > Self.linkLimit {
                    end = .failed(Errno(number: ELOOP))
                    return
                }
                let target: String
                do throws(Errno) {
                    target = try follow(status)
                } catch {
                    end = .failed(error)
                    rest = todo.reversed()
                    return
                }
                if target.utf8.first == UInt8(ascii: "/") { folders.removeLast(folders.count - 1) }
                todo += target.pathNames.reversed()
            case .folder:
                path += "/"
                let hop = Hop(kind: .folder, path: path, identity: status.identity)
                folders.append(hop)
                note(hop, status)
            case .regular, .other:
                rest = todo.reversed()
                if !rest.isEmpty { end = .missing }
                return
            }
        }
        endAtFolder(folders)
    }

    private mutating func note(_ hop: Hop, _ status: FileStatus) {
        hops.append(hop)
        statuses.append(status)
    }

    /// The ways by all symlinks that are in a folder, ordered by name; none if it can't be read.
    static func byLinks(in folder: String) -> [PathWalk] {
        ((try? OwnFiles.names(in: folder)) ?? []).map { folder + "/" + $0 }
            .filter(OwnFiles.isLink).map(PathWalk.init)
    }

    /// What a symlink says.
    ///
    /// - Throws: EILSEQ where that isn't UTF-8: as a string it would name another file; what
    ///   readlink(2) says where the link went away.
    private mutating func follow(_ status: FileStatus) throws(Errno) -> String {
        let path = folder.path + name
        note(Hop(kind: .link, path: path, identity: status.identity), status)
        var failure: Errno?
        let bytes = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            let length = buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? 0
            if length < 0 { failure = .last }
            count = max(0, length)
        }
        if let failure { throw failure }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Errno(number: EILSEQ)
        }
        return text
    }

    /// The path led to a folder, perhaps by dots or a link: its own name isn't what came last.
    private mutating func endAtFolder(_ folders: [Hop]) {
        guard let last = folders.last, let status = try? FileStatus.named(last.path) else { return }
        end = .found(status)
        folder = folders.dropLast().last ?? last
        name = String(last.path.dropFirst(folder.path.count).prefix { $0 != "/" })
    }
}
