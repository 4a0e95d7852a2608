// Where the socket is looked for.

import SettingsProtocol
import Testing

@Suite struct `The place of the socket` {
    private func candidates(_ environment: [String: String]) -> [SocketPlace] {
        SocketPlace.candidates(userID: 1_000) { environment[$0] }
    }

    @Test func `is the one that is named`() {
        let places = candidates(["SETTINGS_AGENT_SOCKET": "/x/s", "XDG_RUNTIME_DIR": "/run/me"])
        #expect(places == [SocketPlace(path: "/x/s", source: .named)])
        #expect(places.first?.eventsPath == "/x/events")
    }

    @Test func `is in the runtime folder`() {
        let places = candidates(["XDG_RUNTIME_DIR": "/run/me", "SETTINGS_AGENT_SOCKET": ""])
        let expected = SocketPlace(
            path: "/run/me/settings-agent/socket",
            source: .runtimeFolder("/run/me")
        )
        #expect(places == [expected])
        #expect(places.first?.eventsPath == "/run/me/settings-agent/events")
    }

    @Test(arguments: [[:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "relative"]])
    func `without a runtime folder is the user's own one, or a private one in tmp`(
        environment: [String: String]
    ) {
        #expect(
            candidates(environment) == [
                SocketPlace(
                    path: "/run/user/1000/settings-agent/socket",
                    source: .runtimeFolder("/run/user/1000")
                ),
                SocketPlace(
                    path: "/tmp/settings-agent-1000/settings-agent/socket",
                    source: .temporaryFolder("/tmp/settings-agent-1000")
                ),
            ]
        )
    }

    @Test(arguments: [
        (["HOME": "/home/me"], "/home/me/.local/state/settings-agent/run"),
        (["HOME": "/home/me", "XDG_STATE_HOME": "/s"], "/s/settings-agent/run"),
        (["XDG_STATE_HOME": "/" + String(repeating: "s", count: 65)], nil),
        (["XDG_STATE_HOME": "/" + String(repeating: "s", count: 66)], "/tmp/settings-agent-1000"),
    ])
    func `without a runtime folder is in the user's state, unless that is too long for a socket`(
        environment: [String: String],
        folder: String?
    ) {
        let folder = folder ?? (environment["XDG_STATE_HOME"] ?? "") + "/settings-agent/run"
        let place = candidates(environment).last
        #expect(place?.path == folder + "/settings-agent/socket")
        #expect(candidates(environment).count == 2)
        let isTemporary = folder.hasPrefix("/tmp")
        #expect(
            place?.source == (isTemporary ? .temporaryFolder(folder) : .stateFolder(folder))
        )
    }

    @Test(
        arguments: [
            (0o040700, 7, true), (0o040755, 7, true), (0o041700, 7, true), (0o040770, 7, false),
            (0o040702, 7, false), (0o041777, 7, false), (0o040700, 8, false), (0o120777, 7, false),
            (0o120700, 7, false), (0o100700, 7, false), (0o140700, 7, false),
        ] as [(UInt32, UInt32, Bool)]
    )
    func `is in a folder that nobody else can write`(
        mode: UInt32,
        owner: UInt32,
        isPrivate: Bool
    ) {
        #expect(SocketPlace.isPrivate(mode: mode, owner: owner, to: 7) == isPrivate)
    }

    @Test func `beside a socket in the working folder is that folder`() {
        #expect(SocketPlace(path: "s", source: .named).eventsPath == "events")
    }
}
