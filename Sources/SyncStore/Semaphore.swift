// A semaphore, to let one thread wait for another.

import Glibc

/// A counting semaphore of this process.
// tidy: sem_post(3) and sem_wait(3) may be called by any threads; the pointer never changes.
final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    /// Creates a semaphore that nothing was signalled to.
    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Lets one waiter go on, now or when it comes.
    func signal() { sem_post(semaphore) }

    /// Waits for a signal and uses it up.
    func wait() {
        // A signal handler may interrupt the call (signal(7)).
        while sem_wait(semaphore) == -1, errno == EINTR {}
    }
}
