// The agent that has this user's journal, found by the lock file beside it.

import Glibc
package import SettingsProtocol

extension JournalHolder {
    /// The agent that has this user's journal now; nil where none has.
    package static func current() -> JournalHolder? {
        let path = path { name in getenv(name).map { String(cString: $0) } }
        guard let path else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Only asked for, never taken: an agent that starts just now must get it.
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        // 0 where the process has no number here (pid_namespaces(7)).
        return JournalHolder(text, lockedBy: lock.l_pid > 0 ? lock.l_pid : nil)
    }
}
