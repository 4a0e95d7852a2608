// One descriptor kept back, for the moment when all others are used up.

import Glibc

/// A descriptor in reserve: with all others in use, giving it up lets one more file be opened.
final class SpareDescriptor {
    private var descriptor: Int32

    init() { descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC) }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Runs `body`, which must close what it opens, with one more descriptor to be had.
    func lend<Result>(to body: () -> Result) -> Result {
        if descriptor >= 0 { close(descriptor) }
        defer { descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        return body()
    }
}
