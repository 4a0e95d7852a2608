// What the service manager says to the agent, and the agent to it.

import CLinux
import Glibc

/// systemd's side of a service: sockets handed over, and news of how it is.
///
/// After sd_listen_fds(3) and sd_notify(3), whose protocols are stable and documented there.
package enum Systemd {
    /// More than a unit of ours hands over; a larger number is nobody's.
    private static let mostDescriptors: Int32 = 64

    /// The descriptors that were handed over; nil when the agent was not activated by sockets.
    ///
    /// - Throws: ``PlatformError`` with code `.badActivation` when so many can't have been.
    package static func activatedDescriptors() throws(PlatformError) -> [Int32]? {
        defer {
            for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        }
        guard environment("LISTEN_PID").flatMap(Int32.init) == getpid(),
            let count = environment("LISTEN_FDS").flatMap(Int32.init), count > 0
        else { return nil }
        guard count <= mostDescriptors else {
            throw PlatformError(
                code: .badActivation,
                problem: "LISTEN_FDS is \(count), expected at most \(mostDescriptors)",
                advice: "Check the unit settings-agent.socket"
            )
        }
        return Array(3..<3 + count)
    }

    /// Tells the manager something, as lines of `NAME=value`; nothing happens without a manager.
    package static func tell(_ state: String) {
        guard let path = environment("NOTIFY_SOCKET"), !path.isEmpty else { return }
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(state.utf8)
        _ = try? ListeningSocket.withAddress(path) {  // the manager can do without the news
            sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
        }
    }

    /// Tells the manager that a reload begins; to be followed by `READY=1`.
    package static func tellReloading() {
        tell("RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonicNanoseconds / 1_000)")
    }

    /// Whether stderr goes to the system's journal, where a line may begin with its priority.
    package static var stderrIsJournal: Bool {
        guard let stream = environment("JOURNAL_STREAM") else { return false }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// A variable of the environment.
    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
