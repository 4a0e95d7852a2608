// A client's connection as system calls.

import FileReplacing
import Glibc

/// One connected stream socket, never waited for; it is closed when it goes.
package final class StreamSocket {
    /// What reading came to.
    package enum Reading: Equatable {
        case bytes(Int)
        case nothingNow
        case ended
        case broken
    }
    package let descriptor: Int32

    /// Takes on a connection that doesn't block.
    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Reads what is there into a buffer.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothingNow
            default: return .broken
            }
        }
    }

    /// Writes what the socket takes.
    ///
    /// - Returns: How many bytes it took; nil when the other side is gone.
    package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        while true {
            let count = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: return 0
            default: return nil
            }
        }
    }
}
