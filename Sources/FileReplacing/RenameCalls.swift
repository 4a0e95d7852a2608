// The calls that put a file in another's place, and what must come before.

import CLinux
import Glibc

/// renameat2(2) and its relatives; tests put others here, as not every file system has them all.
package struct RenameCalls {
    /// Exchanges two names.
    package var exchange: (String, String) -> Int32
    /// Renames unless the second name is there.
    package var create: (String, String) -> Int32
    /// Waits until the disk has a file's bytes; for any thread.
    package var sync: @Sendable (Int32) -> Int32

    /// The system's calls, but for those that are given.
    package init(
        exchange: @escaping (String, String) -> Int32 = { clinux_rename_exchange($0, $1) },
        create: @escaping (String, String) -> Int32 = { clinux_rename_noreplace($0, $1) },
        sync: @escaping @Sendable (Int32) -> Int32 = { fsync($0) }
    ) {
        self.exchange = exchange
        self.create = create
        self.sync = sync
    }
}

extension Errno {
    /// Whether the file system doesn't know the call, rather than that it went wrong.
    package var isUnsupported: Bool { [EINVAL, ENOSYS, EOPNOTSUPP].contains(number) }
}
