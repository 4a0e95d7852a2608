// The two sockets, and a session for each connection.

import Glibc
import SettingsModel
import SettingsProtocol
import SyncPlatform

/// Listens on the agent's sockets.
final class Server {
    private let host: SessionHost
    private let loop: EventLoop
    private let report: (Message) -> Void
    /// Whether the last client was turned away, which is told once.
    private var isTurningAway = false
    /// Whether no more requests are taken.
    fileprivate private(set) var isEnding = false
    private let reserve = ConnectionReserve()
    private var listeners: [Listener] = []
    private var connections: [Int32: ServerConnection] = [:]
    /// Every connection reads into the same buffer, one after another.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: readBytes,
        alignment: 16
    )

    /// What is read at once, in bytes.
    private static let readBytes = 64 << 10
    /// Reads and connections in one turn of the loop, so that one client, or a storm of them, can't
    /// keep the others waiting.
    private static let readsPerTurn = 4
    private static let connectionsPerTurn = 256
    /// When a client that was turned away may come again, in milliseconds.
    private static let retryTime = 1_000

    init(_ host: SessionHost, loop: EventLoop, report: @escaping (Message) -> Void) {
        self.host = host
        self.loop = loop
        self.report = report
    }

    deinit { buffer.deallocate() }

    /// One of the sockets.
    private final class Listener {
        let socket: ListeningSocket
        let role: SocketRole
        /// nil while it takes none.
        var registration: Registration?
        /// When it takes connections again.
        var timer: TimerID?

        init(_ socket: ListeningSocket, as role: SocketRole) {
            self.socket = socket
            self.role = role
        }
    }

    /// How long no connection is taken where there is no descriptor for one: a client that waits would
    /// wake the loop all the time.
    private static let rest = Duration.milliseconds(100)

    /// Begins to take connections.
    func serve(_ listener: ListeningSocket, as role: SocketRole) throws(PlatformError) {
        let listener = Listener(listener, as: role)
        try watch(listener)
        listeners.append(listener)
    }

    private func watch(_ listener: Listener) throws(PlatformError) {
        listener.registration = try loop.watch(listener.socket.descriptor, for: .readable) {
            [unowned self, unowned listener] _ in acceptAll(from: listener)
        }
    }

    /// Whether clients that look for the sockets find them.
    var isInPlace: Bool { listeners.allSatisfy(\.socket.isInPlace) }

    /// Takes no more connections; those that there are stay.
    func stop() {
        for listener in listeners {
            if let registration = listener.registration { loop.forget(registration) }
            if let timer = listener.timer { loop.cancel(timer) }
        }
        listeners = []
    }

    /// Takes no more connections, and no more requests from those that there are.
    ///
    /// A client whose request stays unread sees that from the end of its connection, and makes it again.
    func end() {
        stop()
        isEnding = true
        for connection in connections.values { connection.updateInterest() }
    }

    /// Takes no connections for a while.
    private func rest(_ listener: Listener) {
        if let registration = listener.registration { loop.forget(registration) }
        listener.registration = nil
        listener.timer = loop.schedule(after: Self.rest) { [weak self, weak listener] in
            guard let self, let listener else { return }
            listener.timer = nil
            do {
                try watch(listener)
            } catch {
                rest(listener)
            }
        }
    }

    private func acceptAll(from listener: Listener) {
        for _ in 0..<Self.connectionsPerTurn {
            switch listener.socket.accept(sparing: reserve) {
            case .nobody: return
            case .shed: continue
            case .unable: return rest(listener)
            case .connection(let descriptor, let peer):
                let socket = StreamSocket(descriptor)
                guard host.sessionCount < host.settings.limits.clients else {
                    turnAway(
                        socket,
                        "\(host.settings.limits.clients) clients are connected, more than that aren't served",
                        advice: "End some of them, or let several settings share a connection"
                    )
                    continue
                }
                begin(socket, peer, on: listener.role)
            }
        }
    }

    private func begin(_ socket: StreamSocket, _ peer: Peer, on role: SocketRole) {
        let connection = ServerConnection(socket, peer, server: self)
        do {
            try connection.register(on: loop)
        } catch {
            // The kernel watches no more descriptors for us.
            turnAway(socket, error.problem, advice: error.advice)
            return
        }
        isTurningAway = false
        connections[socket.descriptor] = connection
        connection.serve(host.accept(connection, on: role))
    }

    /// Tells a client that it isn't served and why, and people once.
    private func turnAway(_ socket: StreamSocket, _ problem: String, advice: String) {
        let refusal = RPCError(
            .busy,
            "the agent can't take one more client: \(problem)",
            advice: advice
        ).with { $0.retryMilliseconds = Self.retryTime }
        _ = socket.write(ReplyAddress(id: .null).reply(refusal)[...])
        tellOfTurningAway(problem, advice: advice)
    }

    private func tellOfTurningAway(_ problem: String, advice: String) {
        if !isTurningAway { report(.turnedAway(problem, advice: advice)) }
        isTurningAway = true
    }

    fileprivate func read(_ connection: ServerConnection) {
        guard !isEnding else { return }
        for _ in 0..<Self.readsPerTurn {
            switch connection.socket.read(into: buffer) {
            case .bytes(let count):
                let bytes = UnsafeRawBufferPointer(
                    rebasing: UnsafeRawBufferPointer(buffer)[..<count]
                )
                connection.session?.received(bytes)
                guard connection.wanted.contains(.bytes), count == buffer.count else { return }
            case .nothingNow: return
            case .ended:
                connection.session?.inputEnded()
                return
            case .broken:
                connection.session?.connectionEnded()
                return
            }
        }
    }

    fileprivate func forget(_ connection: ServerConnection, _ registration: Registration?) {
        if let registration { loop.forget(registration) }
        connections[connection.socket.descriptor] = nil
    }

    fileprivate func change(
        _ connection: ServerConnection,
        _ registration: Registration,
        to interest: Readiness
    ) {
        do {
            try loop.change(registration, to: interest)
        } catch {
            tellOfTurningAway(error.problem, advice: error.advice)
            // Later: its session is in the middle of something.
            loop.schedule(after: .zero) { [weak connection] in
                connection?.session?.connectionEnded()
            }
        }
    }
}

/// One connection on the loop.
private final class ServerConnection: Transport {
    let socket: StreamSocket
    let peerProcess: Int32
    private(set) var session: Session?
    private(set) var wanted = Wanted.bytes
    private var registration: Registration?
    private unowned let server: Server

    init(_ socket: StreamSocket, _ peer: Peer, server: Server) {
        self.socket = socket
        peerProcess = peer.process
        self.server = server
    }

    func register(on loop: EventLoop) throws(PlatformError) {
        registration = try loop.watch(socket.descriptor, for: .readable) {
            [unowned self] readiness in
            act(on: readiness)
        }
    }

    /// Hands over what is read from now on.
    func serve(_ session: Session) {
        // The client may be gone before its first line was written.
        if registration != nil { self.session = session }
    }

    private func act(on readiness: Readiness) {
        let isGone = !readiness.isDisjoint(with: .hangup)
        if readiness.contains(.readable), wanted.contains(.bytes) { server.read(self) }
        guard registration != nil else { return }
        if readiness.contains(.writable) { session?.becameWritable() }
        guard registration != nil else { return }
        // Both directions are closed: nothing that is still to say will be heard.
        if isGone { session?.connectionEnded() }
    }

    func send(_ bytes: ArraySlice<UInt8>) -> SendResult {
        socket.write(bytes).map(SendResult.taken) ?? .broken
    }

    func want(_ wanted: Wanted) {
        guard wanted != self.wanted else { return }
        self.wanted = wanted
        updateInterest()
    }

    /// Has the loop watch for what is wanted; for no bytes once the server ends.
    func updateInterest() {
        guard let registration else { return }
        var interest: Readiness = []
        if wanted.contains(.bytes), !server.isEnding { interest.insert(.readable) }
        if wanted.contains(.room) { interest.insert(.writable) }
        server.change(self, registration, to: interest)
    }

    func close() {
        server.forget(self, registration)
        registration = nil
        // The session has this connection: held here too, neither would go, nor the descriptor.
        session = nil
    }
}

extension Message {
    fileprivate static func turnedAway(_ problem: String, advice: String) -> Message {
        Message(
            .warning,
            "settings-agent: a client was turned away: \(problem)\n"
                + "The others are served as before. \(advice.asSentence)"
        )
    }
}
