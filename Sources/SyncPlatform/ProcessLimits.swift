// What the system lets this process have.

import Glibc

/// Limits of the process.
package enum ProcessLimits {
    /// Raises the number of descriptors to what the system allows.
    ///
    /// Each settings file and each client takes one; the usual soft limit of 1,024 is meant for
    /// programs that use select(2).
    ///
    /// - Returns: The limit that holds now.
    @discardableResult
    package static func raiseDescriptors() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = limit.rlim_max
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
