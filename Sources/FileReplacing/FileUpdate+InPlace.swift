// New bytes into a file that must stay the same file.

import CLinux
import Glibc

extension FileUpdate {
    /// Writes over the file, which is as it was where that fails.
    func overwrite(_ old: stat, with new: [UInt8]) throws(Problem) {
        let descriptor = try openUnchanged(old, roomFor: new.count)
        defer { close(descriptor) }
        do throws(Errno) {
            try SystemFile.write(new, to: descriptor)
            try Errno.check { calls.truncate(descriptor, off_t(new.count)) }
            // Whoever waits for the file needn't wait for the disk.
            _ = clinux_give_lease_back(descriptor)
            try Errno.check { calls.sync(descriptor) }
        } catch {
            guard takeBack(descriptor) else { throw .writtenInPart(error) }
            throw .failed(error, call: "pwrite(2)")
        }
    }

    /// Opens the file if it's still the one that was looked at, and says what it said; nobody else can
    /// open it then, where the kernel gives a lease (fcntl(2), F_SETLEASE).
    ///
    /// Whoever may change the folder may put another file, or a link to one, there at any moment: what
    /// is compared must be what is written.
    private func openUnchanged(
        _ old: stat,
        roomFor count: Int
    ) throws(Problem) -> Int32 {
        let descriptor = open(target, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ELOOP ? .changed : .failed(.last, call: "open(2)")
        }
        do throws(Problem) {
            try reserve(count, in: descriptor)
            _ = clinux_take_write_lease(descriptor)
            var now = stat()
            guard fstat(descriptor, &now) == 0, now.st_dev == old.st_dev, now.st_ino == old.st_ino,
                contents(of: descriptor) == expected
            else { throw .changed }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// With room for all of it, the disk can't be full halfway.
    private func reserve(_ count: Int, in descriptor: Int32) throws(Problem) {
        guard calls.reserve(descriptor, Int64(max(1, count))) != 0 else { return }
        if [ENOSPC, EDQUOT, EFBIG].contains(errno) { throw .failed(.last, call: "fallocate(2)") }
    }

    /// Gives a file its old bytes again: they fit, as they were there.
    private func takeBack(_ descriptor: Int32) -> Bool {
        guard let expected else { return false }
        // What a limit keeps from being written now was never overwritten.
        _ = try? SystemFile.write(expected, to: descriptor)
        ftruncate(descriptor, off_t(expected.count))
        return contents(of: descriptor) == expected
    }

    /// The bytes of an open file, if they aren't more than were expected.
    private func contents(of descriptor: Int32) -> [UInt8]? {
        let size = expected?.count ?? 0
        return try? SystemFile.contents(of: descriptor, expectedSize: size, limit: size)
    }
}
