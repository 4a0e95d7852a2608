// Signals to programs that are known by a file or by their name.

import FileReplacing
import Glibc
package import SettingsModel
import SyncEngine

/// Sends signals to running programs of this user, and to no others.
package enum Signalling {
    /// What became of a signal.
    package enum Outcome: Equatable, Sendable {
        /// So many processes have it.
        case sent(Int)
        /// No such program runs; its next start finds the new settings.
        case notRunning
        /// The program has begun a moment ago and doesn't take the signal, or not yet. It wasn't sent.
        case starting
        /// A process of that name doesn't take the signal, which would end it or do nothing. It wasn't
        /// sent.
        case notTaken(process: Int32, name: String)
        /// Why it wasn't sent, as a sentence without its period.
        case refused(String)
    }

    /// A process that began more than this after its file isn't the one that wrote it, in nanoseconds.
    ///
    /// The kernel counts a start in hundredths of a second, and a clock that is set moves it.
    private static let tolerance: Int64 = 1_000_000_000
    /// A process takes so long at most to get ready for its signals, in nanoseconds.
    private static let startTime: Int64 = 5_000_000_000
    /// The most that a file with a process's number holds, in bytes.
    private static let numberBytes: Int64 = 64

    /// Sends a signal to the process whose number is in a file.
    ///
    /// The file must be this user's, and nobody else may write it or put another in its place. The
    /// process must be this user's, too, and older than the file: the number may have gone to another
    /// since.
    package static func send(_ signal: Signal, toPIDFile path: String) -> Outcome {
        let shown = path.escapedForDisplay
        let written: Int64
        let process: Int32
        do throws(Errno) {
            guard let file = try numberedFile(path) else {
                return .refused("'\(shown)' holds no process's number of this user")
            }
            (process, written) = file
        } catch {
            if error.number == ENOENT || error.number == ENOTDIR { return .notRunning }
            return .refused("'\(shown)' can't be read: \(error.text)")
        }
        if case .others(let error) = FileTrust.of(path) { return .refused(error.problem) }
        return send(signal, to: process) { start in
            guard start <= written + tolerance else {
                return "process \(process) began after '\(shown)' was written"
            }
            return nil
        }
    }

    /// Sends a signal to every process of this user whose program has one of these names, and that takes
    /// it; that some of them don't is told where none does.
    package static func send(_ signal: Signal, toProcessesNamed names: [String]) -> Outcome {
        var count = 0
        var others: [Outcome] = []
        for name in names {
            for process in RunningProcess.all(named: name) {
                // Looked at again in hand: since it was found, its number may have gone to another.
                let outcome = send(signal, to: process) { _ in
                    guard !RunningProcess.isNamed(name, process) else { return nil }
                    return "process \(process) isn't '\(name.escapedForDisplay)'"
                }
                if case .sent(let more) = outcome { count += more } else { others.append(outcome) }
            }
        }
        if count > 0 { return .sent(count) }
        // One that is still starting may have read its old settings before these were written.
        return others.first { $0 == .starting } ?? others.last { $0 != .notRunning } ?? .notRunning
    }

    /// Why a process isn't to be sent a signal: it doesn't take it, or not yet.
    ///
    /// - Parameters:
    ///   - process: Whose start and handlers are looked at.
    ///   - signal: What it would be sent.
    ///   - now: Nanoseconds since 1970.
    /// - Returns: nil where it takes the signal, or has ended.
    package static func objection(
        of process: Int32,
        to signal: Signal,
        at now: Int64 = SystemClock.wallMilliseconds * 1_000_000
    ) -> Outcome? {
        guard !SignalReception.takes(signal, process), let name = RunningProcess.name(of: process),
            let start = RunningProcess.start(of: process)
        else { return nil }
        return now - start < startTime ? .starting : .notTaken(process: process, name: name)
    }

    /// The process that a file names and when that was written; nil where it names none.
    private static func numberedFile(
        _ path: String
    ) throws(Errno) -> (process: Int32, written: Int64)? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        let status = try FileStatus.of(descriptor)
        guard status.kind == .regular, status.userID == geteuid(), status.size <= numberBytes
        else { return nil }
        let bytes = try SystemFile.contents(
            of: descriptor,
            expectedSize: Int(status.size),
            limit: Int(numberBytes)
        )
        let text = String(decoding: bytes, as: UTF8.self)
        let first = text.split(whereSeparator: \.isWhitespace).first
        guard let process = first.flatMap({ Int32($0) }), process > 1 else { return nil }
        return (process, status.modified)
    }

    /// Takes hold of a process, checks it and signals it.
    ///
    /// `problem` tells from its start why it isn't the one that is meant; nil if it is.
    private static func send(
        _ signal: Signal,
        to process: Int32,
        unless problem: (Int64) -> String?
    ) -> Outcome {
        do throws(Errno) {
            let handle = try ProcessHandle(process)
            guard let start = RunningProcess.start(of: process),
                let user = RunningProcess.user(of: process)
            else { return .notRunning }
            guard user == geteuid() else {
                return .refused("process \(process) belongs to user \(user)")
            }
            if let reason = problem(start) { return .refused(reason) }
            // What was read of another process, as this one ended, reaches nobody: the handle is its.
            if let objection = objection(of: process, to: signal) { return objection }
            try handle.send(signal)
            return .sent(1)
        } catch {
            if error.number == ESRCH { return .notRunning }
            return .refused("process \(process) can't be signalled: \(error.text)")
        }
    }
}
