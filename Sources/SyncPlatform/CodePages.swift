// The pages of our own code, which its start fills and its idling doesn't need.

import CLinux
import Glibc

/// Our own code in memory.
package enum CodePages {
    /// Lets go of the pages of code that are mapped now; what is used again comes back by itself.
    ///
    /// Starting runs code that is never needed again, and the kernel maps 64 KiB around each page that
    /// is. The pages stay in the page cache: coming back costs a minor fault, no read
    /// (madvise(2), MADV_DONTNEED).
    package static func letGo() {
        let page = UInt(getpagesize())
        let start = UInt(bitPattern: clinux_code_start()) & ~(page - 1)
        let end = UInt(bitPattern: clinux_code_end()) & ~(page - 1)
        guard start < end else { return }
        // Ignored: nothing but memory is lost when the kernel won't.
        _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
    }
}
