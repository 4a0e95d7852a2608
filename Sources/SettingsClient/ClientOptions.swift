// How a program meets the agent.

package import SettingsProtocol

/// How a program meets the agent; as it is, it does what `settingsctl` does.
public struct ClientOptions: Sendable {
    /// What to do where no agent listens.
    public enum Start: Sendable {
        /// Start one: by systemd's socket, else as a process of its own.
        case ifNeeded
        /// Wait for somebody else to.
        case never
    }
    /// The name that other programs see as the origin of this one's changes; its program's name
    /// if this is nil.
    public var name: String?
    /// The path of the request socket; where this user's agent listens if this is nil.
    public var socket: String?
    /// What to do where no agent listens.
    public var start = Start.ifNeeded

    /// Creates the usual options.
    public init() {}

    /// Where the agent listens, or would.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent`.
    package func place() throws(ClientError) -> SocketPlace {
        if let socket { return SocketPlace(path: socket, source: .named) }
        return try SocketPlace.current()
    }
}
