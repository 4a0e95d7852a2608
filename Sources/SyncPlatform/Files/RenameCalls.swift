// The calls that put a file in another's place, and what must come before.

import CLinux
import Glibc

/// renameat2(2) and its relatives, and what writing in place does; tests put others here, as not every
/// file system has them all.
struct RenameCalls {
    /// Exchanges two names.
    var exchange: (String, String) -> Int32 = { clinux_rename_exchange($0, $1) }
    /// Renames unless the second name is there.
    var create: (String, String) -> Int32 = { clinux_rename_noreplace($0, $1) }
    /// Waits until the disk has a file's bytes; for any thread.
    var sync: @Sendable (Int32) -> Int32 = { fsync($0) }
    /// Finds room for a text that is to be written in place.
    var reserve: (Int32, Int64) -> Int32 = { clinux_reserve($0, $1) }
    /// Ends a text that was written in place.
    var truncate: (Int32, off_t) -> Int32 = { ftruncate($0, $1) }
}

extension Errno {
    /// Whether the file system doesn't know the call, rather than that it went wrong.
    var isUnsupported: Bool { [EINVAL, ENOSYS, EOPNOTSUPP].contains(number) }
}
