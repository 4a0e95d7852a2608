// The way to an agent that listens and takes no connection, or is long in coming.

import Foundation
import Glibc
import SettingsProtocol
import Testing

@testable import SettingsClient

@Suite(.timeLimit(.minutes(10))) struct `The way to an agent` {
    /// Connects until the agent's queue is full.
    private func crowd(_ place: SocketPlace) throws -> [Connection] {
        var crowd: [Connection] = []
        do {
            while let one = try Connection(path: place.path, waiting: .never) { crowd.append(one) }
        } catch {
            #expect(error.code == .timedOut)
        }
        return crowd
    }

    @Test(arguments: [Connection.Waiting.never, .ifNeeded])
    func `is given up where an agent takes no connection`(waiting: Connection.Waiting) throws {
        let agent = try ScriptedAgent()
        defer { withExtendedLifetime(agent) {} }
        let place = try agent.options.place()
        let crowd = try crowd(place)
        defer { withExtendedLifetime(crowd) {} }
        var way = AgentStart(
            at: place,
            start: .ifNeeded,
            waiting: waiting,
            patience: .milliseconds(200)
        )
        let error = #expect(throws: ClientError.self) { try way.connection() }
        #expect(error?.code == .timedOut)
    }

    @Test func `is taken again as soon as there is room`() throws {
        let agent = try ScriptedAgent()
        let place = try agent.options.place()
        var crowd = try crowd(place)
        var way = AgentStart(at: place, start: .never, waiting: .never)
        #expect(try way.attempt() == nil)
        crowd.removeAll()
        agent.acceptAll()
        #expect(try way.connection().isEnded == false)
    }

    @Test func `is told of without a control character, whatever its names and words are`() {
        let place = SocketPlace(path: "/a\u{1B}/s", source: .named)
        let errors: [ClientError] = [
            .notStarted("/p\u{7}", ENOENT, at: place),
            .inVain("/p\u{7}", "ended", ("b\u{9B}", "c\u{202E}"), at: place),
            .inVain("/p", "ended", nil, at: place),
        ]
        #expect(
            errors.map { "\($0.problem). \($0.advice)" } == [
                "no agent listens at '/a\\u{1B}/s', and '/p\\u{07}' can't be started: "
                    + "No such file or directory. Run it by hand to see why",
                "no agent listens at '/a\\u{1B}/s'; '/p\\u{07}' was started and ended: "
                    + "b\\u{009B}. c\\u{202E}",
                "no agent listens at '/a\\u{1B}/s'; '/p' was started and ended. "
                    + "Run it by hand to see why",
            ]
        )
    }

    @Test func `is looked at less and less often while systemd has it started`() async {
        await #expect(processExitsWith: .success) {
            let (folder, place, _) = try beginLingeringSystemd()
            defer { _ = try? FileManager.default.removeItem(atPath: folder) }  // it's in /tmp
            var way = AgentStart(at: place, waiting: .never)
            for _ in 0..<10 where try way.attempt() != nil { exit(2) }
            guard way.pause == .milliseconds(128) else { exit(3) }
        }
    }
}
