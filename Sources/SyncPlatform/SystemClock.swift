// What time it is, and how long something took.

import Glibc

/// The system's clocks.
package enum SystemClock {
    /// Milliseconds since 1970; it can go back.
    package static var wallMilliseconds: Int64 {
        let now = reading(of: CLOCK_REALTIME)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// Milliseconds since some moment; it never goes back, and stands still while the machine sleeps.
    package static var monotonicMilliseconds: Int64 { monotonicNanoseconds / 1_000_000 }

    /// Nanoseconds on the same clock as ``monotonicMilliseconds``.
    package static var monotonicNanoseconds: Int64 {
        let now = reading(of: CLOCK_MONOTONIC)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// When the system was started, in nanoseconds since 1970 by the clock as it is set now.
    static var bootTime: Int64 {
        let wall = reading(of: CLOCK_REALTIME)
        let sinceBoot = reading(of: CLOCK_BOOTTIME)
        return (Int64(wall.tv_sec) - Int64(sinceBoot.tv_sec)) * 1_000_000_000
            + Int64(wall.tv_nsec) - Int64(sinceBoot.tv_nsec)
    }

    private static func reading(of clock: clockid_t) -> timespec {
        var now = timespec()
        clock_gettime(clock, &now)
        return now
    }
}
