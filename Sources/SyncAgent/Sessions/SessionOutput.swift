// What a session has to send, and how far its socket takes it.

import SettingsProtocol

/// The bytes that wait to be sent on one connection, in order.
struct SessionOutput {
    /// Notifications are made only while fewer bytes than this wait to be sent.
    static let unsentNotificationBytes = 256 << 10
    /// A buffer of up to so many bytes is kept while the connection is idle.
    private static let keptBufferBytes = 4_096

    private var bytes: [UInt8] = []
    private var sent = 0
    /// Whether the socket takes no more for now.
    private(set) var isWaitingForRoom = false

    /// How many bytes wait.
    var unsentBytes: Int { bytes.count - sent }
    /// Whether a notification may be made, which its client will read before long.
    var hasRoom: Bool { unsentBytes < Self.unsentNotificationBytes }

    /// Puts a reply behind what waits.
    mutating func append(_ reply: [UInt8]) { bytes += reply }

    /// Puts a notification behind what waits.
    mutating func append(_ notification: Notification, sub: UInt64?) {
        notification.append(to: &bytes, sub: sub)
    }

    /// Hands bytes to the socket, as many as it takes; false when the connection is gone.
    mutating func push(to transport: any Transport) -> Bool {
        while unsentBytes > 0, !isWaitingForRoom {
            switch transport.send(bytes[sent...]) {
            case .taken(let count) where count > 0: sent += count
            case .taken: isWaitingForRoom = true
            case .broken: return false
            }
        }
        if unsentBytes == 0 {
            // Most connections are idle most of the time and should cost little then.
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptBufferBytes)
            sent = 0
        } else if sent >= Self.unsentNotificationBytes {
            bytes.removeFirst(sent)
            sent = 0
        }
        return true
    }

    /// The socket takes more.
    mutating func roomCame() { isWaitingForRoom = false }

    /// Forgets what nobody will read.
    mutating func drop() {
        bytes = []
        sent = 0
    }
}
