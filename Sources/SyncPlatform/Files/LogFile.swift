// A file of messages that can't grow without end.

import Glibc

/// A file of the agent's own for messages, mode 0600; one old file is kept, as `PATH.1`.
///
/// It is opened for each message: one that was removed or renamed meanwhile is created anew.
package struct LogFile {
    /// A text that would make it longer than this, in bytes, begins a new file.
    package static let limit = 1 << 20

    private let path: String
    private let limit: Int

    /// Takes a path in a folder that is the user's alone.
    package init(_ path: String, limit: Int = Self.limit) {
        self.path = path
        self.limit = limit
    }

    /// Adds a text at the end; one that can't be written is dropped, as whoever logs can't log that.
    package func append(_ text: String) {
        var descriptor = opened()
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0 else { return }
        let length = text.utf8.count
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return }
        if status.st_size > 0, Int(status.st_size) + length > limit {
            guard rename(path, path + ".1") == 0 else { return }
            close(descriptor)
            descriptor = opened()
        }
        guard descriptor >= 0 else { return }
        write(descriptor, text, length)
    }

    /// A descriptor of the file, made where there is none; -1 where it isn't one of the agent's own.
    private func opened() -> Int32 {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { return -1 }
        guard let status = try? FileStatus.of(descriptor), status.faultOfOwnFile == nil,
            fchmod(descriptor, 0o600) == 0
        else {
            close(descriptor)
            return -1
        }
        return descriptor
    }
}
