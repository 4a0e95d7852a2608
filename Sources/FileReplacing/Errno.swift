// The error number of a system call as a Swift error.

import Glibc

/// What a failed system call left in `errno`.
package struct Errno: Error, Hashable {
    package var number: Int32

    package init(number: Int32) { self.number = number }

    /// The number that the last failed call of this thread left.
    package static var last: Errno { Errno(number: errno) }

    /// The system's words for it.
    package var text: String { String(cString: strerror(number)) }

    /// The result of a call that gives −1 on failure; one that a signal interrupted is made again.
    @discardableResult
    package static func check<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
        while true {
            let result = call()
            if result != -1 { return result }
            if errno != EINTR { throw .last }
        }
    }
}
