// How long a test computes, however long it waits for its turn.

import Glibc

/// How many seconds a body computes on this thread.
///
/// Many tests run at once: time in which others have the processor doesn't count, as it does for a time limit.
package func processorSeconds(of body: () throws -> Void) rethrows -> Double {
    let start = threadSeconds()
    try body()
    return threadSeconds() - start
}

/// What this thread has computed so far, in seconds.
private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
