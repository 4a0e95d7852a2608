// The agent that has this user's journal, found by the lock file beside it.

import Glibc
package import SettingsProtocol

extension JournalHolder {
    /// The lock file's path; nil without a home.
    package static var ownPath: String? {
        path { name in getenv(name).map { String(cString: $0) } }
    }

    /// The agent that has this user's journal now; nil where none has.
    ///
    /// Its process is for people to read: only ``LockOwner`` says which one that is here.
    package static func current() -> JournalHolder? {
        guard let path = ownPath, let file = LockFile(path) else { return nil }
        return switch file.owner {
        case .nobody: nil
        case .process(let process): JournalHolder(file.text, lockedBy: process)
        case .elsewhere: JournalHolder(file.text, lockedBy: nil)
        }
    }
}

/// Who has a journal's lock, as the kernel says it.
package enum LockOwner: Equatable, Sendable {
    case nobody
    /// The number of the process in our own pid namespace.
    case process(Int32)
    /// A process without a number here: of another pid namespace (pid_namespaces(7)) or host.
    case elsewhere
}

/// A lock file that is open to be looked at.
package struct LockFile: ~Copyable {
    private let descriptor: Int32

    /// Opens a lock file; nil where there is none to be read.
    package init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Who has the lock now.
    ///
    /// It is only asked for, never taken: an agent that starts just now must get it.
    package var owner: LockOwner {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else {
            return .nobody
        }
        // 0 for a process of another namespace, a negative number for one of another host.
        return lock.l_pid > 0 ? .process(lock.l_pid) : .elsewhere
    }

    /// Whose file it is; nil where that can't be told.
    package var user: UInt32? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_uid : nil
    }

    /// What stands there, perhaps of an agent that was killed.
    var text: String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
