// Connections between two requests.

import Glibc
import Synchronization

/// Sockets over which nothing is under way, kept for the next request.
final class IdleConnections: Sendable {
    /// More are seldom used at once, and each costs a descriptor on both sides.
    private static let most = 4
    private let descriptors = Mutex<[Int32]>([])

    deinit {
        descriptors.withLock { for descriptor in $0 { close(descriptor) } }
    }

    /// A connection that the agent still holds open; nil where there is none.
    func take() -> Int32? {
        while let descriptor = descriptors.withLock({ $0.popLast() }) {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Nothing is to come over it but its end.
            if poll(&entry, 1, 0) == 0 { return descriptor }
            close(descriptor)
        }
        return nil
    }

    /// Keeps a connection over which an answer came, and no more.
    func keep(_ connection: Connection) {
        guard let descriptor = connection.release() else { return }
        let isKept = descriptors.withLock { descriptors in
            if descriptors.count < Self.most { descriptors.append(descriptor) }
            return descriptors.last == descriptor
        }
        if !isKept { close(descriptor) }
    }
}
