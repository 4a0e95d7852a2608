// The agent's process, held so that no other can be taken for it.

import CLinux
import Glibc
import SettingsClient
import SettingsModel

/// The process that has a journal.
///
/// The kernel says which one that is. A number that the agent names, or its lock file, may be that of
/// another process here: the agent may run in another pid namespace, or on another host.
struct AgentProcess: ~Copyable {
    /// Its number in our pid namespace.
    let number: Int32
    private let descriptor: Int32

    /// Takes hold of the process that has the lock beside a journal; nil where none has.
    ///
    /// - Throws: ``Failure`` with status `.noAgent` where it can't be signalled from here.
    init?(holding path: String) throws {
        guard let file = LockFile(path) else { return nil }
        while true {
            switch file.owner {
            case .nobody: return nil
            case .elsewhere: throw Failure.elsewhere(path)
            case .process(let number):
                // Root may signal it, and isn't asked to.
                if getuid() == 0, let user = file.user, user != 0 {
                    throw Failure.ofUser(user, number)
                }
                let descriptor = clinux_open_process(number)
                // Whoever took its number since then wouldn't have the lock.
                if descriptor >= 0, file.owner == .process(number) {
                    self.number = number
                    self.descriptor = descriptor
                    return
                }
                let error = errno
                guard descriptor < 0 else {
                    close(descriptor)
                    continue
                }
                guard error == ESRCH else { throw Failure.notEnded(number, error) }
            }
        }
    }

    deinit { close(descriptor) }

    /// Ends it as a service manager does, and waits until it is gone, its lock with it.
    ///
    /// - Throws: ``Failure`` with status `.noAgent` where it doesn't end in time.
    func end(within patience: Duration) throws {
        guard clinux_signal_process(descriptor, SIGTERM) == 0 || errno == ESRCH else {
            throw Failure.notEnded(number, errno)
        }
        let deadline = ContinuousClock.now + patience
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            // Readable once the process has ended (pidfd_open(2)).
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(max(0, (left / .milliseconds(1)).rounded(.up)))
            let count = poll(&entry, 1, milliseconds)
            if count > 0 { return }
            guard count < 0, errno == EINTR else { break }
        }
        throw Failure(
            .noAgent,
            "the agent, process \(number), hasn't ended after \(patience.components.seconds) seconds",
            advice: "Nothing else was done. Try again, or: kill -KILL \(number)"
        )
    }
}

extension Failure {
    private static let nothingDone = "Nothing was done. "

    fileprivate static func elsewhere(_ lock: String) -> Failure {
        Failure(
            .noAgent,
            "the agent that has '\(lock.escapedForDisplay)' locked runs in another container or on "
                + "another host: its process has no number here",
            advice: nothingDone + "Run there: settingsctl agent stop"
        )
    }

    fileprivate static func ofUser(_ user: UInt32, _ number: Int32) -> Failure {
        Failure(
            .noAgent,
            "the agent, process \(number), belongs to user \(user)",
            advice: nothingDone + ClientError.rootAdvice
        )
    }

    fileprivate static func notEnded(_ number: Int32, _ error: Int32) -> Failure {
        Failure(
            .noAgent,
            "the agent, process \(number), can't be ended: \(String(cString: strerror(error)))",
            advice: nothingDone + "Look at it with: ps \(number)"
        )
    }

    /// An agent that answers while nobody has the lock beside its journal.
    ///
    /// `number` is the one that it says its process has.
    static func unproven(_ lock: String, _ number: Int32) -> Failure {
        Failure(
            .noAgent,
            "an agent answers, but no process has '\(lock.escapedForDisplay)' locked, so which one it "
                + "is can't be told",
            advice: nothingDone
                + "It says that its process is \(number). If that is an agent (ps \(number)), end it "
                + "with: kill \(number)"
        )
    }
}
