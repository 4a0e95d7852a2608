// A file that one process has at a time, with a word about that process in it.

import Glibc
import SettingsModel

/// A small file with a lock on it, which goes with the process that took it.
///
/// After fcntl(2), "Advisory record locking": a program that is started from here doesn't have it.
package final class LockedFile {
    private let descriptor: Int32
    private let path: String

    /// What trying to lock a file came to.
    package enum Attempt {
        case locked(LockedFile)
        /// Another process has it: what stands there, perhaps of the one before, and which it is; nil
        /// where that can't be told from here.
        case taken(text: String, process: Int32?)
    }

    private init(_ descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// Locks a file, which is made with mode 0600 where there is none; waits for nobody.
    ///
    /// On a file system without locks it is had at once, by everybody.
    package static func attempt(_ path: String) throws(PlatformError) -> Attempt {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .lock(path) }
        let file = LockedFile(descriptor, path: path)
        try PlatformError.check(ownFile: descriptor, path)
        var whole = flock()
        whole.l_type = Int16(F_WRLCK)
        whole.l_whence = Int16(SEEK_SET)
        if fcntl(descriptor, F_SETLK, &whole) == 0 { return .locked(file) }
        switch errno {
        case EACCES, EAGAIN:
            // Who has it is asked for before what stands there is read: a note that names the same
            // process is that one's.
            let process = file.holder
            return .taken(text: file.text, process: process)
        default: return .locked(file)
        }
    }

    /// The process that has the lock; nil for none, or one that has no number here (pid_namespaces(7)).
    private var holder: Int32? {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else {
            return nil
        }
        return lock.l_pid > 0 ? lock.l_pid : nil
    }

    private var text: String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Puts a text in the place of what it says.
    package func write(_ text: String) throws(PlatformError) {
        let bytes = Array(text.utf8)
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
            ftruncate(descriptor, off_t(bytes.count)) == 0
        else { throw .lock(path) }
    }
}

extension PlatformError {
    fileprivate static func lock(_ path: String) -> PlatformError {
        let number = Glibc.errno
        return PlatformError(
            code: .storage,
            problem: "'\(path.escapedForDisplay)' can't be locked: "
                + String(cString: strerror(number)),
            advice: "Make its folder writable, or set XDG_STATE_HOME to another"
        )
    }
}
