// Where the agent's two sockets come from.

import Glibc
import SettingsModel
import SettingsProtocol
import SyncPlatform

/// The agent's listening sockets: handed over by the service manager, or its own.
struct AgentSockets {
    let requests: ListeningSocket
    /// nil when the manager handed over the request socket alone.
    let events: ListeningSocket?
    /// Whether the service manager keeps them, so that clients may come back at once.
    let areKept: Bool

    /// Takes what was handed over; binds only when nothing was.
    ///
    /// - Throws: ``PlatformError``; with code `.badActivation` when what was handed over is no
    ///   listening socket, as binding instead would leave clients talking to the wrong one.
    init() throws(PlatformError) {
        if let descriptors = try Systemd.activatedDescriptors() {
            var requests: ListeningSocket?
            var events: ListeningSocket?
            for descriptor in descriptors {
                let socket = try ListeningSocket(adopting: descriptor)
                if socket.path.hasSuffix("/events") { events = socket } else { requests = socket }
            }
            guard let requests else {
                throw PlatformError(
                    code: .badActivation,
                    problem: "the service manager handed over no request socket",
                    advice: "Check the unit settings-agent.socket"
                )
            }
            self.init(requests: requests, events: events)
            return
        }
        try self.init(boundTo: Self.place())
    }

    private init(requests: ListeningSocket, events: ListeningSocket?) {
        areKept = true
        self.requests = requests
        self.events = events
    }

    /// Binds sockets of its own again, where they would be bound at the start now.
    static func bound() throws(PlatformError) -> AgentSockets {
        try AgentSockets(boundTo: place())
    }

    private init(boundTo place: SocketPlace) throws(PlatformError) {
        areKept = false
        requests = try ListeningSocket(bindingTo: place.path)
        events = try ListeningSocket(bindingTo: place.eventsPath)
    }

    /// The first place that can be used, with its folder made.
    private static func place() throws(PlatformError) -> SocketPlace {
        let places = SocketPlace.candidates(
            userID: getuid(),
            environment: Systemd.environment
        )
        var passedOver = ""
        for place in places {
            switch place.source {
            case .named:
                guard place.path.hasPrefix("/") else { throw .relative(place.path) }
                return place
            case .runtimeFolder(let folder):
                guard PrivateFolder.isOurs(folder) else {
                    passedOver = folder
                    continue
                }
                try PrivateFolder.make(folder + "/settings-agent")
                return place
            case .stateFolder(let folder), .temporaryFolder(let folder):
                try PrivateFolder.make(folder)
                try PrivateFolder.make(folder + "/settings-agent")
                return place
            }
        }
        throw PlatformError(
            code: .socket,
            problem:
                "'\(passedOver)', the folder that XDG_RUNTIME_DIR names, isn't one that only you "
                + "can write",
            advice: "Make it, with mode 0700: install -d -m 700 "
                + passedOver.quotedForShell
        )
    }
}

extension PlatformError {
    /// The refusal of a socket's path that agent and clients would look for in different folders.
    fileprivate static func relative(_ path: String) -> PlatformError {
        PlatformError(
            code: .socket,
            problem:
                "SETTINGS_AGENT_SOCKET is '\(path.escapedForDisplay)', expected an absolute path",
            advice: "Set it to a path that begins with a slash"
        )
    }
}
