// The agent's own files, where they can't be read for a while.

import Foundation
import Glibc
import SettingsModel
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

@Suite(.timeLimit(.minutes(10))) struct `The agent's files, without a descriptor to read them,` {
    @Test func `are read by themselves as soon as there is one, and then not again`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = 256
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let bench = try Bench()
            let follower = bench.follower()
            follower.begin()
            let file = "[[file]]\npath = \"/f/a.toml\"\n"
            try bench.home.write(file, to: "domains/org.example.editor.toml")
            var taken: [Int32] = []
            while let descriptor = [dup(0)].first(where: { $0 >= 0 }) { taken.append(descriptor) }
            follower.reload()
            guard bench.directory.mistakes.contains(where: \.mayPass) else { exit(1) }
            for descriptor in taken { close(descriptor) }

            bench.run { !bench.directory.configurations.isEmpty }

            guard bench.directory.mistakes.isEmpty else { exit(2) }
            let before = bench.loop.wakeUps
            var isOver = false
            bench.loop.schedule(after: .milliseconds(2_500)) { isOver = true }
            bench.run { isOver }
            guard bench.loop.wakeUps - before <= 3 else { exit(3) }
            withExtendedLifetime(follower) {}
        }
    }
}
