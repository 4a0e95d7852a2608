// What the system lets this process have.

import CLinux
import FileReplacing
import Glibc

/// Limits of the process.
package enum ProcessLimits {
    /// How many watches the kernel lets one user have; 0 when it doesn't say.
    package static var watches: Int {
        let path = "/proc/sys/fs/inotify/max_user_watches"
        // No /proc, no limit to tell.
        return SystemFile.text(of: path).flatMap { Int($0.prefix { $0 > " " }) } ?? 0
    }

    /// Has large buffers come from the system one by one and go back to it when they are freed.
    ///
    /// Left alone, glibc raises its threshold to the largest buffer that was freed (mallopt(3)); the
    /// texts and documents of a large domain, megabytes each, then leave gaps among small things
    /// that stay: 250 MB were taken where 175 were in use.
    package static func returnLargeBuffers() {
        clinux_map_buffers_from(256 << 10)
    }

    /// Raises the number of descriptors to what the system allows.
    ///
    /// Each settings file and each client takes one; the usual soft limit of 1,024 is meant for
    /// programs that use select(2).
    ///
    /// - Returns: The limit that holds now.
    @discardableResult
    package static func raiseDescriptors() -> Int {
        let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(descriptors, &limit) == 0 else { return 1_024 }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = limit.rlim_max
            if setrlimit(descriptors, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
