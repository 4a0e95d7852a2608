// A descriptor that closes itself, and waits no longer than it may.

import Foundation
import Glibc

/// How long a test waits for what should come at once, in seconds; a busy machine is slow.
let patience = 120.0

/// A test's own mistake, or a wait that was in vain.
struct TestFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }

    /// A failed system call.
    static func call(_ name: String) -> TestFailure {
        TestFailure("\(name): \(String(cString: strerror(errno)))")
    }
}

/// When a wait ends.
struct Deadline {
    private let end: UInt64

    init(after seconds: Double = patience) {
        end = DispatchTime.now().uptimeNanoseconds + UInt64(seconds * 1e9)
    }

    /// Milliseconds until then, at least 0.
    var milliseconds: Int32 {
        let now = DispatchTime.now().uptimeNanoseconds
        return now >= end ? 0 : Int32((end - now) / 1_000_000) + 1
    }
}

/// An open file, pipe or socket.
final class Descriptor {
    let number: Int32

    init(_ number: Int32, from call: String) throws {
        guard number >= 0 else { throw TestFailure.call(call) }
        self.number = number
    }

    deinit { close(number) }

    /// Reads what is there, waiting until something is; nil at the end.
    func read(until deadline: Deadline, for what: @autoclosure () -> String) throws -> [UInt8]? {
        try wait(for: POLLIN, until: deadline, what())
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = Glibc.read(number, &buffer, buffer.count)
        guard count >= 0 else {
            if errno == ECONNRESET { return nil }
            throw TestFailure.call("read")
        }
        return count == 0 ? nil : Array(buffer[..<count])
    }

    /// Reads what is there now; nil when that is nothing.
    func readNow() -> [UInt8]? {
        var ready = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 0) == 1 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = Glibc.read(number, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    /// Writes everything that is taken: why the other side has ended is in its last words.
    func write(_ bytes: [UInt8]) throws {
        let deadline = Deadline()
        var rest = bytes[...]
        while !rest.isEmpty {
            try wait(for: POLLOUT, until: deadline, "room to write")
            let count = rest.withUnsafeBytes {
                send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count < 0, errno == EAGAIN { continue }
            if count < 0, errno == EPIPE { return }
            guard count >= 0 else { throw TestFailure.call("send") }
            rest = rest.dropFirst(count)
        }
    }

    private func wait(for events: Int32, until deadline: Deadline, _ what: String) throws {
        var ready = pollfd(fd: number, events: Int16(events), revents: 0)
        while true {
            let count = poll(&ready, 1, deadline.milliseconds)
            if count > 0 { return }
            guard count < 0, errno == EINTR else {
                throw TestFailure("waited in vain for \(what)")
            }
        }
    }
}
