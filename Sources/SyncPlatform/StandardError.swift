// The standard error, which nobody may be reading: written to, never waited for.

import CLinux
import Glibc

/// A descriptor for messages that never blocks the caller.
///
/// What isn't taken at once is dropped and counted, and the count is written as soon as there is room
/// again. It belongs to the thread of the loop that it is given.
package final class StandardError {
    private let descriptor: Int32
    private let isSocket: Bool
    /// Makes the text that stands in for so many dropped ones.
    private let note: (Int) -> String
    private var dropped = 0
    /// Whether what was taken last doesn't end its line.
    private var isWithinLine = false
    private var loop: EventLoop?
    private var registration: Registration?

    /// Takes on a descriptor, which stays the caller's.
    ///
    /// A pipe or terminal is opened anew in its place: that it doesn't block is a property of the
    /// open file, which other programs may have as theirs.
    package init(_ descriptor: Int32 = STDERR_FILENO, note: @escaping (Int) -> String) {
        self.descriptor = descriptor
        self.note = note
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        isSocket = kind == S_IFSOCK
        guard kind == S_IFIFO || kind == S_IFCHR else { return }
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let own = open("/proc/self/fd/\(descriptor)", flags)
        guard own >= 0 else { return }  // Another user's: asked for room before each write, then.
        dup2(own, descriptor)
        close(own)
    }

    /// Has the loop say when there is room again; without one, the next message says it.
    package func notice(on loop: EventLoop) { self.loop = loop }

    /// Writes a text that ends with a line, or drops it.
    package func tell(_ text: String) {
        guard catchUp(), put(text) else {
            dropped += 1
            waitForRoom()
            return
        }
    }

    /// Says what was dropped; false while there is still no room.
    private func catchUp() -> Bool {
        guard dropped > 0 else { return true }
        guard put((isWithinLine ? "\n" : "") + note(dropped)) else { return false }
        dropped = 0
        return true
    }

    private func waitForRoom() {
        guard registration == nil, let loop else { return }
        registration = try? loop.watch(descriptor, for: .writable) { [weak self] readiness in
            guard let self, let registration else { return }
            loop.forget(registration)
            self.registration = nil
            // With nobody at the other end any more there is nobody to tell.
            if readiness.isDisjoint(with: .hangup), !catchUp() { waitForRoom() }
        }  // Where that can't be watched (a file), the next message tries.
    }

    /// Writes a text; false when not all of it was taken.
    private func put(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = write(rest)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                isWithinLine = rest[count - 1] != UInt8(ascii: "\n")
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        if isSocket {
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
            return send(descriptor, bytes.baseAddress, bytes.count, flags)
        }
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&room, 1, 0) == 1 else {
            errno = EAGAIN
            return -1
        }
        // A pipe that has room takes so much without waiting (pipe(7)).
        return Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF)))
    }
}
