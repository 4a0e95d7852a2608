// The destinations of messages: the standard error, and a file where systemd's journal keeps none.

import Glibc
import SyncPlatform

/// The agent's messages to people.
///
/// It belongs to the event loop's thread.
final class AgentLog {
    private let standardError: StandardError
    /// nil before the folder is known to be the user's, and where the file isn't needed.
    private var file: LogFile?

    /// Takes the standard error.
    init() {
        // The next file to be opened would have the number of one that is closed, and get the messages.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)  // Nothing is lost where that fails, too.
        }
        standardError = StandardError { Message(droppedMessages: $0).asWritten }
    }

    /// Has the loop say when somebody reads the standard error again.
    func notice(on loop: EventLoop) { standardError.notice(on: loop) }

    /// Writes later messages to a folder's `agent.log`, too.
    ///
    /// Not under systemd, whose journal keeps them, nor on a terminal, where somebody sees them.
    func keep(in folder: String) {
        guard !Systemd.stderrIsJournal, isatty(STDERR_FILENO) == 0 else { return }
        file = LogFile(folder + "/agent.log")
    }

    /// Reports a message to people.
    func report(_ message: Message) {
        // First, so that whoever reads the one finds it in the other.
        file?.append("\(Self.localTime) \(message.priority): \(message.lines)")
        standardError.tell(message.asWritten)
    }

    /// Now, as `2026-11-29 14:28:00 +0100`.
    private static var localTime: String {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        var bytes = [CChar](repeating: 0, count: 64)
        let count = strftime(&bytes, bytes.count, "%Y-%m-%d %H:%M:%S %z", &parts)
        return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension Message {
    /// The message as the standard error takes it.
    fileprivate var asWritten: String { Systemd.stderrIsJournal ? linesWithPriority : lines }

    fileprivate init(droppedMessages count: Int) {
        let what = count == 1 ? "1 message was" : "\(count) messages were"
        self.init(
            .warning,
            "settings-agent: nobody read the standard error, and \(what) dropped\n"
                + "Went on without waiting. List what is wrong with: settingsctl status"
        )
    }
}
