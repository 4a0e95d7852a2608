// What a session needs of its connection.

/// What became of an attempt to send.
package enum SendResult: Equatable, Sendable {
    /// So many bytes were taken, perhaps none: the rest when the socket can take more.
    case taken(Int)
    /// The other side is gone.
    case broken
}

/// What a session waits for.
package struct Wanted: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// More of what the client sends.
    package static let bytes = Wanted(rawValue: 1)
    /// Room in the socket, for what there is to send.
    package static let room = Wanted(rawValue: 2)
}

/// One connection's socket, never waited for.
///
/// A seam: the server's connections conform, and tests with one that takes what they say.
package protocol Transport: AnyObject {
    /// Hands bytes to the socket, as many as it takes now.
    func send(_ bytes: ArraySlice<UInt8>) -> SendResult
    /// Has the session called when there is what it waits for.
    func want(_ wanted: Wanted)
    /// Ends the connection; the session is told nothing more.
    func close()
    /// The process at the other end.
    var peerProcess: Int32 { get }
}

/// What a socket is for.
package enum SocketRole: Sendable {
    /// Requests and their answers, and what was subscribed to.
    case requests
    /// Every change, without being asked.
    case events
}
