// New bytes in a file's place, and never over what another program has just written there.

package import CLinux
import Glibc

/// New content for one file, where the file still says what it said when it was read.
///
/// The file is replaced by another one with its owner, mode, ACL and extended attributes, so it is whole at
/// every moment; where that can't be (``Irreplaceable``), nothing is written. Where the file system can't
/// exchange names, what another program writes in the moment between the last look and the renaming is
/// lost.
///
/// A process that does this must ignore SIGXFSZ, which would end it.
package struct FileUpdate {
    /// Why a file wasn't written.
    package enum Problem: Error, Equatable {
        /// It says something else than when it was read, and goes on to.
        case changed
        /// Others saved it again and again: the path shows a save, and the file named here has the newest.
        case contended(newest: String)
        /// A call failed; the file is as it was.
        case failed(Errno)
        /// No other file can take its place.
        case irreplaceable(Irreplaceable)
    }

    /// So many saves may come one after another, each in the moment of an exchange.
    private static let mostExchanges = 8
    /// What is longer isn't compared, but passes for something else.
    private static let limit = 64 << 20

    let target: String
    let expected: [UInt8]?
    let calls: RenameCalls
    private let temporary: String

    /// Creates an update.
    ///
    /// - Parameters:
    ///   - target: The file, not a link to it.
    ///   - expected: What it said when it was read; nil for a file that wasn't there.
    ///   - temporary: A name beside it that nobody has.
    ///   - calls: The calls to make.
    package init(
        of target: String,
        expecting expected: [UInt8]?,
        by temporary: String,
        _ calls: RenameCalls = RenameCalls()
    ) {
        self.target = target
        self.expected = expected
        self.temporary = temporary
        self.calls = calls
    }

    /// Writes the new bytes, synced but for the folder.
    ///
    /// - Parameters:
    ///   - new: What the file shall say.
    ///   - mode: The mode of a new file, from which the kernel takes the umask.
    ///   - prepare: Called with a new file before it's written.
    /// - Throws: ``Problem``.
    package func write(
        _ new: [UInt8],
        mode: mode_t,
        prepare: (Int32) throws(Errno) -> Void = { _ in }
    ) throws(Problem) {
        guard expected != nil else {
            do throws(Errno) {
                try stage(new, mode: mode, prepare)
            } catch {
                throw .failed(error)
            }
            return try create()
        }
        let old = try status()
        guard isExpected(try? read(target)) else { throw .changed }
        if let reason = Irreplaceable(target, links: Int(old.st_nlink), owner: old.st_uid) {
            throw .irreplaceable(reason)
        }
        do throws(Errno) {
            try stage(new, mode: 0o600) { _ in }
        } catch {
            throw .failed(error)
        }
        try exchange(new)
    }

    private func status() throws(Problem) -> stat {
        var status = stat()
        guard lstat(target, &status) == 0 else {
            throw errno == ENOENT ? .changed : .failed(.last)
        }
        // It was a file when it was read: a link that is there now may lead to anybody's.
        guard status.st_mode & S_IFMT == S_IFREG else { throw .changed }
        return status
    }

    // MARK: By another file

    /// Writes the temporary file, which is gone again where that fails.
    private func stage(
        _ new: [UInt8],
        mode: mode_t,
        _ prepare: (Int32) throws(Errno) -> Void
    ) throws(Errno) {
        let old = expected == nil ? nil : FileAttributes(of: target)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = try Errno.check { open(temporary, flags, mode) }
        defer { close(descriptor) }
        do throws(Errno) {
            try prepare(descriptor)
            try SystemFile.write(new, to: descriptor)
            // After the writing, which takes the bits of setuid(2) away.
            try old?.apply(to: descriptor)
            try Errno.check { calls.sync(descriptor) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Names the new file, unless the name is taken.
    private func create() throws(Problem) {
        if calls.create(temporary, target) == 0 { return }
        defer { unlink(temporary) }
        // Where the file system doesn't know the call: link(2) fails, too, if the name is taken.
        if errno != EEXIST, link(temporary, target) == 0 { return }
        throw errno == EEXIST ? .changed : .failed(.last)
    }

    /// Exchanges the two names, and looks at what came out.
    private func exchange(_ new: [UInt8]) throws(Problem) {
        guard calls.exchange(temporary, target) == 0 else {
            let error = Errno.last
            if error.isUnsupported { return try replaceUnchanged() }
            unlink(temporary)
            throw error.number == ENOENT ? .changed : .failed(error)
        }
        try removeReplaced(new)
    }

    /// Removes what came out in an exchange, if it's what was to come out.
    ///
    /// Anything else, or what can't be read, is somebody's save, newer than what the path shows. It
    /// goes to the path, and so does what comes out then, until that is what had been put there before.
    private func removeReplaced(_ new: [UInt8]) throws(Problem) {
        var placed: [UInt8]? = new
        var expected = expected
        for number in 1...Self.mostExchanges {
            let out = try? read(temporary)
            if let out, out == expected {
                unlink(temporary)
                if number > 1 { throw .changed }
                return
            }
            guard number < Self.mostExchanges, calls.exchange(temporary, target) == 0 else { break }
            (placed, expected) = (out, placed)
        }
        throw .contended(newest: temporary)
    }

    /// Renames over the target, where the file system can't exchange names: a save between the two
    /// calls is lost.
    private func replaceUnchanged() throws(Problem) {
        guard isExpected(try? read(target)) else {
            unlink(temporary)
            throw .changed
        }
        guard rename(temporary, target) != 0 else { return }
        let error = Errno.last
        unlink(temporary)
        throw error.number == ENOENT ? .changed : .failed(error)
    }

    // MARK: Reading

    /// Whether a text, nil for none that could be read, is what the file said when it was read.
    private func isExpected(_ text: [UInt8]?) -> Bool { text != nil && text == expected }

    /// All bytes of a plain file that isn't too long.
    private func read(_ path: String) throws(Errno) -> [UInt8] {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let descriptor = try Errno.check { open(path, flags) }
        defer { close(descriptor) }
        var status = stat()
        try Errno.check { fstat(descriptor, &status) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Errno(number: EINVAL) }
        let size = Int(status.st_size)
        let bytes = try SystemFile.contents(
            of: descriptor,
            expectedSize: size,
            limit: Self.limit
        )
        guard bytes.count <= Self.limit else { throw Errno(number: EFBIG) }
        return bytes
    }
}
