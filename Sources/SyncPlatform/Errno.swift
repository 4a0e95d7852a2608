// The error number of a system call as a Swift error.

import Glibc

/// What a failed system call left in `errno`.
struct Errno: Error, Hashable {
    var number: Int32

    /// The number that the last failed call of this thread left.
    static var last: Errno { Errno(number: errno) }

    /// The system's words for it.
    var text: String { String(cString: strerror(number)) }

    /// The result of a call that gives −1 on failure; one that a signal interrupted is made again.
    @discardableResult
    static func check<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
        while true {
            let result = call()
            if result != -1 { return result }
            if errno != EINTR { throw .last }
        }
    }
}
