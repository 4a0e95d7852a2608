// Writes a folder that isn't there yet, all of it or nothing.

import CLinux
import Glibc

/// A folder of files that comes into being at once.
struct NewFolder {
    private let path: String
    /// The rights that nobody gets: the umask's, and those that the file it's made of doesn't give.
    private let mask: mode_t

    /// Names a folder that is for whoever may read `source`, a file or `-`.
    init(_ path: String, asOpenAs source: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let mask = umask(0)
        umask(mask)
        self.mask = mask | FileRights(asOpenAs: source).mask
    }

    /// Writes the files into a new folder.
    ///
    /// - Throws: ``Failure`` with status `.fileTrouble`, where something has the name already too;
    ///   nothing was written.
    func write(_ files: [String: [UInt8]]) throws {
        // Before any work; that nothing comes there meanwhile, the renaming sees to.
        guard access(path, F_OK) != 0 else { throw alreadyThere }
        let temporary = try makeTemporary()
        do {
            for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
                let file = FileText(path: temporary + "/" + name, bytes: [], isNew: true)
                try file.create(with: bytes, .usual, "remove it")
                chmod(file.path, 0o666 & ~mask)
            }
            // mkdtemp(3) made it for its owner alone.
            chmod(temporary, 0o777 & ~mask)
            guard clinux_rename_noreplace(temporary, path) == 0 else {
                throw errno == EEXIST ? alreadyThere : Failure.system("written", path, errno)
            }
        } catch {
            for name in files.keys { unlink(temporary + "/" + name) }
            rmdir(temporary)
            throw error
        }
    }

    private func makeTemporary() throws -> String {
        // mkdtemp(3) puts others in the place of the six X.
        var template = Array("\(path).XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let name = made else { throw Failure.system("written", path, errno) }
        return name
    }

    private var alreadyThere: Failure {
        Failure(
            .refused,
            "\(path): something of this name is there already",
            advice: "Nothing was written. Name another folder with --output"
        )
    }
}
