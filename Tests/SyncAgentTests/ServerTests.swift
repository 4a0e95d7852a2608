// The listening side: who is served and who is turned away.

import Foundation
import Glibc
import SettingsModel
import SettingsProtocol
import Testing

@testable import SyncAgent
@testable import SyncPlatform

@Suite struct `A server` {
    @Test func `serves as many clients as it may, and tells the next one why not`() throws {
        var limits = Limits.standard
        limits.clients = 2
        let bench = try Bench(limits: limits)
        let path = bench.home.path + "/socket"
        var told: [String] = []
        let server = Server(bench.host, loop: bench.loop) { told.append($0.text) }
        try server.serve(ListeningSocket(bindingTo: path), as: .requests)

        let served = try (1...2).map { _ in try connection(to: path) }
        defer { for descriptor in served { close(descriptor) } }
        bench.run { bench.host.sessionCount == 2 }
        #expect(told == [])

        let reasons = try (1...2).map { _ in
            let descriptor = try connection(to: path)
            defer { close(descriptor) }
            return try refusal(on: descriptor, bench)
        }
        #expect(reasons.allSatisfy { $0.error["code"] as? Int == -32_007 })
        #expect(reasons.allSatisfy { $0.description.contains("2 clients are connected") })
        #expect(bench.host.sessionCount == 2)
        #expect(told.count == 1, "people hear of it once")
        server.stop()
    }

    // A client that can't even be turned away would wake the loop all the time.
    @Test(.timeLimit(.minutes(10)))
    func `rests while there is no descriptor at all, then serves who waits`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = 256
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let bench = try Bench()
            let path = bench.home.path + "/socket"
            let listener = try ListeningSocket(bindingTo: path)
            let client = try connection(to: path)
            defer { close(client) }
            var taken: [Int32] = []
            while let descriptor = [dup(client)].first(where: { $0 >= 0 }) {
                taken.append(descriptor)
            }
            // It has none in reserve, as if another thread had taken it.
            let server = Server(bench.host, loop: bench.loop) { _ in }
            try server.serve(listener, as: .requests)
            let before = bench.loop.wakeUps
            var isOver = false
            bench.loop.schedule(after: .milliseconds(350)) { isOver = true }
            bench.run { isOver }
            guard bench.loop.wakeUps - before < 50 else { exit(1) }
            for descriptor in taken { close(descriptor) }
            bench.run { bench.host.sessionCount == 1 }
            server.stop()
        }
    }

    /// The line that a connection gets before it is closed.
    private func refusal(on descriptor: Int32, _ bench: Bench) throws -> Line {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var hasEnded = false
        bench.run {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { bytes += buffer[..<count] }
            if count == 0 { hasEnded = true }
            if !hasEnded { bench.loop.perform {} }
            return hasEnded
        }
        return Line(bytes)
    }
}

private func connection(to path: String) throws -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    let result = try ListeningSocket.withAddress(path) { connect(descriptor, $0, $1) }
    try #require(result == 0)
    return descriptor
}
