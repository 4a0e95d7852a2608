// Sockets that somebody takes away while the agent runs.

import SettingsModel
import SyncPlatform

/// Binds the agent's own sockets again when clients don't find them any more.
///
/// The runtime folder goes at the last logout and is another one at the next login, cleaners remove
/// what is old below `/tmp`. An agent that nobody reaches would keep the journal from any other.
final class SocketKeeper {
    /// After the last sign, so that a new socket isn't in the way of whoever removes the folder.
    private static let settleTime = Duration.milliseconds(100)

    private let server: Server
    private let watcher: ReplicaWatcher
    private let loop: EventLoop
    private let tell: (Message) -> Void
    private var folder: String?
    private var timer: TimerID?

    /// Called with the path of the request socket when it was bound again.
    var onBound: (String) -> Void = { _ in }
    /// Called when the sockets can't be bound.
    var onFailure: () -> Void = {}

    init(
        _ server: Server,
        _ watcher: ReplicaWatcher,
        loop: EventLoop,
        report: @escaping (Message) -> Void
    ) {
        self.server = server
        self.watcher = watcher
        self.loop = loop
        tell = report
    }

    /// Watches the folder of the sockets, if no other user can write it: of all names in `/tmp` the
    /// kernel would tell too much.
    func watch(_ socket: String) {
        if let folder { watcher.unwatchNames(in: folder) }
        let folder = String(socket.pathFolder.dropLast())
        self.folder = PrivateFolder.isOurs(folder) ? folder : nil
        if let folder = self.folder { watcher.watchNames(in: folder) }
    }

    /// Looks whether the sockets are in their place, as something happened in some folder.
    func somethingHappened() {
        if let timer { loop.cancel(timer) }
        timer = nil
        guard !server.isInPlace else { return }
        timer = loop.schedule(after: Self.settleTime) { [weak self] in
            self?.timer = nil
            self?.bindIfGone()
        }
    }

    private func bindIfGone() {
        guard !server.isInPlace else { return }
        // Their locks go with them.
        server.stop()
        do throws(PlatformError) {
            let sockets = try AgentSockets.bound()
            try server.serve(sockets.requests, as: .requests)
            if let events = sockets.events { try server.serve(events, as: .events) }
            let path = sockets.requests.path
            watch(path)
            onBound(path)
            tell(.boundAgain(path))
        } catch {
            tell(.unreachable(error))
            onFailure()
        }
    }
}

extension Message {
    fileprivate static func boundAgain(_ path: String) -> Message {
        Message(
            .warning,
            "settings-agent: its sockets were removed\n"
                + "Listens again, at '\(path.escapedForDisplay)'."
        )
    }

    fileprivate static func unreachable(_ error: PlatformError) -> Message {
        Message(
            .error,
            "settings-agent: its sockets were removed, and \(error.problem)\n"
                + "Ended, so that another agent can start. \(error.advice.asSentence)"
        )
    }
}
