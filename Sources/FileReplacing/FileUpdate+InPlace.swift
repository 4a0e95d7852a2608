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
        } catch {
            throw takenBack(descriptor, for: error, call: "pwrite(2)")
        }
        // Whoever waits for the file needn't wait for the disk.
        _ = clinux_give_lease_back(descriptor)
        do throws(Errno) {
            try Errno.check { calls.sync(descriptor) }
        } catch {
            // Somebody may have saved it meanwhile: that stays.
            _ = clinux_take_write_lease(descriptor)
            guard says(new, descriptor) else { throw .changed }
            throw takenBack(descriptor, for: error, call: "fsync(2)")
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
                let expected, says(expected, descriptor)
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
    ///
    /// - Returns: What is to be said of the call that failed.
    private func takenBack(_ descriptor: Int32, for error: Errno, call: String) -> Problem {
        guard let expected else { return .writtenInPart(error) }
        // What a limit keeps from being written now was never overwritten.
        _ = try? SystemFile.write(expected, to: descriptor)
        ftruncate(descriptor, off_t(expected.count))
        return says(expected, descriptor) ? .failed(error, call: call) : .writtenInPart(error)
    }

    /// Whether an open file has just these bytes.
    private func says(_ text: [UInt8], _ descriptor: Int32) -> Bool {
        let bytes = try? SystemFile.contents(
            of: descriptor,
            expectedSize: text.count,
            limit: text.count
        )
        return bytes == text
    }
}
