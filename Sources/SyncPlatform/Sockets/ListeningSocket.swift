// A Unix socket that clients connect to.

import CLinux
import Glibc
import SettingsModel

/// The process at the other end of a connection.
package struct Peer: Equatable, Sendable {
    package var process: Int32
    package var user: UInt32
}

/// A Unix stream socket that listens: its own, or one that the service manager handed over.
package final class ListeningSocket {
    package let descriptor: Int32
    package let path: String
    /// The lock that shows that an agent lives; nil for a socket that was handed over.
    private let lock: Int32?
    /// The file that bind(2) made; nil for a socket that was handed over.
    private let file: (device: dev_t, inode: ino_t)?

    /// Binds a path and listens.
    ///
    /// A file that a dead agent left there is removed; a live agent's is not. Whoever may connect is
    /// decided before anybody can: the mode is set on the descriptor, which bind(2) gives the file.
    ///
    /// - Throws: ``PlatformError`` with code `.alreadyRunning` when another agent answers there.
    package init(bindingTo path: String) throws(PlatformError) {
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw .socket("open", path + ".lock") }
        do throws(PlatformError) {
            try PlatformError.check(ownFile: lock, path + ".lock")
        } catch {
            close(lock)
            throw error
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw .alreadyRunning(path)
        }
        do throws(PlatformError) {
            guard !Self.isAnswering(path) else { throw .alreadyRunning(path) }
            // We hold the lock and nobody answers, so a socket here is what a dead agent left. Anything
            // else is somebody's file, at a path that was given by mistake: bind(2) refuses it.
            if Self.isSocket(path) { unlink(path) }
            descriptor = try Self.bound(to: path)
        } catch {
            Self.release(lock)
            throw error
        }
        self.lock = lock
        self.path = path
        file = Self.file(at: path)
    }

    /// Takes on a socket that the service manager opened.
    ///
    /// - Throws: ``PlatformError`` with code `.badActivation` when it isn't one that listens.
    package init(adopting descriptor: Int32) throws(PlatformError) {
        var isListening: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0,
            isListening != 0, let path = Self.localPath(of: descriptor)
        else {
            throw PlatformError(
                code: .badActivation,
                problem:
                    "descriptor \(descriptor) from the service manager is not a listening Unix socket",
                advice: "Check the unit settings-agent.socket"
            )
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        self.descriptor = descriptor
        self.path = path
        lock = nil
        file = nil
    }

    deinit {
        // Another agent's may be there by now. The kernel gives its number to no other file meanwhile.
        let isOurs = isInPlace
        close(descriptor)
        guard let lock else { return }
        if isOurs { unlink(path) }
        Self.release(lock)
    }

    /// Releases the lock at once: a child between fork(2) and execve(2) has a copy of the descriptor, so
    /// close(2) alone wouldn't.
    private static func release(_ lock: Int32) {
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// Whether a client that connects to the path gets here; one that was handed over is its manager's
    /// to keep there.
    package var isInPlace: Bool {
        guard let file else { return true }
        return Self.file(at: path).map { $0 == file } ?? false
    }

    /// What accepting came to.
    package enum Accepted {
        case connection(Int32, Peer)
        /// Nobody waits (any more).
        case nobody
        /// No descriptor is left: whoever waits was told so by a closed connection.
        case shed
        /// No descriptor is left, not even to tell whoever waits: it is to be tried again later.
        case unable
    }

    /// Takes the next client that waits; one of another user is turned away.
    package func accept(sparing spare: ConnectionReserve) -> Accepted {
        while true {
            let connection = clinux_accept4(descriptor)
            if connection >= 0 {
                guard let peer = Self.peer(of: connection), peer.user == getuid() || peer.user == 0
                else {
                    close(connection)
                    continue
                }
                return .connection(connection, peer)
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE:
                // Left waiting, it would wake the loop for ever.
                return shed(sparing: spare)
            case EAGAIN: return .nobody
            // The client stays in the queue: asked again at once, it would be no other.
            default: return .unable
            }
        }
    }

    /// Turns away one client; accept(2) lacks a descriptor even when nobody waits.
    private func shed(sparing spare: ConnectionReserve) -> Accepted {
        spare.lend {
            let connection = clinux_accept4(descriptor)
            guard connection < 0 else {
                close(connection)
                return .shed
            }
            return errno == EMFILE || errno == ENFILE ? .unable : .nobody
        }
    }

    // MARK: System calls

    /// Connections that may wait to be taken: as many as Linux has by default (listen(2)).
    private static let waitingConnections: Int32 = 4_096

    private static func file(at path: String) -> (device: dev_t, inode: ino_t)? {
        var status = stat()
        return lstat(path, &status) == 0 ? (status.st_dev, status.st_ino) : nil
    }

    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    private static func bound(to path: String) throws(PlatformError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .socket("socket", path) }
        fchmod(descriptor, 0o600)
        let isBound = try withAddress(path) { bind(descriptor, $0, $1) == 0 }
        guard isBound, listen(descriptor, Self.waitingConnections) == 0 else {
            let error = PlatformError.socket(isBound ? "listen" : "bind", path)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func isAnswering(_ path: String) -> Bool {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let probe = socket(AF_UNIX, type | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard probe >= 0 else { return false }
        defer { close(probe) }
        // EAGAIN: it is there, and its queue is full.
        let answered = try? withAddress(path) { connect(probe, $0, $1) == 0 || errno == EAGAIN }
        return answered ?? false
    }

    private static func peer(of descriptor: Int32) -> Peer? {
        // struct ucred hides behind _GNU_SOURCE; it is three 32-bit numbers: pid, uid, gid (unix(7)).
        var credentials: (Int32, UInt32, UInt32) = (0, .max, .max)
        var length = socklen_t(12)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else {
            return nil
        }
        return Peer(process: credentials.0, user: credentials.1)
    }

    private static func localPath(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isNamed, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        return withUnsafeBytes(of: &address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Calls `body` with the path as the kernel takes it.
    static func withAddress<Result>(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) throws(PlatformError) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.isEmpty else {
            throw PlatformError(
                code: .socket,
                problem: "the socket's path '\(path.escapedForDisplay)' has "
                    + "\(bytes.count) bytes, at most 107",
                advice: "Set SETTINGS_AGENT_SOCKET to a shorter path"
            )
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // An abstract name begins with NUL and ends where its length says.
        var length = MemoryLayout<sa_family_t>.size + bytes.count + 1
        if bytes.first == UInt8(ascii: "@") {
            withUnsafeMutableBytes(of: &address.sun_path) { $0[0] = 0 }
            length -= 1
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(length))
            }
        }
    }
}

/// One descriptor kept back, so that a client can be turned away when all others are in use.
package final class ConnectionReserve {
    private let spare = SpareDescriptor()

    /// Takes one descriptor into reserve.
    package init() {}

    func lend<Result>(to body: () -> Result) -> Result { spare.lend(to: body) }
}

extension PlatformError {
    /// A call that failed on the way to a socket at a path; `errno` says why.
    package static func socket(_ call: String, _ path: String) -> PlatformError {
        let number = Glibc.errno
        return PlatformError(
            code: .socket,
            problem: "'\(path.escapedForDisplay)' can't be listened on: \(call) failed: "
                + String(cString: strerror(number)),
            advice: [EMFILE, ENFILE].contains(number)
                ? "Raise the limit on open files (ulimit -n)"
                : "Check the folder, or set SETTINGS_AGENT_SOCKET to another path"
        )
    }

    static func alreadyRunning(_ path: String) -> PlatformError {
        PlatformError(
            code: .alreadyRunning,
            problem: "another agent has '\(path.escapedForDisplay)'",
            advice: "Use it, or end it first with: settingsctl agent stop"
        )
    }
}
