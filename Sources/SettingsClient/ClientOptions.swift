// How a program meets the agent.

public import SettingsModel
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
    /// Where values are read from when no agent can be had: every setting of a domain.
    ///
    /// The library `SettingsFiles` has one that reads the domain's files. Nothing is written without
    /// an agent, and nothing watched.
    public var fallback: Fallback?

    /// What reads every setting of a domain without an agent.
    public typealias Fallback =
        @Sendable (Domain) throws(ClientError) -> [SettingKeyPath: SettingValue]

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
