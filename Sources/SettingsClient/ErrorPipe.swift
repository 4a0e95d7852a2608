// What a started program says before it is left to itself, and that it has ended.

import CLinux
import Glibc

/// A pipe for a program's standard error; it is closed when it goes, and the program then talks to
/// nobody.
final class ErrorPipe {
    /// The program's end, until it has been started.
    private(set) var writing: Int32
    private let reading: Int32

    /// The most of what was said that is kept.
    private static let limit = 16 << 10

    /// Makes a pipe; nil where there is no descriptor left, and the program then isn't heard.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard clinux_make_pipe(&ends) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(reading)
        closeWriting()
    }

    /// Leaves the writing to the program.
    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    /// Whether nobody has the program's end any more.
    var isOver: Bool {
        var entry = pollfd(fd: reading, events: 0, revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// What was said since the last call, as far as it is there.
    func said() -> String {
        var buffer = [UInt8](repeating: 0, count: Self.limit)
        let count = read(reading, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
