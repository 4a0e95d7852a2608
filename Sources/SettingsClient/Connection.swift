// A connection to the agent that waits for each answer.

import Glibc
import SettingsModel
import SettingsProtocol

/// One open connection; lines out, lines in, each with a time limit.
package final class Connection {
    /// Whether a call may wait for the agent.
    package enum Waiting: Sendable {
        case ifNeeded
        /// A call does what can be done now.
        case never
    }
    /// What poll(2) can wait for.
    package let descriptor: Int32
    private var splitter: LineSplitter
    private var isOurs = true

    /// A reply may be much longer than a request: a whole page of values at their largest.
    private static let replyBytes = 256 << 20

    /// Takes over a connected socket, which is closed with this object.
    package init(adopting descriptor: Int32) {
        self.descriptor = descriptor
        var limits = Limits()
        limits.lineBytes = Self.replyBytes
        splitter = LineSplitter(limits: limits)
    }

    deinit {
        if isOurs { close(descriptor) }
    }

    /// Whether the agent has closed its end before it read all that was sent.
    ///
    /// Linux ends a Unix socket that is closed with unread bytes by ECONNRESET, any other by an end of file.
    private(set) var hasUnread = false

    /// Whether the agent has closed its end; what it sent before may be unread.
    var isEnded: Bool {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Gives the socket away, to be adopted again; nothing that came on it may be unread.
    consuming func release() -> Int32? {
        guard splitter.isEmpty else { return nil }
        isOurs = false
        return descriptor
    }

    /// Connects to a socket; nil when nobody listens there.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent` when it can't be a socket of this user's agent,
    ///   before anything is sent, and `.timedOut` when the agent is behind with taking connections and it's not to be waited for,
    ///   or not any longer than `patience`.
    package convenience init?(
        path: String,
        waiting: Waiting = .ifNeeded,
        _ patience: Duration = AgentStart.patience
    ) throws(ClientError) {
        guard var address = sockaddr_un(path: path) else {
            throw ClientError(
                .noAgent,
                "the socket's path '\(path.escapedForDisplay)' is longer than the 107 bytes "
                    + "that Linux takes",
                advice: "Set SETTINGS_AGENT_SOCKET or XDG_RUNTIME_DIR to a shorter path"
            )
        }
        var kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        if waiting == .never { kind |= Int32(SOCK_NONBLOCK.rawValue) }
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw Self.failed("socket", errno) }
        Self.limitWaiting(on: descriptor, to: patience)
        var code: Int32
        repeat {
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            code = result == 0 ? 0 : errno
            // A signal of the program's own while the agent is behind with taking connections.
        } while code == EINTR
        guard code != 0 else {
            // Closed at once where it throws: with this object.
            self.init(adopting: descriptor)
            try Listener.requireOurs(descriptor, path)
            return
        }
        close(descriptor)
        if code == ENOENT || code == ECONNREFUSED || code == ENOTDIR { return nil }
        if code == EAGAIN { throw Self.crowded }
        throw Self.failed("connect to '\(path.escapedForDisplay)'", code)
    }

    /// Has connect(2) wait no longer; without a limit it waits for as long as the agent's queue is full.
    private static func limitWaiting(on descriptor: Int32, to patience: Duration) {
        let (seconds, attoseconds) = patience.components
        var time = timeval(
            tv_sec: Int(seconds),
            tv_usec: suseconds_t(attoseconds / 1_000_000_000_000)
        )
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    private static var crowded: ClientError {
        ClientError(
            .timedOut,
            "the agent takes no more connections now",
            advice: "Try again; if it stays so, run: settingsctl doctor"
        )
    }

    private static func failed(_ call: String, _ code: Int32) -> ClientError {
        ClientError(
            .noAgent,
            "can't \(call): \(String(cString: strerror(code)))",
            advice: "Run: settingsctl doctor"
        )
    }

    /// Sends bytes, all of them.
    ///
    /// - Parameters:
    ///   - bytes: What to send.
    ///   - deadline: When to give up; nil to wait for ever.
    /// - Throws: ``ClientError`` with code `.closed` or `.timedOut`; some may be sent.
    func send(
        _ bytes: [UInt8],
        before deadline: ContinuousClock.Instant?
    ) throws(ClientError) {
        var rest = try sendNow(bytes[...])
        while !rest.isEmpty {
            try wait(for: POLLOUT, until: deadline)
            rest = try sendNow(rest)
        }
    }

    /// Sends what the socket takes now; gives what is left.
    ///
    /// - Throws: ``ClientError`` with code `.closed`.
    func sendNow(_ bytes: ArraySlice<UInt8>) throws(ClientError) -> ArraySlice<UInt8> {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(
                    descriptor,
                    $0.baseAddress,
                    $0.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                )
            }
            if count < 0 {
                if errno == EINTR { continue }
                guard errno == EAGAIN else { throw ended }
                return rest
            }
            rest = rest.dropFirst(count)
        }
        return rest
    }

    /// The next line of what was received.
    private func lineRead() throws(ClientError) -> [UInt8]? {
        do {
            return try splitter.next()
        } catch {
            throw ClientError(.malformed, error.problem, advice: "Run: settingsctl doctor")
        }
    }

    /// The next line without its end.
    ///
    /// - Parameter deadline: When to give up; nil to wait for ever.
    /// - Returns: nil when the agent has ended the connection after its last line.
    /// - Throws: ``ClientError`` with code `.timedOut`, `.closed` or `.malformed`.
    package func line(
        before deadline: ContinuousClock.Instant?
    ) throws(ClientError) -> [UInt8]? {
        while true {
            if let line = try lineRead() { return line }
            guard try receive(before: deadline) else { return nil }
        }
    }

    /// The next line if it has come; nil until there is more to read.
    ///
    /// - Throws: ``ClientError`` with code `.closed` when there is nothing more to come.
    func lineAtHand() throws(ClientError) -> [UInt8]? {
        while true {
            if let line = try lineRead() { return line }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 0) > 0 else { return nil }
            guard try receive(before: nil) else {
                throw ClientError(
                    .closed,
                    "the agent ended the connection",
                    advice: "It's tried again by itself"
                )
            }
        }
    }

    /// Reads what has come; false at the end of the connection.
    private func receive(before deadline: ContinuousClock.Instant?) throws(ClientError) -> Bool {
        if let deadline { try wait(for: POLLIN, until: deadline) }
        return try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) {
            buffer throws(ClientError) in
            while true {
                let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if count == 0 { return false }
                if count > 0 {
                    splitter.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                    return true
                }
                if errno == EINTR { continue }
                hasUnread = errno == ECONNRESET
                throw ended
            }
        }
    }

    private func wait(
        for events: Int32,
        until deadline: ContinuousClock.Instant?
    ) throws(ClientError) {
        while true {
            let left = deadline.map { ContinuousClock.now.duration(to: $0) }
            if let left, left <= .zero { throw .overdue }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&entry, 1, left?.inMilliseconds ?? -1)
            if count > 0 { return }
            if count < 0, errno != EINTR { throw ended }
        }
    }

    private var ended: ClientError {
        ClientError(
            .closed,
            "the agent ended the connection: \(String(cString: strerror(errno)))",
            advice: "Try again; if it stays so, run: settingsctl doctor"
        )
    }
}

extension ClientError {
    /// An answer that didn't come in time.
    static var overdue: ClientError {
        ClientError(
            .timedOut,
            "the agent didn't answer in time",
            advice: "Run: settingsctl doctor"
        )
    }
}

extension sockaddr_un {
    /// The address of a socket in the file system; nil if the path is too long.
    fileprivate init?(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: sun_path)
        guard bytes.count < room, !bytes.contains(0) else { return nil }
        withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
    }
}
