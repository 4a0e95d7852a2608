// A command that a row runs, apart from the terminal.

import CLinux
import Glibc
import Programs

/// One command that is running, and the last line of what it wrote.
final class ErrandRun {
    let errand: Errand
    /// What poll(2) waits for: the command's output; -1 once that is at its end.
    private(set) var descriptor: Int32
    private let process: pid_t
    private var output: [UInt8] = []

    /// Enough for the last line of any output.
    private static let mostOutput = 16 << 10

    /// Starts an errand, apart from the terminal.
    ///
    /// - Throws: ``StartError``.
    init(_ errand: Errand) throws(StartError) {
        var ends: [Int32] = [-1, -1]
        guard clinux_make_pipe(&ends) == 0 else { throw StartError(errno: errno) }
        defer { close(ends[1]) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        var start = ProgramStart(errand.words)
        start.output = ends[1]
        start.group = .own
        do {
            process = try start.start()
        } catch {
            close(ends[0])
            throw error
        }
        self.errand = errand
        descriptor = ends[0]
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Takes what was written since the last time.
    func readOutput() {
        guard descriptor >= 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                output += buffer.prefix(count)
                output.removeFirst(max(0, output.count - Self.mostOutput))
            } else if count < 0, errno == EINTR {
                continue
            } else {
                if count == 0 {
                    close(descriptor)
                    descriptor = -1
                }
                return
            }
        }
    }

    /// Waits for the command's end.
    func wait() -> ErrandResult {
        while true {
            if let result = result() { return result }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // A command may close its output long before it ends.
            poll(&entry, 1, 100)
            readOutput()
        }
    }

    /// How the command ended; nil while it runs.
    func result() -> ErrandResult? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) != 0 else { return nil }
        readOutput()
        // As a shell has it: 128 and the signal's number for a command that a signal ended.
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
        return .ended(code, lastLine: lines.last.map(String.init) ?? "")
    }
}

/// Whether a desktop is there that opens addresses.
func hasDesktop() -> Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { (name: String) in
        getenv(name).map { $0.pointee != 0 } ?? false
    }
}
