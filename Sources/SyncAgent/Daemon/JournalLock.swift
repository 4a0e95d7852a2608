// One agent at a time has the journal, whatever sockets it listens at.

import Glibc
import SettingsProtocol
import SyncPlatform

/// The right to read and write the journal, kept until the process ends.
final class JournalLock {
    private let file: LockedFile

    /// How long an agent that starts or ends may take.
    private static let patience = Duration.seconds(6)
    /// How long one may take that lost its socket.
    ///
    /// It may be in another container, where its socket is out of our sight alone.
    private static let bindingTime = Duration.seconds(1)

    /// Takes the journal before anything is read.
    ///
    /// An agent that is about to end is waited for, and so is one that starts, until it listens; one
    /// whose socket is gone will bind another one or end.
    ///
    /// - Throws: ``PlatformError`` with code `.alreadyRunning` when another agent has it.
    init(_ paths: AgentPaths) throws(PlatformError) {
        let path = paths.journalFolder + "/" + JournalHolder.fileName
        let start = ContinuousClock.now
        func deadline(for socket: String?) -> ContinuousClock.Instant {
            guard let socket else { return start + Self.patience }
            return access(socket, F_OK) == 0 ? start : start + Self.bindingTime
        }
        while true {
            switch try LockedFile.attempt(path) {
            case .locked(let file):
                self.file = file
                note(socket: nil)
                return
            case .taken(let text, let process):
                let holder = JournalHolder(text, lockedBy: process)
                guard ContinuousClock.now < deadline(for: holder?.socket) else {
                    throw .journalIsTaken(by: holder, paths.journal)
                }
                poll(nil, 0, 20)
            }
        }
    }

    /// Notes where this agent listens, for clients that look elsewhere; nil when it ends.
    func note(socket: String?) {
        let holder = JournalHolder(process: getpid(), socket: socket)
        _ = try? file.write(holder.text)  // that the disk is full is told by the journal
    }
}

extension PlatformError {
    fileprivate static func journalIsTaken(
        by holder: JournalHolder?,
        _ journal: String
    ) -> PlatformError {
        let process = holder.map { ", process \($0.process)," } ?? ""
        let socket = holder?.socket.map { "; it listens at '\($0)'" } ?? ""
        return PlatformError(
            code: .alreadyRunning,
            problem: "another agent\(process) has the journal '\(journal)'\(socket)",
            advice: "Use it, or end it first with: settingsctl agent stop"
        )
    }
}
